import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { reachOf } from 'contract/permissions.ts'
import { NewTask, type Task, type TaskPriority, taskPriorities, taskPriorityLabels } from 'contract/tasks/tasks.ts'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { attach, type NewFile, NewFiles } from '../files/public.tsx'
import { api, client } from '../shared/api/api.ts'
import { failedTo, saved } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import type { Choice } from '../shared/form/found-select.tsx'
import { type FormOf, fieldsOf, RecordForm } from '../shared/form/record-form.tsx'
import { useAddressedRecord } from '../shared/record/addressed-record.ts'
import { EditedRecord } from '../shared/record/edited-record.tsx'
import { MemberSelect } from '../shared/session/member-select.tsx'
import { useCompanyId, useSession } from '../shared/session/session.ts'
import { useReturnToList } from '../shared/table/list-state.ts'
import { SopSelect } from '../sops/public.tsx'
import { PartSelect } from './block.tsx'
import { assigneeOf } from './task-facts.tsx'
import classes from './tasks.module.css'

type Values = {
  title: string
  description: string
  priority: TaskPriority
  assignedTo: string | null
  dueOn: string
  partId: string | null
  sopId: string | null
}

const blank: Values = {
  title: '',
  description: '',
  priority: 'medium',
  assignedTo: null,
  dueOn: '',
  partId: null,
  sopId: null,
}
const labels = {
  title: 'Title',
  description: 'Description',
  priority: 'Priority',
  assignedTo: 'Assignee',
  dueOn: 'Due Date',
  partId: 'Part (optional)',
  sopId: 'SOP (optional)',
}

// The value of an empty date input is ''.
const emptyDate = z.literal('').transform(() => null)
const TaskForm = NewTask.extend({ dueOn: emptyDate.or(NewTask.shape.dueOn) })

/** /tasks/new */
export function NewTaskForm() {
  const companyId = useCompanyId()
  const close = useReturnToList('/tasks')
  const show = useShowTasksOf()
  const assignee = useRef('')
  const [files, setFiles] = useState<NewFile[]>([])
  return (
    <DialogForm
      title="Create Task"
      initialValues={blank}
      schema={TaskForm}
      submitLabel="Create Task"
      isReady={({ title, assignedTo }) => title.trim() !== '' && assignedTo !== null}
      save={async (values) => {
        const { id, assignedTo } = await client.tasks.create({ companyId, ...values })
        assignee.current = assignedTo
        attach({ companyId, entityType: 'task', entityId: id }, files)
      }}
      hasMore={files.length > 0}
      onSaved={() => {
        saved('Task', 'created')
        void show(assignee.current)
      }}
      onRefused={failedTo('create task')}
      onClose={close}
    >
      {(form) => (
        <>
          <Inputs form={form} />
          <NewFiles title="Attachments (optional)" files={files} onChange={setFiles} />
        </>
      )}
    </DialogForm>
  )
}

/** /tasks/{id}/edit */
export function EditTaskForm() {
  const task = useQuery(api.tasks.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedRecord noun="task" path="/tasks" query={task}>
      {(record) => <TaskDialog task={record} />}
    </EditedRecord>
  )
}

function TaskDialog({ task }: { task: Task }) {
  const { companyId, id } = task
  return (
    <RecordForm
      noun="Task"
      record={{ ...task, changeSetId: null }}
      labels={labels}
      path="/tasks"
      size="30rem"
      failure="update task"
      valuesOf={(record) => valuesOf(record ?? task)}
      schema={TaskForm}
      isReady={({ title, assignedTo }) => title.trim() !== '' && assignedTo !== null}
      show={(path, value) =>
        path === 'assignedTo' ? (value === task.assignedTo ? assigneeOf(task) : 'Somebody else') : String(value ?? '')
      }
      save={({ partId, ...values }, options) =>
        // A task about an assembly or product keeps it: the form only knows parts.
        client.tasks.update(
          { companyId, id, ...values, ...((partId || task.item?.type === 'part') && { partId }) },
          options,
        )
      }
    >
      {(form) => (
        <Inputs
          form={form}
          assignee={{ value: task.assignedTo, label: assigneeOf(task) }}
          part={
            task.item?.type === 'part'
              ? { value: task.item.id, label: task.item.name ?? 'A part that is gone' }
              : undefined
          }
        />
      )}
    </RecordForm>
  )
}

const valuesOf = ({ title, description, priority, assignedTo, dueOn, item, sop }: Task): Values => ({
  title,
  description: description ?? '',
  priority,
  assignedTo,
  dueOn: dueOn ?? '',
  partId: item?.type === 'part' ? item.id : null,
  sopId: sop?.id ?? null,
})

/** Returns the tab that shows a new task. */
function useShowTasksOf() {
  const navigate = useNavigate()
  const { user, role } = useSession()
  return (assignee: string) => {
    const scope = assignee === user.id ? 'mine' : reachOf(role, 'task.read') === 'own' ? 'team' : 'all'
    return navigate({ to: '/tasks', search: { scope } })
  }
}

function Inputs({ form, assignee, part }: { form: FormOf<Values>; assignee?: Choice; part?: Choice | undefined }) {
  const field = fieldsOf(form, labels)
  return (
    <div className={classes.inputs}>
      <TextInput {...field('title')} className={classes.wide ?? ''} withAsterisk data-autofocus />
      <Textarea {...field('description')} className={classes.wide ?? ''} autosize minRows={2} maxRows={8} />
      <MemberSelect
        {...field('assignedTo')}
        value={form.values.assignedTo}
        first={assignee}
        className={classes.wide ?? ''}
        placeholder="Search people by name"
        withAsterisk
      />
      <Select
        {...field('priority')}
        allowDeselect={false}
        data={taskPriorities.map((value) => ({ value, label: taskPriorityLabels[value] }))}
      />
      <TextInput {...field('dueOn')} type="date" />
      <PartSelect {...field('partId')} value={form.values.partId} first={part} />
      <SopSelect {...field('sopId')} value={form.values.sopId} />
    </div>
  )
}
