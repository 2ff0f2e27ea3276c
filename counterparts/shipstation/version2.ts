import { randomUUID } from 'node:crypto'
import { isoOf } from '../shared/clock.ts'
import { type Answer, headerOf, isObject, jsonOf, type Request, type Route } from '../shared/exchange.ts'
import { isSame } from '../shared/grants.ts'
import type { WindowLimit } from '../shared/limits.ts'
import type { Order } from '../store/orders.ts'
import {
  addressOf,
  allCarriers,
  allParcels,
  dollars,
  orderNumberOf,
  ordersByUpdate,
  type Parcel,
  pageOf,
  parcelOf,
  type Ship,
  shipmentIdOf,
  skuOf,
  statusOf,
  titleOf,
} from './ship.ts'
import { events2, type Hooks2 } from './webhooks2.ts'

export type Version2 = {
  ship: Ship
  apiKey: string
  limit: WindowLimit
  hooks: Hooks2
  /** The number of answers that have status 200 but carry an error. */
  softErrors: number
}

const latest = Number.MAX_SAFE_INTEGER

/** api.shipstation.com/v2: one key, two hundred calls a minute. */
export function version2Routes(version: Version2): Route[] {
  const { ship, hooks } = version
  const at = (method: string, path: string, answer: (request: Request) => Answer) => ({
    method,
    path: `/v2/${path}`,
    answer: (request: Request) => guarded(version, request, answer),
  })
  return [
    at('GET', 'carriers', () => ({ body: { carriers: carriers(), request_id: randomUUID(), errors: [] } })),
    at('GET', 'warehouses', () => ({ body: { warehouses: [warehouse(ship)], total: 1, page: 1, pages: 1 } })),
    at('GET', 'shipments', (request) => shipments(ship, request)),
    at('GET', 'shipments/:id', (request) => shipment(ship, request)),
    at('GET', 'labels', (request) => labels(ship, request)),
    at('GET', 'tracking', (request) => tracking(ship, request)),
    at('GET', 'environment/webhooks', () => ({ body: hooks.list() })),
    at('POST', 'environment/webhooks', (request) => subscribe(hooks, request)),
    at('DELETE', 'environment/webhooks/:id', ({ params }) =>
      hooks.remove(params.id ?? '') ? { status: 204 } : wording2(404),
    ),
    // The keys are public, on the host of the sister product.
    {
      method: 'GET',
      path: '/jwks',
      answer: () => ({ headers: { 'cache-control': 'max-age=3600' }, body: hooks.jwks() }),
    },
  ]
}

function guarded(version: Version2, request: Request, answer: (request: Request) => Answer): Answer {
  const { apiKey, limit } = version
  if (!isSame(headerOf(request, 'api-key') ?? '', apiKey)) return wording2(401)
  const { isAllowed, reset } = limit.take()
  if (!isAllowed) return { ...wording2(429), headers: { 'retry-after': String(reset) } }
  const answered = answer(request)
  if (version.softErrors === 0 || !isObject(answered.body)) return answered
  version.softErrors -= 1
  const error = {
    error_source: 'carrier',
    error_type: 'business_rules',
    error_code: 'unspecified',
    message: 'The carrier did not answer',
  }
  return { ...answered, body: { ...answered.body, errors: [error] } }
}

type Problem = { source?: string; type: string; code: string; message: string }

/** A refusal of version 2. */
export function wording2(status: number, problem?: Problem): Answer {
  const problems: Record<number, Problem> = {
    401: { type: 'security', code: 'unauthorized', message: 'The API key is invalid.' },
    404: { type: 'validation', code: 'not_found', message: 'The requested resource was not found.' },
    429: { type: 'integrations', code: 'rate_limit_exceeded', message: 'Too many requests.' },
  }
  const otherwise: Problem =
    status < 500
      ? { type: 'validation', code: 'invalid_request', message: 'The request is invalid.' }
      : { type: 'system', code: 'unspecified', message: 'An unexpected error occurred.' }
  const { source, type, code, message } = problem ?? problems[status] ?? otherwise
  const error = { error_source: source ?? 'shipstation', error_type: type, error_code: code, message }
  return { status, body: { request_id: randomUUID(), errors: [error] } }
}

