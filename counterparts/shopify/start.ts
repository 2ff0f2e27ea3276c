import type { FieldNode } from 'graphql'
import { roomOf, type StartOptions, start } from '../shared/counterpart.ts'
import type { Request } from '../shared/exchange.ts'
import { LeakyBucket } from '../shared/limits.ts'
import { secretOf } from '../shared/random.ts'
import { type StoreOptions, storeOf } from '../store/store.ts'
import { shopActions } from './actions.ts'
import { BulkOperations, bulkArguments, bulkFields } from './bulk.ts'
import type { Costing } from './cost.ts'
import { answerGraphql } from './endpoint.ts'
import { inventoryMutations, type Kept } from './inventory.ts'
import { levelPayload } from './payloads.ts'
import { bulkSource, rootQueries } from './queries.ts'
import { type Context, deepestList, gid, locations, type Shop } from './shop.ts'
import { subscriptionMutations, subscriptionQueries } from './subscriptions.ts'
import { Tokens } from './tokens.ts'
import { wording } from './voice.ts'
import { Webhooks } from './webhooks.ts'

const allScopes = [
  'read_orders',
  'read_all_orders',
  'read_customers',
  'read_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
]

/** Points a second; the bucket holds twenty seconds of them. */
const plans = { standard: 100, advanced: 200, plus: 1_000, enterprise: 2_000 }

export type ShopifyOptions = StartOptions &
  StoreOptions & {
    domain?: string
    name?: string
    scopes?: string[]
    plan?: keyof typeof plans
    costing?: Costing
    /** Points a second, instead of those of the plan. */
    restoreRate?: number
  }

const appOf = (seed: number) => ({
  clientId: secretOf(seed, 1, 32),
  clientSecret: `shpss_${secretOf(seed, 2, 32)}`,
  accessToken: `shpat_${secretOf(seed, 3, 32)}`,
})

/** A shop with two years of orders behind the GraphQL Admin API, version 2026-10. */
export async function startShopify(options: ShopifyOptions = {}) {
  const {
    domain = 'north-supply.myshopify.com',
    name = 'North Supply',
    scopes = allScopes,
    costing = 'logarithmic',
  } = options
  const room = roomOf(options)
  const store = storeOf(room.seed, room.clock, options)
  const shop: Shop = {
    ...room,
    store,
    domain,
    name,
    scopes: new Set(scopes),
    unapproved: new Set(),
    stock: new Map(),
    locations,
    lists: { manner: 'right', deepest: deepestList },
  }
  const app = appOf(room.seed)
  const rate = options.restoreRate ?? plans[options.plan ?? 'standard']
  const bucket = new LeakyBucket(room.clock, rate * 20, rate)
  const tokens = new Tokens(shop, app)
  const webhooks = new Webhooks(shop, app.clientSecret)
  const source = (context: Context, field: FieldNode) => bulkSource(context, field.name.value, bulkArguments(field))
  const bulk = new BulkOperations(shop, source, ({ id, status, completedAt, createdAt, errorCode }) =>
    webhooks.emit('bulk_operations/finish', {
      admin_graphql_api_id: gid('BulkOperation', id),
      completed_at: completedAt,
      created_at: createdAt,
      error_code: errorCode?.toLowerCase() ?? null,
      status: status.toLowerCase(),
      type: 'query',
    }),
  )
  const kept: Kept = new Map()
  const written = (variant: number, location: number) =>
    void webhooks.emit('inventory_levels/update', levelPayload(shop, variant, location))
  const rootOf = (context: Context, origin: string, isMutation: boolean) => {
    const { queries, mutations } = bulkFields(context, bulk, origin)
    if (!isMutation) return { ...rootQueries(context), ...subscriptionQueries(context, webhooks), ...queries }
    return { ...inventoryMutations(context, kept, written), ...subscriptionMutations(context, webhooks), ...mutations }
  }
  const isGood = (request: Request) => tokens.isGood(request)
  const endpoint = { shop, bucket, costing: () => costing, isGood, rootOf }
  const graphql = (request: Request) => answerGraphql(endpoint, request)
  const inShop = (request: Request, answer: (request: Request) => ReturnType<typeof graphql>) =>
    request.params.shop === domain ? answer(request) : wording(404)
  const post = (path: string, answer: (request: Request) => ReturnType<typeof graphql>) => [
    { method: 'POST', path, answer },
    // The host of Shopify's address is the shop; here, all shops have one host, so the path may begin with the shop.
    { method: 'POST', path: `/:shop${path}`, answer: (request: Request) => inShop(request, answer) },
  ]
  return start(room, options.port, {
    provider: 'shopify',
    credentials: { shop: domain, ...app },
    voice: wording,
    routes: [
      ...post('/admin/oauth/access_token', async (request) => tokens.grant(request)),
      ...post('/admin/api/:version/graphql.json', graphql),
      {
        ...{ method: 'GET', path: '/bulk-results/:secret/:file' },
        answer: (request: Request) => bulk.download(request),
      },
    ],
    actions: shopActions({ shop, tokens, webhooks, bulk, bucket }),
    stop: () => bulk.close(),
  })
}
