import { type Answer, basicOf, isObject, jsonOf, Refusal, type Request, type Route } from '../shared/exchange.ts'
import { isSame } from '../shared/grants.ts'
import type { WindowLimit } from '../shared/limits.ts'
import type { Order } from '../store/orders.ts'
import { fromPacific, pacific } from './pacific.ts'
import {
  addressOf,
  allParcels,
  dollars,
  orderIdOf,
  orderNumberOf,
  orderStatuses,
  ordersByUpdate,
  pageOf,
  parcelOf,
  type Ship,
  skuOf,
  statusOf,
  storeIdOf,
  titleOf,
} from './ship.ts'
import { events1, type Hooks1 } from './webhooks1.ts'

export type Keys1 = { apiKey: string; apiSecret: string; isExpired: boolean }
type Version1 = { ship: Ship; keys: Keys1; limit: WindowLimit; hooks: Hooks1 }

const latest = Number.MAX_SAFE_INTEGER

/** ssapi.shipstation.com: key and secret, forty calls a minute. */
export function version1Routes(version: Version1): Route[] {
  const at = (method: string, path: string, answer: (request: Request) => Answer) => ({
    method,
    path,
    answer: (request: Request) => guarded(version, request, answer),
  })
  return [
    at('GET', '/stores', () => ({ body: storesOf(version.ship) })),
    at('GET', '/orders', (request) => orders(version.ship, request)),
    at('GET', '/orders/:id', (request) => order(version.ship, request)),
    at('GET', '/shipments', (request) => shipments(version.ship, request)),
    at('GET', '/fulfillments', () => ({ body: { fulfillments: [], total: 0, page: 1, pages: 0 } })),
    at('GET', '/webhooks', () => ({ body: { webhooks: version.hooks.list() } })),
    at('POST', '/webhooks/subscribe', (request) => subscribe(version.hooks, request)),
    at('DELETE', '/webhooks/:id', ({ params }) => remove(version.hooks, params.id ?? '')),
  ]
}

