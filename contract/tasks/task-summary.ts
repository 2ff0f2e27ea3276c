import { z } from 'zod'
import { LateTask } from './tasks.ts'

/** The tasks that the reader may see and that are not complete: their number, and the five most urgent. */
export const TaskSummary = z.object({
  open: z.int(),
  blocked: z.int(),
  overdue: z.int(),
  urgent: z.array(LateTask.omit({ companyId: true, version: true })),
})
export type TaskSummary = z.infer<typeof TaskSummary>
