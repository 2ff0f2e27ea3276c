/**
 * Fetches the data of a shop: everything the first time, then the changes. It subscribes to webhooks first, then reads, then reads what changed
 * meanwhile; only then the data are complete. Each step saves its data and its position together.
 */
import { finishReading, getReach, keepSales, noteForeignOrders, saveReach, saveStore } from '../../revenue/public.ts'
import { ServiceError } from '../calls/service-error.ts'
import { connectionOf } from '../connection.ts'
import { markHealth } from '../health.ts'
import { markIntegration } from '../integrations.queries.ts'
import type { Connection } from '../provider.ts'
import type { SyncContext } from '../sync-context.ts'
import { endRun, holdRun, resumeRun } from '../sync-runs.queries.ts'
import { readAll } from './reading/all-records.ts'
import { readChanged } from './reading/changed-records.ts'
import { compareIds } from './reading/compare-ids.ts'
import { firstPlace, Place, passes, type Run, saveStep } from './reading/sync-run.ts'
import { deniedWords, readShop, withheldWords } from './shopify-access.ts'
import { settleSubscriptions } from './shopify-subscriptions.ts'
import { kinds } from './shopify-topics.ts'

/**
 * Runs a sync, or goes on with one that was interrupted. @returns what it found, in words
 * @throws {ServiceError} when Shopify refuses; a passing one leaves the run open, so that another try goes on
 * @throws {RunStopped} when somebody stopped it
 */
export async function syncStore(context: SyncContext, runId: string): Promise<string> {
  const { companyId, work } = context
  const begunRun = await work((db) => resumeRun(db, companyId, runId))
  const connection = await connectionOf(context, 'shopify')
  if (!connection) throw new ServiceError('No credentials are saved')
  const { run, warnings, reach, lostWebhooks } = await prepare(context, connection, runId, begunRun.kind)
  const comparing = (begunRun.kind === 'comparison' || lostWebhooks) && reach?.ordersUntil != null
  let place: Place = Place.safeParse(begunRun.cursor).data ?? firstPlace()
  for (const { pass, kind } of stepsFrom(place)) {
    if (place.pass !== pass || place.kind !== kind) place = { ...place, pass, kind, bulk: null, lines: 0 }
    if (run.access.denied[kind] || (pass === 'compare' && !comparing)) continue
    const count = await take(run, place)
    place = { ...place, before: place.before + count, bulk: null, lines: 0 }
    await saveStep(run, place, { done: 0, total: null }, async () => undefined)
  }
  return end(run, place, warnings)
}

/** The steps that are left. */
function stepsFrom(place: Place) {
  const steps = passes.flatMap((pass) => kinds.map((kind) => ({ pass, kind })))
  return steps.slice(steps.findIndex(({ pass, kind }) => pass === place.pass && kind === place.kind))
}

/** Asks what the shop is and lets us read, and subscribes to its webhooks, before anything is read. */
async function prepare(context: SyncContext, connection: Connection, id: string, readingKind: string) {
  const { companyId, work } = context
  const { shop, missing, access, warning } = await readShop(connection, context)
  const isLimited = missing.includes('read_all_orders')
  const { missing: lost, refusal } = await settleSubscriptions(connection, context, access)
  const { name, myshopifyDomain: domain, currencyCode: currency, ianaTimezone: timeZone } = shop
  const ordersSince = isLimited ? new Date(Date.now() - limitDays * 86_400_000).toISOString() : null
  const reach = await work(async (db) => {
    await markIntegration(db, companyId, 'shopify', { missingScopes: [...missing, ...withheldWords(access)] })
    await holdRun(db, companyId, id)
    const facts = { domain, name, currency, timeZone, ordersSince, withheld: [...access.withheld] }
    await saveStore(db, companyId, { ...facts, mustReadAll: readingKind === 'everything' })
    return getReach(db, companyId)
  })
  const limited = isLimited ? ['Only orders of the last 60 days: the app lacks the permission read_all_orders'] : []
  const run: Run = { id, connection, context, access, ordersSince }
  return { run, reach, lostWebhooks: lost > 0, warnings: [...limited, ...warning, ...(refusal ? [refusal] : [])] }
}

/** Without read_all_orders Shopify hides orders older than this, and says nothing. */
const limitDays = 60

/** Does the step of a place. @returns how many records were read for the first time */
async function take(run: Run, place: Place): Promise<number> {
  const { pass, kind } = place
  if (pass === 'compare') {
    await compareIds(run, place)
    return 0
  }
  const { companyId, work } = run.context
  const reach = await work((db) => getReach(db, companyId))
  const until = kind === 'products' ? null : (reach?.[`${kind}Until`] ?? null)
  if (pass === 'read') {
    const isWhole = place.bulk !== null || until === null || reach?.mustReadAll
    if (isWhole) return readAll(run, place)
    return (await readChanged(run, place, kind, until, true)).count
  }
  const since = place.until[kind] ?? until
  if (since === null) return 0
  const { last } = await readChanged(run, place, kind, since, until !== null)
  place.until[kind] = last
  return 0
}

async function end(run: Run, place: Place, warnings: string[]): Promise<string> {
  const { id, context, access } = run
  const { companyId, work } = context
  const isWhole = kinds.every((kind) => !access.denied[kind] || kind === 'customers')
  await work(async (db) => {
    await holdRun(db, companyId, id)
    for (const kind of ['orders', 'customers'] as const) {
      const until = place.until[kind]
      if (until && !access.denied[kind]) await saveReach(db, companyId, kind, until)
    }
    if (isWhole) await finishReading(db, companyId)
  })
  const foreign = await work(async (db) => {
    await keepSales(db, companyId)
    return noteForeignOrders(db, companyId)
  })
  if (!isWhole) throw new ServiceError(deniedWords(access.denied))
  const unread = withheldWords(access)
  const notRead = unread.length > 0 ? [`Shopify does not let this app read: ${unread.join(', ')}`] : []
  const message = [
    `${place.before.toLocaleString('en-US')} records read`,
    ...place.notes,
    ...otherCurrency(foreign),
    ...notRead,
    ...warnings,
  ].join('. ')
  await work(async (db) => {
    // Lock the connection before the run: a change that stops a run takes them in this order too.
    await markHealth(db, { companyId, name: 'shopify' }, { ok: true })
    await holdRun(db, companyId, id)
    await endRun(db, companyId, id, 'done', message)
  })
  return message
}

const otherCurrency = (count: number): string[] =>
  count > 0
    ? [
        count === 1
          ? '1 order is in another currency than the store, and is added up as it is'
          : `${count.toLocaleString('en-US')} orders are in another currency than the store, and are added up as they are`,
      ]
    : []
