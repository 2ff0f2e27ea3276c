import type { z } from 'zod'
import { connectionOf } from '../connection.ts'
import { ServiceError } from '../service-error.ts'
import type { SyncContext } from '../sync-context.ts'
import { askShopify } from './shopify-call.ts'
import { shopQuery, subscribeMutation, subscriptionsQuery } from './shopify-documents.ts'
import { Shop, Subscribed, Subscriptions } from './shopify-shapes.ts'
import { topics } from './shopify-topics.ts'
import { mayReadCustomers } from './sync-run.ts'

/** Where Shopify sends notices of a connection. */
export const webhookPath = (integrationId: string): string => `/api/webhooks/shopify/${integrationId}`

/** Subscribes to the topics that the store does not tell us about. */
export async function settleSubscriptions(context: SyncContext): Promise<void> {
  const connection = await connectionOf(context, 'shopify')
  if (!connection) return
  const uri = `${context.appUrl}${webhookPath(connection.id)}`
  const known = new Set<string>()
  for (let after: string | null = null; ; ) {
    const question = {
      operation: 'Check webhooks',
      query: subscriptionsQuery,
      variables: { after },
      shape: Subscriptions,
    }
    const page: z.infer<typeof Subscriptions> = (await askShopify(connection, context, question)).data
    const { nodes, pageInfo } = page.webhookSubscriptions
    for (const node of nodes) if (node.uri === uri) known.add(node.topic)
    if (!pageInfo.hasNextPage) break
    after = pageInfo.endCursor
  }
  const shop = await askShopify(connection, context, { operation: 'Read the shop', query: shopQuery, shape: Shop })
  const scopes = new Set(shop.data.currentAppInstallation.accessScopes.map(({ handle }) => handle))
  for (const { inGraphql, kind } of Object.values(topics)) {
    if (known.has(inGraphql) || (kind === 'customer' && !mayReadCustomers(scopes))) continue
    const variables = { topic: inGraphql, uri }
    const question = { operation: 'Subscribe to webhooks', query: subscribeMutation, variables, shape: Subscribed }
    const { webhookSubscriptionCreate: made } = (await askShopify(connection, context, question)).data
    const [refused] = made?.userErrors ?? []
    if (refused && !/taken/i.test(refused.message))
      throw new ServiceError(`Shopify refused to tell about ${inGraphql}: ${refused.message.slice(0, 200)}`)
  }
}
