import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { markSeen, mergeCustomers, mergeOrders, mergeProducts } from '../../../revenue/public.ts'
import { ServiceError, unreadableText } from '../../calls/service-error.ts'
import { holdRun } from '../../sync-runs.queries.ts'
import type { OptionalField } from '../optional-fields.ts'
import { allCustomers, allOrders, allProducts } from '../shopify-documents.ts'
import { BareOrder, BareProduct, Customer, Line, Variant } from '../shopify-shapes.ts'
import { type Kind, singular } from '../shopify-topics.ts'
import { customerState, numberOf, orderState, productState } from '../states.ts'
import {
  type BulkReading,
  type BulkResult,
  type Family,
  familiesOf,
  finishedBulk,
  ResultGone,
  startBulk,
} from './bulk-read.ts'
import { keep } from './read-records.ts'
import { type Place, type Run, saveStep, sourceOf } from './sync-run.ts'
import { readByIds, settleUnseen } from './unseen-records.ts'

/** Few enough that one statement is quick, and many enough that it is worth the round trip. */
const batchSize = 1_000

const Lines = z.array(Line)
const Variants = z.array(Variant)

/**
 * Reads all records of a kind by a bulk operation, from the place where an interrupted run stopped, and deletes records that the shop no longer
 * has. What only the answer lacks is read by its id, and `place.notes` says so.
 * @returns how many there are
 */
export async function readAll(run: Run, place: Place): Promise<number> {
  const { connection, context } = run
  const { kind } = place
  let ended: MissingRecords | undefined
  for (let tries = 0; tries < 3; tries += 1) {
    const bulk = place.bulk ?? (await begin(run, place))
    const watch = () => context.work((db) => holdRun(db, context.companyId, run.id))
    const finished = await finishedBulk(connection, context, bulk, watch)
    if (finished === 'denied') withholdMore(run, kind)
    else if (finished) {
      const read = await store(run, { ...place, bulk }, bulk, finished).catch(unlessGone)
      ended = read && missingRecordsOf(read, finished)
      if (read && !ended) {
        await finish(run, { ...place, bulk }, bulk, finished, place)
        return read.records
      }
    }
    place.bulk = null
    place.lines = 0
  }
  if (ended) throw shortAnswer(kind, ended)
  throw new ServiceError(`Shopify did not finish reading ${kind}`, { isPassing: true })
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ResultGone)) throw error
}

type Read = { records: number; lines: number }
export type MissingRecords = { got: number; of: number }

/** A result can end cleanly and still lack its end, or repeat one record in the place of another; Shopify says how many it has written. */
export function missingRecordsOf({ records, lines }: Read, { total, objects }: BulkResult): MissingRecords | undefined {
  if (records < total) return { got: records, of: total }
  return lines < objects ? { got: lines, of: objects } : undefined
}

export const shortAnswer = (kind: Kind, { got, of }: MissingRecords): ServiceError =>
  new ServiceError(
    `Shopify's answer about ${kind} ended early: ${got.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} records`,
    {
      isPassing: true,
    },
  )

async function finish(run: Run, place: Place, bulk: BulkReading, finished: BulkResult, original: Place): Promise<void> {
  const { kind } = place
  const { gone, staying } = await settleUnseen(run, place, bulk.readAt)
  await readByIds(run, place, staying)
  if (gone > 0) original.notes.push(goneWords(kind, gone))
  if (staying.length > 0) original.notes.push(leftOutWords(kind, staying.length))
  await saveStep(run, place, { done: finished.total, total: finished.total }, async () => undefined)
  original.until[kind] = finished.createdAt
}

/** For the card. */
export const goneWords = (kind: Kind, count: number): string =>
  count === 1
    ? `1 ${singular[kind]} that the store has deleted is gone here, too`
    : `${count.toLocaleString('en-US')} ${kind} that the store has deleted are gone here, too`

const leftOutWords = (kind: Kind, count: number) =>
  `Shopify's answer did not show ${count.toLocaleString('en-US')} ${count === 1 ? singular[kind] : kind} that the store has: read one by one`

