import type { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { pagesOf } from './reading/pages.ts'
import { askShopify } from './shopify-call.ts'
import { subscriptionsQuery } from './shopify-documents.ts'
import { Subscriptions } from './shopify-shapes.ts'

/** The address to which Shopify sends the webhooks of a connection. */
export const webhookPath = (integrationId: string): string => `/api/webhooks/shopify/${integrationId}`

type Subscription = z.infer<typeof Subscriptions>['webhookSubscriptions']['nodes'][number]

/** All subscriptions of this app at the store, to any address. */
export async function listSubscriptions(
  connection: Connection,
  context: CallContext & { signal?: AbortSignal },
): Promise<Subscription[]> {
  const subscriptions: Subscription[] = []
  const pages = pagesOf(async (after) => {
    const question = { operation: 'Check webhooks', query: subscriptionsQuery, variables: { after } }
    return (await askShopify(connection, context, { ...question, shape: Subscriptions })).data.webhookSubscriptions
  })
  for await (const nodes of pages) subscriptions.push(...nodes)
  return subscriptions
}
