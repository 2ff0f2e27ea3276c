import { CalendarDay, Instant } from 'contract/calendar-day.ts'
import { clean, onOneLine } from 'contract/text.ts'
import { instantsOf, wallTimeOf } from 'contract/time-clock/zoned-time.ts'
import { z } from 'zod'
import { ParcelState, type ShipmentOrder } from '../../revenue/public.ts'
import { ServiceError } from '../calls/service-error.ts'
import type { Connection } from '../provider.ts'
import type { SyncContext } from '../sync-context.ts'
import { askShipstation, isVersion1 } from './shipstation-call.ts'

/** The lists of both versions, one page at a time, in the order in which they were made. */

/** `from`: an ISO time; null for everything. */
export type PageRequest = { from: string | null; page: number }

/**
 * `last`: the time of the last record, from which the next page may begin; `count`: how many records the page has, also those of which nothing is
 * kept; `odd`: the ids of those that cannot be read; `atLast`: how many have the time of the last; `key`: tells a page from the one before it.
 */
export type Page<Row> = {
  rows: Row[]
  odd: string[]
  last: string | null
  count: number
  atLast: number
  key: string
  total: number
  isLast: boolean
}

/** `storeId`: only the parcels of this store; null: of all. */
type Room = { connection: Connection; context: SyncContext; storeId: number | null }

export const versionOf = (connection: Connection): 1 | 2 => (isVersion1(connection) ? 1 : 2)

/** Parcels by the time when their labels were made, the oldest first. */
export const readParcels = (room: Room, query: PageRequest): Promise<Page<ParcelState>> =>
  isVersion1(room.connection)
    ? shipments1(room, query, { createDateStart: query.from && toPacific(query.from) })
    : labels2(room, query, { created_at_start: query.from })

/** Parcels whose labels were voided; labels can be voided for some weeks. */
export const readVoided = (room: Room, query: PageRequest): Promise<Page<ParcelState>> =>
  isVersion1(room.connection)
    ? shipments1(room, query, { voidDateStart: query.from && toPacific(query.from) })
    : labels2(room, query, { created_at_start: query.from, label_status: 'voided' })

/** A number that is written as a text, or a text that is written as a number, is no reason to read nothing. */
const Text = z.union([z.string(), z.number().transform(String)]).nullish()

const listed = { total: z.int(), page: z.int(), pages: z.int() }
const Shipments1 = z.object({ shipments: z.array(z.unknown()), ...listed })
const Shipment1 = z.object({
  shipmentId: z.union([z.int(), z.string().min(1)]),
  orderNumber: Text,
  // A made-up time would let the sync go on behind records that it has not seen.
  createDate: z.string().transform(fromPacific).pipe(z.string()),
  shipDate: z.string().nullish(),
  trackingNumber: Text,
  carrierCode: z.string().nullish(),
  serviceCode: z.string().nullish(),
  voided: z.boolean().nullish(),
  isReturnLabel: z.boolean().nullish(),
})

async function shipments1(
  { connection, context, storeId }: Room,
  { page }: PageRequest,
  filter: Record<string, string | null>,
) {
  const path = `shipments?${queryOf({ ...filter, storeId, sortBy: 'CreateDate', sortDir: 'ASC', page, pageSize: 500 })}`
  const answer = await askShipstation(connection, context, { operation: 'Read shipments', path, shape: Shipments1 })
  return pageOf(answer, answer.shipments, (entry) => {
    const each = Shipment1.parse(entry)
    const row = ParcelState.parse({
      id: String(each.shipmentId),
      shipmentId: null,
      orderNumber: short(each.orderNumber),
      carrierCode: short(each.carrierCode) ?? 'unknown',
      serviceCode: short(each.serviceCode),
      trackingNumber: short(each.trackingNumber),
      shippedOn: dayOf(each.shipDate),
      madeAt: each.createDate,
      isVoided: each.voided ?? false,
      isReturn: each.isReturnLabel ?? false,
    })
    return { at: each.createDate, row }
  })
}

const Labels2 = z.object({ labels: z.array(z.unknown()), ...listed })
const Label2 = z.object({
  label_id: z.string(),
  shipment_id: z.string().nullish(),
  status: z.string(),
  created_at: Instant,
  ship_date: z.string().nullish(),
  tracking_number: Text,
  carrier_code: z.string().nullish(),
  service_code: z.string().nullish(),
  voided: z.boolean().nullish(),
  is_return_label: z.boolean().nullish(),
})