const invalid = (message: string) => wording2(400, { type: 'validation', code: 'invalid_field_value', message })

const carriers = () =>
  allCarriers.map(({ id, code, name, service }) => ({
    carrier_id: id,
    carrier_code: code,
    friendly_name: name,
    account_number: `account-${id}`,
    primary: id === 'se-100001',
    services: [{ carrier_id: id, carrier_code: code, service_code: service, name: service.replaceAll('_', ' ') }],
  }))

const warehouse = ({ store }: Ship) => ({
  warehouse_id: 'se-200001',
  name: 'Main warehouse',
  is_default: true,
  created_at: isoOf(store.source.calendar.end - 730 * 86_400),
})

type Page = { page: number; size: number }

function paging({ query }: Request): Page | undefined {
  const page = Number(query.get('page') ?? 1)
  const size = Number(query.get('page_size') ?? 25)
  return Number.isInteger(page) && page >= 1 && Number.isInteger(size) && size >= 1 && size <= 500
    ? { page, size }
    : undefined
}

/** One page with the links to the other pages. */
function paged<T>(request: Request, name: string, rows: T[], objectOf: (row: T) => object): Answer {
  const wanted = paging(request)
  if (!wanted) return invalid('page and page_size must be whole numbers; page_size is at most 500')
  const { page, size } = wanted
  const { shown, total } = pageOf(rows, page, size)
  const pages = Math.ceil(total / size)
  const link = (to: number) => {
    const query = new URLSearchParams(request.query)
    query.set('page', String(to))
    return { href: `${request.origin}${request.path}?${query}` }
  }
  const links = {
    first: link(1),
    last: link(Math.max(1, pages)),
    prev: page > 1 ? link(page - 1) : {},
    next: page < pages ? link(page + 1) : {},
  }
  return { body: { [name]: shown.map(objectOf), total, page, pages, links } }
}

const timeOf = (text: string | null, otherwise: number) =>
  text === null ? otherwise : Math.floor(Date.parse(text) / 1000)

function shipments(ship: Ship, request: Request): Answer {
  const { query } = request
  const [from, to] = [timeOf(query.get('modified_at_start'), 0), timeOf(query.get('modified_at_end'), latest)]
  if (Number.isNaN(from) || Number.isNaN(to))
    return invalid('modified_at_start and modified_at_end must be ISO 8601 times')
  const status = query.get('shipment_status')
  const rows = [...ordersByUpdate(ship, from, to)].filter((order) => !status || shipmentStatus(order) === status)
  if (query.get('sort_dir') !== 'asc') rows.reverse()
  return paged(request, 'shipments', rows, (order) => shipmentObject(ship, order))
}

function shipment(ship: Ship, { params }: Request): Answer {
  const index = Number((params.id ?? '').replace('se-', '')) - shipmentIdOf(0)
  const order = ship.store.order(index)
  return order && !order.isTest ? { body: shipmentObject(ship, order) } : wording2(404)
}

function shipmentStatus(order: Order): string {
  const status = statusOf(order)
  if (status === 'shipped') return 'label_purchased'
  return status === 'cancelled' ? 'cancelled' : 'pending'
}

function shipmentObject(ship: Ship, order: Order) {
  const parcel = parcelOf(ship, order)
  const currency = ship.store.currency.code.toLowerCase()
  return {
    shipment_id: `se-${shipmentIdOf(order.index)}`,
    external_shipment_id: String(5_000_000_001 + order.index),
    shipment_number: orderNumberOf(order.index),
    carrier_id: parcel?.carrier.id ?? null,
    service_code: parcel?.carrier.service ?? null,
    shipment_status: shipmentStatus(order),
    ship_date: isoOf(parcel?.shippedAt ?? order.createdAt),
    created_at: isoOf(order.createdAt),
    modified_at: isoOf(order.updatedAt),
    ship_to: { name: addressOf(ship, order).name, email: addressOf(ship, order).email, country_code: 'US' },
    warehouse_id: 'se-200001',
    items: order.lines.map((each) => ({
      sku: skuOf(ship, each),
      name: titleOf(ship, each),
      quantity: each.quantity,
      unit_price: dollars(ship, each.price),
    })),
    amount_paid: { currency, amount: dollars(ship, order.received) },
    tax_paid: { currency, amount: dollars(ship, order.tax) },
    shipping_paid: { currency, amount: dollars(ship, order.shipping) },
  }
}

