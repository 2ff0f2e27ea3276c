import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { TimeEntry, TimeEntryRevision } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { api } from '../shared/api/api.ts'
import { Fields, RecordDrawer } from '../shared/record/record-drawer.tsx'
import { useCan, useCompanyId } from '../shared/session/session.ts'
import { useReturnToList } from '../shared/table/list-state.ts'
import { timeIn } from './company-time.ts'
import { EntryMarks } from './entry-marks.tsx'
import classes from './time-clock.module.css'

/** /time-clock/{id} */
export function TimeEntryDetails() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const close = useReturnToList('/time-clock')
  const { data, error, isPending, refetch } = useQuery(api.timeEntries.get.queryOptions({ input: { companyId, id } }))
  const canEdit = useCan('time.edit')
  return (
    <RecordDrawer
      noun="time entry"
      title={data && (data.userName ?? 'No name')}
      badge={data && <EntryMarks entry={data} />}
      actions={data && canEdit && <EditButton id={id} />}
      details={data && <Details entry={data} timeZone={data.timeZone} />}
      activity={data && <Revisions revisions={data.revisions} timeZone={data.timeZone} />}
      error={error}
      isPending={isPending}
      onRetry={() => void refetch()}
      onClose={close}
    />
  )
}

const EditButton = ({ id }: { id: string }) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconPencil size={14} />}
    renderRoot={(props) => <Link to="/time-clock/$id/edit" params={{ id }} search={true} {...props} />}
  >
    Edit
  </Button>
)

function Details({ entry, timeZone }: { entry: TimeEntry; timeZone: string }) {
  return (
    <Fields
      rows={[
        ['Start', timeIn(timeZone, entry.startedAt)],
        ['End', entry.endedAt ? timeIn(timeZone, entry.endedAt) : 'Clocked in'],
        ['Worked', hoursAndMinutes(entry.seconds)],
        ['Notes', entry.notes],
        ['Time Zone', timeZone.replaceAll('_', ' ')],
      ]}
    />
  )
}

type RevisionsProps = { revisions: TimeEntryRevision[]; timeZone: string }

/** The edits after the clock recorded the entry: by whom, why, old and new value. */
function Revisions({ revisions, timeZone }: RevisionsProps) {
  if (revisions.length === 0)
    return <p className={classes.state}>Nothing was changed: this is as the clock recorded it.</p>
  const shown = (at: string | null) => (at ? timeIn(timeZone, at) : 'open')
  return (
    <ol className={classes.revisions}>
      {revisions.map((revision) => (
        <li key={revision.id}>
          <strong>{revision.isBySystem ? 'System' : (revision.editorName ?? 'No name')}</strong>
          {revision.isSelfEdited && ' (own entry)'}: “{revision.reason}”
          <Change label="Start" from={shown(revision.oldStartedAt)} to={shown(revision.newStartedAt)} />
          <Change label="End" from={shown(revision.oldEndedAt)} to={shown(revision.newEndedAt)} />
          <Change label="Notes" from={revision.oldNotes ?? '(empty)'} to={revision.newNotes ?? '(empty)'} />
          <time dateTime={revision.createdAt}>{timeIn(timeZone, revision.createdAt)}</time>
        </li>
      ))}
    </ol>
  )
}

function Change({ label, from, to }: { label: string; from: string; to: string }) {
  if (from === to) return null
  return (
    <span className={classes.change}>
      {label} <s>{from}</s> <span aria-hidden>→</span> {to}
    </span>
  )
}
