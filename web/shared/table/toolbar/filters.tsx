import { TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import { formatDate } from '../../format/dates.ts'
import type { List } from '../list-state.ts'
import classes from './list-toolbar.module.css'

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

const ChosenDay = ({ id }: { id: string }) => formatDate(id)

type InputProps = { list: FilteredList }

const DayInput = ({ list, name, label }: InputProps & { name: string; label: string }) => (
  <TextInput
    type="date"
    className={classes.day}
    aria-label={label}
    leftSection={<span aria-hidden>{label}</span>}
    leftSectionWidth="3rem"
    value={list.filters[name] ?? ''}
    onChange={(event) => list.set({ [name]: event.currentTarget.value || undefined })}
  />
)

const FromInput = (props: InputProps) => <DayInput {...props} name="from" label="From" />
const ToInput = (props: InputProps) => <DayInput {...props} name="to" label="To" />

/** The first and the last day of a list's period: 'From: Oct 1, 2026'. */
export const dayFilters: Filters = {
  from: { label: 'From', Value: ChosenDay, Input: FromInput },
  to: { label: 'To', Value: ChosenDay, Input: ToInput },
}