function guarded({ keys, limit }: Version1, request: Request, answer: (request: Request) => Answer): Answer {
  const credentials = basicOf(request)
  const isKnown = credentials && isSame(credentials.name, keys.apiKey) && isSame(credentials.password, keys.apiSecret)
  if (!isKnown || keys.isExpired) return { status: 401, headers: { 'www-authenticate': 'Basic realm="ShipStation"' } }
  const { isAllowed, remaining, reset } = limit.take()
  const headers = {
    'x-rate-limit-limit': String(limit.limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(reset),
  }
  if (!isAllowed) return { ...wording1(429), headers }
  const answered = answer(request)
  return { ...answered, headers: { ...headers, ...answered.headers } }
}

/** A refusal of version 1. */
export function wording1(status: number): Answer {
  if (status === 401) return { status }
  if (status === 429) return { status, headers: { 'content-type': 'text/plain' }, body: 'Too Many Requests' }
  const texts: Record<number, string> = {
    404: 'No HTTP resource was found that matches the request URI.',
    413: 'Request Entity Too Large',
  }
  return {
    status,
    body: { Message: texts[status] ?? (status < 500 ? 'The request is invalid.' : 'An error has occurred.') },
  }
}

function refuse(text: string): never {
  throw new Refusal({ status: 400, body: { Message: 'The request is invalid.', ModelState: { request: [text] } } })
}

function paging({ query }: Request): { page: number; size: number } {
  const page = Number(query.get('page') ?? 1)
  const size = Number(query.get('pageSize') ?? 100)
  if (!Number.isInteger(page) || page < 1) refuse('page must be 1 or more')
  if (!Number.isInteger(size) || size < 1 || size > 500) refuse('pageSize must be between 1 and 500')
  return { page, size }
}

function time({ query }: Request, name: string, otherwise: number): number {
  const text = query.get(name)
  if (text === null) return otherwise
  return fromPacific(text) ?? refuse(`The value '${text}' is not valid for ${name}.`)
}

const storesOf = (ship: Ship) => [
  storeOf(ship),
  ...ship.otherStores.map(({ storeId, storeName }) => ({ ...storeOf(ship), storeId, storeName })),
]

function storeOf({ storeId, store, clock }: Ship) {
  return {
    storeId,
    storeName: 'North Supply',
    marketplaceId: 2,
    marketplaceName: 'Shopify',
    accountName: null,
    email: null,
    integrationUrl: 'https://north-supply.myshopify.com',
    active: true,
    companyName: 'North Supply',
    phone: '',
    publicEmail: '',
    website: '',
    refreshDate: pacific(clock.seconds()),
    lastRefreshAttempt: pacific(clock.seconds()),
    createDate: pacific(store.source.calendar.end - 730 * 86_400),
    modifyDate: pacific(store.source.calendar.end),
    autoRefresh: true,
    statusMappings: null,
  }
}

function orders(ship: Ship, request: Request): Answer {
  const { page, size } = paging(request)
  const { query } = request
  const status = query.get('orderStatus')
  if (status && !orderStatuses.includes(status)) refuse(`The value '${status}' is not valid for orderStatus.`)
  const [from, to] = [time(request, 'modifyDateStart', 0), time(request, 'modifyDateEnd', latest)]
  const [madeFrom, madeTo] = [time(request, 'createDateStart', 0), time(request, 'createDateEnd', latest)]
  const storeId = query.get('storeId')
  const found = [...ordersByUpdate(ship, from, to)].filter(
    (each) =>
      (!status || statusOf(each) === status) &&
      (!storeId || Number(storeId) === storeIdOf(ship, each.index)) &&
      (!query.get('orderNumber') || orderNumberOf(each.index).startsWith(query.get('orderNumber') ?? '')) &&
      each.createdAt >= madeFrom &&
      each.createdAt <= madeTo,
  )
  if (query.get('sortBy') === 'OrderDate' || query.get('sortBy') === 'CreateDate')
    found.sort((a, b) => a.index - b.index)
  if (query.get('sortDir')?.toUpperCase() === 'DESC') found.reverse()
  const { shown, total } = pageOf(found, page, size)
  return { body: { orders: shown.map((each) => orderObject(ship, each)), total, page, pages: Math.ceil(total / size) } }
}

function order(ship: Ship, { params }: Request): Answer {
  const found = ship.store.order(Number(params.id) - orderIdOf(0))
  return found && !found.isTest ? { body: orderObject(ship, found) } : wording1(404)
}

export function orderObject(ship: Ship, order: Order) {
  const { name, email } = addressOf(ship, order)
  const parcel = parcelOf(ship, order)
  return {
    orderId: orderIdOf(order.index),
    orderNumber: orderNumberOf(order.index),
    orderKey: String(5_000_000_001 + order.index),
    orderDate: pacific(order.createdAt),
    createDate: pacific(order.createdAt),
    modifyDate: pacific(order.updatedAt),
    paymentDate: order.received > 0 ? pacific(order.createdAt) : null,
    shipDate: parcel ? pacific(parcel.shippedAt).slice(0, 10) : null,
    orderStatus: statusOf(order),
    customerId: order.customer === null ? null : 9_000_001 + order.customer,
    customerUsername: email,
    customerEmail: email,
    billTo: { name, street1: null, city: null, state: null, postalCode: null, country: 'US' },
    shipTo: { name, street1: '1 Market Street', city: 'Springfield', state: 'OR', postalCode: '97477', country: 'US' },
    items: order.lines.map((each, line) => ({
      orderItemId: orderIdOf(order.index) * 10 + line,
      lineItemKey: String(12_000_000_001 + order.index * 10 + line),
      sku: skuOf(ship, each),
      name: titleOf(ship, each),
      quantity: each.quantity,
      unitPrice: dollars(ship, each.price),
    })),
    orderTotal: dollars(ship, order.total),
    amountPaid: dollars(ship, order.received),
    taxAmount: dollars(ship, order.tax),
    shippingAmount: dollars(ship, order.shipping),
    carrierCode: parcel?.carrier.code ?? null,
    serviceCode: parcel?.carrier.service ?? null,
    advancedOptions: { storeId: ship.storeId, source: 'web' },
  }
}

function shipments(ship: Ship, request: Request): Answer {
  const { page, size } = paging(request)
  const [from, to] = [time(request, 'createDateStart', 0), time(request, 'createDateEnd', latest)]
  const isAboutVoids = request.query.has('voidDateStart') || request.query.has('voidDateEnd')
  const [voidFrom, voidTo] = [time(request, 'voidDateStart', 0), time(request, 'voidDateEnd', latest)]
  const wantsItems = request.query.get('includeShipmentItems') === 'true'
  const orderNumber = request.query.get('orderNumber')
  const storeId = request.query.get('storeId')
  const sortBy = request.query.get('sortBy') ?? 'ShipDate'
  if (sortBy !== 'ShipDate' && sortBy !== 'CreateDate') refuse(`The value '${sortBy}' is not valid for sortBy.`)
  const found = allParcels(ship).filter(
    ({ order: each, parcel: { shippedAt, voidedAt } }) =>
      shippedAt >= from &&
      shippedAt <= to &&
      (!isAboutVoids || (voidedAt !== null && voidedAt >= voidFrom && voidedAt <= voidTo)) &&
      (!orderNumber || orderNumberOf(each.index) === orderNumber) &&
      (!storeId || Number(storeId) === storeIdOf(ship, each.index)),
  )
  if (request.query.get('sortDir')?.toUpperCase() === 'DESC') found.reverse()
  const { shown, total } = pageOf(found, page, size)
  const body = ship.parcels.shownOf(shown).map(({ order: each, parcel }) => ({
    shipmentId: parcel.id,
    orderId: orderIdOf(each.index),
    orderNumber: orderNumberOf(each.index),
    orderKey: String(5_000_000_001 + each.index),
    customerEmail: addressOf(ship, each).email,
    createDate: pacific(parcel.shippedAt),
    shipDate: pacific(parcel.shippedAt).slice(0, 10),
    shipmentCost: parcel.cost / 100,
    insuranceCost: 0,
    trackingNumber: parcel.trackingNumber,
    isReturnLabel: false,
    carrierCode: parcel.carrier.code,
    serviceCode: parcel.carrier.service,
    voided: parcel.voidedAt !== null,
    voidDate: parcel.voidedAt === null ? null : pacific(parcel.voidedAt),
    shipTo: { name: addressOf(ship, each).name, country: 'US' },
    shipmentItems: wantsItems
      ? each.lines.map((line) => ({
          sku: skuOf(ship, line),
          name: titleOf(ship, line),
          quantity: line.quantity,
        }))
      : null,
    ...parcel.facts,
  }))
  return { body: { shipments: body, total, page, pages: Math.ceil(total / size) } }
}

function subscribe(hooks: Hooks1, request: Request): Answer {
  const body = jsonOf(request)
  if (!isObject(body) || typeof body.target_url !== 'string' || !URL.canParse(body.target_url))
    return refuse('target_url is required')
  if (!events1.some((event) => event === body.event)) return refuse(`event must be one of ${events1.join(', ')}`)
  const id = hooks.subscribe(
    String(body.event),
    body.target_url,
    typeof body.store_id === 'number' ? body.store_id : null,
  )
  return { status: 201, body: { id } }
}

const remove = (hooks: Hooks1, id: string): Answer => (hooks.remove(Number(id)) ? { status: 204 } : wording1(404))
