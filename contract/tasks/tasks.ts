import { z } from 'zod'
import { BulkEditResult } from '../bulk-edit.ts'
import { CalendarDay } from '../calendar-day.ts'
import { sortKeysOf } from '../catalogue.ts'
import { attachedFiles } from '../files/files.ts'
import { BulkResult, listQuery, pageOf, savedOf, selectionOf, type WholeList, wholeList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { route } from '../route.ts'
import { readStates } from '../sops/sops.ts'
import { optionalText, requiredText } from '../text.ts'
import { editRefusal } from './edit-refusal.ts'
import { Block, BlockedBy } from './task-block.ts'
import { taskFields } from './task-fields.ts'
import { reportKinds, TaskReport } from './task-report.ts'

export const taskStatuses = ['not_started', 'in_progress', 'blocked', 'complete'] as const
/** How far a task is. */
export const TaskStatus = z.enum(taskStatuses)
export type TaskStatus = z.infer<typeof TaskStatus>
export const taskStatusLabels: Record<TaskStatus, string> = {
  not_started: 'Not Started',
  in_progress: 'In Progress',
  blocked: 'Blocked',
  complete: 'Complete',
}

/** From the least urgent to the most. */
export const taskPriorities = ['low', 'medium', 'high', 'critical'] as const
/** How urgent a task is. */
export const TaskPriority = z.enum(taskPriorities)
export type TaskPriority = z.infer<typeof TaskPriority>
export const taskPriorityLabels: Record<TaskPriority, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

/** Whose tasks: assigned to the reader, assigned by the reader, or all that they may read. */
export const taskScopes = ['mine', 'team', 'all'] as const
export type TaskScope = (typeof taskScopes)[number]

const DueDate = CalendarDay.nullable()

/** What a task is about: one item, and a SOP. `sopVersion`: the version that the assignee must have read. */
const links = {
  partId: z.uuid().nullable().optional(),
  assemblyId: z.uuid().nullable().optional(),
  productId: z.uuid().nullable().optional(),
  sopId: z.uuid().nullable().optional(),
  sopVersion: z.int().min(1).nullable().optional(),
}

const TaskFields = z.strictObject({
  title: requiredText(200, 'Title is required'),
  description: optionalText(10_000).optional(),
  priority: TaskPriority.optional(),
  assignedTo: z.uuid('Choose an assignee'),
  dueOn: DueDate.optional(),
  ...links,
})

/** `templateId`: the template it is made from. The task gets the checklist of the template; everything else is as sent. */
export const NewTask = TaskFields.extend({ templateId: z.uuid().optional() })
export type NewTask = z.infer<typeof NewTask>

/** A record that a task is about. `name`: null when it was deleted, or the reader may not read it. */
const Linked = z.object({
  type: z.enum(['part', 'assembly', 'product', 'sop']),
  id: z.uuid(),
  name: z.string().nullable(),
})

/** What people may change later. Only the creator, and people who may edit all tasks, change anything but the status. */
export const TaskChanges = TaskFields.partial().extend({
  status: TaskStatus.optional(),
  // A blocked task waits for a part until its stock reaches the quantity, for a person, or for another task until that is complete.
  blockedBy: BlockedBy.nullable().optional(),
})
export type TaskChanges = z.infer<typeof TaskChanges>

/**
 * Names are null for people without one. `isAssigneeMember`: the assignee still belongs to the company. `isOverdue`: by the company's
 * clock. `calendarUrl`: its event in the company's calendar. `report`: the last report of the assignee, until the task is complete or goes
 * to somebody else. `sopReading`: whether the assignee has read the SOP, or the version that the task asks for. `template`: the template of
 * the task, if it still exists; its files are shown at the task too.
 */
export const Task = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  priority: TaskPriority,
  status: TaskStatus,
  assignedTo: z.uuid(),
  assigneeName: z.string().nullable(),
  isAssigneeMember: z.boolean(),
  assignedBy: z.uuid(),
  assignerName: z.string().nullable(),
  dueOn: z.string().nullable(),
  isOverdue: z.boolean(),
  completedAt: z.string().nullable(),
  fileCount: z.int(),
  attachments: attachedFiles,
  itemCount: z.int(),
  doneItemCount: z.int(),
  commentCount: z.int(),
  calendarUrl: z.string().nullable(),
  report: TaskReport.nullable(),
  block: Block.nullable(),
  item: Linked.nullable(),
  sop: Linked.nullable(),
  sopVersion: z.int().nullable(),
  sopReading: z.enum(readStates).nullable(),
  template: z.object({ id: z.uuid(), repeats: z.boolean() }).nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Task = z.infer<typeof Task>

/** A task in a list, without the properties that are slow to find for many tasks. */
export const ListedTask = Task.omit({ attachments: true, sopReading: true, template: true })
export type ListedTask = z.infer<typeof ListedTask>

/**
 * An unfinished task that is overdue, blocked or reported: as much of it as a row of a dashboard shows. `report`: the report that waits for
 * the answer of the reader; null for people who do not decide on it.
 */
export const PressingTask = Task.pick({
  id: true,
  companyId: true,
  title: true,
  priority: true,
  status: true,
  dueOn: true,
  isOverdue: true,
  assigneeName: true,
  report: true,
  version: true,
})

/** By the company's clock; a week: today and the six days after it. */
export const dueFilters = ['overdue', 'today', 'week', 'none'] as const
export type DueFilter = (typeof dueFilters)[number]
export const dueLabels: Record<DueFilter, string> = {
  overdue: 'Overdue',
  today: 'Due today',
  week: 'Due within a week',
  none: 'No due date',
}

/**
 * `left=true`: the assignee has left the company. `linkedTo`: the item, the SOP or the blocking part that the task names. `report=done`:
 * reported done, and not answered yet; `waiting`: reported done or in need of help, and the reader decides. `status=open`: every status but complete; `overdue`: open, and due before today. `column`: only the
 * tasks of one status, for a column of the board. The default order is newest first. `sort=urgency`: what is open and due first, then what is open
 * without a day by its priority, then what is complete.
 */
export const TaskQuery = listQuery([...sortKeysOf({ fields: taskFields, sortedBy: 'createdAt' }), 'urgency'], {
  scope: z.enum(taskScopes).optional(),
  status: z.enum([...taskStatuses, 'open', 'overdue']).optional(),
  priority: TaskPriority.optional(),
  assignedTo: z.uuid().optional(),
  report: z.enum([...reportKinds, 'waiting']).optional(),
  assignedBy: z.uuid().optional(),
  due: z.enum(dueFilters).optional(),
  left: z.literal('true').optional(),
  linkedTo: z.uuid().optional(),
  column: TaskStatus.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type TaskQuery = z.infer<typeof TaskQuery> & WholeList

const {
  companyId: _companyId,
  sort: _sort,
  order: _order,
  page: _page,
  pageSize: _pageSize,
  ...taskFilters
} = TaskQuery.shape
export const TaskSelection = selectionOf(z.strictObject(taskFilters))

/** A bulk edit sets one field of many tasks. */
export const bulkTaskFields = ['status', 'priority', 'assignedTo', 'dueOn'] as const
export type BulkTaskField = (typeof bulkTaskFields)[number]

export const TaskBulkEdit = z
  .strictObject({
    companyId: z.uuid(),
    selection: TaskSelection,
    field: z.enum(bulkTaskFields),
    value: z.string().nullable().describe('What the field takes'),
    preview: z.boolean(),
  })
  .superRefine(({ field, value }, context) => {
    const rules = { status: TaskStatus, priority: TaskPriority, assignedTo: z.uuid(), dueOn: DueDate }
    for (const { message } of rules[field].safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['value'], message })
  })
export type TaskBulkEdit = z.infer<typeof TaskBulkEdit>

/**
 * `reported`: reported done or in need of help, and waiting for the reader's answer. `left`: open tasks of people who left; only people who may hand them over
 * get the number.
 */
export const TaskCounts = z.object({ open: z.int(), overdue: z.int(), reported: z.int(), left: z.int() })
export type TaskCounts = z.infer<typeof TaskCounts>

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That task no longer exists' } }

const notThese = { FORBIDDEN: { status: 403, message: 'You do not have permission to see these tasks' } }

export const tasksContract = {
  list: route
    .meta({ needs: 'task.read', refusal: 'see all tasks' })
    .route({ method: 'GET', path: '/companies/{companyId}/tasks', summary: 'Tasks, newest first' })
    .input(TaskQuery.extend(wholeList))
    .output(pageOf(ListedTask))
    .errors(notThese),
  listFile: listFileRoute({
    ...{ name: 'tasks', needs: 'task.read', refusal: 'see all tasks' },
    ...{ query: TaskQuery, fields: taskFields },
  }).errors(notThese),
  get: route
    .meta({ needs: 'task.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/tasks/{id}', summary: 'One task' })
    .input(z.strictObject(one))
    .output(Task)
    .errors(gone),
  create: route
    .meta({ needs: 'task.create', refusal: 'create tasks' })
    .route({ method: 'POST', path: '/companies/{companyId}/tasks', summary: 'Assign a task', successStatus: 201 })
    .input(NewTask.extend({ companyId: z.uuid() }))
    .output(savedOf(Task))
    .errors({ UNPROCESSABLE: { status: 422, data: z.unknown() } }),
  /** Who may not change the status reports on a task instead (`taskReports.create`), and somebody confirms it. */
  update: route
    .meta({ needs: 'task.setStatus', refusal: 'change the status of tasks', versioned: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/tasks/{id}',
      summary: 'Change a task, or only its status',
    })
    .input(
      TaskChanges.extend(one).refine((input) => Object.keys(input).length > Object.keys(one).length, {
        error: 'Give at least one field to change',
      }),
    )
    .output(savedOf(Task))
    .errors({
      ...gone,
      ...editRefusal,
      CONFLICT: { status: 409, data: z.unknown() },
      UNPROCESSABLE: { status: 422, data: z.unknown() },
    }),
  counts: route
    .meta({ needs: 'task.read', inBackground: true })
    .route({ method: 'GET', path: '/companies/{companyId}/task-counts', summary: 'What waits for the reader' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(TaskCounts),
  bulkEdit: route
    .meta({
      needs: 'task.setStatus',
      refusal: 'change the status of tasks',
      changes: 'bulk_edit',
      example: { value: 'complete' },
    })
    .route({ method: 'POST', path: '/companies/{companyId}/tasks/bulk-edit', summary: 'Change a field of many tasks' })
    .input(TaskBulkEdit)
    .output(BulkEditResult)
    .errors({
      NOT_FOUND: { status: 404, message: 'One of the selected tasks no longer exists' },
      FORBIDDEN: { status: 403, message: 'Some of these tasks are not yours to change' },
      UNPROCESSABLE: { status: 422, data: z.unknown() },
    }),
  removeMany: route
    .meta({ needs: 'task.edit', refusal: 'delete tasks', changes: 'bulk_delete' })
    .route({ method: 'POST', path: '/companies/{companyId}/tasks/bulk-delete', summary: 'Delete many tasks' })
    .input(z.strictObject({ companyId: z.uuid(), selection: TaskSelection }))
    .output(BulkResult)
    .errors({
      NOT_FOUND: { status: 404, message: 'One of the selected tasks no longer exists' },
      FORBIDDEN: { status: 403, message: 'Some of these tasks are not yours to change' },
    }),
  remove: route
    .meta({ needs: 'task.edit', refusal: 'delete tasks' })
    .route({ method: 'DELETE', path: '/companies/{companyId}/tasks/{id}', summary: 'Delete a task' })
    .input(z.strictObject(one))
    .output(BulkResult)
    .errors({
      ...gone,
      FORBIDDEN: { status: 403, message: 'Only the person who gave this task, or an operator, may delete it' },
    }),
}
