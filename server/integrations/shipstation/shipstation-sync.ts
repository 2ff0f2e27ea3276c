/** Fetches the parcels of a company's orders. Each page is stored with how far it reaches, so an interrupted sync goes on from there. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { mergeParcels, mergeShipmentOrders, openParcels, saveParcelReach } from '../../revenue/public.ts'
import { ServiceError, unreadableText } from '../calls/service-error.ts'
import { connectionOf } from '../connection.ts'
import { markHealth } from '../health.ts'
import type { Connection } from '../provider.ts'
import type { SyncContext } from '../sync-context.ts'
import { endRun, holdRun, resumeRun, saveProgress } from '../sync-runs.queries.ts'
import { findStore } from './find-store.ts'
import { listCarriers } from './list-carriers.ts'
import { type Page, type PageRequest, readParcels, readShipmentOrders, readVoided, versionOf } from './parcel-pages.ts'
import { TooManyCalls } from './shipstation-call.ts'

/** A label may appear some time after the moment that it names. */
const overlapMs = 24 * 3_600_000
/** The age up to which a label can still be voided. */
const voidableMs = 60 * 24 * 3_600_000

const steps = ['orders', 'parcels', 'voided'] as const
/** `odd`: the ids of records that cannot be read. */
const Place = z.object({ step: z.enum(steps), done: z.int(), odd: z.array(z.string()).default([]) })
type Place = z.infer<typeof Place>

type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>

type Run = { id: string; connection: Connection; context: SyncContext; pause: Pause; storeId: number | null }

/**
 * Runs a sync, or goes on with one that was interrupted. @param pause waits as long as ShipStation asks
 * @throws {ServiceError} when it refuses, in words; a passing one leaves the run open
 * @throws {RunStopped} when somebody stopped it
 */
export async function syncShipments(
  context: SyncContext,
  runId: string,
  pause: Pause = (ms, signal) => wait(ms, undefined, { signal }),
): Promise<void> {
  const { companyId, work } = context
  const begunRun = await work((db) => resumeRun(db, companyId, runId))
  const connection = await connectionOf(context, 'shipstation')
  if (!connection) throw new ServiceError('No credentials are saved')
  const version = versionOf(connection)
  const begun = { id: runId, connection, context, pause }
  const { storeId, knownAs } = await patiently(begun, () => accountOf(connection, context))
  const reach = await work((db) => openParcels(db, companyId, { version, storeId, knownAs }))
  const run = { ...begun, storeId }
  let place: Place = Place.safeParse(begunRun.cursor).data ?? { step: 'orders', done: 0, odd: [] }
  for (const step of steps.slice(steps.indexOf(place.step))) {
    place = { ...place, step }
    if (step === 'orders' && version === 1) continue
    place.done = await take[step](run, place, reach)
  }
  await work(async (db) => {
    await markHealth(db, { companyId, name: 'shipstation' }, { ok: true })
    await holdRun(db, companyId, runId)
    const unread = place.odd.length > 0 ? [unreadableText('parcel', place.odd)] : []
    const message = [`${place.done.toLocaleString('en-US')} records read`, ...unread].join('. ')
    await endRun(db, companyId, runId, 'done', message)
  })
}

async function accountOf(connection: Connection, context: SyncContext) {
  if (versionOf(connection) === 2) return { storeId: null, knownAs: await listCarriers(connection, context) }
  const { store, ids } = await findStore(connection, context)
  return { storeId: store?.storeId ?? null, knownAs: ids }
}

type Reach = { parcelsUntil: string | null; ordersUntil: string | null }

/** A time in the future must not put the next sync behind what comes until then. */
const earlier = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? one : other)

const backFrom = (at: string | null, ms: number) => (at === null ? null : new Date(Date.parse(at) - ms).toISOString())

