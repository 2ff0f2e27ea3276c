import { GraphQLError } from 'graphql'
import type { Room } from '../shared/counterpart.ts'
import { chance } from '../shared/random.ts'
import type { Store } from '../store/store.ts'

/** The things that one shop and its one app share. */
export type Shop = Room & {
  store: Store
  domain: string
  name: string
  scopes: Set<string>
  /** Protected fields that the app is not approved for, such as 'email' of orders: 'Order.email'. */
  unapproved: Set<string>
  /** The written stock, by inventory item and location. */
  stock: Map<string, number>
  locations: Location[]
  lists: { manner: ListManner; deepest: number }
}

/**
 * How lists answer. half: a page has at most half of what was asked for. expired: the second page of a list is refused, because its cursor has
 * expired. faulty: 200 with the page and an internal error of one of its fields.
 */
export const listManners = ['right', 'half', 'expired', 'faulty'] as const
export type ListManner = (typeof listManners)[number]

/** How many records of a list Shopify shows at most, page after page. */
export const deepestList = 25_000
export type Location = { id: number; name: string }

export const locations: Location[] = [
  { id: 61_000_001, name: 'Main warehouse' },
  { id: 61_000_002, name: 'Shop front' },
]

/** The first id of each kind; the index is added. */
const bases = {
  Order: 5_000_000_001,
  Customer: 7_000_000_001,
  Product: 8_000_000_001,
  ProductVariant: 44_000_000_001,
  InventoryItem: 46_000_000_001,
  Location: 0,
}
type Kind = keyof typeof bases

export const numberOf = (kind: Kind, index: number) => bases[kind] + index
export const gid = (kind: string, id: number | string) => `gid://shopify/${kind}/${id}`
export const gidOf = (kind: Kind, index: number) => gid(kind, numberOf(kind, index))

/** The index in 'gid://shopify/Order/5000000001'; undefined when the id is of another kind. */
export function indexOf(kind: Kind, id: string): number | undefined {
  const prefix = `gid://shopify/${kind}/`
  const number = id.startsWith(prefix) ? Number(id.slice(prefix.length)) : Number.NaN
  return Number.isInteger(number) && number >= bases[kind] ? number - bases[kind] : undefined
}

/** The stock of a variant at a location. */
export function available({ store, stock }: Shop, variant: number, location: number): number {
  const written = stock.get(stockKey(variant, location))
  return written ?? Math.floor(chance(store.seed, variant, location % 97) ** 2 * 120)
}

export const stockKey = (variant: number, location: number) => `${variant} ${location}`

/** The context of a resolver, besides its object. `isBulk`: no page sizes, no costs. */
export type Context = { shop: Shop; isBulk: boolean; warnings: SearchWarning[] }
export type SearchWarning = {
  path: string[]
  query: string
  parsed: unknown
  warnings: { field: string; message: string; code: string }[]
}

/** Refuses a field that needs a scope which the app does not have; one of these scopes is enough. */
export function need({ shop }: Context, field: string, ...oneOf: string[]): void {
  const isGranted = oneOf.some((scope) => shop.scopes.has(scope) || shop.scopes.has(scope.replace('read_', 'write_')))
  if (isGranted) return
  const access = oneOf.map((scope) => `\`${scope}\` access scope`).join(' or ')
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${access}.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: `${access}.`,
    },
  })
}

/** Refuses a field of protected customer data that the app is not approved for. */
export function approved({ shop }: Context, type: string, field: string): void {
  if (!shop.unapproved.has(`${type}.${field}`)) return
  const more = 'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.'
  throw new GraphQLError(`This app is not approved to use the ${field} field. ${more}`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/docs/apps/launch/protected-customer-data',
    },
  })
}

/** Without read_all_orders an app sees only the orders of the last sixty days. */
export function oldestVisible({ shop }: Context): number {
  return shop.scopes.has('read_all_orders') ? 0 : shop.clock.seconds() - 60 * 86_400
}

export const internalError = (): GraphQLError =>
  new GraphQLError('Internal error. Looks like something went wrong on our end.', {
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  })

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })
}
