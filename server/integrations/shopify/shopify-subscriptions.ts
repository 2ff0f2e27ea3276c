import { signingFields } from 'contract/integrations/catalogue.ts'
import { connectionOf } from '../connection.ts'
import { ServiceError } from '../service-error.ts'
import type { SyncContext } from '../sync-context.ts'
import { askShopify } from './shopify-call.ts'
import { shopQuery, subscribeMutation } from './shopify-documents.ts'
import { Shop, Subscribed } from './shopify-shapes.ts'
import { topics } from './shopify-topics.ts'
import { listSubscriptions, webhookPath } from './subscription-list.ts'
import { mayReadCustomers } from './sync-run.ts'

/** Subscribes to the topics that the store does not tell us about yet. Without the key that signs its webhooks we could accept none. */
export async function settleSubscriptions(context: SyncContext): Promise<void> {
  const connection = await connectionOf(context, 'shopify')
  if (!connection || !signingFields.some((field) => connection.secret(field))) return
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