/** Each step begins a little before the point that it reached in the last sync. @returns how many records there are so far */
const take: Record<Place['step'], (run: Run, place: Place, reach: Reach) => Promise<number>> = {
  orders: (run, place, { ordersUntil }) =>
    readOnwards(
      run,
      place,
      backFrom(ordersUntil, overlapMs),
      readShipmentOrders,
      async (db, { rows, last }, readAt) => {
        await mergeShipmentOrders(db, run.context.companyId, rows)
        if (last) await saveParcelReach(db, run.context.companyId, 'orders', earlier(last, readAt))
      },
    ),
  parcels: (run, place, { parcelsUntil }) =>
    readOnwards(run, place, backFrom(parcelsUntil, overlapMs), readParcels, async (db, { rows, last }, readAt) => {
      await mergeParcels(db, run.context.companyId, rows, readAt)
      if (last) await saveParcelReach(db, run.context.companyId, 'parcels', earlier(last, readAt))
    }),
  voided: (run, place) =>
    readOnwards(run, place, backFrom(new Date().toISOString(), voidableMs), readVoided, (db, { rows }, readAt) =>
      mergeParcels(db, run.context.companyId, rows, readAt),
    ),
}

/**
 * Reads page after page. The next page begins at the time of the last row, not at a page number: when a row is deleted in between, numbered pages
 * would skip another row.
 */
async function readOnwards<Row>(
  run: Run,
  place: Place,
  since: string | null,
  read: (run: Run, query: PageRequest) => Promise<Page<Row>>,
  store: (db: Db, page: Page<Row>, readAt: string) => Promise<void>,
): Promise<number> {
  const { id, context } = run
  let query: PageRequest = { from: since, page: 1 }
  let count = 0
  let inList = 0 // of the list that begins at `asked.from`
  let least = 0 // the list that begins now has to have at least so many
  let before = ''
  for (;;) {
    context.signal.throwIfAborted()
    const readAt = new Date().toISOString()
    const page = await patiently(run, () => read(run, query))
    inList += page.count
    if (query.page > 1 && page.key === before) throw unfit('repeats a page')
    expectNext(page, query.page === 1 ? least : 0, inList)
    before = page.key
    place.odd = [...new Set([...place.odd, ...page.odd])]
    count += page.rows.length
    const done = place.done + count
    const total = place.done + Math.max(count, count - page.rows.length + page.total)
    await context.work(async (db) => {
      await holdRun(db, context.companyId, id)
      // What a page has left out shows only in the next one: until then the sync would begin before it again.
      await store(db, page.isLast ? page : { ...page, last: query.from }, readAt)
      const progress = { done, total, message: `Reading ${place.step}`, cursor: { ...place, done } }
      await saveProgress(db, context.companyId, id, progress)
    })
    if (page.isLast) return done
    const isOnward = page.last !== null && (query.from === null || Date.parse(page.last) > Date.parse(query.from))
    if (isOnward) {
      least = page.total - inList + page.atLast
      inList = 0
    }
    query = isOnward ? { from: page.last, page: 1 } : { ...query, page: query.page + 1 }
  }
}

/**
 * Refuses a page after which records would be missing: the sync would call itself done all the same.
 * @param least how many records this list has by what the one before it said
 * @param inList how many records of the list there are, with this page @throws {ServiceError}
 */
function expectNext({ count, total, isLast }: Page<unknown>, least: number, inList: number): void {
  const left = Math.max(least - total, isLast ? total - inList : 0)
  if (left > 0) throw unfit(`left out ${left} of ${Math.max(least, total).toLocaleString('en-US')} records`)
  if (!isLast && count === 0) throw unfit('answered with an empty page before the last one')
}

const unfit = (what: string) => new ServiceError(`ShipStation ${what}`, { isPassing: true })

/** Waits for the next minute of the quota as often as a slow account needs, but not for ever. */
async function patiently<T>({ context, pause }: Pick<Run, 'context' | 'pause'>, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof TooManyCalls) || tries >= 4) throw error
      await pause(error.waitMs, context.signal)
    }
  }
}