/** Personal data that an app needs approval for. Shopify does not say which field made a bulk operation fail, so all of them are left out. */
const personal: Record<Kind, OptionalField[]> = {
  orders: ['Order.email', 'Order.customer', 'LineItem.variant'],
  customers: ['Customer.firstName', 'Customer.lastName', 'Customer.defaultEmailAddress', 'Customer.amountSpent'],
  products: ['ProductVariant.inventoryQuantity', 'ProductVariant.inventoryItem'],
}

function withholdMore({ access }: Run, kind: Kind): void {
  const more = personal[kind].filter((field) => !access.withheld.has(field))
  if (more.length === 0)
    throw new ServiceError(`Shopify gives no access to ${kind}: the app lacks a permission that the sync needs`)
  for (const field of more) access.withheld.add(field)
}

/** The id of the operation is stored before its result is read, so a restarted run goes on with the same result. */
async function begin(run: Run, place: Place): Promise<BulkReading> {
  const queries = { orders: allOrders, customers: allCustomers, products: allProducts }
  const query = queries[place.kind](run.access.withheld)
  const bulk = await startBulk(run.connection, run.context, `Read all ${place.kind}`, query)
  if (bulk !== 'denied') {
    await saveStep(run, { ...place, bulk, lines: 0 }, { done: 0, total: null }, async () => undefined)
    return bulk
  }
  withholdMore(run, place.kind)
  return begin(run, place)
}

async function store(run: Run, place: Place, { readAt }: BulkReading, { url, total }: BulkResult): Promise<Read> {
  // Records that are stored already count, too. After a restart only the number of their lines is known.
  const read: Read = { records: 0, lines: 0 }
  const ids = new Set<unknown>()
  if (!url) return read
  let batch: Family[] = []
  let saving = Promise.resolve()
  // The next batch is read while this one is saved; they are saved in order.
  const flush = async () => {
    await saving
    const last = batch.at(-1)
    if (!last) return
    const { lines } = last
    const done = read.records
    const families = batch
    batch = []
    saving = saveStep(run, { ...place, lines }, { done: Math.min(done, total), total }, (db) =>
      keepFamilies(db, run, place, families, readAt),
    )
    saving.catch(() => undefined) // thrown where it is awaited
  }
  try {
    for await (const family of familiesOf(run.connection, run.context, url)) {
      run.context.signal.throwIfAborted()
      read.records = ids.add(family.node.id).size
      read.lines = family.lines
      if (family.lines <= place.lines) continue
      batch.push(family)
      if (batch.length >= batchSize) await flush()
    }
    await flush()
  } finally {
    // Waits for the save under way, so that another try goes on where this one stopped.
    await saving
  }
  return read
}

/** One record that cannot be read keeps no other from being stored: what is stored of it stays, and the card names it. */
async function keepFamilies(db: Db, run: Run, place: Place, families: Family[], readAt: string): Promise<void> {
  const { kind } = place
  const source = sourceOf(run)
  const unread: string[] = []
  const readable = <State>(read: (family: Family) => State): State[] =>
    families.flatMap((family) => {
      try {
        return [read(family)]
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error
        unread.push(numberOf(String(family.node.id)))
        return []
      }
    })
  if (kind === 'orders') {
    const orders = readable(({ node, children }) => orderState(BareOrder.parse(node), Lines.parse(children)))
    await keep(db, source, 'order', orders, mergeOrders, readAt)
  } else if (kind === 'customers') {
    const customers = readable(({ node }) => customerState(Customer.parse(node)))
    await keep(db, source, 'customer', customers, mergeCustomers, readAt)
  } else {
    const products = readable(({ node, children }) => productState(BareProduct.parse(node), Variants.parse(children)))
    await keep(db, source, 'product', products, mergeProducts, readAt)
  }
  if (unread.length === 0) return
  await markSeen(
    db,
    run.context.companyId,
    singular[kind],
    unread.filter((id) => /^\d{1,18}$/.test(id)),
    readAt,
  )
  place.notes.push(unreadableText(singular[kind], unread))
}
