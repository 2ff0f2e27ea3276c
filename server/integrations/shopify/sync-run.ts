import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import type { StoreFacts } from '../../revenue/public.ts'
import type { Connection } from '../provider.ts'
import type { SyncContext } from '../sync-context.ts'
import { holdRun, saveProgress } from '../sync-runs.queries.ts'

export const kinds = ['orders', 'customers', 'products'] as const
export type Kind = (typeof kinds)[number]

/** The progress of a run. `bulk`: the operation at Shopify whose result is being read; `lines`: how many of its lines are stored. */
export const Place = z.object({
  kind: z.enum(kinds),
  bulk: z.object({ id: z.string(), readAt: z.string() }).nullable(),
  lines: z.int(),
  /** number of records of the earlier kinds */
  before: z.int(),
})
export type Place = z.infer<typeof Place>

export type Run = { id: string; connection: Connection; context: SyncContext; store: StoreFacts; scopes: Set<string> }

export const mayReadCustomers = (scopes: Set<string>): boolean =>
  scopes.has('read_customers') || scopes.has('write_customers')

/** Saves the fetched data and the progress of the run in one transaction. @throws {RunStopped} when somebody stopped the run */
export async function saveStep(
  { id, context: { companyId, work } }: Run,
  place: Place,
  { done, total }: { done: number; total: number | null },
  store: (db: Db) => Promise<void>,
): Promise<void> {
  await work(async (db) => {
    await holdRun(db, companyId, id)
    await store(db)
    const all = total === null ? null : place.before + total
    const message = `Reading ${place.kind}`
    await saveProgress(db, companyId, id, { done: place.before + done, total: all, message, cursor: place })
  })
}
