import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { reachOf } from 'contract/permissions.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { useRef, useState } from 'react'
import { attach, type NewFile, NewFiles } from '../files/public.tsx'
import { api, client } from '../shared/api/api.ts'
import { saved } from '../shared/feedback/toasts.ts'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import { useFormOrigin, useReturnFromForm } from '../shared/form/form-return.ts'
import type { Choice } from '../shared/form/found-select.tsx'
import { type FormOf, fieldsOf, RecordForm } from '../shared/form/record-form.tsx'
import { at } from '../shared/page/at.ts'
import { useAddressedRecord } from '../shared/record/addressed-record.ts'
import { EditedRecord } from '../shared/record/edited-record.tsx'
import { useAddressOf } from '../shared/record/places.ts'
import { useCompanyId, useSession } from '../shared/session/session.ts'
import { companyOnly } from '../shared/table/list-search.ts'
import { assigneeOf } from './task-facts.tsx'
import { CommonInputs, SopVersionInput } from './task-inputs.tsx'
import { useStartOfTask } from './task-start.ts'
import { blankTask, itemOfTask, TaskForm, type TaskValues, taskLabels, valuesOfTask } from './task-values.ts'
import { TemplateChoice } from './templates/template-choice.tsx'

/** /tasks/new; `?about=part:{id}` begins with an item or a SOP, `?template={id}` with a template. */
export function NewTaskForm() {
  const search = useSearch({ strict: false }) as { about?: string; template?: string }
  const start = useStartOfTask(search)
  // What loads again later must not take away what was entered.
  const [first, setFirst] = useState(start)
  if (!first && start) setFirst(start)
  return first && <NewTaskDialog {...first} />
}

/** What a new task still waits for. */
function missingIn({ title, assignedTo }: { title: string; assignedTo: string | null }): string {
  if (assignedTo !== null) return 'Enter a title.'
  return title.trim() === '' ? 'Enter a title and choose an assignee.' : 'Choose an assignee.'
}

type Start = NonNullable<ReturnType<typeof useStartOfTask>>

function NewTaskDialog({ values, item, assignee, about }: Start) {
  const companyId = useCompanyId()
  const leave = useLeaveFor(about)
  const show = useShowTasksOf()
  const isFromElsewhere = useFormOrigin() !== undefined || about
  const created = useRef<{ assignedTo: string; changeSetId: string | null }>({ assignedTo: '', changeSetId: null })
  const [files, setFiles] = useState<NewFile[]>([])
  const [first, setFirst] = useState<{ item?: Choice | undefined; assignee?: Choice | undefined }>({ item, assignee })
  return (
    <DialogForm
      title="Create Task"
      initialValues={{ ...blankTask, ...values }}
      schema={TaskForm}
      submitLabel="Create Task"
      isReady={({ title, assignedTo }) => title.trim() !== '' && assignedTo !== null}
      needs={missingIn}
      save={async (task) => {
        const { id, assignedTo, changeSetId } = await client.tasks.create({ companyId, ...task })
        created.current = { assignedTo, changeSetId }
        attach({ companyId, entityType: 'task', entityId: id }, files)
      }}
      hasMore={files.length > 0}
      onSaved={() => {
        const { assignedTo, changeSetId } = created.current
        saved('Task', 'created', { companyId, changeSetId })
        isFromElsewhere ? leave() : void show(assignedTo)
      }}
      failure="create task"
      onClose={leave}
    >
      {(form) => (
        <>
          <TemplateChoice
            value={form.values.templateId}
            onChoose={(template) => {
              form.setValues(template.values)
              setFirst(template)
            }}
          />
          <Inputs form={form} {...first} />
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
      labels={taskLabels}
      path="/tasks"
      size="32rem"
      failure="update task"
      valuesOf={(record) => valuesOfTask(record ?? task)}
      schema={TaskForm}
      isReady={({ title, assignedTo }) => title.trim() !== '' && assignedTo !== null}
      show={(path, value) =>
        path === 'assignedTo' ? (value === task.assignedTo ? assigneeOf(task) : 'Somebody else') : String(value ?? '')
      }
      save={({ templateId: _none, ...fields }, options) => client.tasks.update({ companyId, id, ...fields }, options)}
    >
      {(form) => (
        <Inputs
          form={form}
          assignee={{ value: task.assignedTo, label: assigneeOf(task) }}
          item={itemOfTask(task.item)}
        />
      )}
    </RecordForm>
  )
}

/** Goes back to the item that a new task is about, else to the list. */
function useLeaveFor(about: Start['about']): () => void {
  const close = useReturnFromForm('/tasks')
  const navigate = useNavigate()
  const address = useAddressOf()
  const place = about && address(about.type, about.id)
  return () => (place ? void navigate({ ...at(place, companyOnly), replace: true }) : close())
}

/** Returns the tab that shows a new task. */
function useShowTasksOf() {
  const navigate = useNavigate()
  const { user, role } = useSession()
  return (assignee: string) => {
    const scope = assignee === user.id ? 'mine' : reachOf(role, 'task.read') === 'own' ? 'team' : 'all'
    return navigate({ to: '/tasks', search: { scope }, replace: true })
  }
}

type InputsProps = { form: FormOf<TaskValues>; assignee?: Choice | undefined; item?: Choice | undefined }

function Inputs({ form, assignee, item }: InputsProps) {
  const due = <TextInput {...fieldsOf(form, taskLabels)('dueOn')} type="date" />
  return (
    <CommonInputs form={form} assignee={assignee} item={item} needsAssignee due={due}>
      <SopVersionInput form={form} />
    </CommonInputs>
  )
}
