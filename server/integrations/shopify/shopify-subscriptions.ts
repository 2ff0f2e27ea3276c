import type { z } from 'zod'
import { connectionOf } from '../connection.ts'
import type { CallContext, Connection } from '../provider.ts'
import { ServiceError, whyLeft } from '../service-error.ts'
import type { SyncContext } from '../sync-context.ts'
import { askShopify } from './shopify-call.ts'
import { shopQuery, subscribeMutation, subscriptionsQuery, unsubscribeMutation } from './shopify-documents.ts'
import { Shop, Subscribed, Subscriptions, Unsubscribed } from './shopify-shapes.ts'
import { topics } from './shopify-topics.ts'
import { mayReadCustomers } from './sync-run.ts'

/** Where Shopify sends notices of a connection. */
export const webhookPath = (integrationId: string): string => `/api/webhooks/shopify/${integrationId}`

/** Subscribes to the topics that the store does not tell us about. */
export async function settleSubscriptions(context: SyncContext): Promise<void> {
  const connection = await connectionOf(context, 'shopify')
  if (!connection) return
  const uri = `${context.appUrl}${webhookPath(connection.id)}`
  const all = await listSubscriptions(connection, context)
  const known = new Set(all.filter((each) => each.uri === uri).map(({ topic }) => topic))
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

type Subscription = z.infer<typeof Subscriptions>['webhookSubscriptions']['nodes'][number]

/** What the store tells this app, to whatever address. */
async function listSubscriptions(
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

/** Whoever disconnects waits for it. Milliseconds. */
const patienceMs = 15_000

/**
 * Ends the subscriptions of a connection, also those with an earlier address of this server. The store drops what stays by itself: nobody takes
 * its notices any more.
 */
export async function leaveShopify(connection: Connection | null, context: CallContext): Promise<string | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const patient = { ...context, signal }
  let left = 0
  let why = 'the saved credentials cannot be used'
  try {
    if (!connection) throw new ServiceError(why)
    const path = webhookPath(connection.id)
    const ours = (await listSubscriptions(connection, patient)).filter(({ uri }) => uri.endsWith(path))
    left = ours.length
    for (const { id } of ours) {
      const question = { query: unsubscribeMutation, variables: { id }, shape: Unsubscribed }
      const { data } = await askShopify(connection, patient, { operation: 'End a webhook', ...question })
      const [refused] = data.webhookSubscriptionDelete?.userErrors ?? []
      if (refused && !/not exist|not found/i.test(refused.message))
        throw new ServiceError(refused.message.slice(0, 200))
      left -= 1
    }
    return null
  } catch (error) {
    why = whyLeft(error, signal, 'Shopify')
  }
  const webhooks = left === 0 ? 'The webhooks' : left === 1 ? '1 webhook' : `${left} webhooks`
  return `${webhooks} of this connection may stay at the store: ${why}`
}
