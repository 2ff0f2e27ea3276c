import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInbox, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Need, Needs } from 'contract/dashboards/needs.ts'
import { formatQuantity } from 'contract/units.ts'
import { type RefObject, Suspense, useState } from 'react'
import { AdjustStock } from '../../inventory/public.tsx'
import { api } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { at } from '../../shared/page/at.ts'
import { lazy } from '../../shared/page/code.ts'
import { useCan } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import {
  type Completed,
  DoneTask,
  DueDay,
  OverdueMark,
  ReportAnswer,
  ReportMark,
  TaskPriorityMark,
  TaskStatusControl,
  useJustDone,
} from '../../tasks/public.tsx'
import { useIsFirmOfAll } from '../firm-of-all.ts'
import { type About, icon, Line } from './need-line.tsx'
import own from './needs-you.module.css'

const few = 6

/** The needs, the most urgent first, each with its action. */
export function NeedsYou({ companyId }: { companyId: string }) {
  const { data, error, refetch } = useQuery(api.needs.list.queryOptions({ input: { companyId } }))
  const isFirm = useIsFirmOfAll(companyId)
  return (
    <section className="card" aria-label="Needs You">
      <h2 className="card-title">
        Needs You{' '}
        {data && data.total > 0 && (
          <span className="text-muted tabular-nums font-medium ml-1">{data.total.toLocaleString('en-US')}</span>
        )}
      </h2>
      {data ? (
        <List companyId={companyId} needs={data} />
      ) : error ? (
        <p className="text-sm text-muted" role="alert">
          This cannot be shown at the moment. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      ) : (
        <Skeleton height={160} />
      )}
      {data && isFirm && (
        <Suspense fallback={<Skeleton height="2.5rem" />}>
          <OtherCompanies companyId={companyId} />
        </Suspense>
      )}
    </section>
  )
}

function List({ companyId, needs: { items, total, timeZone } }: { companyId: string; needs: Needs }) {
  const [isOpen, setOpen] = useState(false)
  const { rows, list, add } = useJustDone(items, taskOf)
  const shown = isOpen ? rows : rows.slice(0, few)
  if (rows.length === 0) return <Fine companyId={companyId} />
  return (
    <>
      <ol className="mb-1 text-sm" ref={list as RefObject<HTMLOListElement | null>}>
        {shown.map((row) => (
          <li
            key={'until' in row ? `task ${row.id}` : keyOf(row)}
            className={`relative grid border-t items-center py-2 ${own.need}`}
          >
            {'until' in row ? (
              <DoneTask task={row} />
            ) : (
              <Row need={row} companyId={companyId} timeZone={timeZone} onDone={add} />
            )}
          </li>
        ))}
      </ol>
      {total > few && (
        <TextButton onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show ${(Math.min(total, items.length) - few).toLocaleString('en-US')} more`}
        </TextButton>
      )}
    </>
  )
}

function Fine({ companyId }: { companyId: string }) {
  const isFirm = useIsFirmOfAll(companyId)
  return (
    <p className={`row text-muted text-sm ${own.fine}`}>
      <IconCircleCheck className="text-success" size={16} stroke={1.8} aria-hidden /> Nothing is blocked or late
      {isFirm && ' in this company'}.
    </p>
  )
}

/** What is kept for a moment once it was dealt with. A decided proposal never opens again. */
const taskOf = ({ kind, about }: Need) =>
  kind === 'task' ? about : kind === 'proposal' ? { id: about.id, version: 0 } : undefined

const keyOf = ({ kind, about }: Need): string => `${kind} ${'id' in about ? about.id : about.integrationName}`

type RowProps = { need: Need; companyId: string; timeZone: string; onDone: (done: Completed) => void }

// Only the firm has others.
const OtherCompanies = lazy(() => import('../cards/other-companies.tsx'))

// Most companies have none of these, and their code is large.
const RareNeed = lazy(async () => ({ default: (await import('./rare-need.tsx')).RareNeed }))

function Row({ need, companyId, timeZone, onDone }: RowProps) {
  if (need.kind === 'task') return <TaskNeed task={need.about} onComplete={onDone} />
  if (need.kind === 'part') return <PartNeed part={need.about} />
  return (
    <Suspense fallback={<Skeleton className="col-span-full" height="2.25rem" />}>
      <RareNeed need={need} companyId={companyId} timeZone={timeZone} onDone={onDone} />
    </Suspense>
  )
}

function PartNeed({ part }: { part: About<'part'> }) {
  const { id, partNumber, name, stockLevel, unit, decimals, product, productCount } = part
  const canAdjust = useCan('stock.move')
  const canAssign = useCan('task.create')
  const others =
    productCount === 1 ? '' : ` and ${productCount - 1} more ${productCount === 2 ? 'product' : 'products'}`
  return (
    <Line
      icon={<IconPackage {...icon} />}
      to={`/inventory/parts/${id}`}
      title={name === partNumber ? name : `${partNumber} ${name}`}
      facts={<span>{`${formatQuantity(stockLevel, unit)} in stock, too few for ${product}${others}`}</span>}
      action={
        canAdjust ? (
          <AdjustStock
            item={{ id, number: partNumber, stockLevel, measure: { unit, decimals } }}
            name={partNumber}
            button="compact-sm"
          />
        ) : (
          canAssign && <NewTask partId={id} />
        )
      }
    />
  )
}

/** Where the tasks of a part begin, for those who may not change its stock themselves. */
const NewTask = ({ partId }: { partId: string }) => (
  <Button
    variant="default"
    size="compact-sm"
    component={Link}
    {...at('/tasks/new', (before) => ({ ...companyOnly(before), about: `part:${partId}` }))}
  >
    Create Task
  </Button>
)

type TaskNeedProps = { task: About<'task'>; onComplete: (task: Completed) => void }

/** A task that is late or blocked, or whose report waits for an answer. */
function TaskNeed({ task, onComplete }: TaskNeedProps) {
  const { id, title, priority, dueOn, assigneeName, report } = task
  return (
    <Line
      icon={report ? <IconInbox {...icon} /> : <IconAlertTriangle {...icon} />}
      to={`/tasks/${id}`}
      title={title}
      facts={
        <>
          <ReportMark report={report} />
          <TaskPriorityMark priority={priority} />
          <OverdueMark {...task} />
          {dueOn && <DueDay on={dueOn} />}
          <span>{assigneeName ?? 'No name'}</span>
          {report?.comment && <span className="basis-full">“{report.comment}”</span>}
        </>
      }
      action={
        report ? (
          <ReportAnswer task={task} report={report} size="compact-sm" onComplete={onComplete} />
        ) : (
          <TaskStatusControl task={task} onComplete={onComplete} />
        )
      }
    />
  )
}
