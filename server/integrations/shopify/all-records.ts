import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { mergeCustomers, mergeOrders, mergeProducts, removeUnseen, saveReach } from '../../revenue/public.ts'
import { ServiceError } from '../service-error.ts'
import { holdRun } from '../sync-runs.queries.ts'
import { type BulkReading, type Family, familiesOf, finishedBulk, startBulk } from './bulk-read.ts'
import { allCustomers, allOrders, allProducts } from './shopify-documents.ts'
import { BareOrder, BareProduct, Customer, Line, Variant } from './shopify-shapes.ts'
import { customerState, orderState, productState } from './states.ts'
import { type Kind, mayReadCustomers, type Place, type Run, saveStep } from './sync-run.ts'

/** Few enough that one statement is quick, and many enough that it is worth the round trip. */
const batchSize = 1_000

const Lines = z.array(Line)
const Variants = z.array(Variant)

const singular = { orders: 'order', customers: 'customer', products: 'product' } as const

/**
 * Reads all records of a kind by a bulk operation, from the place where an interrupted run stopped, and deletes records that the shop no longer
 * has. @returns how many there are
 */
export async function readAll(run: Run, place: Place): Promise<number> {
  const { connection, context } = run
  const { kind } = place
  for (let tries = 0; tries < 3; tries += 1) {
    const bulk = place.bulk ?? (await begin(run, place))
    const watch = () => context.work((db) => holdRun(db, context.companyId, run.id))
    const finished = await finishedBulk(connection, context, bulk, watch)
    if (finished) {
      const count = finished.url ? await store(run, { ...place, bulk }, bulk, finished) : 0
      await saveStep(run, { ...place, bulk }, { done: count, total: finished.total }, async (db) => {
        const since = kind === 'orders' ? run.store.ordersSince : null
        await removeUnseen(db, context.companyId, singular[kind], bulk.readAt, since)
        if (kind !== 'products') await saveReach(db, context.companyId, kind, finished.createdAt)
      })
      return count
    }
    place.bulk = null
    place.lines = 0
  }
  throw new ServiceError(`Shopify did not finish reading ${kind}`, { isPassing: true })
}

/** The id of the operation is stored before its result is read, so a restarted run goes on with the same result. */
async function begin(run: Run, place: Place): Promise<BulkReading> {
  const queries = { orders: allOrders(mayReadCustomers(run.scopes)), customers: allCustomers, products: allProducts }
  const bulk = await startBulk(run.connection, run.context, `Read all ${place.kind}`, queries[place.kind])
  await saveStep(run, { ...place, bulk, lines: 0 }, { done: 0, total: null }, async () => undefined)
  return bulk
}

async function store(
  run: Run,
  place: Place,
  { readAt }: BulkReading,
  { url, total }: { url: string | null; total: number },
): Promise<number> {
  const { connection, context } = run
  // Records that are stored already count as done. After a restart only the number of their lines is known.
  let done = 0
  let batch: Family[] = []
  let saving = Promise.resolve()
  // The next batch is read while this one is saved; they are saved in order.
  const flush = async () => {
    await saving
    const last = batch.at(-1)
    if (!last) return
    done += batch.length
    const { lines } = last
    const families = batch
    batch = []
    saving = saveStep(run, { ...place, lines }, { done: Math.min(done, total), total }, (db) =>
      keep(db, context.companyId, place.kind, families, readAt),
    )
    saving.catch(() => undefined) // thrown where it is awaited
  }
  try {
    for await (const family of familiesOf(connection, context, url as string, 0)) {
      context.signal.throwIfAborted()
      if (family.lines <= place.lines) {
        done += 1
        continue
      }
      batch.push(family)
      if (batch.length >= batchSize) await flush()
    }
    await flush()
  } finally {
    // Waits for the save under way, so that another try goes on where this one stopped.
    await saving
  }
  return done
}

function keep(db: Db, companyId: string, kind: Kind, families: Family[], readAt: string): Promise<void> {
  try {
    if (kind === 'orders') {
      const orders = families.map(({ node, children }) => orderState(BareOrder.parse(node), Lines.parse(children)))
      return mergeOrders(db, companyId, orders, readAt)
    }
    if (kind === 'customers') {
      const customers = families.map(({ node }) => customerState(Customer.parse(node)))
      return mergeCustomers(db, companyId, customers, readAt)
    }
    const products = families.map(({ node, children }) =>
      productState(BareProduct.parse(node), Variants.parse(children)),
    )
    return mergeProducts(db, companyId, products, readAt)
  } catch (error) {
    if (error instanceof z.ZodError) throw new ServiceError('Shopify answered in an unknown form')
    throw error
  }
}
