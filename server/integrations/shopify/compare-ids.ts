/**
 * Compares the ids of the store with ours, once a night and after webhooks were lost: what was missed is read, and what the store has deleted goes.
 * Nothing is deleted because an answer lacks it: the store is asked for each such record by its id.
 */
import { lockRevenue, removeStored, storedIds, unlikeStored } from '../../revenue/public.ts'
import { ServiceError } from '../service-error.ts'
import { holdRun } from '../sync-runs.queries.ts'
import { shortAnswer, shortOf, singular } from './all-records.ts'
import { familiesOf, finishedBulk, startBulk } from './bulk-read.ts'
import { atOnce, gidOf, inForm, OddRecord, oddWords, readRecords } from './read-records.ts'
import { askShopify } from './shopify-call.ts'
import { allCustomerIds, allOrderIds, allProductIds, presentQuery } from './shopify-documents.ts'
import { BareId, Present } from './shopify-shapes.ts'
import type { Kind } from './shopify-topics.ts'
import { numberOf } from './states.ts'
import { type Place, type Run, saveStep } from './sync-run.ts'

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
  for await (const { id, updatedAt } of idsOf(run, kind)) {
    shown.add(Number(id))
    batch.push({ id, updatedAt })
    if (batch.length < batchSize) continue
    await unlike(batch)
    batch = []
  }
  await unlike(batch)
  const read = await readDifferent(run, place, different)
  const gone = await removeGone(run, place, shown, begunAt)
  const words = [
    ...(read > 0 ? [`${read.toLocaleString('en-US')} ${kind} that were missed are here now`] : []),
    ...(gone > 0 ? [`${gone.toLocaleString('en-US')} ${kind} that the store has deleted are gone here, too`] : []),
  ]
  place.notes.push(...words)
}

async function* idsOf(run: Run, kind: Kind): AsyncGenerator<{ id: string; updatedAt: string }> {
  const { connection, context } = run
  const bulk = await startBulk(connection, context, `Compare ${kind}`, queries[kind])
  if (bulk === 'denied') throw new ServiceError(`Shopify gives no access to ${kind}`)
  const watch = () => context.work((db) => holdRun(db, context.companyId, run.id))
  const finished = await finishedBulk(connection, context, bulk, watch)
  if (!finished || finished === 'denied')
    throw new ServiceError(`Shopify did not finish comparing ${kind}`, { isPassing: true })
  let records = 0
  if (finished.url)
    for await (const { node } of familiesOf(connection, context, finished.url)) {
      records += 1
      const { id, updatedAt } = inForm(() => BareId.parse(node))
      yield { id: numberOf(id), updatedAt }
    }
  const short = shortOf({ records, lines: records }, finished)
  if (short) throw shortAnswer(kind, short)
}

async function readDifferent(run: Run, place: Place, ids: string[]): Promise<number> {
  let read = 0
  for (let first = 0; first < ids.length; first += atOnce) {
    run.context.signal.throwIfAborted()
    read += await readSome(run, place, ids.slice(first, first + atOnce))
  }
  return read
}

/** If one of them cannot be read, the others are: halves are read alone until it is found. */
async function readSome(run: Run, place: Place, ids: string[]): Promise<number> {
  const { connection, context, access } = run
  const kind = singular[place.kind]
  try {
    const source = { connection, context, withheld: access.withheld }
    const { count, store } = await readRecords(source, kind, ids, new Date().toISOString())
    await saveStep(run, place, { done: 0, total: null }, store)
    return count
  } catch (error) {
    if (!(error instanceof OddRecord)) throw error
    if (ids.length > 1) {
      const half = Math.ceil(ids.length / 2)
      return (await readSome(run, place, ids.slice(0, half))) + (await readSome(run, place, ids.slice(half)))
    }
    place.notes.push(oddWords(kind, ids))
    return 0
  }
}

/** Ours that the store did not show, and that it says it does not have. */
async function removeGone(run: Run, place: Place, shown: Set<number>, begunAt: string): Promise<number> {
  const { connection, context } = run
  const { companyId, work } = context
  const kind = singular[place.kind]
  let gone = 0
  for (let after = '-1'; ; ) {
    const page = await work((db) => storedIds(db, companyId, kind, { after, begunAt, since: run.ordersSince }))
    const last = page.at(-1)
    if (last === undefined) return gone
    after = last
    const doubtful = page.filter((id) => !shown.has(Number(id)))
    for (let first = 0; first < doubtful.length; first += 100) {
      const ids = doubtful.slice(first, first + 100)
      const variables = { ids: ids.map((id) => gidOf(kind, id)) }
      const question = { operation: `Look for deleted ${place.kind}`, query: presentQuery, variables, shape: Present }
      const { nodes } = (await askShopify(connection, context, question)).data
      // An answer of another length says nothing about the single ids.
      const missing = nodes.length === ids.length ? ids.filter((_, at) => nodes[at] === null) : []
      if (missing.length === 0) continue
      await saveStep(run, place, { done: 0, total: null }, async (db) => {
        await lockRevenue(db, companyId)
        await removeStored(db, companyId, kind, missing)
      })
      gone += missing.length
    }
  }
}