async function labels2({ connection, context }: Room, { page }: PageRequest, filter: Record<string, string | null>) {
  const path = `v2/labels?${queryOf({ ...filter, sort_by: 'created_at', sort_dir: 'asc', page, page_size: 100 })}`
  const answer = await askShipstation(connection, context, { operation: 'Read labels', path, shape: Labels2 })
  return pageOf(answer, answer.labels, (entry) => {
    const each = Label2.parse(entry)
    // A label that is still being made, or could not be made, has no parcel.
    const isMade = each.status === 'completed' || each.status === 'voided' || each.voided
    const row = ParcelState.parse({
      id: each.label_id,
      shipmentId: short(each.shipment_id),
      orderNumber: null,
      carrierCode: short(each.carrier_code) ?? 'unknown',
      serviceCode: short(each.service_code),
      trackingNumber: short(each.tracking_number),
      shippedOn: dayOf(each.ship_date),
      madeAt: each.created_at,
      isVoided: each.voided || each.status === 'voided',
      isReturn: each.is_return_label ?? false,
    })
    return { at: each.created_at, row: isMade ? row : null }
  })
}

const Shipments2 = z.object({ shipments: z.array(z.unknown()), ...listed })
const Shipment2 = z.object({ shipment_id: z.string(), shipment_number: Text, modified_at: Instant })

/** Version 2 names the order at the shipment, not at its labels. The shipment that changed first comes first. */
export async function readShipmentOrders(
  { connection, context }: Room,
  { from, page }: PageRequest,
): Promise<Page<ShipmentOrder>> {
  const filter = { modified_at_start: from, sort_by: 'modified_at', sort_dir: 'asc', page, page_size: 100 }
  const path = `v2/shipments?${queryOf(filter)}`
  const answer = await askShipstation(connection, context, { operation: 'Read orders', path, shape: Shipments2 })
  return pageOf(answer, answer.shipments, (entry) => {
    const { shipment_id: id, shipment_number: number, modified_at: at } = Shipment2.parse(entry)
    const orderNumber = short(number)
    return { at, row: orderNumber ? { id, orderNumber } : null }
  })
}

/** A wall time that the clocks skip or repeat may look as if it were before its predecessor. */
const toleranceMs = 3_600_000

/**
 * A page, and where it stands in its list. Each record is read by itself, so that an odd one keeps no other out.
 * @param read the time of a record, and what is kept of it; throws a ZodError when it has another form
 * @throws {ServiceError} when the page has another order: the next page would begin at the wrong place
 */
function pageOf<Row>(
  answer: { total: number; page: number; pages: number },
  entries: unknown[],
  read: (entry: unknown) => { at: string; row: Row | null },
): Page<Row> {
  const odd: string[] = []
  const records = entries.flatMap((entry) => {
    try {
      return [read(entry)]
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error
      odd.push(idOf(entry))
      return []
    }
  })
  const [first, last] = [records[0], records.at(-1)]
  if (first && last && Date.parse(first.at) > Date.parse(last.at) + toleranceMs)
    throw new ServiceError('ShipStation answered in another order than asked for', { isPassing: true })
  return {
    ...{ rows: records.flatMap(({ row }) => row ?? []), odd, last: last?.at ?? null, count: entries.length },
    atLast: records.filter(({ at }) => at === last?.at).length,
    ...{ key: `${idOf(entries[0])} ${idOf(entries.at(-1))}`, total: answer.total },
    isLast: answer.page >= answer.pages,
  }
}

const Id = z.object({ shipmentId: Text, label_id: Text, shipment_id: Text })

/** The id of a record whatever its form, for the card. */
function idOf(entry: unknown): string {
  const { shipmentId, label_id, shipment_id } = Id.safeParse(entry).data ?? {}
  return short(shipmentId ?? label_id ?? shipment_id) ?? 'without an id'
}

const queryOf = (fields: Record<string, string | number | null>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  )

/** Texts from outside are cleaned like those that people write here (T89). */
const short = (text: string | null | undefined) =>
  text
    ? clean(onOneLine(text.slice(0, 400)))
        .slice(0, 100)
        .toWellFormed() || null
    : null

const dayOf = (text: string | null | undefined) => CalendarDay.safeParse(text?.slice(0, 10)).data ?? null

/** Version 1 writes and reads times of the Pacific coast, without saying so. */
const zone = 'America/Los_Angeles'

/** '2026-11-20T16:00:00.0000000' of version 1, as an ISO time in UTC; null when it is no time. Of an hour that occurs twice it takes the earlier one. */
export function fromPacific(text: string): string | null {
  const wall = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/.exec(text)?.[0]
  // An unset time of its makers is 0001-01-01.
  if (!wall || !CalendarDay.safeParse(wall.slice(0, 10)).success) return null
  // A wall time that the clocks skip is read as winter time.
  return instantsOf(wall, zone)[0] ?? new Date(`${wall}-08:00`).toISOString()
}

/** An ISO time as version 1 takes it: '2026-11-20 16:00:00'. */
export const toPacific = (at: string): string => wallTimeOf(at, zone).replace('T', ' ')
