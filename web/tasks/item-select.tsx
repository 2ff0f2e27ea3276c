import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { Choice } from '../shared/form/choice.tsx'
import { type Choice as Chosen, FoundSelect, useTypedSearch } from '../shared/form/found-select.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './tasks.module.css'

export const itemTypes = ['part', 'assembly', 'product'] as const
export type ItemType = (typeof itemTypes)[number]
export const itemTypeLabels: Record<ItemType, string> = { part: 'Part', assembly: 'Assembly', product: 'Product' }

type SelectProps = {
  value: string | null
  onChange: (id: string | null) => void
  /** The item that is chosen when the form opens. */
  first?: Chosen | undefined
  label?: string
}

/** An item of one kind, searched by the server. */
export function FoundItemSelect({ type, value, onChange, first, label }: SelectProps & { type: ItemType }) {
  const companyId = useCompanyId()
  const [chosen, setChosen] = useState<Chosen | null>(first ?? null)
  const search = useTypedSearch(chosen)
  const { data } = useQuery(
    api.components.search.queryOptions({
      input: { companyId, type, ...(search.q && { q: search.q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const offered = (data?.items ?? []).map(({ id, number, name }) => ({ value: id, label: `${number} ${name}` }))
  const noun = type === 'part' ? 'part' : itemTypeLabels[type].toLowerCase()
  return (
    <FoundSelect
      {...search.typing}
      label={label ?? itemTypeLabels[type]}
      placeholder={type === 'assembly' ? 'Search assemblies' : `Search ${noun}s`}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${noun}` }}
      data={chosen && !offered.some((each) => each.value === chosen.value) ? [chosen, ...offered] : offered}
      value={value}
      onChange={(id, option) => {
        setChosen(id ? option : null)
        onChange(id)
      }}
      nothingFoundMessage={`No such ${noun}`}
    />
  )
}

type ItemSelectProps = {
  type: ItemType
  id: string | null
  onChange: (type: ItemType, id: string | null) => void
  first?: Chosen | undefined
}

/** What a task is about: the kind of item, then the item. */
export const ItemSelect = ({ type, id, onChange, first }: ItemSelectProps) => (
  <div className={`grid ${classes.item}`}>
    <Choice
      label="About"
      value={type}
      data={itemTypes.map((value) => ({ value, label: itemTypeLabels[value] }))}
      onChange={(chosen) => onChange(chosen, null)}
    />
    <FoundItemSelect
      key={type}
      type={type}
      label={`${itemTypeLabels[type]} (optional)`}
      value={id}
      first={id && first?.value === id ? first : undefined}
      onChange={(chosen) => onChange(type, chosen)}
    />
  </div>
)
