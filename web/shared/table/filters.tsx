import type { ComponentType } from 'react'
import { Choice } from '../form/choice.tsx'
import type { List } from './list-state.ts'

export type FilteredList = Pick<List, 'filters' | 'set'>

/**
 * A filter of a list, for its field and for the chip that shows it. A filter with few `choices` says with `all` that it is off; another one has
 * an `Input` of its own, and a `Value` that looks up the name of what was chosen. One without `all` and `Input` is set by links only.
 */
export type Filter = {
  label: string
  all?: string
  choices?: Record<string, string>
  Input?: ComponentType<{ list: FilteredList }>
  Value?: ComponentType<{ id: string }>
}

/** By the name of the filter in the list route, in the order in which they are shown. */
export type Filters = Record<string, Filter>

/** The filters that can be set by hand. */
export const settable = (filters: Filters): [string, Filter][] =>
  Object.entries(filters).filter(([, { all, Input }]) => all || Input)

type FilterFieldProps = { list: FilteredList; name: string; filter: Filter }

export function FilterField({ list, name, filter: { all, choices = {}, Input } }: FilterFieldProps) {
  if (Input) return <Input list={list} />
  return (
    <Choice
      aria-label={all}
      data-active={name in list.filters || undefined}
      value={list.filters[name] ?? ''}
      onChange={(chosen) => list.set({ [name]: chosen || undefined })}
      data={[{ value: '', label: all ?? '' }, ...Object.entries(choices).map(([value, label]) => ({ value, label }))]}
    />
  )
}
