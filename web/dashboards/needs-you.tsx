import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Need, Needs } from 'contract/dashboards/needs.ts'
import { lazy, Suspense, useState } from 'react'
import { AdjustStock } from '../inventory/public.tsx'
import { api } from '../shared/api/api.ts'
import { TextButton } from '../shared/feedback/text-button.tsx'
import { formatDate } from '../shared/format/dates.ts'
import { at } from '../shared/page/at.ts'
import { useCan } from '../shared/session/session.ts'
import { companyOnly } from '../shared/table/list-search.ts'
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
        <List companyId={companyId} needs={data} />
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

function List({ companyId, needs: { items, total, timeZone } }: { companyId: string; needs: Needs }) {
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
            <Row need={need} companyId={companyId} timeZone={timeZone} />
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

type RowProps = { need: Need; companyId: string; timeZone: string }

// Most companies have none of these, and their code is large.
const RareNeed = lazy(async () => ({ default: (await import('./rare-need.tsx')).RareNeed }))

function Row({ need, companyId, timeZone }: RowProps) {
  if (need.kind === 'task') return <TaskNeed task={need.about} />
  if (need.kind === 'part') return <PartNeed part={need.about} />
  return (
    <Suspense fallback={<Skeleton className={own.waiting} height="2.25rem" />}>
      <RareNeed need={need} companyId={companyId} timeZone={timeZone} />
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
  const canAssign = useCan('task.create')
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
    renderRoot={(props) => (
      <Link {...at('/tasks/new', (before) => ({ ...companyOnly(before), about: `part:${partId}` }))} {...props} />
    )}
  >
    New Task
  </Button>
)
