import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { type OptionalChoiceProps, OptionalSelect, useTypedSearch } from '../../shared/form/found-select.tsx'
import { useCompanyId } from '../../shared/session/session.ts'

export type SopSelectProps = Omit<OptionalChoiceProps, 'none'> & Partial<Pick<OptionalChoiceProps, 'none'>>

/** Offers published SOPs of the company and of SBR, searched by the server; any other only if it is already linked. */
export function SopSelect({ value = null, none = 'None', ...rest }: SopSelectProps) {
  const companyId = useCompanyId()
  const { data: sop, error } = useQuery(
    api.sops.get.queryOptions({ input: { companyId, id: value ?? '' }, enabled: value !== null }),
  )
  const chosen = value && (sop || error) ? { value, label: sop ? sop.title : unreadable } : null
  const search = useTypedSearch(chosen)
  const { data: found } = useQuery(
    api.sops.list.queryOptions({
      input: {
        ...{ companyId, isLinkable: 'true', sort: 'title', order: 'asc', pageSize: 20 },
        ...(search.q && { q: search.q }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <OptionalSelect
      {...rest}
      {...{ value, none, chosen, search }}
      noun="SOP"
      offered={found?.items.map(({ id, title, visibility }) => ({
        value: id,
        label: visibility === 'company' ? title : `${title} (SBR)`,
      }))}
      nothingFoundMessage="No published SOP found"
    />
  )
}

/** The link stays when a SOP is unpublished (security.md 2.3), but its title is hidden. */
const unreadable = '(a SOP you cannot read)'

/** The title of a SOP, looked up by its id. */
export function SopTitle({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data, error } = useQuery(api.sops.get.queryOptions({ input: { companyId, id } }))
  return error ? unreadable : (data?.title ?? '…')
}
