import { z } from 'zod'
import { Task } from './tasks.ts'

/** The tasks that the reader may see and that are not complete: their number, and the five most urgent. */
export const TaskSummary = z.object({
  open: z.int(),
  blocked: z.int(),
  overdue: z.int(),
  urgent: z.array(
    Task.pick({
      id: true,
      title: true,
      priority: true,
      status: true,
      dueOn: true,
      isOverdue: true,
      assigneeName: true,
    }),
  ),
})
export type TaskSummary = z.infer<typeof TaskSummary>
