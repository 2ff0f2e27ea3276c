import type { ComponentType } from 'react'
import type { List } from '../list-state.ts'

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

/** Whether it can be set by hand. */
export const isSettable = ({ all, Input }: Filter): boolean => Boolean(all || Input)

export const hasSettable = (filters: Filters): boolean => Object.values(filters).some(isSettable)
