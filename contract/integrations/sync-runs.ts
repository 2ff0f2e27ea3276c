import { z } from 'zod'

export const syncStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const

/** What a run does. `everything`: it reads also what has not changed; `comparison`: it compares the ids in the end, to find what was deleted. */
export const syncKinds = ['sync', 'everything', 'comparison'] as const
export type SyncKind = (typeof syncKinds)[number]

/**
 * One fetch of a service's data. `total` is null while the service has not said how much there is. `stopped`: somebody disconnected the
 * integration or connected it to another account; the message says which. `waitsFor`: why the last try failed; the run tries again by itself, or at once when somebody presses Sync Now.
 */
export const SyncRun = z.object({
  id: z.uuid(),
  kind: z.string(),
  state: z.enum(syncStates),
  done: z.int(),
  total: z.int().nullable(),
  message: z.string().nullable(),
  waitsFor: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})
export type SyncRun = z.infer<typeof SyncRun>
