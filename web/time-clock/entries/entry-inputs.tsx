import { ActionIcon, Button, Checkbox, Input, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { instantsOf, offsetNameOf } from 'contract/time-clock/zoned-time.ts'
import type { ReactNode } from 'react'
import { FormSection } from '../../shared/form/form-section.tsx'
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import classes from '../time-clock.module.css'
import { blankBreak, isAmbiguous, shiftSeconds, type TimeEntryValues } from './edited-times.ts'

export const entryLabels = {
  startedAt: 'Start',
  startIsSecond: 'Start in the second of the two hours',
  endedAt: 'End',
  endIsSecond: 'End in the second of the two hours',
  breaks: 'Breaks',
  notes: 'Notes',
  reason: 'Reason for the change',
}

type InputsProps = {
  form: FormOf<TimeEntryValues>
  title: string
  timeZone: string
  /** Whether the entry is missing: it is over, and nothing is changed. */
  needsEnd?: boolean
  /** The entry that is corrected; none for a missing one. */
  entry?: Pick<TimeEntry, 'startedAt' | 'endedAt' | 'seconds' | 'areBreaksPaid'>
  /** For a missing entry; undefined while it is not known. */
  areBreaksPaid?: boolean | undefined
  /** Above the times, such as the choice of the person. */
  lead?: ReactNode
  /** Below the times. */
  children?: ReactNode
}

/** Start, end, breaks, notes and reason, for every dialog that corrects the time of somebody. */
export function EntryInputs({ form, title, timeZone, needsEnd = false, entry, lead, children, ...rest }: InputsProps) {
  const areBreaksPaid = entry?.areBreaksPaid ?? rest.areBreaksPaid
  const field = fieldsOf(form, entryLabels)
  const { startedAt, endedAt } = form.values
  const second = (key: 'startIsSecond' | 'endIsSecond', wall: string) =>
    isAmbiguous(wall, timeZone) && (
      <Checkbox
        className="wide"
        {...form.getInputProps(key, { type: 'checkbox' })}
        label={`${entryLabels[key]} (${offsetNameOf(instantsOf(wall, timeZone)[1] ?? '', timeZone)}): clocks were set back`}
      />
    )
  return (
    <FormSection title={`${title} · ${timeZone.replaceAll('_', ' ')}`}>
      {lead}
      <TextInput {...field('startedAt')} type="datetime-local" withAsterisk data-autofocus={!lead || undefined} />
      <TextInput {...field('endedAt')} type="datetime-local" withAsterisk={needsEnd} />
      {children}
      {second('startIsSecond', startedAt)}
      {second('endIsSecond', endedAt)}
      <BreakRows form={form} timeZone={timeZone} />
      {areBreaksPaid !== undefined && (
        <Duration values={form.values} entry={entry} timeZone={timeZone} areBreaksPaid={areBreaksPaid} />
      )}
      <Textarea {...field('notes')} className="wide" autosize minRows={1} />
      <TextInput
        {...field('reason')}
        {...(needsEnd && { label: 'Reason' })}
        className="wide"
        withAsterisk
        description="Kept with the entry, for everybody who may see it."
      />
    </FormSection>
  )
}

type DurationProps = Pick<InputsProps, 'entry' | 'timeZone'> & { values: TimeEntryValues; areBreaksPaid: boolean }

/** How long somebody worked, before and after a correction, and what the breaks have to do with it. */
function Duration({ values, entry, timeZone, areBreaksPaid }: DurationProps) {
  const original = { startedAt: entry?.startedAt ?? null, endedAt: entry?.endedAt ?? null, timeZone }
  const whole = shiftSeconds(values, original, true)
  const seconds = shiftSeconds(values, original, areBreaksPaid)
  if (whole === null || seconds === null) return null
  const [before, after] = [entry?.endedAt ? hoursAndMinutes(entry.seconds) : null, hoursAndMinutes(seconds)]
  const breaks = areBreaksPaid
    ? values.breaks.length > 0 && ', breaks are paid'
    : whole > seconds && `, without ${hoursAndMinutes(whole - seconds)} of breaks`
  return (
    <p className="wide numeric text-sm text-muted" aria-live="polite">
      Worked: {before && before !== after && <s className="text-faint">{before}</s>} <strong>{after}</strong>
      {breaks}
    </p>
  )
}

function BreakRows({ form, timeZone }: { form: FormOf<TimeEntryValues>; timeZone: string }) {
  const { breaks } = form.values
  const ofBreak = (edge: string, place: number) => `${edge} of break${breaks.length > 1 ? ` ${place + 1}` : ''}`
  return (
    <div className="wide stack items-start gap-2">
      {breaks.map(({ startedAt, endedAt }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and their inputs keep no state of their own
        <div key={place} className={`flex flex-wrap w-full gap-2 ${classes.breakRow}`}>
          <TextInput
            {...form.getInputProps(`breaks.${place}.startedAt`)}
            type="datetime-local"
            label={ofBreak('Start', place)}
          />
          <TextInput
            {...form.getInputProps(`breaks.${place}.endedAt`)}
            type="datetime-local"
            label={ofBreak('End', place)}
          />
          <ActionIcon
            size="input-sm"
            aria-label={`Remove break ${place + 1}`}
            onClick={() => form.removeListItem('breaks', place)}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
          <SecondOfBreak form={form} place={place} edge="startIsSecond" wall={startedAt} timeZone={timeZone} />
          <SecondOfBreak form={form} place={place} edge="endIsSecond" wall={endedAt} timeZone={timeZone} />
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.insertListItem('breaks', blankBreak)}
      >
        Add Break
      </Button>
      {form.errors.breaks && <Input.Error role="alert">{form.errors.breaks}</Input.Error>}
    </div>
  )
}

type SecondProps = {
  form: FormOf<TimeEntryValues>
  place: number
  edge: 'startIsSecond' | 'endIsSecond'
  wall: string
  timeZone: string
}

/** Asks in which of the two hours a time of a break is. Shows nothing for a time that occurs once. */
function SecondOfBreak({ form, place, edge, wall, timeZone }: SecondProps) {
  if (!wall || !isAmbiguous(wall, timeZone)) return null
  return (
    <Checkbox
      className={classes.second ?? ''}
      {...form.getInputProps(`breaks.${place}.${edge}`, { type: 'checkbox' })}
      label={`${edge === 'startIsSecond' ? 'Start' : 'End'} of break ${place + 1} in the second hour (${offsetNameOf(instantsOf(wall, timeZone)[1] ?? '', timeZone)})`}
    />
  )
}
