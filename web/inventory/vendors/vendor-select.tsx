import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { type OptionalChoiceProps, OptionalSelect, useTypedSearch } from '../../shared/form/found-select.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { vendorLabel } from './vendor-name.tsx'

/** Offers active vendors, searched by the server; an inactive one only if it is already chosen (product.md 4). */
export function VendorSelect({ value = null, ...rest }: OptionalChoiceProps) {
  const companyId = useCompanyId()
  const { data: vendor } = useQuery(
    api.vendors.get.queryOptions({ input: { companyId, id: value ?? '' }, enabled: value !== null }),
  )
  const chosen = value && vendor ? { value, label: vendorLabel(vendor) } : null
  const search = useTypedSearch(chosen)
  const { data: page } = useQuery(
    api.vendors.list.queryOptions({
      input: { companyId, status: 'active', pageSize: 20, ...(search.q && { q: search.q }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <OptionalSelect
      {...rest}
      {...{ value, chosen, search }}
      noun="vendor"
      offered={page?.items.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage="No active vendor found"
    />
  )
}
