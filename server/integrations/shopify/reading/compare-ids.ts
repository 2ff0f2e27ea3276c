/**
 * Compares the ids of the store with ours, once a night and after webhooks were lost: what was missed is read, and what the store has deleted goes.
 * Nothing is deleted because an answer lacks it: the store is asked for each such record by its id.
 */
import { unlikeStored } from '../../../revenue/public.ts'
import { ServiceError } from '../../calls/service-error.ts'
import { holdRun } from '../../sync-runs.queries.ts'
import { allCustomerIds, allOrderIds, allProductIds } from '../shopify-documents.ts'
import { BareId } from '../shopify-shapes.ts'
import { type Kind, singular } from '../shopify-topics.ts'
import { numberOf } from '../states.ts'
import { goneWords, missingRecordsOf, shortAnswer } from './all-records.ts'
import { familiesOf, finishedBulk, startBulk } from './bulk-read.ts'
import { parseRecord } from './read-records.ts'
import type { Place, Run } from './sync-run.ts'
import { readByIds, settleUnseen } from './unseen-records.ts'

const queries = { orders: allOrderIds, customers: allCustomerIds, products: allProductIds }
const batchSize = 5_000

/** Brings the records of a kind together with those of the store. A difference is said in `place.notes`. */
export async function compareIds(run: Run, place: Place): Promise<void> {
  const { kind } = place
  const begunAt = new Date().toISOString()
  const shown = new Set<number>()
  const different: string[] = []
  const unlike = async (batch: { id: string; updatedAt: string }[]) => {
    const { companyId, work } = run.context
    different.push(...(await work((db) => unlikeStored(db, companyId, singular[kind], batch))))
  }
  let batch: { id: string; updatedAt: string }[] = []
  for await (const { id, updatedAt } of idsOf(run, kind, shown)) {
    batch.push({ id, updatedAt })
    if (batch.length < batchSize) continue
    await unlike(batch)
    batch = []
  }
  await unlike(batch)
  const read = await readByIds(run, place, different)
  const { gone } = await settleUnseen(run, place, begunAt, shown)
  const words = [
    ...(read > 0 ? [`${read.toLocaleString('en-US')} ${kind} that were missed are here now`] : []),
    ...(gone > 0 ? [goneWords(kind, gone)] : []),
  ]
  place.notes.push(...words)
}

/** @param shown gets the ids: one that stands twice counts once */
async function* idsOf(run: Run, kind: Kind, shown: Set<number>): AsyncGenerator<{ id: string; updatedAt: string }> {
  const { connection, context } = run
  const bulk = await startBulk(connection, context, `Compare ${kind}`, queries[kind])
  if (bulk === 'denied') throw new ServiceError(`Shopify gives no access to ${kind}`)
  const watch = () => context.work((db) => holdRun(db, context.companyId, run.id))
  const finished = await finishedBulk(connection, context, bulk, watch)
  if (!finished || finished === 'denied')
    throw new ServiceError(`Shopify did not finish comparing ${kind}`, { isPassing: true })
  let lines = 0
  if (finished.url)
    for await (const { node } of familiesOf(connection, context, finished.url)) {
      lines += 1
      const { id: gid, updatedAt } = parseRecord(() => BareId.parse(node))
      const id = numberOf(gid)
      shown.add(Number(id))
      yield { id, updatedAt }
    }
  const short = missingRecordsOf({ records: shown.size, lines }, finished)
  if (short) throw shortAnswer(kind, short)
}
