import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'

/** The location of an item: any text; the codes of the company's places are offered. */
export function LocationInput(props: Omit<AutocompleteProps, 'data'>) {
  const companyId = useCompanyId()
  const [typed] = useDebouncedValue((props.value ?? '').trim(), 150)
  const { data } = useQuery(
    api.locations.list.queryOptions({
      input: { companyId, sort: 'code', pageSize: 20, ...(typed && { q: typed }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Autocomplete
      placeholder="Aisle, shelf, bin"
      {...props}
      data={data?.items.map(({ code }) => code) ?? []}
      // The server has already searched, also in the names.
      filter={({ options }) => options}
    />
  )
}
