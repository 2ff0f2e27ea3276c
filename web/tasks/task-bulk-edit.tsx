import { TextInput } from '@mantine/core'
import {
  type BulkTaskField,
  bulkTaskFields,
  TaskPriority,
  type TaskSelection,
  TaskStatus,
  taskPriorities,
  taskPriorityLabels,
  taskStatuses,
  taskStatusLabels,
} from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { client } from '../shared/api/api.ts'
import { Choice } from '../shared/form/choice.tsx'
import { formatDate } from '../shared/format/dates.ts'
import { missing } from '../shared/format/missing.tsx'
import { MemberSelect } from '../shared/session/member-select.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { BulkEditDialog } from '../shared/table/rows/bulk-edit-dialog.tsx'

const labels: Record<BulkTaskField, string> = {
  status: 'Status',
  priority: 'Priority',
  assignedTo: 'Assignee',
  dueOn: 'Due Date',
}

type Change = { field: BulkTaskField; value: string | null }
type TaskBulkEditProps = { selection: z.input<typeof TaskSelection>; onClose: () => void; onDone: () => void }

/** Changing one field of the chosen tasks; handing over is a change of the assignee. */
export function TaskBulkEdit({ selection, onClose, onDone }: TaskBulkEditProps) {
  const companyId = useCompanyId()
  const [field, setField] = useState<BulkTaskField>('assignedTo')
  const [value, setValue] = useState<string | null>(null)
  const change: Change | null = value === null ? null : { field, value }
  return (
    <BulkEditDialog
      noun="task"
      nouns="tasks"
      change={change}
      send={(chosen, preview) => client.tasks.bulkEdit({ companyId, selection, ...chosen, preview })}
      show={(shown) => (shown === null ? missing : field === 'dueOn' ? formatDate(String(shown)) : shown)}
      onClose={onClose}
      onDone={onDone}
    >
      <Choice
        label="Field"
        data-autofocus
        value={field}
        data={bulkTaskFields.map((each) => ({ value: each, label: labels[each] }))}
        onChange={(chosen) => {
          setField(chosen)
          setValue(null)
        }}
      />
      <NewValue key={field} field={field} value={value} onChange={setValue} />
    </BulkEditDialog>
  )
}

type NewValueProps = { field: BulkTaskField; value: string | null; onChange: (value: string | null) => void }

function NewValue({ field, value, onChange }: NewValueProps) {
  const label = `New ${labels[field]}`
  if (field === 'assignedTo')
    return <MemberSelect label={label} placeholder="Search people by name" value={value} onChange={onChange} />
  if (field === 'dueOn')
    return (
      <TextInput
        type="date"
        label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  const words = field === 'status' ? taskStatusLabels : taskPriorityLabels
  const values = field === 'status' ? taskStatuses : taskPriorities
  const rule = field === 'status' ? TaskStatus : TaskPriority
  return (
    <Choice
      label={label}
      value={value ?? ''}
      data={values.map((each) => ({ value: each, label: words[each as keyof typeof words] }))}
      onChange={(chosen) => onChange(rule.parse(chosen))}
    />
  )
}
