/** Fetches the data of a shop: everything the first time, then the changes. Each step saves its data and its position together. */
import { getReach, keepSales, saveStore } from '../../revenue/public.ts'
import { connectionOf } from '../connection.ts'
import { markHealth } from '../health.ts'
import type { Connection } from '../provider.ts'
import { ServiceError } from '../service-error.ts'
import type { SyncContext } from '../sync-context.ts'
import { endRun, holdRun, resumeRun } from '../sync-runs.queries.ts'
import { readAll } from './all-records.ts'
import { readChanged } from './changed-records.ts'
import { askShopify, shopifyVersion } from './shopify-call.ts'
import { shopQuery } from './shopify-documents.ts'
import { Shop } from './shopify-shapes.ts'
import { kinds, mayReadCustomers, Place } from './sync-run.ts'

/**
 * Runs a sync, or goes on with one that was interrupted. @returns what it found, in words
 * @throws {ServiceError} when Shopify refuses; a passing one leaves the run open, so that another try goes on
 * @throws {RunStopped} when somebody stopped it
 */
export async function syncStore(context: SyncContext, runId: string): Promise<string> {
  const { companyId, work } = context
  const found = await work((db) => resumeRun(db, companyId, runId))
  const connection = await connectionOf(context, 'shopify')
  if (!connection) throw new ServiceError('No credentials are saved')
  const { store, scopes, warning } = await readShop(connection, context)
  const reach = await work(async (db) => {
    await holdRun(db, companyId, runId)
    await saveStore(db, companyId, { ...store, mayReadCustomers: mayReadCustomers(scopes) })
    return getReach(db, companyId)
  })
  const run = { id: runId, connection, context, store, scopes }
  let place: Place = Place.safeParse(found.cursor).data ?? { kind: 'orders', bulk: null, lines: 0, before: 0 }
  for (const kind of kinds.slice(kinds.indexOf(place.kind))) {
    if (place.kind !== kind) place = { kind, bulk: null, lines: 0, before: place.before }
    const until = { orders: reach?.ordersUntil, customers: reach?.customersUntil, products: null }[kind] ?? null
    if (kind === 'customers' && !mayReadCustomers(scopes)) continue
    const isContinued = place.bulk !== null
    const count: number =
      until === null || isContinued
        ? await readAll(run, place)
        : await readChanged(run, place, kind as 'orders' | 'customers', until)
    place = { ...place, before: place.before + count, bulk: null, lines: 0 }
  }
  await work((db) => keepSales(db, companyId))
  const message = [`${place.before.toLocaleString('en-US')} records read`, ...warning].join('. ')
  await work(async (db) => {
    // Lock the connection before the run: a change that stops a run takes them in this order too.
    await markHealth(db, { companyId, name: 'shopify' }, { ok: true })
    await holdRun(db, companyId, runId)
    await endRun(db, companyId, runId, 'done', message)
  })
  return message
}

const limitDays = 60

/** Without read_all_orders Shopify hides orders older than 60 days, and says nothing. */
async function readShop(connection: Connection, context: SyncContext) {
  const question = { operation: 'Read the shop', query: shopQuery, shape: Shop }
  const { data, version } = await askShopify(connection, context, question)
  const scopes = new Set(data.currentAppInstallation.accessScopes.map(({ handle }) => handle))
  const isLimited = !scopes.has('read_all_orders')
  const since = new Date(Date.now() - limitDays * 86_400_000).toISOString()
  const { name, myshopifyDomain: domain, currencyCode: currency, ianaTimezone: timeZone } = data.shop
  const warning = [
    ...(isLimited ? ['Only orders of the last 60 days: the app lacks the permission read_all_orders'] : []),
    ...(version && version !== shopifyVersion
      ? [`Shopify answered with version ${version} in place of ${shopifyVersion}: this program is too old for it`]
      : []),
  ]
  return { scopes, warning, store: { name, domain, currency, timeZone, ordersSince: isLimited ? since : null } }
}
