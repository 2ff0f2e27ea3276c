import { NewTask, type Task, type TaskPriority } from 'contract/tasks/tasks.ts'
import { z } from 'zod'
import type { Choice } from '../shared/form/found-select.tsx'
import type { ItemType } from './item-select.tsx'

/** Shared by the forms of tasks and templates. */
export type CommonValues = {
  title: string
  description: string
  priority: TaskPriority
  assignedTo: string | null
  itemType: ItemType
  itemId: string | null
  sopId: string | null
}

export type TaskValues = CommonValues & { dueOn: string; sopVersion: number | null; templateId: string | null }

export const blankTask: TaskValues = {
  ...{ title: '', description: '', priority: 'medium', assignedTo: null, dueOn: '' },
  ...{ itemType: 'part', itemId: null, sopId: null, sopVersion: null, templateId: null },
}

export const taskLabels = {
  title: 'Title',
  description: 'Description',
  priority: 'Priority',
  assignedTo: 'Assignee',
  dueOn: 'Due Date',
  itemType: 'About',
  itemId: 'Item',
  sopId: 'SOP (optional)',
  sopVersion: 'Required version',
}

export const itemShape = { itemType: z.enum(['part', 'assembly', 'product']), itemId: z.uuid().nullable() }

type ChosenItem = z.infer<z.ZodObject<typeof itemShape>>

/** Sets one of the three columns and clears the others. */
export const itemColumns = ({ itemType, itemId }: ChosenItem) => ({
  partId: itemType === 'part' ? itemId : null,
  assemblyId: itemType === 'assembly' ? itemId : null,
  productId: itemType === 'product' ? itemId : null,
})

/** The item of a record as the forms hold it. */
export const itemValues = (item: Task['item']) => ({
  itemType: (item?.type ?? 'part') as ItemType,
  itemId: item?.id ?? null,
})

/** The item of a task as the option of a select. */
export const itemOfTask = (item: Task['item']): Choice | undefined =>
  item ? { value: item.id, label: item.name ?? `A ${item.type} that no longer exists` } : undefined

// The value of an empty date input is ''.
const emptyDate = z.literal('').transform(() => null)

/** Checks the values of the form, and turns them into what the API takes. */
export const TaskForm = NewTask.omit({ partId: true, assemblyId: true, productId: true })
  .extend({ ...itemShape, dueOn: emptyDate.or(NewTask.shape.dueOn), templateId: z.uuid().nullable() })
  .transform(({ itemType, itemId, templateId, ...fields }) => ({
    ...{ ...fields, ...itemColumns({ itemType, itemId }) },
    // A version belongs to a SOP.
    ...(!fields.sopId && { sopVersion: null }),
    ...(templateId && { templateId }),
  }))

export const valuesOfTask = (task: Task): TaskValues => ({
  ...{ title: task.title, description: task.description ?? '', priority: task.priority, assignedTo: task.assignedTo },
  ...{ dueOn: task.dueOn ?? '', sopId: task.sop?.id ?? null, sopVersion: task.sopVersion, templateId: null },
  ...itemValues(task.item),
})
