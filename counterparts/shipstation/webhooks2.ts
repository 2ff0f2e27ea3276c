import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Clock } from '../shared/clock.ts'
import { type Delivered, deliver } from '../shared/webhook-sender.ts'

export const events2 = [
  'batch',
  'track',
  'rate',
  'report_complete',
  'fulfillment_shipped_v2',
  'label_created_v2',
  'shipment_created_v2',
]

type Hook = { webhook_id: string; url: string; event: string }
/** `ageSeconds`: how old the timestamp is. `isForged`: another key signs. `isTampered`: the body is changed after signing. */
export type Manner2 = {
  ageSeconds?: number | undefined
  isForged?: boolean | undefined
  isTampered?: boolean | undefined
  times?: number | undefined
}

/** Signed with RSA over the timestamp, a dot and the raw body; the public keys are a JWKS. */
export class Hooks2 {
  readonly #clock: Clock
  readonly #hooks: Hook[] = []
  #key = newKey('counterpart-key-1')
  readonly #older: Key[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  subscribe(event: string, url: string): Hook {
    const hook = { webhook_id: `se-${400_000_001 + this.#hooks.length}`, url, event }
    this.#hooks.push(hook)
    return hook
  }

  list(): Hook[] {
    return structuredClone(this.#hooks)
  }

  remove(id: string): boolean {
    const index = this.#hooks.findIndex(({ webhook_id }) => webhook_id === id)
    if (index >= 0) this.#hooks.splice(index, 1)
    return index >= 0
  }

  jwks(): { keys: object[] } {
    const keys = [this.#key, ...this.#older].map(({ id, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid: id,
      use: 'sig',
      alg: 'RS256',
    }))
    return { keys }
  }

  /** A new key signs from now on; the older keys stay in the JWKS. */
  rotate(): string {
    this.#older.push(this.#key)
    this.#key = newKey(`counterpart-key-${this.#older.length + 1}`)
    return this.#key.id
  }

  async send(
    event: string,
    payload: object,
    { ageSeconds = 0, isForged, isTampered, times = 1 }: Manner2 = {},
  ): Promise<Delivered[]> {
    const body = JSON.stringify(payload)
    const timestamp = new Date(this.#clock.now() - ageSeconds * 1000).toISOString()
    const { privateKey } = isForged ? newKey('forged') : this.#key
    const headers = {
      'x-shipengine-rsa-sha256-key-id': this.#key.id,
      'x-shipengine-rsa-sha256-signature': sign('RSA-SHA256', Buffer.from(`${timestamp}.${body}`), privateKey).toString(
        'base64',
      ),
      'x-shipengine-timestamp': timestamp,
    }
    const sentBody = isTampered ? body.replace('{', '{ ') : body
    const wanted = this.#hooks.filter((hook) => hook.event === event)
    const sent = wanted.flatMap(({ url }) =>
      Array.from({ length: times }, () => deliver({ url, headers, body: sentBody }, 10_000)),
    )
    return Promise.all(sent)
  }
}

type Key = { id: string; publicKey: KeyObject; privateKey: KeyObject }

function newKey(id: string): Key {
  return { id, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}
