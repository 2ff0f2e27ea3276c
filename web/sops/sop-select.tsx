import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../shared/api.ts'
import { useCompanyId } from '../shared/session.ts'

export type SopSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value?: string | null
  onChange: (sopId: string | null) => void
  /** What no choice is called. */
  none?: string
}

/** Offers published SOPs of the company and of SBR, searched by the server; another one only where it is linked already. */
export function SopSelect({ value = null, onChange, none = 'None', ...rest }: SopSelectProps) {
  const [search, setSearch] = useState('')
  const { data, chosen } = useSopChoices(value, search, none)
  return (
    <Select
      {...rest}
      data={data}
      value={chosen ? value : null}
      onChange={(sopId) => onChange(sopId || null)}
      searchable
      clearable
      // The server has searched already, also in descriptions.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      onFocus={(event) => event.currentTarget.select()}
      placeholder={none}
      selectFirstOptionOnChange
      nothingFoundMessage="No published SOP found"
      clearButtonProps={{ 'aria-label': 'Clear SOP', 'aria-hidden': false }}
      maxDropdownHeight={280}
    />
  )
}

/** @param search what is typed; the title of the chosen SOP counts as nothing typed */
function useSopChoices(value: string | null, search: string, none: string) {
  const companyId = useCompanyId()
  const { data: sop, error } = useQuery(
    api.sops.get.queryOptions({ input: { companyId, id: value ?? '' }, enabled: value !== null }),
  )
  const chosen = value && (sop || error) ? { value, label: sop ? sop.title : unreadable } : null
  const [settled] = useDebouncedValue(search.trim(), 150)
  const q = settled === chosen?.label ? '' : settled
  const { data: found } = useQuery(
    api.sops.list.queryOptions({
      input: { companyId, isLinkable: 'true', sort: 'title', order: 'asc', pageSize: 20, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const offered = found?.items.map(({ id, title, visibility }) => ({
    value: id,
    label: visibility === 'company' ? title : `${title} (SBR)`,
  }))
  const isListed = offered?.some((each) => each.value === value)
  return {
    chosen,
    data: [
      ...(q || !chosen ? [] : [{ value: '', label: none }]),
      ...(chosen && !isListed ? [chosen] : []),
      ...(offered ?? []),
    ],
  }
}

/** The link stays when a SOP is taken back (security.md 2.3); what it is called is not told any more. */
const unreadable = '(a SOP you cannot read)'

/** The title of a SOP of which only the id is at hand. */
export function SopTitle({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data, error } = useQuery(api.sops.get.queryOptions({ input: { companyId, id } }))
  return error ? unreadable : (data?.title ?? '…')
}
