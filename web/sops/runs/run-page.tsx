import { Button, Progress, Skeleton, Textarea } from '@mantine/core'
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { checklistOf } from 'contract/sops/checklist.ts'
import type { SopRunDetails } from 'contract/sops/runs.ts'
import { useMemo, useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { useCompanyId, useSession } from '../../shared/session/session.ts'
import { SopContent } from '../sop-content.tsx'
import classes from './run-page.module.css'
import { remember, useTicks } from './waiting-ticks.ts'

/** /sops/runs/{id}: somebody works through a SOP. */
export function RunPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const run = useQuery(api.sopRuns.get.queryOptions({ input: { companyId, id } }))
  usePageTitle(run.data?.sopTitle ?? 'Run')
  if (run.data) return <Running key={id} run={run.data} />
  if (run.error) return <LoadFailure what="run" error={run.error} onRetry={() => void run.refetch()} />
  return (
    <div className={classes.page} aria-busy="true">
      <Skeleton height={28} width="50%" />
    </div>
  )
}

function Running({ run }: { run: SopRunDetails }) {
  const { user } = useSession()
  const { shown, waiting, tick } = useTicks(run)
  const isOpen = run.finishedAt === null && run.userId === user.id
  const steps = useMemo(() => {
    const numbers = new Map(checklistOf(run.content).map(({ line }, number) => [line, number]))
    return { numbers, done: shown, ...(isOpen && { onTick: tick }) }
  }, [run.content, shown, isOpen, tick])
  return (
    <div className={classes.page} data-print-page>
      <Link {...at('/sops/runs')} className={classes.back}>
        <IconArrowLeft size={15} aria-hidden /> Runs
      </Link>
      <h1 className={classes.title}>{run.sopTitle}</h1>
      <p className={classes.facts}>
        Version {run.sopVersion}, {run.userName ?? 'somebody'}, begun <Moment at={run.startedAt} />
        {run.finishedAt && (
          <>
            , finished <Moment at={run.finishedAt} />
          </>
        )}
      </p>
      <div className={classes.state}>
        {run.stepCount > 0 && (
          <>
            <strong className="numeric">
              {shown.size} of {run.stepCount} steps
            </strong>
            <Progress
              className={classes.bar ?? ''}
              value={(100 * shown.size) / run.stepCount}
              aria-label="Steps done"
            />
          </>
        )}
        {waiting > 0 && (
          <span className={classes.waiting} role="status">
            <IconCloudOff size={16} aria-hidden /> {waiting === 1 ? '1 tick waits' : `${waiting} ticks wait`} to be sent
          </span>
        )}
      </div>
      {run.isWithdrawn && (
        <p className={classes.withdrawn} role="note">
          This SOP has been withdrawn. What you have ticked is kept; ask before you go on.
        </p>
      )}
      {run.content !== null && <SopContent sop={{ id: run.sopId, content: run.content }} steps={steps} />}
      <Ending run={run} isOpen={isOpen} isWaiting={waiting > 0} />
    </div>
  )
}

type EndingProps = { run: SopRunDetails; isOpen: boolean; isWaiting: boolean }

function Ending({ run, isOpen, isWaiting }: EndingProps) {
  const cache = useQueryClient()
  const [note, setNote] = useState(run.note ?? '')
  const saving = useMutation({
    mutationFn: (isFinished: boolean) =>
      client.sopRuns.save({ companyId: run.companyId, id: run.id, note, ...(isFinished && { isFinished: true }) }),
    onError: failedTo('save the run'),
    onSuccess: async (saved) => {
      remember(cache, saved)
      success(saved.finishedAt ? 'Run finished' : 'Note saved successfully')
      await queries.invalidateQueries()
    },
  })
  if (!isOpen) return run.note ? <p className={classes.note}>{run.note}</p> : null
  return (
    <footer className={classes.ending}>
      <Textarea
        label="Note (optional)"
        autosize
        minRows={2}
        maxLength={5_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        {note !== (run.note ?? '') && (
          <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate(false)}>
            Save note
          </Button>
        )}
        <Button disabled={isWaiting} loading={saving.isPending} onClick={() => saving.mutate(true)}>
          Finish
        </Button>
      </div>
    </footer>
  )
}
