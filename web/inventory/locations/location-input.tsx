import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'

/** The location of an item: any text; the codes of the company's places are offered. */
export function LocationInput(props: TextInputProps & { value?: string }) {
  const companyId = useCompanyId()
  const list = useId()
  const [typed] = useDebouncedValue((props.value ?? '').trim(), 150)
  const { data } = useQuery(
    api.locations.list.queryOptions({
      input: { companyId, sort: 'code', pageSize: 20, ...(typed && { q: typed }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <TextInput placeholder="Aisle, shelf, bin" autoComplete="off" {...props} list={list} />
      <datalist id={list}>
        {data?.items.map(({ id, code }) => (
          <option key={id} value={code} />
        ))}
      </datalist>
    </>
  )
}
