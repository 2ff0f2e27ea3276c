import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { BulkResult, listQuery, pageOf, savedOf } from '../list.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'
import { reportKinds, TaskReport } from './task-report.ts'

export const taskStatuses = ['not_started', 'in_progress', 'blocked', 'complete'] as const
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

export const NewTask = z.strictObject({
  title: requiredText(200, 'Title is required'),
  description: optionalText(10_000).optional(),
  priority: TaskPriority.optional(),
  assignedTo: z.uuid('Choose an assignee'),
  dueOn: DueDate.optional(),
})
export type NewTask = z.infer<typeof NewTask>

/** What people may change later; everything but the status is for the creator and for those who may edit all tasks. */
export const TaskChanges = NewTask.partial().extend({ status: TaskStatus.optional() })
export type TaskChanges = z.infer<typeof TaskChanges>

/**
 * Names are null for people without one. `isAssigneeMember`: the assignee still belongs to the company. `isOverdue`: by the company's clock.
 * `calendarUrl`: its event in the company's calendar. `report`: what the assignee said last, until the task is complete or goes to
 * somebody else.
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
  itemCount: z.int(),
  doneItemCount: z.int(),
  commentCount: z.int(),
  calendarUrl: z.string().nullable(),
  report: TaskReport.nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Task = z.infer<typeof Task>

/** An unfinished task that is overdue or blocked. */
export const LateTask = Task.pick({
  id: true,
  companyId: true,
  title: true,
  priority: true,
  status: true,
  dueOn: true,
  isOverdue: true,
  assigneeName: true,
  version: true,
})

/** `report=done`: reported done, and not answered yet. `status=open` means every status but complete, `overdue` those of them that were due before today. The default order is newest first. */
export const TaskQuery = listQuery(
  ['createdAt', 'title', 'priority', 'status', 'assigneeName', 'dueOn', 'completedAt'],
  {
    scope: z.enum(taskScopes).optional(),
    status: z.enum([...taskStatuses, 'open', 'overdue']).optional(),
    priority: TaskPriority.optional(),
    assignedTo: z.uuid().optional(),
    report: z.enum(reportKinds).optional(),
  },
).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type TaskQuery = z.infer<typeof TaskQuery>

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That task no longer exists' } }

export const tasksContract = {
  list: route
    .meta({ needs: 'task.read', refusal: 'see all tasks' })
    .route({ method: 'GET', path: '/companies/{companyId}/tasks', summary: 'Tasks, newest first' })
    .input(TaskQuery)
    .output(pageOf(Task))
    .errors({ FORBIDDEN: { status: 403, message: 'You do not have permission to see these tasks' } }),
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
  update: route
    .meta({ needs: 'task.setStatus', refusal: 'change the status of tasks', versioned: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/tasks/{id}',
      summary: 'Change a task, or only its status (If-Match: version)',
    })
    .input(
      TaskChanges.extend(one).refine((input) => Object.keys(input).length > Object.keys(one).length, {
        error: 'Give at least one field to change',
      }),
    )
    .output(savedOf(Task))
    .errors({
      ...gone,
      FORBIDDEN: { status: 403, message: 'Only the person who gave this task, or an operator, may edit it' },
      CONFLICT: { status: 409, data: z.unknown() },
      UNPROCESSABLE: { status: 422, data: z.unknown() },
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
