import { signingFields } from 'contract/integrations/catalogue.ts'
import { ServiceError } from '../calls/service-error.ts'
import type { Connection } from '../provider.ts'
import type { SyncContext } from '../sync-context.ts'
import type { Access } from './shopify-access.ts'
import { askShopify } from './shopify-call.ts'
import { resubscribeMutation, subscribeMutation } from './shopify-documents.ts'
import { Resubscribed, Subscribed } from './shopify-shapes.ts'
import { topics } from './shopify-topics.ts'
import { listSubscriptions, webhookPath } from './subscription-list.ts'

/**
 * Subscribes to the topics that the store does not tell us about: it ends a subscription after eight refusals. Each sync does it before it reads.
 * Without the key that signs its webhooks we could accept none.
 * @returns how many were missing, and why Shopify refused one, in words
 */
export async function settleSubscriptions(
  connection: Connection,
  context: SyncContext,
  { denied }: Access,
): Promise<{ missing: number; refusal: string | null }> {
  let missing = 0
  let refused: ServiceError | undefined
  if (!signingFields.some((field) => connection.secret(field)))
    return { missing, refusal: 'Changes arrive only with each sync: save the API Secret Key, which signs webhooks' }
  const uri = `${context.appUrl}${webhookPath(connection.id)}`
  try {
    const ours = (await listSubscriptions(connection, context)).filter((each) => each.uri === uri)
    for (const { inGraphql: topic, kind, fields } of Object.values(topics)) {
      if (denied[plural[kind]]) continue
      const subscription = ours.find((each) => each.topic === topic)
      if (subscription && isSame(subscription.includeFields, fields)) continue
      try {
        await subscribe(connection, context, subscription?.id ?? null, { topic, uri, fields })
        if (!subscription) missing += 1
      } catch (error) {
        // Shopify still sends the other topics.
        refused ??= finalOf(error)
      }
    }
  } catch (error) {
    refused = finalOf(error)
  }
  // Without webhooks the sync of each hour brings what has changed.
  return { missing, refusal: refused ? `Some changes arrive only with each sync: ${refused.message}` : null }
}

/** @throws the error itself, unless Shopify refuses for good */
function finalOf(error: unknown): ServiceError {
  if (!(error instanceof ServiceError) || error.isPassing || error.isReconnectNeeded) throw error
  return error
}

const plural = { order: 'orders', customer: 'customers', product: 'products' } as const

const isSame = (some: string[], others: string[]) =>
  some.length === others.length && others.every((each) => some.includes(each))

type Wanted = { topic: string; uri: string; fields: string[] }

/** @param id of a subscription that has other fields */
async function subscribe(
  connection: Connection,
  context: SyncContext,
  id: string | null,
  wanted: Wanted,
): Promise<void> {
  const { topic, uri, fields } = wanted
  const operation = 'Subscribe to webhooks'
  const made =
    id === null
      ? (
          await askShopify(connection, context, {
            ...{ operation, query: subscribeMutation, variables: wanted, shape: Subscribed },
          })
        ).data.webhookSubscriptionCreate
      : (
          await askShopify(connection, context, {
            ...{ operation, query: resubscribeMutation, variables: { id, uri, fields }, shape: Resubscribed },
          })
        ).data.webhookSubscriptionUpdate
  const [refused] = made?.userErrors ?? []
  if (refused && !/taken/i.test(refused.message))
    throw new ServiceError(`Shopify refused to tell about ${topic}: ${refused.message.slice(0, 200)}`)
}
