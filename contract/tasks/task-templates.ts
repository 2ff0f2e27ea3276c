import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { BulkResult, listQuery, pageOf, savedOf, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'
import { Repeat } from './repeats.ts'
import { ItemText, itemLimit } from './task-items.ts'
import { Task, TaskPriority } from './tasks.ts'

/**
 * What a template keeps for its tasks. `dueDays`: a task is due so many days after it is made; null: no due date. `items`: the lines of the
 * checklist. `nextOn`: the day of the first task; default: the first day of `repeat` from today on, by the company's calendar.
 */
export const TaskTemplateFields = z.strictObject({
  title: requiredText(200, 'Title is required'),
  description: optionalText(10_000).optional(),
  priority: TaskPriority.optional(),
  assignedTo: z.uuid().nullable().optional(),
  dueDays: z.int().min(0).max(730).nullable().optional(),
  partId: z.uuid().nullable().optional(),
  assemblyId: z.uuid().nullable().optional(),
  productId: z.uuid().nullable().optional(),
  sopId: z.uuid().nullable().optional(),
  items: z.array(ItemText).max(itemLimit, `A checklist has at most ${itemLimit} lines`).optional(),
  repeat: Repeat.nullable().optional(),
  nextOn: CalendarDay.nullable().optional(),
})
export type TaskTemplateFields = z.infer<typeof TaskTemplateFields>

/** `nextOn`: also null while the rule waits for a task to be completed. `openCount`: its open tasks that the reader may read. */
export const TaskTemplate = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  priority: TaskPriority,
  assignedTo: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  isAssigneeMember: z.boolean(),
  dueDays: z.int().nullable(),
  item: Task.shape.item,
  sop: Task.shape.sop,
  items: z.array(z.string()),
  repeat: Repeat.nullable(),
  nextOn: z.string().nullable(),
  fileCount: z.int(),
  openCount: z.int(),
  createdBy: z.uuid(),
  creatorName: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type TaskTemplate = z.infer<typeof TaskTemplate>

/** `repeats=true`: only templates with a rule. */
export const TaskTemplateQuery = listQuery(['title', 'nextOn', 'createdAt'], {
  repeats: z.literal('true').optional(),
  ...wholeList,
})
export type TaskTemplateQuery = z.infer<typeof TaskTemplateQuery>

const one = { companyId: z.uuid(), id: z.uuid() }
const path = '/companies/{companyId}/task-templates'
const gone = { NOT_FOUND: { status: 404, message: 'That template no longer exists' } }
const forbidden = {
  FORBIDDEN: { status: 403, message: 'Only the person who made this template, or an operator, may change it' },
}
const needsAssignee = {
  UNPROCESSABLE: { status: 422, message: 'A task that repeats needs an assignee', data: z.unknown() },
}

export const taskTemplatesContract = {
  list: route
    .meta({ needs: 'task.create', refusal: 'see templates of tasks' })
    .route({ method: 'GET', path, summary: 'Templates of tasks, with the rules that repeat them' })
    .input(TaskTemplateQuery)
    .output(pageOf(TaskTemplate)),
  get: route
    .meta({ needs: 'task.create', refusal: 'see templates of tasks' })
    .route({ method: 'GET', path: `${path}/{id}`, summary: 'One template' })
    .input(z.strictObject(one))
    .output(TaskTemplate)
    .errors(gone),
  create: route
    .meta({ needs: 'task.create', refusal: 'keep templates' })
    .route({
      method: 'POST',
      path,
      summary: 'Add a template of tasks, with or without a rule that repeats them',
      successStatus: 201,
    })
    .input(TaskTemplateFields.extend({ companyId: z.uuid() }))
    .output(savedOf(TaskTemplate))
    .errors(needsAssignee),
  update: route
    .meta({ needs: 'task.edit', refusal: 'change templates', versioned: true })
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Change a template' })
    .input(TaskTemplateFields.partial().extend(one))
    .output(savedOf(TaskTemplate))
    .errors({ ...gone, ...forbidden, ...needsAssignee, CONFLICT: { status: 409, data: z.unknown() } }),
  remove: route
    .meta({ needs: 'task.edit', refusal: 'delete templates' })
    .route({ method: 'DELETE', path: `${path}/{id}`, summary: 'Delete a template; its tasks no longer repeat' })
    .input(z.strictObject(one))
    .output(BulkResult)
    .errors({ ...gone, ...forbidden }),
}
