import { form } from '../shared/testing.ts'
import { type ShopifyOptions, startShopify } from './start.ts'

export type Shop = Awaited<ReturnType<typeof startShopify>>
const now = new Date('2026-11-21T12:00:00Z')
const open: Shop[] = []

/** Call this after each test. */
export async function closeShops(): Promise<void> {
  for (const shop of open.splice(0)) await shop.close()
}

export async function started(options: ShopifyOptions = {}): Promise<Shop> {
  const shop = await startShopify({ now, orders: 600, ...options })
  open.push(shop)
  return shop
}

/** The answer of GraphQL, with status and headers. */
export async function ask(shop: Shop, query: string, variables = {}, more: { token?: string; version?: string } = {}) {
  const { token = shop.credentials.accessToken, version = '2026-10' } = more
  const answer = await fetch(`${shop.url}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  })
  return { status: answer.status, headers: answer.headers, ...JSON.parse(await answer.text()) }
}

export const grant = (shop: Shop, fields: Record<string, string> = {}) => {
  const { clientId, clientSecret } = shop.credentials
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...fields }
  return fetch(`${shop.url}/admin/oauth/access_token`, form(body))
}

export const page = `query Page($after: String, $query: String) {
  orders(first: 100, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes {
      id createdAt updatedAt test cancelledAt displayFinancialStatus
      totalPriceSet { shopMoney { amount currencyCode } }
      currentTotalPriceSet { shopMoney { amount } }
      totalRefundedSet { shopMoney { amount } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

export type Money = { shopMoney: { amount: string } }
type Node = {
  id: string
  createdAt: string
  updatedAt: string
  test: boolean
  cancelledAt: string | null
  displayFinancialStatus: string
  totalPriceSet: Money
  currentTotalPriceSet: Money
  totalRefundedSet: Money
}

export async function allOrders(shop: Shop, query?: string): Promise<Node[]> {
  const nodes: Node[] = []
  let after: string | null = null
  do {
    const answered = await ask(shop, page, { after, query })
    nodes.push(...answered.data.orders.nodes)
    const { hasNextPage, endCursor }: { hasNextPage: boolean; endCursor: string } = answered.data.orders.pageInfo
    after = hasNextPage ? endCursor : null
  } while (after)
  return nodes
}
