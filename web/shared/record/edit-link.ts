import { useLocation, useParams } from '@tanstack/react-router'
import { at } from '../page/at.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    isFromRecord?: boolean
  }
}

/** The properties of a link from the details of a record to its form; the form leads back to the details. @param path of the list */
export const editLink = (path: string, id: string) => ({
  ...at(`${path}/${id}/edit`, true),
  state: { isFromRecord: true },
})

/** The page to which a form returns: the details it was opened from, else the list. @param path of the list */
export function useOrigin(path: string): string {
  const isFromRecord = useLocation({ select: ({ state }) => state.isFromRecord })
  const { id } = useParams({ strict: false }) as { id?: string }
  return isFromRecord && id ? `${path}/${id}` : path
}
