import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

export type Choice = { value: string; label: string }

/**
 * What is typed into a choice that the server searches; the label of the chosen one counts as nothing typed.
 * @returns `q` to ask the server for, and what the `FoundSelect` needs to be typed into
 */
export function useTypedSearch(chosen: Choice | null) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 150)
  return { q: settled === chosen?.label ? '' : settled, typing: { searchValue: search, onSearchChange: setSearch } }
}

/** A choice among what the server found for what is typed. */
export const FoundSelect = (props: SelectProps) => (
  <Select
    {...props}
    searchable
    // The server has searched already, also in what is not shown.
    filter={({ options }) => options}
    onFocus={(event) => event.currentTarget.select()}
    maxDropdownHeight={280}
  />
)

export type OptionalChoiceProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value?: string | null
  onChange: (id: string | null) => void
  /** What no choice is called: 'None', 'All vendors'. */
  none: string
}

type OptionalSelectProps = OptionalChoiceProps & {
  /** 'vendor' */
  noun: string
  chosen: Choice | null
  offered: Choice[] | undefined
  search: ReturnType<typeof useTypedSearch>
}

/** One that may be left empty; what is chosen is listed even where it is not offered any more. */
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
