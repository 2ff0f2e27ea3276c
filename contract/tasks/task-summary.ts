import { z } from 'zod'
import { PressingTask } from './tasks.ts'

/** The tasks that the reader may see and that are not complete: their number, and the five most urgent. */
export const TaskSummary = z.object({
  open: z.int(),
  blocked: z.int(),
  overdue: z.int(),
  urgent: z.array(PressingTask.omit({ companyId: true, version: true, report: true })),
})
export type TaskSummary = z.infer<typeof TaskSummary>
