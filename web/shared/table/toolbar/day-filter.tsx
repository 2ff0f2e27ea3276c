import { TextInput } from '@mantine/core'
import { formatDate } from '../../format/dates.ts'
import classes from './day-filter.module.css'
import type { FilteredList, Filters } from './filters.ts'

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

export const onDay: Filters = { on: { label: 'At the end of', Value: ChosenDay } }
