import { z } from 'zod'

export const syncStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const

/**
 * One fetch of a service's data. `total` is null while the service has not said how much there is. `stopped`: somebody disconnected the
 * integration or connected it to another account; the message says which.
 */
export const SyncRun = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: z.enum(syncStates),
  done: z.int(),
  total: z.int().nullable(),
  message: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type SyncRun = z.infer<typeof SyncRun>
