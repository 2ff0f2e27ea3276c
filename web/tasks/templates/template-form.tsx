import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type TaskTemplate, TaskTemplateFields } from 'contract/tasks/task-templates.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { z } from 'zod'
import { copyFiles } from '../../files/public.tsx'
import { api, client } from '../../shared/api/api.ts'
import { saved } from '../../shared/feedback/toasts.ts'
import { DialogForm } from '../../shared/form/dialog-form.tsx'
import { useReturnFromForm } from '../../shared/form/form-return.ts'
import type { Choice } from '../../shared/form/found-select.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import { type FormOf, RecordForm } from '../../shared/form/record-form.tsx'
import { at } from '../../shared/page/at.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { EditedRecord } from '../../shared/record/edited-record.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import { assigneeOf } from '../task-facts.tsx'
import { CommonInputs } from '../task-inputs.tsx'
import { type CommonValues, itemColumns, itemOfTask, itemShape, itemValues, taskLabels } from '../task-values.ts'
import { RepeatForm, RepeatInput, type RepeatValues, repeatValues } from './repeat-input.tsx'

const path = '/tasks/templates'

type Values = CommonValues & { dueDays: number | string; items: string; repeat: RepeatValues }

const labels = {
  ...taskLabels,
  assignedTo: 'Assignee (needed when it repeats)',
  dueDays: 'Days until due',
  items: 'Checklist, a line for each step',
  repeat: 'Repeat',
}

const { title, description, priority, assignedTo, dueDays, sopId, items } = TaskTemplateFields.shape
const TemplateForm = z
  .object({
    ...{ title, description, priority, assignedTo, sopId, ...itemShape },
    dueDays: z
      .literal('')
      .transform(() => null)
      .or(dueDays),
    items: z
      .string()
      .transform((text) => text.split('\n').filter((line) => line.trim()))
      .pipe(items.unwrap()),
    repeat: z.custom<RepeatValues>(),
  })
  .transform(({ repeat, itemType, itemId, ...fields }, context) => {
    const rule = RepeatForm.safeParse(repeat)
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (!rule.success) refuse('repeat', rule.error.issues[0]?.message ?? 'This rule is not complete')
    if (rule.data && !fields.assignedTo) refuse('assignedTo', 'A task that repeats needs an assignee')
    const next = rule.data ? { nextOn: repeat.nextOn || null } : {}
    return { ...fields, ...itemColumns({ itemType, itemId }), repeat: rule.data ?? null, ...next }
  })

const blank: Values = {
  ...{ title: '', description: '', priority: 'medium', assignedTo: null, itemType: 'part', itemId: null, sopId: null },
  ...{ dueDays: '', items: '', repeat: repeatValues(null, null) },
}

/** /tasks/templates/new; `?from={id}`: keeps a task as it is, with checklist and files. */
export function NewTemplateForm() {
  const companyId = useCompanyId()
  const { from } = useSearch({ strict: false }) as { from?: string }
  const one = { input: { companyId, id: from ?? '' }, enabled: from !== undefined }
  const task = useQuery(api.tasks.get.queryOptions(one))
  const checklist = useQuery(api.taskItems.list.queryOptions(one))
  if (task.isLoading || checklist.isLoading) return null
  return <NewTemplateDialog task={task.data} steps={checklist.data?.items.map(({ text }) => text) ?? []} />
}

function NewTemplateDialog({ task, steps }: { task: Task | undefined; steps: string[] }) {
  const companyId = useCompanyId()
  const close = useReturnFromForm(path)
  const navigate = useNavigate()
  return (
    <DialogForm
      title="Create Template"
      initialValues={task ? valuesOf({ ...task, dueDays: null, items: steps, repeat: null, nextOn: null }) : blank}
      schema={TemplateForm}
      submitLabel="Create Template"
      isReady={({ title }) => title.trim() !== ''}
      needs="Enter a title."
      save={async (fields) => {
        const { id } = await client.taskTemplates.create({ companyId, ...fields })
        if (task?.fileCount)
          await copyFiles(
            { companyId, entityType: 'task', entityId: task.id },
            { companyId, entityType: 'task_template', entityId: id },
          )
      }}
      onSaved={() => {
        saved('Template', 'created')
        void navigate({ ...at(path, companyOnly), replace: true })
      }}
      failure="create template"
      onClose={close}
    >
      {(form) => <Inputs form={form} assignee={task && assigneeChoice(task)} item={itemOfTask(task?.item ?? null)} />}
    </DialogForm>
  )
}

/** /tasks/templates/{id}/edit */
export function EditTemplateForm() {
  const template = useQuery(api.taskTemplates.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedRecord noun="template" path={path} query={template}>
      {(record) => <TemplateDialog template={record} />}
    </EditedRecord>
  )
}

function TemplateDialog({ template }: { template: TaskTemplate }) {
  const { companyId, id } = template
  return (
    <RecordForm
      noun="Template"
      record={{ ...template, changeSetId: null }}
      labels={labels}
      path={path}
      size="32rem"
      failure="update template"
      valuesOf={(record) => valuesOf(record ?? template)}
      schema={TemplateForm}
      isReady={({ title }) => title.trim() !== ''}
      save={(fields, options) => client.taskTemplates.update({ companyId, id, ...fields }, options)}
    >
      {(form) => <Inputs form={form} assignee={assigneeChoice(template)} item={itemOfTask(template.item)} />}
    </RecordForm>
  )
}

type Person = { assignedTo: string | null; assigneeName: string | null; isAssigneeMember: boolean }

const assigneeChoice = ({ assignedTo, ...person }: Person): Choice | undefined =>
  assignedTo ? { value: assignedTo, label: assigneeOf(person) } : undefined

type Kept = Pick<
  TaskTemplate,
  'title' | 'description' | 'priority' | 'assignedTo' | 'item' | 'sop' | 'dueDays' | 'items' | 'repeat' | 'nextOn'
>

const valuesOf = ({
  title,
  description,
  priority,
  assignedTo,
  item,
  sop,
  dueDays,
  items,
  repeat,
  nextOn,
}: Kept): Values => ({
  ...{ title, description: description ?? '', priority, assignedTo, sopId: sop?.id ?? null },
  ...{ ...itemValues(item), dueDays: dueDays ?? '', items: items.join('\n'), repeat: repeatValues(repeat, nextOn) },
})

type InputsProps = { form: FormOf<Values>; assignee?: Choice | undefined; item?: Choice | undefined }

const Inputs = ({ form, assignee, item }: InputsProps) => (
  <>
    <CommonInputs
      form={form}
      labels={labels}
      assignee={assignee}
      item={item}
      needsAssignee={false}
      due={<NumberField label={labels.dueDays} kind="quantity" isOptional {...form.getInputProps('dueDays')} />}
    />
    <Textarea label={labels.items} mt="sm" autosize minRows={2} maxRows={8} {...form.getInputProps('items')} />
    <RepeatInput
      value={form.values.repeat}
      error={form.errors.repeat as string | undefined}
      onChange={(repeat) => form.setValues({ repeat })}
    />
  </>
)
