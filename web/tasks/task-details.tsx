import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Task } from 'contract/tasks/tasks.ts'
import type { ReactNode } from 'react'
import { Comments } from '../comments/public.tsx'
import { Attachments } from '../files/public.tsx'
import { api } from '../shared/api/api.ts'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { RecordActions } from '../shared/record/record-actions.tsx'
import { Fields, RecordDrawer } from '../shared/record/record-drawer.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { companyOnly } from '../shared/table/list-search.ts'
import { useReturnToList } from '../shared/table/list-state.ts'
import { LinkedSop } from '../sops/public.tsx'
import { BlockedBox } from './block.tsx'
import { Checklist } from './checklist.tsx'
import { assigneeOf, DueDate, OverdueMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskHistory } from './task-history.tsx'
import { TaskReport } from './task-report.tsx'
import { useMayEdit, useTaskDeletion } from './task-rights.ts'
import { TaskStatusControl } from './task-status.tsx'
import classes from './tasks.module.css'

/** /tasks/{id} */
export function TaskDetails() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const close = useReturnToList('/tasks')
  const task = useQuery(api.tasks.get.queryOptions({ input: { companyId, id } }))
  return (
    <RecordDrawer
      noun="task"
      title={task.data?.title}
      badge={
        task.data && (
          <span className={classes.badge}>
            <TaskStatusControl task={task.data} />
            <OverdueMark {...task.data} />
          </span>
        )
      }
      actions={task.data && <TaskActions task={task.data} onRemoved={close} />}
      details={task.data && <Details task={task.data} />}
      activity={<TaskHistory id={id} />}
      error={task.error}
      isPending={task.isPending}
      onRetry={() => void task.refetch()}
      onClose={close}
    />
  )
}

/** Edit and Delete, for who made the task and for those who may edit all. */
function TaskActions({ task, onRemoved }: { task: Task; onRemoved: () => void }) {
  const deletion = useTaskDeletion(onRemoved)
  if (!useMayEdit()(task)) return null
  return <RecordActions path="/tasks" id={task.id} deletion={deletion} />
}

function Details({ task }: { task: Task }) {
  const mayEdit = useMayEdit()
  const { id, description, priority, assignerName, dueOn, calendarUrl, completedAt, createdAt, item, sop, sopVersion } =
    task
  return (
    <>
      <BlockedBox key={`block ${id}`} task={task} />
      <TaskReport task={task} />
      <p className={description ? classes.description : `${classes.description} ${classes.none}`}>
        {description ?? 'No description.'}
      </p>
      <Checklist key={`checklist ${id}`} task={task} />
      <Fields
        rows={[
          ['Priority', <TaskPriorityMark key="priority" priority={priority} />],
          ['Assigned to', assigneeOf(task)],
          ['Assigned by', assignerName ?? 'No name'],
          ...(item ? [['Item', <LinkedRecord key="item" {...item} />] as [string, ReactNode]] : []),
          ['Due', dueOn && <DueDate key="due" {...task} />],
          ...(calendarUrl
            ? [['Calendar', <CalendarLink key="calendar" url={calendarUrl} />] as [string, ReactNode]]
            : []),
          ['Created', <Moment key="created" at={createdAt} />],
          ['Completed', completedAt && <Moment key="completed" at={completedAt} />],
        ]}
      />
      {sop?.name && <LinkedSop key={`sop ${sop.id}`} sopId={sop.id} />}
      {sopVersion !== null && <p className={classes.none}>Version {sopVersion} of this SOP must have been read.</p>}
      <Attachments key={id} title="Attachments" entityType="task" entityId={id} canEdit onlyOwn={!mayEdit(task)} />
      <Comments key={`comments ${id}`} entityType="task" entityId={id} />
    </>
  )
}

/** The item that a task is about; the name leads to it. */
function LinkedRecord({ type, id, name }: NonNullable<Task['item']>) {
  const address = useAddressOf()(type, id)
  if (!name || !address) return name ?? `A ${type} that is gone`
  return <Link {...at(address, companyOnly)}>{name}</Link>
}

/** Leads to the event at Google, for people who may see that calendar. */
const CalendarLink = ({ url }: { url: string }) => (
  <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
    Open in Google Calendar
  </Anchor>
)
