import { z } from 'zod'

/**
 * The people who are clocked in and whose entries the reader may see, at most ten: first those who are in for longer than a shift, then the latest
 * arrivals. `now` is the server's clock.
 */
export const ClockedIn = z.object({
  count: z.int(),
  now: z.string(),
  shiftHours: z.int(),
  people: z.array(z.object({ entryId: z.uuid(), userName: z.string().nullable(), startedAt: z.string() })),
})
export type ClockedIn = z.infer<typeof ClockedIn>

/** An entry that is open for longer than a shift: somebody may have forgotten it. */
export const LongEntry = z.object({ id: z.uuid(), userName: z.string().nullable(), startedAt: z.string() })
