import { z } from 'zod'

const Value = z.union([z.string(), z.number(), z.null()])

/** How one record changes; a reference is shown by its name. `unit`: of quantities. */
export const BulkEditRow = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  name: z.string(),
  oldValue: Value,
  newValue: Value,
  unit: z.string().nullable(),
})
export type BulkEditRow = z.infer<typeof BulkEditRow>

/**
 * The result of a bulk edit, or its preview: `count` records change, `unchanged` already have the value, `lowered` get a lower stock level. A preview shows the first 20
 * records that change.
 */
export const BulkEditResult = z.object({
  count: z.int(),
  unchanged: z.int(),
  lowered: z.int(),
  sample: z.array(BulkEditRow),
  changeSetId: z.uuid().nullable(),
})
export type BulkEditResult = z.infer<typeof BulkEditResult>
