import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { isTooLong } from 'contract/time-clock/worked-time.ts'
import { instantsOf, offsetNameOf } from 'contract/time-clock/zoned-time.ts'
import type { ReactNode } from 'react'
import { api, client } from '../shared/api/api.ts'
import { FormSection } from '../shared/form/form-section.tsx'
import { type FormOf, fieldsOf, RecordForm } from '../shared/form/record-form.tsx'
import { RecordGone } from '../shared/record/record-gone.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { timeIn } from './company-time.ts'
import { editedTimes, inputTimeOf, isAmbiguous, isSecond, type TimeEntryValues } from './edited-times.ts'

const labels = {
  startedAt: 'Start',
  startIsSecond: 'Start in the second of the two hours',
  endedAt: 'End',
  endIsSecond: 'End in the second of the two hours',
  notes: 'Notes',
  reason: 'Reason for the change',
}

const path = '/time-clock'

/** /time-clock/{id}/edit */
export function EditTimeEntryForm() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const { data, error } = useQuery(api.timeEntries.get.queryOptions({ input: { companyId, id } }))
  if (error) return <RecordGone error={error} noun="time entry" path={path} />
  return data && <TimeEntryDialog entry={data} {...data} />
}

type DialogProps = { entry: TimeEntry; timeZone: string; now: string; shiftHours: number }

function TimeEntryDialog({ entry, timeZone, now, shiftHours }: DialogProps) {
  const companyId = useCompanyId()
  const valuesOf = ({ startedAt, endedAt, notes }: TimeEntry = entry): TimeEntryValues => ({
    startedAt: inputTimeOf(startedAt, timeZone),
    startIsSecond: isSecond(startedAt, timeZone),
    endedAt: endedAt ? inputTimeOf(endedAt, timeZone) : '',
    endIsSecond: endedAt !== null && isSecond(endedAt, timeZone),
    notes: notes ?? '',
    reason: '',
  })
  return (
    <RecordForm
      noun="Time Entry"
      failure="update time entry"
      path={path}
      record={entry}
      valuesOf={valuesOf}
      schema={editedTimes({ ...entry, timeZone })}
      labels={labels}
      save={async ({ startedAt, endedAt, ...rest }, options) => {
        const changes = { ...rest, ...(startedAt && { startedAt }), ...(endedAt && { endedAt }) }
        await client.timeEntries.update({ companyId, id: entry.id, ...changes }, options)
        // A change of somebody's hours is taken back by another change, with its own reason.
        return { companyId, changeSetId: null }
      }}
    >
      {(form) => (
        <Inputs form={form} name={entry.userName ?? 'No name'} timeZone={timeZone}>
          {entry.endedAt === null && isTooLong(entry.startedAt, now, shiftHours) && (
            <EndProposal form={form} startedAt={entry.startedAt} timeZone={timeZone} shiftHours={shiftHours} />
          )}
        </Inputs>
      )}
    </RecordForm>
  )
}

type InputsProps = { form: FormOf<TimeEntryValues>; name: string; timeZone: string; children: ReactNode }

function Inputs({ form, name, timeZone, children }: InputsProps) {
  const field = fieldsOf(form, labels)
  const { startedAt, endedAt } = form.values
  const second = (key: 'startIsSecond' | 'endIsSecond', wall: string) =>
    isAmbiguous(wall, timeZone) && (
      <Checkbox
        className="wide"
        {...form.getInputProps(key, { type: 'checkbox' })}
        label={`${labels[key]} (${offsetNameOf(instantsOf(wall, timeZone)[1] ?? '', timeZone)}): clocks were set back`}
      />
    )
  return (
    <FormSection title={`${name} · ${timeZone.replaceAll('_', ' ')}`}>
      <TextInput {...field('startedAt')} type="datetime-local" withAsterisk data-autofocus />
      <TextInput {...field('endedAt')} type="datetime-local" />
      {children}
      {second('startIsSecond', startedAt)}
      {second('endIsSecond', endedAt)}
      <Textarea {...field('notes')} className="wide" />
      <TextInput
        {...field('reason')}
        className="wide"
        withAsterisk
        description="Kept with the entry, for everybody who may see it."
      />
    </FormSection>
  )
}

type ProposalProps = { form: FormOf<TimeEntryValues>; startedAt: string; timeZone: string; shiftHours: number }

/** Fills in an end for somebody who forgot to clock out: a shift after the start. It takes effect when it is saved with a reason. */
function EndProposal({ form, startedAt, timeZone, shiftHours }: ProposalProps) {
  const end = new Date(Date.parse(startedAt) + shiftHours * 3_600_000).toISOString()
  const propose = () => {
    form.setFieldValue('endedAt', inputTimeOf(end, timeZone))
    form.setFieldValue('endIsSecond', isSecond(end, timeZone))
  }
  return (
    <Button className="wide" variant="default" size="xs" onClick={propose}>
      End after {shiftHours} h: {timeIn(timeZone, end)}
    </Button>
  )
}
