import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../shared/api.ts'
import { useCompanyId } from '../shared/session.ts'
import { vendorLabel } from './vendor-name.tsx'

type PartVendorSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value?: string | null
  onChange: (vendorId: string | null) => void
  /** What no choice is called: 'None', 'All vendors'. */
  none: string
}

/** Offers active vendors, searched by the server; an inactive one only where it is chosen already (spec.md 4). */
export function PartVendorSelect({ value = null, onChange, none, ...rest }: PartVendorSelectProps) {
  const [search, setSearch] = useState('')
  const { data, chosen } = useVendorChoices(value, search, none)
  return (
    <Select
      {...rest}
      data={data}
      value={chosen ? value : null}
      onChange={(vendorId) => onChange(vendorId || null)}
      searchable
      clearable
      // The server has searched already, also in e-mail and contact.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={(event) => event.currentTarget.select()}
      placeholder={none}
      selectFirstOptionOnChange
      nothingFoundMessage="No active vendor found"
      clearButtonProps={{ 'aria-label': 'Clear vendor', 'aria-hidden': false }}
      maxDropdownHeight={280}
    />
  )
}

/** @param search what is typed; the name of the chosen vendor counts as nothing typed */
function useVendorChoices(value: string | null, search: string, none: string) {
  const companyId = useCompanyId()
  const { data: vendor } = useQuery(
    api.vendors.get.queryOptions({ input: { companyId, id: value ?? '' }, enabled: value !== null }),
  )
  const chosen = value && vendor ? { value, label: vendorLabel(vendor) } : null
  const [settled] = useDebouncedValue(search.trim(), 150)
  const q = settled === chosen?.label ? '' : settled
  const { data: found } = useQuery(
    api.vendors.list.queryOptions({
      input: { companyId, status: 'active', pageSize: 20, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const offered = found?.items.map((each) => ({ value: each.id, label: each.name })) ?? []
  const isListed = offered.some((each) => each.value === value)
  return {
    chosen,
    data: [...(q || !chosen ? [] : [{ value: '', label: none }]), ...(chosen && !isListed ? [chosen] : []), ...offered],
  }
}
