import { TextInput } from '@mantine/core'
import { formatDate } from '../format/dates.ts'
import classes from './day-filter.module.css'
import type { List } from './list-state.ts'

type DayFilterProps = { list: Pick<List, 'filters' | 'set'>; name: 'from' | 'to'; label: string }

/** The first or the last day of a list's period. */
export const DayFilter = ({ list, name, label }: DayFilterProps) => (
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

const ChosenDay = ({ id }: { id: string }) => formatDate(id)

/** The words for a chosen day: 'From: Oct 1, 2026'. */
export const dayWords = {
  from: { label: 'From', Value: ChosenDay },
  to: { label: 'To', Value: ChosenDay },
  on: { label: 'At the end of', Value: ChosenDay },
}
