import { reasonLeft, ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { askShopify } from './shopify-call.ts'
import { unsubscribeMutation } from './shopify-documents.ts'
import { Unsubscribed } from './shopify-shapes.ts'
import { listSubscriptions, webhookPath } from './subscription-list.ts'

/** A person waits for this. Milliseconds. */
const patienceMs = 15_000

/**
 * Ends the subscriptions of a connection, also those with an earlier address of this server. The store drops the others by itself, because nobody
 * accepts their notices any more.
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
    why = reasonLeft(error, signal, 'Shopify')
  }
  const webhooks = left === 0 ? 'The webhooks' : left === 1 ? '1 webhook' : `${left} webhooks`
  return `${webhooks} of this connection may stay at the store: ${why}`
}
