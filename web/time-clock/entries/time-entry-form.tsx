import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { isTooLong } from 'contract/time-clock/worked-time.ts'
import { api, client } from '../../shared/api/api.ts'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import type { Undoable } from '../../shared/feedback/undo.ts'
import { type FormOf, RecordForm } from '../../shared/form/record-form.tsx'
import { RecordGone } from '../../shared/record/record-gone.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { timeIn } from '../company-time.ts'
import { editedTimes, inputTimeOf, isSecond, shownValue, type TimeEntryValues, timesOf } from './edited-times.ts'
import { EntryInputs, entryLabels } from './entry-inputs.tsx'

const path = '/time-clock'

/** /time-clock/{id}/edit */
export function EditTimeEntryForm() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const { data, error } = useQuery(api.timeEntries.get.queryOptions({ input: { companyId, id } }))
  if (error) return <RecordGone error={error} noun="time entry" path={path} />
  return data && <TimeEntryDialog entry={data} {...data} />
}

type DialogProps = {
  entry: TimeEntry
  timeZone: string
  now: string
  shiftHours: number
  /** Closes it where it was opened without an address, to end a forgotten entry: the end and the likely reason are proposed. */
  onClose?: () => void
}

export function TimeEntryDialog({ entry, timeZone, now, shiftHours, onClose }: DialogProps) {
  const { companyId } = entry
  const isForgotten = entry.endedAt === null && isTooLong(entry.startedAt, now, shiftHours)
  const end = endOfShift(entry.startedAt, shiftHours)
  return (
    <RecordForm
      noun="Time Entry"
      failure="update time entry"
      path={path}
      onClose={onClose}
      record={entry}
      valuesOf={(row: TimeEntry = entry) => timesOf(row, timeZone)}
      proposed={onClose && isForgotten ? { ...endValues(end, timeZone), reason: 'Forgot to clock out' } : undefined}
      schema={editedTimes({ ...entry, timeZone })}
      labels={entryLabels}
      show={shownValue}
      notStored={['reason']}
      save={async ({ endedAt, ...rest }, options) => {
        const changes = { ...rest, ...(endedAt && { endedAt }) }
        const { version } = await client.timeEntries.update({ companyId, id: entry.id, ...changes }, options)
        return takenBack(entry, version)
      }}
    >
      {(form) => (
        <EntryInputs form={form} entry={entry} title={entry.userName ?? 'No name'} timeZone={timeZone}>
          {isForgotten && <EndProposal form={form} end={end} timeZone={timeZone} shiftHours={shiftHours} />}
        </EntryInputs>
      )}
    </RecordForm>
  )
}

/** A change of somebody's hours is reversed by another change, with its own reason; an entry that was running does not run again. */
function takenBack({ companyId, id, startedAt, endedAt, breaks, notes }: TimeEntry, version: number): Undoable {
  if (endedAt === null) return { companyId, changeSetId: null }
  const takeBack = async () => {
    const before = { startedAt, endedAt, breaks, notes, reason: 'Taken back' }
    await client.timeEntries
      .update({ companyId, id, ...before }, { context: { version } })
      .then(() => success('Undone'), failedTo('undo'))
  }
  return { id: `${id} ${version}`, takeBack }
}

const endOfShift = (startedAt: string, shiftHours: number) =>
  new Date(Date.parse(startedAt) + shiftHours * 3_600_000).toISOString()

const endValues = (end: string, timeZone: string) => ({
  endedAt: inputTimeOf(end, timeZone),
  endIsSecond: isSecond(end, timeZone),
})

type ProposalProps = { form: FormOf<TimeEntryValues>; end: string; timeZone: string; shiftHours: number }

/** Fills in an end for somebody who forgot to clock out: a shift after the start. It takes effect when it is saved with a reason. */
const EndProposal = ({ form, end, timeZone, shiftHours }: ProposalProps) => (
  <Button className="wide" variant="default" size="xs" onClick={() => form.setValues(endValues(end, timeZone))}>
    End After {shiftHours} h: {timeIn(timeZone, end)}
  </Button>
)
