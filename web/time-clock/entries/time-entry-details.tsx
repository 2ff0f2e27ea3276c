import { Button } from '@mantine/core'
import { IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { TimeEntry, TimeEntryRevision } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { type ReactNode, useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { inform, success } from '../../shared/feedback/toasts.ts'
import { at } from '../../shared/page/at.ts'
import { Fields, RecordDrawer } from '../../shared/record/record-drawer.tsx'
import { useCan, useCompanyId, useSession } from '../../shared/session/session.ts'
import { useReturnToList } from '../../shared/table/list-state.ts'
import { timeIn } from '../company-time.ts'
import classes from '../time-clock.module.css'
import { ReasonDialog } from './entry-dialogs.tsx'
import { EntryMarks } from './entry-marks.tsx'

/** /time-clock/{id} */
export function TimeEntryDetails() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const close = useReturnToList('/time-clock')
  const entry = useQuery(api.timeEntries.get.queryOptions({ input: { companyId, id } }))
  const { data } = entry
  return (
    <RecordDrawer
      noun="time entry"
      title={data && (data.userName ?? 'No name')}
      badge={data && <EntryMarks entry={data} />}
      actions={data && <Actions entry={data} timeZone={data.timeZone} />}
      details={data && <Details entry={data} timeZone={data.timeZone} />}
      activity={data && <Revisions revisions={data.revisions} timeZone={data.timeZone} />}
      query={entry}
      onClose={close}
    />
  )
}

type RemovalKind = 'remove' | 'restore' | 'propose'

/** The actions that the reader may take: edit, remove or put back; for an entry of their own, propose these. */
function Actions({ entry, timeZone }: { entry: TimeEntry; timeZone: string }) {
  const canEdit = useCan('time.edit')
  const { user } = useSession()
  const canPropose = useCan('time.propose') && entry.userId === user.id
  const [kind, setKind] = useState<RemovalKind | null>(null)
  const isRemoved = entry.removedAt !== null
  return (
    <>
      {canEdit && !isRemoved && <ToForm id={entry.id} form="edit" label="Edit" />}
      {canEdit && <RemovalButton isRemoved={isRemoved} onAsk={() => setKind(isRemoved ? 'restore' : 'remove')} />}
      {!canEdit && canPropose && !isRemoved && (
        <>
          <ToForm id={entry.id} form="propose" label="Propose a Correction" />
          <RemovalButton isRemoved={false} onAsk={() => setKind('propose')} label="Propose to Remove" />
        </>
      )}
      {kind && <Removal entry={entry} timeZone={timeZone} kind={kind} onClose={() => setKind(null)} />}
    </>
  )
}

const ToForm = ({ id, form, label }: { id: string; form: 'edit' | 'propose'; label: string }) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconPencil size={14} />}
    component={Link}
    {...at(`/time-clock/${id}/${form}`, true)}
  >
    {label}
  </Button>
)

type RemovalButtonProps = { isRemoved: boolean; onAsk: () => void; label?: string }

const RemovalButton = ({ isRemoved, onAsk, label = isRemoved ? 'Put back' : 'Remove' }: RemovalButtonProps) => (
  <Button
    variant="default"
    size="xs"
    leftSection={isRemoved ? <IconRestore size={14} /> : <IconTrash size={14} />}
    onClick={onAsk}
  >
    {label}
  </Button>
)

const words: Record<RemovalKind, { title: string; question: string; submitLabel: string; failure: string }> = {
  remove: {
    title: 'Remove Time Entry',
    question: 'It no longer counts. It stays visible under Removed, with this reason.',
    submitLabel: 'Remove',
    failure: 'remove time entry',
  },
  restore: {
    title: 'Put Time Entry Back',
    question: 'The entry counts again.',
    submitLabel: 'Put back',
    failure: 'put time entry back',
  },
  propose: {
    title: 'Propose to Remove',
    question: 'A manager or operator decides.',
    submitLabel: 'Propose',
    failure: 'propose the removal',
  },
}

function Removal({
  entry: { id, companyId, userName, startedAt },
  timeZone,
  kind,
  onClose,
}: {
  entry: TimeEntry
  timeZone: string
  kind: RemovalKind
  onClose: () => void
}) {
  const save = (reason: string) =>
    kind === 'propose'
      ? client.timeProposals.propose({ companyId, kind: 'remove', entryId: id, reason })
      : client.timeEntries[kind]({ companyId, id, reason })
  const done = () => {
    if (kind === 'propose') inform('Proposal sent', 'A manager or operator decides. You see it under Proposals.')
    else success(kind === 'remove' ? 'Time Entry removed' : 'Time Entry put back')
  }
  const subject = `${userName ?? 'No name'}, ${timeIn(timeZone, startedAt)}`
  return <ReasonDialog {...words[kind]} subject={subject} save={save} done={done} onClose={onClose} />
}

