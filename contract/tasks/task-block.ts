import { z } from 'zod'
import { decimal, maxDecimals } from '../money.ts'

/** What a blocked task waits for. */
export const BlockedBy = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('part'),
    id: z.uuid(),
    quantity: decimal(maxDecimals, 'Must be a number').positive('Must be more than 0').max(2_000_000_000),
  }),
  z.strictObject({ kind: z.literal('person'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('task'), id: z.uuid() }),
])
export type BlockedBy = z.infer<typeof BlockedBy>

/** `name`: null when it was deleted, or is a task that the reader may not read. `isOver`: the task is unblocked. `stock`: of the part, now. */
export const Block = z.object({
  kind: z.enum(['part', 'person', 'task']),
  id: z.uuid(),
  name: z.string().nullable(),
  quantity: z.number().nullable(),
  stock: z.number().nullable(),
  unit: z.string().nullable(),
  isOver: z.boolean(),
})
export type Block = z.infer<typeof Block>
