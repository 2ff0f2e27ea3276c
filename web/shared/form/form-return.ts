import { useLocation, useNavigate } from '@tanstack/react-router'
import { at } from '../page/at.ts'
import { companyOnly, type ListSearch } from '../table/list-search.ts'

/** For a form with an address: like useReturnToList, but the list takes the place of the form, so that Back does not open it again. */
export function useReturnFromForm(path: string): () => void {
  const navigate = useNavigate()
  const origin = useFormOrigin()
  return () => void navigate({ ...(origin ? at(origin, companyOnly) : at(path, true)), replace: true })
}

declare module '@tanstack/history' {
  interface HistoryState {
    formOrigin?: string | undefined
  }
}

/** The screen other than its list that a form was opened from by a link with this state, and to which it leads back: the steps of a new company. */
export const useFormOrigin = (): string | undefined => useLocation({ select: ({ state }) => state.formOrigin })

/** Goes back from a form to a list and changes its filters, so that it shows the record that was just saved. @param path '/sops' */
export function useShowInList(path: string): (changes: ListSearch) => void {
  const navigate = useNavigate()
  const origin = useFormOrigin()
  return (changes) => {
    if (origin) return void navigate({ ...at(origin, companyOnly), replace: true })
    const search = (before: ListSearch) => ({ ...before, page: undefined, ...changes })
    void navigate({ ...at(path, search), replace: true })
  }
}