function labels(ship: Ship, request: Request): Answer {
  const { query } = request
  const [from, to] = [timeOf(query.get('created_at_start'), 0), timeOf(query.get('created_at_end'), latest)]
  if (Number.isNaN(from) || Number.isNaN(to))
    return invalid('created_at_start and created_at_end must be ISO 8601 times')
  const status = query.get('label_status')
  const rows = allParcels(ship)
    .map(({ parcel }) => parcel)
    .filter(
      (parcel) => parcel.shippedAt >= from && parcel.shippedAt <= to && (!status || labelStatus(parcel) === status),
    )
  if (query.get('sort_dir') !== 'asc') rows.reverse()
  return paged(request, 'labels', rows, (parcel) => labelObject(parcel))
}

const labelStatus = ({ voidedAt }: Parcel) => (voidedAt === null ? 'completed' : 'voided')

function labelObject(parcel: Parcel) {
  const { id, index, shippedAt, carrier, trackingNumber, cost, voidedAt } = parcel
  return {
    label_id: `se-${id - 300_000_000}`,
    status: labelStatus(parcel),
    shipment_id: `se-${shipmentIdOf(index)}`,
    ship_date: isoOf(shippedAt),
    created_at: isoOf(shippedAt),
    shipment_cost: { currency: 'usd', amount: cost / 100 },
    tracking_number: trackingNumber,
    is_return_label: false,
    carrier_id: carrier.id,
    carrier_code: carrier.code,
    service_code: carrier.service,
    voided: voidedAt !== null,
    voided_at: voidedAt === null ? null : isoOf(voidedAt),
    tracking_status: 'in_transit',
    ...parcel.facts,
  }
}

function tracking(ship: Ship, { query }: Request): Answer {
  const number = query.get('tracking_number')
  const carrier = query.get('carrier_code')
  if (!number || !carrier) return invalid('tracking_number and carrier_code are required')
  const order = ship.store.order(Number(number.slice(5)) - 1_000_000_000)
  const parcel = order && parcelOf(ship, order)
  if (parcel?.trackingNumber !== number || parcel.carrier.code !== carrier) return wording2(404)
  return { body: trackingObject(ship, parcel) }
}

/** On its way for three days, then delivered. */
export function trackingObject({ clock }: Ship, { shippedAt, trackingNumber, carrier }: Parcel) {
  const isDelivered = clock.seconds() - shippedAt > 3 * 86_400
  const event = (at: number, code: string, description: string) => ({
    occurred_at: isoOf(at),
    event_code: code,
    description,
  })
  const events = [event(shippedAt, 'AC', 'Accepted by the carrier')]
  if (isDelivered) events.unshift(event(shippedAt + 3 * 86_400, 'DE', 'Delivered'))
  return {
    tracking_number: trackingNumber,
    carrier_code: carrier.code,
    status_code: isDelivered ? 'DE' : 'IT',
    status_description: isDelivered ? 'Delivered' : 'In Transit',
    ship_date: isoOf(shippedAt),
    estimated_delivery_date: isoOf(shippedAt + 3 * 86_400),
    actual_delivery_date: isDelivered ? isoOf(shippedAt + 3 * 86_400) : null,
    events,
  }
}

function subscribe(hooks: Hooks2, request: Request): Answer {
  const body = jsonOf(request)
  if (!isObject(body) || typeof body.url !== 'string' || !URL.canParse(body.url)) return invalid('url is required')
  if (!events2.some((event) => event === body.event)) return invalid(`event must be one of ${events2.join(', ')}`)
  return { body: hooks.subscribe(String(body.event), body.url) }
}
