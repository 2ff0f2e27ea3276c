import { z } from 'zod'
import { action } from '../shared/control.ts'
import { roomOf, type StartOptions, start } from '../shared/counterpart.ts'
import { WindowLimit } from '../shared/limits.ts'
import { secretOf } from '../shared/random.ts'
import { addOrder, cancelOrder, changeOrder } from '../store/changes.ts'
import { type StoreOptions, storeOf } from '../store/store.ts'
import {
  addParcel,
  allParcels,
  orderIdOf,
  orderNumberOf,
  ParcelLog,
  pageManners,
  parcelOf,
  type Ship,
  shipmentIdOf,
  statusOf,
} from './ship.ts'
import { type Keys1, version1Routes, wording1 } from './version1.ts'
import { trackingObject, type Version2, version2Routes, wording2 } from './version2.ts'
import { events1, Hooks1 } from './webhooks1.ts'
import { events2, Hooks2 } from './webhooks2.ts'

export type ShipstationOptions = StartOptions & StoreOptions

/** An account of ShipStation with the orders of a shop: version 1 at /, version 2 at /v2. */
export async function startShipstation(options: ShipstationOptions = {}) {
  const room = roomOf(options)
  const ship: Ship = {
    ...room,
    store: storeOf(room.seed, room.clock, options),
    storeId: 12_345,
    otherStores: [],
    parcels: new ParcelLog(),
  }
  const keys: Keys1 = { apiKey: secretOf(room.seed, 21, 32), apiSecret: secretOf(room.seed, 22, 32), isExpired: false }
  const hooks1 = new Hooks1()
  const version2: Version2 = {
    ship,
    apiKey: secretOf(room.seed, 23, 43),
    limit: new WindowLimit(room.clock, 200, 60),
    hooks: new Hooks2(room.clock),
    softErrors: 0,
  }
  const limit1 = new WindowLimit(room.clock, 40, 60)
  return start(room, options.port, {
    provider: 'shipstation',
    credentials: {
      apiKey: keys.apiKey,
      apiSecret: keys.apiSecret,
      version2ApiKey: version2.apiKey,
      storeId: ship.storeId,
    },
    voice: (status, { path }) => (path.startsWith('/v2') ? wording2(status) : wording1(status)),
    routes: [...version2Routes(version2), ...version1Routes({ ship, keys, limit: limit1, hooks: hooks1 })],
    actions: {
      ...orderActions(ship),
      ...accessActions(keys, version2, limit1),
      ...webhookActions(ship, hooks1, version2.hooks),
    },
  })
}

const nothing = z.object({})
const oneOrder = z.object({ order: z.int().min(0) })

function accessActions(keys: Keys1, version2: Version2, limit1: WindowLimit) {
  return {
    /** The key pair of version 1 expires. */
    expireKeys: action(nothing, () => {
      keys.isExpired = true
    }),
    exhaustMinute: action(nothing, () => {
      limit1.exhaust()
      version2.limit.exhaust()
    }),
    /** The next answers of version 2 have status 200 and carry an error. */
    softErrors: action(z.object({ times: z.int().min(0) }), ({ times }) => {
      version2.softErrors = times
    }),
  }
}

/** Orders by their index, from 0. */
function orderActions(ship: Ship) {
  const { store } = ship
  const answerFor = (index: number) => ({ index, orderId: orderIdOf(index) })
  return {
    addOrder: action(nothing, () => answerFor(addOrder(store, {}).index)),
    /** Somebody buys a label now. */
    shipOrder: action(oneOrder, ({ order }) => {
      ship.parcels.sentAt.set(order, ship.clock.seconds())
      return answerFor(changeOrder(store, order, { fulfillment: 'FULFILLED' }).index)
    }),
    /** Adds a label to an order, made this number of seconds ago. `facts`: fields of the answer of either version, as they are named there. */
    addParcel: action(
      oneOrder.extend({
        secondsAgo: z.int().min(0).default(0),
        facts: z.record(z.string(), z.unknown()).default({}),
      }),
      ({ order, secondsAgo, facts }) => {
        const found = store.order(order)
        if (!found) throw new Error(`There is no order ${order}`)
        return addParcel(ship, found, ship.clock.seconds() - secondsAgo, facts)
      },
    ),
    /** Voids the label of an order, or a label by its id. */
    voidParcel: action(z.object({ order: z.int().optional(), id: z.int().optional() }), ({ order, id }) => {
      ship.parcels.voided.set(id ?? shipmentIdOf(order ?? 0), ship.clock.seconds())
    }),
    /** The account has another store, too: the parcels of these orders are its own. */
    addStore: action(z.object({ storeName: z.string(), orders: z.array(z.int()) }), ({ storeName, orders }) => {
      ship.otherStores.push({ storeId: ship.storeId + 1 + ship.otherStores.length, storeName, orders })
    }),
    removeStores: action(nothing, () => {
      ship.otherStores.length = 0
    }),
    /** Lists name each parcel twice. */
    doubleParcels: action(z.object({ isDoubled: z.boolean() }), ({ isDoubled }) => {
      ship.parcels.isDoubled = isDoubled
    }),
    /** `short`: each page lacks a parcel; `empty`: all of them; `backwards`: the newest first. */
    pageManner: action(z.object({ manner: z.enum(pageManners) }), ({ manner }) => {
      ship.parcels.manner = manner
    }),
    /** The parcels by order, with the labels that were not voided. */
    sent: action(nothing, () =>
      allParcels(ship).map(({ order, parcel }) => ({
        ...{
          orderNumber: orderNumberOf(order.index),
          trackingNumber: parcel.trackingNumber,
          isVoided: parcel.voidedAt !== null,
        },
      })),
    ),
    cancelOrder: action(oneOrder, ({ order }) => answerFor(cancelOrder(store, order).index)),
    /** The number of orders in each state, without test orders. */
    totals: action(nothing, () => {
      const counts: Record<string, number> = { shipments: 0 }
      for (let index = 0; index < store.orderCount(); index += 1) {
        const order = store.order(index)
        if (!order || order.isTest) continue
        const status = statusOf(order)
        counts[status] = (counts[status] ?? 0) + 1
        if (parcelOf(ship, order)) counts.shipments = (counts.shipments ?? 0) + 1
      }
      return counts
    }),
  }
}

function webhookActions(ship: Ship, hooks1: Hooks1, hooks2: Hooks2) {
  const thin = z.object({
    event: z.enum(events1),
    /** An address of this counterpart, or one that the receiver must not call. */
    resourceUrl: z.url(),
    times: z.int().min(1).default(1),
  })
  const signed = oneOrder.extend({
    event: z.enum(events2).default('track'),
    ageSeconds: z.int().optional(),
    isForged: z.boolean().optional(),
    isTampered: z.boolean().optional(),
    times: z.int().min(1).optional(),
  })
  return {
    sendThinWebhook: action(thin, ({ event, resourceUrl, times }) => hooks1.send(event, resourceUrl, times)),
    sendSignedWebhook: action(signed, ({ order, event, ...manner }) => {
      const found = ship.store.order(order)
      const parcel = found && parcelOf(ship, found)
      if (!parcel) throw new Error(`Order ${order} was not sent`)
      const payload = {
        resource_url: `https://api.shipstation.com/v2/tracking?carrier_code=${parcel.carrier.code}&tracking_number=${parcel.trackingNumber}`,
        resource_type: `API_${event.toUpperCase()}`,
        data: trackingObject(ship, parcel),
      }
      return hooks2.send(event, payload, manner)
    }),
    rotateKey: action(nothing, () => hooks2.rotate()),
  }
}
