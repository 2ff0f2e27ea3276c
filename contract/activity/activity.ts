import { z } from 'zod'
import { movementReasons } from '../inventory/stock.ts'
import { route } from '../route.ts'
import { ReportKind } from '../tasks/task-report.ts'
import { Imported } from './imported.ts'
import { UndoParams, undoCodes } from './undo-reasons.ts'

export const entityTypes = [
  'part',
  'assembly',
  'product',
  'location',
  'vendor',
  'vendor_private',
  'bom_line',
  'file',
  'task',
  'task_report',
  'task_item',
  'task_template',
  'comment',
  'time_entry',
  'sop',
  'integration',
] as const
export const activityActions = ['created', 'updated', 'deleted', 'stock_changed', 'vendor_assigned'] as const
export const changeSetKinds = ['edit', 'bulk_delete', 'bulk_edit', 'import', 'undo', 'seed'] as const

/** One change of one field, or one created or deleted record. Bank and account values of vendors are masked. */
export const ActivityEntry = z.object({
  id: z.string(),
  companyId: z.uuid(),
  entityType: z.enum(entityTypes),
  entityId: z.uuid(),
  entityName: z.string().nullable(),
  action: z.enum(activityActions),
  fieldChanged: z.string().nullable(),
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  // of the two values, plain numbers, when they are quantities of a part
  unit: z.string().nullable(),
  description: z.string(),
  userId: z.uuid().nullable(),
  userName: z.string().nullable(),
  // why stock changed, as given with the movement
  movement: z.object({ reason: z.enum(movementReasons), note: z.string().nullable() }).nullable(),
  // what a report on a task says; it is kept when the report was taken back
  report: z.object({ kind: ReportKind, comment: z.string().nullable() }).nullable(),
  // what else the log keeps about the change; never the deleted record itself, which may hold what the reader may not see
  metadata: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  changeSetId: z.uuid(),
  changeSetKind: z.enum(changeSetKinds),
  imported: Imported.nullable(),
  isUndone: z.boolean(),
  canUndo: z.boolean(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

/** A record, or one of its fields, that an undo kept as it is. `code` and `params`: the reason; `reason`: the same as a sentence. */
export const UndoConflict = z.object({
  entityType: z.string(), // a table may have undo before the timeline has a word for it
  entityId: z.uuid(),
  entityName: z.string().nullable(),
  field: z.string().nullable(),
  code: z.enum(undoCodes),
  params: UndoParams,
  reason: z.string(),
})

/** `restored` counts records put back; `conflicts` lists at most 1,000 of `conflictCount`. */
export const UndoResult = z.object({
  restored: z.int(),
  conflictCount: z.int(),
  conflicts: z.array(UndoConflict),
  changeSetId: z.uuid().nullable(),
})
export type UndoResult = z.infer<typeof UndoResult>

export const undoErrors = {
  NOT_FOUND: { status: 404, message: 'That change no longer exists' },
  CONFLICT: { status: 409, message: 'That change was undone already, or is older than 90 days', data: z.unknown() },
} as const

export const activityContract = {
  list: route
    .meta({ needs: 'activity.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/activity', summary: 'What changed, newest first' })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        entityType: z.enum(entityTypes).optional(),
        entityId: z.uuid().optional(),
        changeSetId: z.uuid().optional(),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
        pageSize: z.coerce.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ items: z.array(ActivityEntry), next: z.string().nullable() })),
  undo: route
    .meta({ needs: 'activity.undo', refusal: 'undo changes', changes: 'undo', long: true })
    .route({ method: 'POST', path: '/companies/{companyId}/change-sets/{id}/undo', summary: 'Undo a change set' })
    .input(z.strictObject({ companyId: z.uuid(), id: z.uuid() }))
    .output(UndoResult)
    .errors({ ...undoErrors, FORBIDDEN: { status: 403, message: 'You do not have permission to undo changes' } }),
}
