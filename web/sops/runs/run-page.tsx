import { Progress, Skeleton } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { FileAttachment } from 'contract/files/files.ts'
import { checklistOf } from 'contract/sops/checklist.ts'
import type { SopRunDetails } from 'contract/sops/runs.ts'
import { type ReactNode, useCallback, useMemo } from 'react'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { useKeptOffline } from '../../shared/page/kept-offline.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { isGone, NoSuchRecord } from '../../shared/record/no-such-record.tsx'
import { useCompanyId, useSession } from '../../shared/session/session.ts'
import { SopFrame } from '../sop-frame.tsx'
import { SopContent } from '../text/sop-content.tsx'
import { RunEnd } from './run-end.tsx'
import classes from './run-page.module.css'
import { RunStep } from './run-step.tsx'
import { useWaitingPhotos, type WaitingPhoto } from './waiting-photos.ts'
import { useSteps, whole } from './waiting-steps.ts'

const allRuns = { to: '/sops/runs', label: 'Runs' }
const backFrom = ({ task }: SopRunDetails) => (task ? { to: `/tasks/${task.id}`, label: task.title } : allRuns)

/** /sops/runs/{id}: the page on which somebody works through a SOP. */
export function RunPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const run = useQuery(api.sopRuns.get.queryOptions({ input: { companyId, id } }))
  usePageTitle(run.data?.sopTitle ?? 'Run')
  if (run.data) return <Running key={id} run={run.data} />
  if (run.error)
    return (
      <SopFrame back={allRuns} title={isGone(run.error) ? 'No such run' : 'Run'}>
        {isGone(run.error) ? (
          <NoSuchRecord noun="run" />
        ) : (
          <LoadFailure what="run" error={run.error} onRetry={() => void run.refetch()} />
        )}
      </SopFrame>
    )
  return (
    <div className="p-5" aria-busy="true">
      <Skeleton height={28} width="50%" />
    </div>
  )
}

function Running({ run }: { run: SopRunDetails }) {
  const { user } = useSession()
  const isOwn = run.userId === user.id
  const isOpen = isOwn && run.finishedAt === null
  const steps = useSteps(run, isOwn)
  const photos = useWaitingPhotos(run, isOwn)
  const below = useStepRecord(run, isOpen, steps, photos)
  const refused = photos.photos.filter(({ problem }) => problem !== null).length
  const waiting = { ...steps.waiting, photos: photos.photos.length - refused }
  const { done, change } = steps
  useKeptOffline(isOpen ? 'Ticks, notes and photos are kept and sent when you are back online.' : null)
  const place = useMemo(() => {
    const numbers = new Map(checklistOf(run.content, run.stepCount).map(({ line }, number) => [line, number]))
    const onTick = (step: number, isDone: boolean) => change(step, { isDone })
    return { numbers, done, below, ...(isOpen && { onTick }) }
  }, [run.content, run.stepCount, done, below, isOpen, change])
  return (
    <SopFrame back={backFrom(run)} title={run.sopTitle} facts={<Facts run={run} />}>
      <div className={classes.run}>
        <State run={run} isOpen={isOpen} done={done.size} waiting={waiting} />
        {run.isWithdrawn && (
          <p className="text-warning rounded-sm bg-warning my-em py-3 px-4" role="note">
            This SOP was withdrawn. Your ticks, notes and photos are kept; ask before you go on.
          </p>
        )}
        {run.content === null ? (
          <StepsAlone run={run} done={done} below={below} />
        ) : (
          <SopContent sop={{ id: run.sopId, content: run.content }} steps={place} />
        )}
        <RunEnd
          run={run}
          isOpen={isOpen}
          openSteps={run.stepCount - done.size}
          obstacle={
            steps.isRefused
              ? 'A note is too long. Shorten it first.'
              : refused > 0
                ? 'A photo was not taken. Remove it first.'
                : null
          }
          note={steps.note}
          onNote={(note) => change(whole, { note })}
          onNoteEnd={steps.endNote}
          isWaiting={waitingWords(waiting) !== null}
          send={steps.send}
        />
      </div>
    </SopFrame>
  )
}

const Facts = ({ run }: { run: SopRunDetails }) => (
  <span>
    Version {run.sopVersion}, {run.userName ?? 'somebody'}, begun <Moment at={run.startedAt} />
    {run.finishedAt && (
      <>
        , finished <Moment at={run.finishedAt} />
      </>
    )}
  </span>
)

type StateProps = { run: SopRunDetails; isOpen: boolean; done: number; waiting: Parameters<typeof waitingWords>[0] }

function State({ run: { stepCount }, isOpen, done, waiting }: StateProps) {
  const words = waitingWords(waiting)
  if (stepCount === 0 && !words) return null
  return (
    <div
      className={`row flex-wrap gap-x-4 gap-y-1 mb-4 text-sm border-b bg-app py-3 ${classes.state}`}
      data-open={isOpen || undefined}
    >
      {stepCount > 0 && (
        <>
          <strong className="numeric">
            {done} of {stepCount} steps
          </strong>
          <Progress className={classes.bar ?? ''} value={(100 * done) / stepCount} aria-label="Steps done" />
        </>
      )}
      {words && (
        <span className={`inline-row gap-1-5 text-warning bg-warning absolute ${classes.waiting}`} role="status">
          <IconCloudOff size={16} aria-hidden /> {words}
        </span>
      )}
    </div>
  )
}

const none: FileAttachment[] = []

/** The note and the photos below each step of the text, stored and waiting. */
function useStepRecord(
  { id, companyId }: SopRunDetails,
  isOpen: boolean,
  { notes, change, endNote }: ReturnType<typeof useSteps>,
  { photos, add, remove }: ReturnType<typeof useWaitingPhotos>,
) {
  const { data } = useQuery(api.files.list.queryOptions({ input: { companyId, entityType: 'sop_run', entityId: id } }))
  const stored = data?.items ?? none
  return useCallback(
    (step: number) => (
      <RunStep
        step={step}
        note={notes.get(step) ?? ''}
        stored={stored.filter((file) => file.step === step)}
        waiting={photos.filter((photo: WaitingPhoto) => photo.step === step)}
        onRemoveWaiting={remove}
        edit={
          isOpen
            ? {
                onNote: (note) => change(step, { note }),
                onNoteEnd: endNote,
                onPhoto: (file) => void add(step, file),
              }
            : undefined
        }
      />
    ),
    [notes, stored, photos, isOpen, change, endNote, add, remove],
  )
}

type StepsAloneProps = { run: SopRunDetails; done: ReadonlySet<number>; below: (step: number) => ReactNode }

/** The steps of a SOP whose text is no longer shown, by their numbers. */
const StepsAlone = ({ run: { stepCount }, done, below }: StepsAloneProps) => (
  <ol className="m-0">
    {Array.from({ length: stepCount }, (_, step) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
      <li key={step}>
        Step {step + 1}: {done.has(step) ? 'done' : 'not done'}
        {below(step)}
      </li>
    ))}
  </ol>
)

type Waiting = { ticks: number; notes: number; photos: number }

/** '2 ticks and 1 photo wait to be sent'; null when nothing waits. */
function waitingWords({ ticks, notes, photos }: Waiting): string | null {
  const parts = (
    [
      [ticks, 'tick'],
      [notes, 'note'],
      [photos, 'photo'],
    ] as const
  ).flatMap(([count, noun]) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]))
  if (parts.length === 0) return null
  const words = new Intl.ListFormat('en-US').format(parts)
  return `${words} ${ticks + notes + photos === 1 ? 'waits' : 'wait'} to be sent`
}
