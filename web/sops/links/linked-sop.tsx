import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Attachments } from '../../files/public.tsx'
import { api } from '../../shared/api/api.ts'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { ReadingConfirmation } from '../reading/reading-bar.tsx'
import { StartRun } from '../runs/start-run.tsx'
import { ReadBadge } from '../sop-badges.tsx'
import { SopContent } from '../text/sop-content.tsx'
import { SopVideo } from '../text/sop-video.tsx'
import classes from './linked-sop.module.css'

export type LinkedSopProps = {
  sopId: string
  /** The task, when the record is one: its runs of the checklist are shown. */
  taskId?: string
  /** What the record says about reading the SOP. */
  reading?: ReactNode
}

/** The SOP of a record, shown beside it. Shows nothing if the person may not read it, or if it fails to load (product.md 8). */
export function LinkedSop({ sopId, taskId, reading }: LinkedSopProps) {
  const companyId = useCompanyId()
  const { data: sop, isPending } = useQuery(api.sops.get.queryOptions({ input: { companyId, id: sopId } }))
  if (isPending) return <Skeleton height={96} mt="md" />
  if (!sop) return null
  return (
    <section className="mt-4 border-t pt-4" aria-label="SOP">
      <h3 className="mb-2 text-xs text-muted font-medium">SOP</h3>
      <article className={`stack gap-2-5 border rounded-md py-3 px-3-5 ${classes.card}`}>
        <h4 className={`row flex-wrap gap-x-2 gap-y-1 ${classes.title}`}>
          <Link className="text-accent no-underline" to="/sops/$id" params={{ id: sop.id }}>
            {sop.title}
          </Link>
          <ReadBadge reading={sop.reading} />
        </h4>
        <StartRun sop={sop} taskId={taskId} variant="default" />
        {taskId && <TaskRuns taskId={taskId} />}
        {sop.description && <p className="text-sm text-muted break-words">{sop.description}</p>}
        {sop.content && (
          // The box scrolls, so it must be reachable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          <section className="overflow-auto max-h-96" aria-label="Content of the SOP" tabIndex={0}>
            <SopContent sop={sop} />
          </section>
        )}
        <ReadingConfirmation sop={sop}>{reading}</ReadingConfirmation>
        {sop.videoUrl && <SopVideo address={sop.videoUrl} title={sop.title} />}
        <Attachments key={sop.id} title="Documents" entityType="sop" entityId={sop.id} canEdit={false} isQuiet />
      </article>
    </section>
  )
}

/** What was done of the checklist from a task, newest first. */
function TaskRuns({ taskId }: { taskId: string }) {
  const companyId = useCompanyId()
  const { data } = useQuery(
    api.sopRuns.list.queryOptions({ input: { companyId, taskId, order: 'desc', pageSize: 10 } }),
  )
  if (!data?.items.length) return null
  return (
    <ul className={classes.uses} aria-label="Runs">
      {data.items.map(({ id, doneCount, stepCount, userName, startedAt, finishedAt }) => (
        <li key={id}>
          <Link {...at(`/sops/runs/${id}`, true)}>
            {doneCount} of {stepCount} steps
          </Link>
          <span>
            {userName ?? 'Somebody'}, {finishedAt ? 'finished' : 'begun'} <Moment at={finishedAt ?? startedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
