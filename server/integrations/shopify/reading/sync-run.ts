import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import type { Connection } from '../../provider.ts'
import type { SyncContext } from '../../sync-context.ts'
import { holdRun, saveProgress } from '../../sync-runs.queries.ts'
import type { Access } from '../shopify-access.ts'
import { kinds } from '../shopify-topics.ts'
import type { Source } from './read-records.ts'

/** First everything is read, then what changed meanwhile; ids are compared once a night, and after webhooks were lost or refused. */
export const passes = ['read', 'meanwhile', 'compare'] as const
export type Pass = (typeof passes)[number]

/**
 * The progress of a run. `bulk`: the operation at Shopify whose result is being read; `lines`: how many of its lines are stored; `before`: number
 * of records of the earlier kinds; `until`: for each kind that was read whole, the moment by the store's clock from which changes may be missing;
 * `notes`: what the card says in the end.
 */
export const Place = z.object({
  pass: z.enum(passes),
  kind: z.enum(kinds),
  bulk: z.object({ id: z.string(), readAt: z.string() }).nullable(),
  lines: z.int(),
  before: z.int(),
  until: z.partialRecord(z.enum(kinds), z.string()),
  notes: z.array(z.string()),
})
export type Place = z.infer<typeof Place>

/** Where a run begins. */
export const firstPlace = (): Place => ({
  ...{ pass: 'read', kind: 'orders', bulk: null, lines: 0, before: 0, until: {}, notes: [] },
})

/** `ordersSince`: the oldest order that the store shows; null when it shows all. */
export type Run = {
  id: string
  connection: Connection
  context: SyncContext
  access: Access
  ordersSince: string | null
}

export const sourceOf = ({ connection, context, access }: Run): Source => ({
  connection,
  context,
  withheld: access.withheld,
})

/** Saves the fetched data and the progress of the run in one transaction. @throws {RunStopped} when somebody stopped the run */
export async function saveStep(
  { id, context: { companyId, work } }: Pick<Run, 'id' | 'context'>,
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
