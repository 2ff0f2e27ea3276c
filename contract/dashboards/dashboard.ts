import { z } from 'zod'
import { activityActions, changeSetKinds, entityTypes } from '../activity/activity.ts'
import { Imported } from '../activity/imported.ts'
import { assistantErrors } from '../assistant/assistant.ts'
import { CompanyName } from '../companies/companies.ts'
import { route } from '../route.ts'
import { TaskSummary } from '../tasks/task-summary.ts'
import { ClockedIn } from '../time-clock/clocked-in.ts'
import { CompanyWeek } from './company-week.ts'

/** A part whose stock is at or below its reorder threshold. */
export const LowStockPart = z.object({
  id: z.uuid(),
  partNumber: z.string(),
  name: z.string(),
  stockLevel: z.number(),
  reorderThreshold: z.number(),
  unit: z.string(),
})

/** A change set: its first entry, the number of its records (counted up to 1,000), and whether the reader can undo it. */
export const LatestChange = z.object({
  changeSetId: z.uuid(),
  kind: z.enum(changeSetKinds),
  createdAt: z.string(),
  userName: z.string().nullable(),
  entityType: z.enum(entityTypes),
  entityId: z.uuid(),
  entityName: z.string().nullable(),
  action: z.enum(activityActions),
  recordCount: z.int(),
  imported: Imported.nullable(),
  isUndone: z.boolean(),
  canUndo: z.boolean(),
})

/**
 * What exists in the company, of what the caller may read: for the steps of a company that is being set up. `people`: besides the caller;
 * `requestedPeople`: the people whom the company has asked SBR to add, while SBR has not decided.
 */
export const SetUpSteps = z.object({
  people: z.boolean(),
  requestedPeople: z.array(z.string()),
  bom: z.boolean(),
  sops: z.boolean(),
  tasks: z.boolean(),
  store: z.boolean(),
})

/** `description` is absent for readers without the right to all fields of the company. */
export const CompanyDashboard = z.object({
  company: CompanyName.extend({
    createdAt: z.string(),
    timeZone: z.string(),
    description: z.string().nullable().optional(),
  }),
  counts: z.object({ parts: z.int(), lowStock: z.int(), products: z.int(), vendors: z.int() }),
  hasMade: SetUpSteps,
  lowStock: z.array(LowStockPart),
  changes: z.array(LatestChange),
  tasks: TaskSummary,
  clockedIn: ClockedIn,
})
export type CompanyDashboard = z.infer<typeof CompanyDashboard>

export const dashboardContract = {
  get: route
    .meta({ needs: 'company.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/dashboard',
      summary:
        'What people look for first: parts low on stock, counts, open tasks, who is clocked in, the latest changes',
    })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(CompanyDashboard)
    .errors({ NOT_FOUND: { status: 404, message: 'Not found' } }),
  summarizeWeek: route
    .meta({
      needs: 'assistant.use',
      refusal: 'use the assistant',
      asksOutside: true,
      limit: 'assistant',
    })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/dashboard/week-summary',
      summary: 'The figures of the last seven days that the caller may read, and a summary of them; nothing is kept',
    })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(CompanyWeek)
    .errors(assistantErrors),
}
