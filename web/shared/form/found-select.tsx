import type { SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { LazySelect } from './lazy-select.tsx'

export type Choice = { value: string; label: string }

/**
 * The search text of a select whose options the server searches; the label of the chosen option does not count as a search.
 * @returns `q` for the server, and the props that the `FoundSelect` needs for typing
 */
export function useTypedSearch(chosen: Choice | null) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 150)
  return { q: settled === chosen?.label ? '' : settled, typing: { searchValue: search, onSearchChange: setSearch } }
}

/** A select with the options that the server found for the typed text. */
export const FoundSelect = (props: SelectProps) => (
  <LazySelect
    {...props}
    searchable
    // The server has already searched, also in fields that are not shown.
    filter={({ options }) => options}
    onFocus={(event) => event.currentTarget.select()}
    maxDropdownHeight={280}
  />
)

export type OptionalChoiceProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value?: string | null
  onChange: (id: string | null) => void
  /** The label for "nothing chosen": 'None', 'All vendors'. */
  none: string
}

type OptionalSelectProps = OptionalChoiceProps & {
  /** 'vendor' */
  noun: string
  chosen: Choice | null
  offered: Choice[] | undefined
  search: ReturnType<typeof useTypedSearch>
}

/** A select that may stay empty. It lists the chosen option even if it is no longer offered. */
export function OptionalSelect(props: OptionalSelectProps) {
  const { value = null, onChange, none, noun, chosen, offered = [], search, ...rest } = props
  const isListed = offered.some((each) => each.value === value)
  return (
    <FoundSelect
      {...rest}
      {...search.typing}
      data={[
        ...(search.q || !chosen ? [] : [{ value: '', label: none }]),
        ...(chosen && !isListed ? [chosen] : []),
        ...offered,
      ]}
      value={chosen ? value : null}
      onChange={(id) => onChange(id || null)}
      clearable
      placeholder={none}
      selectFirstOptionOnChange
      clearButtonProps={{ 'aria-label': `Clear ${noun}`, 'aria-hidden': false }}
    />
  )
}
