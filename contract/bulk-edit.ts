import { z } from 'zod'

const Value = z.union([z.string(), z.number(), z.null()])

/** How one record changes; a reference is shown by its name. */
export const BulkEditRow = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  name: z.string(),
  oldValue: Value,
  newValue: Value,
})
export type BulkEditRow = z.infer<typeof BulkEditRow>

/**
 * What a bulk edit did or, as a preview, would do: `count` records change, `unchanged` have the value already. A preview shows the first 20
 * that change.
 */
export const BulkEditResult = z.object({
  count: z.int(),
  unchanged: z.int(),
  sample: z.array(BulkEditRow),
  changeSetId: z.uuid().nullable(),
})
export type BulkEditResult = z.infer<typeof BulkEditResult>
