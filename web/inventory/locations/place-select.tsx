import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Location } from 'contract/inventory/locations.ts'
import { api } from '../../shared/api/api.ts'
import { type OptionalChoiceProps, OptionalSelect, useTypedSearch } from '../../shared/form/found-select.tsx'
import { useCompanyId } from '../../shared/session/session.ts'

const labelOf = ({ code, name }: Location) => (name === code ? code : `${code} · ${name}`)

/** Offers the places of the company, searched by the server. @param without a place that is no answer */
export function PlaceSelect({
  value = null,
  without = null,
  ...rest
}: OptionalChoiceProps & { without?: string | null }) {
  const companyId = useCompanyId()
  const { data: place } = useQuery(
    api.locations.get.queryOptions({ input: { companyId, id: value ?? '' }, enabled: value !== null }),
  )
  const chosen = value && place ? { value, label: labelOf(place) } : null
  const search = useTypedSearch(chosen)
  const { data: page } = useQuery(
    api.locations.list.queryOptions({
      input: { companyId, sort: 'code', pageSize: 20, ...(search.q && { q: search.q }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <OptionalSelect
      {...rest}
      {...{ value, chosen, search }}
      noun="place"
      offered={page?.items.filter(({ id }) => id !== without).map((each) => ({ value: each.id, label: labelOf(each) }))}
      nothingFoundMessage="No place found"
    />
  )
}

/** The code of a place. */
export function PlaceCode({ id }: { id: string }) {
  const { data } = useQuery(api.locations.get.queryOptions({ input: { companyId: useCompanyId(), id } }))
  return data?.code ?? '…'
}
