import { Select, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { reachOf } from 'contract/permissions.ts'
import { NewTask, type TaskPriority, taskPriorities, taskPriorityLabels } from 'contract/tasks/tasks.ts'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { attach, type NewFile, NewFiles } from '../files/public.tsx'
import { client } from '../shared/api/api.ts'
import { failedTo, saved } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { type FormOf, fieldsOf } from '../shared/form/record-form.tsx'
import { MemberSelect } from '../shared/session/member-select.tsx'
import { useCompanyId, useSession } from '../shared/session/session.ts'
import { useReturnToList } from '../shared/table/list-state.ts'
import classes from './tasks.module.css'

type Values = {
  title: string
  description: string
  priority: TaskPriority
  assignedTo: string | null
  dueOn: string
}

const blank: Values = { title: '', description: '', priority: 'medium', assignedTo: null, dueOn: '' }
const labels = {
  title: 'Title',
  description: 'Description',
  priority: 'Priority',
  assignedTo: 'Assignee',
  dueOn: 'Due Date',
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

/** Returns the tab that shows a new task. */
function useShowTasksOf() {
  const navigate = useNavigate()
  const { user, role } = useSession()
  return (assignee: string) => {
    const scope = assignee === user.id ? 'mine' : reachOf(role, 'task.read') === 'own' ? 'team' : 'all'
    return navigate({ to: '/tasks', search: { scope } })
  }
}

function Inputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <div className={classes.inputs}>
      <TextInput {...field('title')} className={classes.wide ?? ''} withAsterisk data-autofocus />
      <Textarea {...field('description')} className={classes.wide ?? ''} />
      <MemberSelect
        {...field('assignedTo')}
        value={form.values.assignedTo}
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
    </div>
  )
}
