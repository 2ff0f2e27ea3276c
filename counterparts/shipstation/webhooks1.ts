import { randomUUID } from 'node:crypto'
import { type Delivered, deliver } from '../shared/webhook-sender.ts'

export const events1 = [
  'ORDER_NOTIFY',
  'ITEM_ORDER_NOTIFY',
  'SHIP_NOTIFY',
  'ITEM_SHIP_NOTIFY',
  'FULFILLMENT_SHIPPED',
  'FULFILLMENT_REJECTED',
]

type Hook = {
  WebHookID: number
  Name: string | null
  HookType: string
  Url: string
  StoreID: number | null
  Active: boolean
}

/** Webhooks without content and unsigned: they only say where to look. */
export class Hooks1 {
  readonly #hooks: Hook[] = []
  #next = 123_001

  subscribe(event: string, url: string, storeId: number | null): number {
    this.#hooks.push({ WebHookID: this.#next, Name: null, HookType: event, Url: url, StoreID: storeId, Active: true })
    this.#next += 1
    return this.#next - 1
  }

  list(): Hook[] {
    return structuredClone(this.#hooks)
  }

  remove(id: number): boolean {
    const index = this.#hooks.findIndex((hook) => hook.WebHookID === id)
    if (index >= 0) this.#hooks.splice(index, 1)
    return index >= 0
  }

  /** @param resourceUrl where the receiver must look, with its own credentials */
  async send(event: string, resourceUrl: string, times = 1): Promise<Delivered[]> {
    const resource = new URL(resourceUrl)
    resource.searchParams.set('importBatch', randomUUID())
    const body = JSON.stringify({ resource_url: resource.toString(), resource_type: event })
    const wanted = this.#hooks.filter(({ HookType }) => HookType === event)
    const sent = wanted.flatMap(({ Url }) =>
      Array.from({ length: times }, () => deliver({ url: Url, headers: {}, body }, 10_000)),
    )
    return Promise.all(sent)
  }
}
