import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { type Choice, FoundSelect, useTypedSearch } from '../shared/form/found-select.tsx'
import { nameOf } from '../shared/session/person-mark.tsx'
import type { FilteredList } from '../shared/table/toolbar/filters.tsx'

/** The filter `userId` of a list of the whole system: anybody of any company, searched by the server. */
export function AnyPersonInput({ list }: { list: FilteredList }) {
  const { userId = null } = list.filters
  const [chosen, setChosen] = useState<Choice | null>(null)
  const name = usePersonName(userId)
  const shown = userId && { value: userId, label: chosen?.value === userId ? chosen.label : (name ?? '…') }
  const search = useTypedSearch(shown || null)
  const { data } = useQuery({
    ...api.people.list.queryOptions({ input: { pageSize: 50, ...(search.q && { q: search.q }) } }),
    placeholderData: keepPreviousData,
  })
  const offered = (data?.items ?? []).map((person) => ({ value: person.id, label: nameOf(person) }))
  return (
    <FoundSelect
      {...search.typing}
      aria-label="Everybody"
      placeholder="Everybody"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear person' }}
      nothingFoundMessage="Nobody found"
      data={[...(shown && !offered.some(({ value }) => value === userId) ? [shown] : []), ...offered]}
      value={userId}
      onChange={(id, option) => {
        setChosen(id ? option : null)
        list.set({ userId: id ?? undefined })
      }}
    />
  )
}

export const AnyPersonName = ({ id }: { id: string }) => usePersonName(id) ?? '…'

function usePersonName(id: string | null): string | undefined {
  const { data, isError } = useQuery(api.people.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))
  return isError ? 'Somebody who was deleted' : data && nameOf(data)
}
