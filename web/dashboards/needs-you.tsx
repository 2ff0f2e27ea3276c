import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Need, Needs } from 'contract/dashboards/needs.ts'
import { lazy, Suspense, useState } from 'react'
import { AdjustStock } from '../inventory/public.tsx'
import { api } from '../shared/api/api.ts'
import { TextButton } from '../shared/feedback/text-button.tsx'
import { formatDate } from '../shared/format/dates.ts'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { useCan } from '../shared/session/session.ts'
import { OverdueMark, TaskPriorityMark, TaskStatusControl } from '../tasks/public.tsx'
import classes from './dashboard.module.css'
import { type About, icon, Line } from './need-line.tsx'
import own from './needs-you.module.css'

const few = 6

/** The needs, the most urgent first, each with its action. */
export function NeedsYou({ companyId }: { companyId: string }) {
  const { data, error, refetch } = useQuery(api.needs.list.queryOptions({ input: { companyId } }))
  return (
    <section className={classes.card} aria-label="Needs You">
      <h2 className={classes.cardTitle}>
        Needs You {data && data.total > 0 && <span className={own.count}>{data.total.toLocaleString('en-US')}</span>}
      </h2>
      {data ? (
        <List needs={data} />
      ) : error ? (
        <p className={classes.text} role="alert">
          This cannot be shown at the moment. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      ) : (
        <Skeleton height={160} />
      )}
    </section>
  )
}

function List({ needs: { items, total, timeZone } }: { needs: Needs }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? items : items.slice(0, few)
  if (total === 0)
    return (
      <p className={own.fine}>
        <IconCircleCheck size={16} stroke={1.8} aria-hidden /> Nothing is blocked or late.
      </p>
    )
  return (
    <>
      <ol className={own.list}>
        {shown.map((need) => (
          <li key={keyOf(need)} className={own.need}>
            <Row need={need} timeZone={timeZone} />
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

const keyOf = ({ kind, about }: Need): string => `${kind} ${'id' in about ? about.id : about.integrationName}`

type RowProps = { need: Need; timeZone: string }

// Most companies have none of these, and their code is large.
const RareNeed = lazy(async () => ({ default: (await import('./rare-need.tsx')).RareNeed }))

function Row({ need, timeZone }: RowProps) {
  if (need.kind === 'task') return <TaskNeed task={need.about} />
  if (need.kind === 'part') return <PartNeed part={need.about} />
  if (need.kind === 'clock') return <ClockNeed entry={need.about} timeZone={timeZone} />
  return (
    <Suspense fallback={<Skeleton className={own.waiting} height="2.25rem" />}>
      <RareNeed need={need} timeZone={timeZone} />
    </Suspense>
  )
}

const TaskNeed = ({ task }: { task: About<'task'> }) => (
  <Line
    icon={<IconAlertTriangle {...icon} />}
    to={`/tasks/${task.id}`}
    title={task.title}
    facts={
      <>
        <TaskPriorityMark priority={task.priority} />
        <OverdueMark {...task} />
        {task.dueOn && <span>due {formatDate(task.dueOn)}</span>}
        <span>{task.assigneeName ?? 'No name'}</span>
      </>
    }
    action={<TaskStatusControl task={task} />}
  />
)

function PartNeed({ part }: { part: About<'part'> }) {
  const { id, partNumber, name, stockLevel, product, productCount } = part
  const canAdjust = useCan('inventory.write')
  const others =
    productCount === 1 ? '' : ` and ${productCount - 1} more ${productCount === 2 ? 'product' : 'products'}`
  return (
    <Line
      icon={<IconPackage {...icon} />}
      to={`/inventory/parts/${id}`}
      title={`${partNumber} ${name}`}
      facts={<span>{`${stockLevel.toLocaleString('en-US')} in stock, too few for ${product}${others}`}</span>}
      action={
        canAdjust ? (
          <AdjustStock part={part} name={partNumber} button="compact-sm" />
        ) : (
          <Go to={`/inventory/parts/${id}`}>Open part</Go>
        )
      }
    />
  )
}

function ClockNeed({ entry: { id, userName, startedAt }, timeZone }: { entry: About<'clock'>; timeZone: string }) {
  const canEdit = useCan('time.edit')
  return (
    <Line
      icon={<IconClockExclamation {...icon} />}
      to={`/time-clock/${id}`}
      title={`${userName ?? 'Somebody'} may have forgotten to clock out`}
      facts={
        <span>
          since <Moment at={startedAt} timeZone={timeZone} />
        </span>
      }
      action={canEdit && <Go to={`/time-clock/${id}/edit`}>Edit entry</Go>}
    />
  )
}

const Go = ({ to, children }: { to: string; children: string }) => (
  <Button variant="default" size="compact-sm" renderRoot={(props) => <Link {...at(to)} {...props} />}>
    {children}
  </Button>
)