function Details({ entry, timeZone }: { entry: TimeEntry; timeZone: string }) {
  const late = (at: string | null) => at && ` · pressed without a network, received ${timeIn(timeZone, at)}`
  const rows: [string, ReactNode][] = [
    ['Start', `${timeIn(timeZone, entry.startedAt)}${late(entry.inReceivedAt) ?? ''}`],
    ['End', entry.endedAt ? `${timeIn(timeZone, entry.endedAt)}${late(entry.outReceivedAt) ?? ''}` : 'Clocked in'],
    ['Worked', hoursAndMinutes(entry.seconds)],
    ['Breaks', <BreakList key="breaks" entry={entry} timeZone={timeZone} />],
    ['Notes', entry.notes],
    ['Time Zone', timeZone.replaceAll('_', ' ')],
  ]
  return <Fields rows={rows} />
}

function BreakList({ entry, timeZone }: { entry: TimeEntry; timeZone: string }) {
  if (entry.breaks.length === 0 && !entry.breakStartedAt) return 'None'
  const day = (at: string) => timeIn(timeZone, at).split(', ').at(-1)
  return (
    <span>
      {hoursAndMinutes(entry.breakSeconds)} {entry.areBreaksPaid ? '(paid)' : '(not paid)'}
      {entry.hasAutoBreak && ', automatic'}:{' '}
      {entry.breaks.map(({ startedAt, endedAt }) => `${day(startedAt)} – ${day(endedAt)}`).join(', ')}
      {entry.breakStartedAt && ` since ${day(entry.breakStartedAt)}`}
    </span>
  )
}

type RevisionsProps = { revisions: TimeEntryRevision[]; timeZone: string }

/** The corrections since the clock recorded the entry: person, reason, old and new value. */
function Revisions({ revisions, timeZone }: RevisionsProps) {
  if (revisions.length === 0)
    return <p className="text-muted">Nothing was changed: the clock recorded the entry like this.</p>
  const shown = (at: string | null) => (at ? timeIn(timeZone, at) : 'open')
  return (
    <ol className={`text-sm ${classes.revisions}`}>
      {revisions.map((revision) => (
        <li key={revision.id}>
          <strong>{revision.isBySystem ? 'System' : (revision.editorName ?? 'No name')}</strong> {deedOf(revision)}
          {revision.isSelfEdited && ' (own entry)'}: “{revision.reason}”
          {revision.kind === 'added' ? (
            <span className="block text-muted">
              {shown(revision.newStartedAt)} – {shown(revision.newEndedAt)}
            </span>
          ) : (
            <>
              <Change label="Start" from={shown(revision.oldStartedAt)} to={shown(revision.newStartedAt)} />
              <Change label="End" from={shown(revision.oldEndedAt)} to={shown(revision.newEndedAt)} />
              <Change
                label="Breaks"
                from={hoursAndMinutes(revision.oldBreakSeconds)}
                to={hoursAndMinutes(revision.newBreakSeconds)}
              />
              <Change label="Notes" from={revision.oldNotes ?? '(empty)'} to={revision.newNotes ?? '(empty)'} />
            </>
          )}
          <time className="block text-faint text-xs" dateTime={revision.createdAt}>
            {timeIn(timeZone, revision.createdAt)}
          </time>
        </li>
      ))}
    </ol>
  )
}

const deeds: Record<TimeEntryRevision['kind'], string> = {
  edited: 'changed it',
  added: 'added it',
  removed: 'removed it',
  restored: 'put it back',
  end_proposed: 'forgot to clock out and said when',
  end_confirmed: 'confirmed the end',
}

function deedOf({ kind, isProposed, isBySystem }: TimeEntryRevision): string {
  if (isBySystem) return 'closed it'
  return isProposed && kind !== 'end_proposed' ? `${deeds[kind]}, as proposed` : deeds[kind]
}

function Change({ label, from, to }: { label: string; from: string; to: string }) {
  if (from === to) return null
  return (
    <span className="block text-muted">
      {label} <s className="text-faint">{from}</s> <span aria-hidden>→</span> {to}
    </span>
  )
}
