import { z } from 'zod'

/**
 * Who is clocked in, of those whose entries the reader may see: ten, first who is in for longer than a shift, then who came last.
 * `now` is the server's clock.
 */
export const ClockedIn = z.object({
  count: z.int(),
  now: z.string(),
  shiftHours: z.int(),
  people: z.array(z.object({ entryId: z.uuid(), userName: z.string().nullable(), startedAt: z.string() })),
})
export type ClockedIn = z.infer<typeof ClockedIn>
