import { type Answer, formOf, headerOf, type Request } from '../shared/exchange.ts'
import { isSame, tokenOf } from '../shared/grants.ts'
import type { Shop } from './shop.ts'

/** The credentials of the app. */
export type AppCredentials = { clientId: string; clientSecret: string; accessToken: string }

const lifeSeconds = 86_399

/** Tokens of the app: the static one of an older custom app, and those of the client credentials grant. */
export class Tokens {
  readonly #shop: Shop
  readonly #app: AppCredentials
  readonly #live = new Map<string, number>()
  #isStaticGood = true
  /** False: the shop belongs to another organisation than the app. */
  isOwnShop = true

  constructor(shop: Shop, app: AppCredentials) {
    this.#shop = shop
    this.#app = app
  }

  isGood(request: Request): boolean {
    const token = headerOf(request, 'x-shopify-access-token') ?? ''
    if (isSame(token, this.#app.accessToken)) return this.#isStaticGood
    return (this.#live.get(token) ?? 0) > this.#shop.clock.now()
  }

  expire(): void {
    for (const token of this.#live.keys()) this.#live.set(token, 0)
  }

  /** The app was uninstalled: no token is valid any more. */
  revoke(): void {
    this.#live.clear()
    this.#isStaticGood = false
  }

  /** POST /admin/oauth/access_token */
  grant(request: Request): Answer {
    const form = formOf(request)
    const refuse = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } })
    if (form.get('grant_type') !== 'client_credentials') {
      return refuse('unsupported_grant_type', 'The grant type is not supported.')
    }
    if (form.get('client_id') !== this.#app.clientId) {
      return refuse('application_cannot_be_found', 'The app could not be found.')
    }
    if (!isSame(form.get('client_secret') ?? '', this.#app.clientSecret)) {
      return refuse('invalid_client', 'The client secret is invalid.')
    }
    if (!this.isOwnShop) return refuse('shop_not_permitted', 'Client credentials cannot be performed on this shop.')
    const token = `shpat_${tokenOf(24)}`
    this.#live.set(token, this.#shop.clock.now() + lifeSeconds * 1000)
    return { body: { access_token: token, scope: [...this.#shop.scopes].join(','), expires_in: lifeSeconds } }
  }
}
