import { createHmac, randomUUID } from 'node:crypto'
import { type Delivered, type Delivery, deliver, isTaken } from '../shared/webhook-sender.ts'
import type { Shop } from './shop.ts'

export type Subscription = {
  id: number
  /** ORDERS_CREATE */
  topic: string
  uri: string
  createdAt: string
  updatedAt: string
  /** The fields of the payload that are sent; empty: all. */
  includeFields: string[]
  /** Failed deliveries in a row. */
  failures: number
}

/** How the deliveries of a topic go wrong. */
export type Manner = {
  /** The signature is made with another secret. */
  isForged?: boolean
  /** The body is changed after it was signed. */
  isTampered?: boolean
  /** The number of times it is sent, with the same id. */
  times?: number
  delayMs?: number
  /** The header names another shop. */
  shopDomain?: string
}

type Held = { subscription: Subscription; delivery: Delivery; retries: number; dueAt: number }

/** ORDERS_CREATE for orders/create */
export const topicOf = (path: string) => path.toUpperCase().replaceAll('/', '_')

const knownPaths = [
  'orders/create',
  'orders/updated',
  'orders/cancelled',
  'refunds/create',
  'products/create',
  'products/update',
  'products/delete',
  'inventory_levels/update',
  'inventory_items/update',
  'customers/update',
  'bulk_operations/finish',
  'app/uninstalled',
]
const pathOf = (topic: string) =>
  knownPaths.find((path) => topicOf(path) === topic) ?? topic.toLowerCase().replace('_', '/')

/** Shopify waits five seconds for an answer, tries eight more times within four hours, and then deletes the subscription. */
const patienceMs = 5_000
const retriesAfter = [60, 300, 600, 1_200, 1_800, 3_000, 3_600, 3_840]

/** The subscriptions of the app, and their deliveries. */
export class Webhooks {
  readonly subscriptions: Subscription[] = []
  readonly #shop: Shop
  readonly #secret: string
  #isHolding = false
  #held: Held[] = []
  #retries: Held[] = []
  #manner: Manner = {}
  #next = 1_200_000_001

  constructor(shop: Shop, secret: string) {
    this.#shop = shop
    this.#secret = secret
    shop.clock.onAdvance(() => this.#retryDue())
  }

  subscribe(topic: string, uri: string, includeFields: string[] = []): Subscription {
    const now = this.#shop.clock.iso()
    const subscription = { id: this.#next, topic, uri, createdAt: now, updatedAt: now, includeFields, failures: 0 }
    this.#next += 1
    this.subscriptions.push(subscription)
    return subscription
  }

  /** @returns false when there is no such subscription */
  remove(id: number): boolean {
    const index = this.subscriptions.findIndex((each) => each.id === id)
    if (index >= 0) this.subscriptions.splice(index, 1)
    this.#retries = this.#retries.filter(({ subscription }) => subscription.id !== id)
    return index >= 0
  }

  setManner(manner: Manner): void {
    this.#manner = manner
  }

  hold(): void {
    this.#isHolding = true
  }

  /** Sends the held deliveries, in reverse order if wanted. */
  async release(order: 'same' | 'reversed'): Promise<Delivered[]> {
    this.#isHolding = false
    const waiting = order === 'same' ? this.#held : this.#held.toReversed()
    this.#held = []
    const all: Delivered[] = []
    for (const held of waiting) all.push(...(await this.#send(held)))
    return all
  }

  /** Sends a notice to all subscribers of a topic. @param path 'orders/create' */
  async emit(path: string, payload: unknown): Promise<Delivered[]> {
    const wanted = this.subscriptions.filter(({ topic }) => topic === topicOf(path))
    const all: Delivered[] = []
    for (const subscription of wanted) {
      const held = { subscription, delivery: this.delivery(subscription, payload), retries: 0, dueAt: 0 }
      if (this.#isHolding) this.#held.push(held)
      else all.push(...(await this.#send(held)))
    }
    return all
  }

  /** Signs a body as Shopify does: over its bytes, with the app's client secret. */
  delivery(
    { topic, uri, includeFields }: Pick<Subscription, 'topic' | 'uri' | 'includeFields'>,
    payload: unknown,
  ): Delivery {
    const body = JSON.stringify(payload, includeFields.length > 0 ? includeFields : null)
    const { isForged, isTampered, shopDomain } = this.#manner
    const secret = isForged ? `${this.#secret}-of-another-app` : this.#secret
    const headers = {
      'x-shopify-topic': pathOf(topic),
      'x-shopify-shop-domain': shopDomain ?? this.#shop.domain,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': randomUUID(),
      'x-shopify-triggered-at': this.#shop.clock.iso(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    }
    return { url: uri, headers, body: isTampered ? body.replace(/\d(?=[^\d]*$)/, '8') : body }
  }

  async #send(held: Held): Promise<Delivered[]> {
    const { times = 1, delayMs = 0 } = this.#manner
    const all: Delivered[] = []
    for (let turn = 0; turn < times; turn += 1) all.push(await deliver(held.delivery, patienceMs, delayMs))
    if (all.some(isTaken)) held.subscription.failures = 0
    else this.#planRetry(held)
    return all
  }

  #planRetry(held: Held): void {
    const { subscription, retries } = held
    subscription.failures += 1
    const wait = retriesAfter[retries]
    if (wait === undefined) return void this.remove(subscription.id)
    this.#retries.push({ ...held, retries: retries + 1, dueAt: this.#shop.clock.seconds() + wait })
  }

  async #retryDue(): Promise<void> {
    const now = this.#shop.clock.seconds()
    for (let due = this.#due(now); due.length > 0; due = this.#due(now)) {
      for (const held of due) {
        // Later tries are timed from this one, so that one long move of the clock makes all of them.
        const before = this.#retries.length
        await this.#send(held)
        const again = this.#retries[before]
        if (again) again.dueAt = held.dueAt + (retriesAfter[held.retries] ?? 0)
      }
    }
  }

  #due(now: number): Held[] {
    const due = this.#retries.filter(({ dueAt }) => dueAt <= now)
    this.#retries = this.#retries.filter(({ dueAt }) => dueAt > now)
    return due
  }
}
