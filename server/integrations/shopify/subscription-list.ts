import type { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { askShopify } from './shopify-call.ts'
import { subscriptionsQuery } from './shopify-documents.ts'
import { Subscriptions } from './shopify-shapes.ts'

/** The address to which Shopify sends the notices of a connection. */
export const webhookPath = (integrationId: string): string => `/api/webhooks/shopify/${integrationId}`

type Subscription = z.infer<typeof Subscriptions>['webhookSubscriptions']['nodes'][number]

/** All subscriptions of this app at the store, to any address. */
export async function listSubscriptions(
  connection: Connection,
  context: CallContext & { signal?: AbortSignal },
): Promise<Subscription[]> {
  const found: Subscription[] = []
  for (let after: string | null = null; ; ) {
    const question = {
      ...{ operation: 'Check webhooks', query: subscriptionsQuery, variables: { after }, shape: Subscriptions },
    }
    const page: z.infer<typeof Subscriptions> = (await askShopify(connection, context, question)).data
    const { nodes, pageInfo } = page.webhookSubscriptions
    found.push(...nodes)
    if (!pageInfo.hasNextPage) return found
    after = pageInfo.endCursor
  }
}
