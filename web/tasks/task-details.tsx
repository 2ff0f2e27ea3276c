import { Anchor, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Task } from 'contract/tasks/tasks.ts'
import type { ReactNode } from 'react'
import { Comments } from '../comments/public.tsx'
import { Attachments } from '../files/public.tsx'
import { api } from '../shared/api/api.ts'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { RecordActions } from '../shared/record/record-actions.tsx'
import { Fields, RecordDrawer } from '../shared/record/record-drawer.tsx'
import { useCan, useCompanyId, useSession } from '../shared/session/session.ts'
import { companyOnly } from '../shared/table/list-search.ts'
import { useReturnToList } from '../shared/table/list-state.ts'
import { LinkedSop } from '../sops/public.tsx'
import { BlockedBox } from './block.tsx'
import { Checklist } from './checklist.tsx'
import { LinkedRecord } from './linked-record.tsx'
import { TaskReport } from './reports/task-report.tsx'
import { assigneeOf, DueDate, OverdueMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskHistory } from './task-history.tsx'
import { useMayEdit, useTaskDeletion } from './task-rights.ts'
import { TaskState } from './task-state.tsx'
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
          <span className={`inline-row flex-wrap py-1 ${classes.badge}`}>
            <TaskState task={task.data} isOpen />
            <OverdueMark {...task.data} />
          </span>
        )
      }
      actions={task.data && <TaskActions task={task.data} onRemoved={close} />}
      details={task.data && <Details task={task.data} />}
      activity={task.data && <TaskHistory task={task.data} />}
      query={task}
      onClose={close}
    />
  )
}

/** Edit and Delete, for the creator of the task and for people who may edit all tasks. */
function TaskActions({ task, onRemoved }: { task: Task; onRemoved: () => void }) {
  const deletion = useTaskDeletion(onRemoved)
  if (!useMayEdit()(task)) return null
  const keep = (before: { company?: string }) => ({ ...companyOnly(before), from: task.id })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCopy size={14} />}
        component={Link}
        {...at('/tasks/templates/new', keep)}
      >
        Save as Template
      </Button>
      <RecordActions path="/tasks" record={{ id: task.id, name: task.title }} deletion={deletion} />
    </>
  )
}

function Details({ task }: { task: Task }) {
  const mayEdit = useMayEdit()
  const canAttach = useCan('file.write')
  const { id, description, priority, assignerName, dueOn, calendarUrl, completedAt, createdAt, item, sop, template } =
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
      {sop?.name && <LinkedSop key={`sop ${sop.id}`} sopId={sop.id} taskId={id} reading={<SopReading task={task} />} />}
      {template && (
        <Attachments
          key={`template ${template.id}`}
          title="Files of the template"
          entityType="task_template"
          entityId={template.id}
          canEdit={false}
        />
      )}
      <Attachments
        key={id}
        title="Attachments"
        entityType="task"
        entityId={id}
        canEdit={canAttach}
        onlyOwn={!mayEdit(task)}
      />
      <Comments key={`comments ${id}`} entityType="task" entityId={id} />
    </>
  )
}

const readingWords = { read: 'has read', again: 'has read an older version of', unread: 'has not read' } as const
const ownReadingWords = {
  read: 'You have read',
  again: 'You have read an older version of',
  unread: 'You have not read',
}

/** Whether the assignee has read the SOP that the task names. */
function SopReading({ task: { sopReading, sopVersion, assignedTo, assigneeName } }: { task: Task }) {
  const { user } = useSession()
  const sop = sopVersion === null ? 'this SOP' : `version ${sopVersion} of this SOP`
  if (!sopReading) return sopVersion === null ? null : <p className={classes.none}>To be read: {sop}.</p>
  return (
    <p className={classes.reading} data-reading={sopReading}>
      {assignedTo === user.id
        ? ownReadingWords[sopReading]
        : `${assigneeName ?? 'The assignee'} ${readingWords[sopReading]}`}{' '}
      {sop}.
    </p>
  )
}

/** Leads to the event at Google, for people who may see that calendar. */
const CalendarLink = ({ url }: { url: string }) => (
  <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
    Open in Google Calendar
  </Anchor>
)
