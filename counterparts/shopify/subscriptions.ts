import { connection, type PageArguments, walkOf } from './connections.ts'
import { type Context, gid, type Shop } from './shop.ts'
import type { Subscription, Webhooks } from './webhooks.ts'

type Given = { uri?: string | null; callbackUrl?: string | null; includeFields?: string[] | null }
type UserError = { field: string[]; message: string }

/** Topics with data that a scope protects. */
const scopeOf: [RegExp, string][] = [
  [/^(ORDERS|REFUNDS)_/, 'read_orders'],
  [/^PRODUCTS_/, 'read_products'],
  [/^INVENTORY_/, 'read_inventory'],
  [/^CUSTOMERS_/, 'read_customers'],
]

export function subscriptionQueries(context: Context, { subscriptions }: Webhooks) {
  return {
    webhookSubscriptions: ({
      topics,
      uri,
      ...page
    }: PageArguments & { topics?: string[] | null; uri?: string | null }) => {
      const wanted = subscriptions.filter(
        (each) => (!topics || topics.includes(each.topic)) && (!uri || uri === each.uri),
      )
      return connection(context, page, walkOf(wanted.length), (index) =>
        subscriptionObject(wanted[index] as Subscription),
      )
    },
    webhookSubscription: ({ id }: { id: string }) => {
      const found = subscriptions.find((each) => gid('WebhookSubscription', each.id) === id)
      return found ? subscriptionObject(found) : null
    },
    webhookSubscriptionsCount: () => ({ count: subscriptions.length, precision: 'EXACT' }),
  }
}

export function subscriptionMutations({ shop }: Context, webhooks: Webhooks) {
  const find = (id: string) => webhooks.subscriptions.find((each) => gid('WebhookSubscription', each.id) === id)
  const refuse = (...userErrors: UserError[]) => ({
    webhookSubscription: null,
    deletedWebhookSubscriptionId: null,
    userErrors,
  })
  const missing = { field: ['id'], message: 'Webhook subscription does not exist' }
  return {
    webhookSubscriptionCreate: ({ topic, webhookSubscription }: { topic: string; webhookSubscription: Given }) => {
      const uri = webhookSubscription.uri ?? webhookSubscription.callbackUrl ?? ''
      const userErrors = problemsOf(shop, webhooks, topic, uri)
      if (userErrors.length > 0) return refuse(...userErrors)
      return {
        webhookSubscription: subscriptionObject(
          webhooks.subscribe(topic, uri, webhookSubscription.includeFields ?? []),
        ),
        userErrors: [],
      }
    },
    webhookSubscriptionUpdate: ({ id, webhookSubscription }: { id: string; webhookSubscription: Given }) => {
      const found = find(id)
      if (!found) return refuse(missing)
      found.uri = webhookSubscription.uri ?? webhookSubscription.callbackUrl ?? found.uri
      found.includeFields = webhookSubscription.includeFields ?? found.includeFields
      found.updatedAt = shop.clock.iso()
      return { webhookSubscription: subscriptionObject(found), userErrors: [] }
    },
    webhookSubscriptionDelete: ({ id }: { id: string }) => {
      const found = find(id)
      if (!found) return refuse(missing)
      webhooks.remove(found.id)
      return { deletedWebhookSubscriptionId: id, userErrors: [] }
    },
  }
}

function problemsOf(shop: Shop, { subscriptions }: Webhooks, topic: string, uri: string): UserError[] {
  const field = ['webhookSubscription', 'uri']
  const scope = scopeOf.find(([pattern]) => pattern.test(topic))?.[1]
  if (scope && !shop.scopes.has(scope) && !shop.scopes.has(scope.replace('read_', 'write_'))) {
    const message = `You do not have permission to create or update webhooks with ${topic.toLowerCase().replace('_', '/')} topic. This topic contains protected data; see ${scope}.`
    return [{ field: ['topic'], message }]
  }
  if (!URL.canParse(uri)) return [{ field, message: 'Address is invalid' }]
  const isTaken = subscriptions.some((each) => each.topic === topic && each.uri === uri)
  return isTaken ? [{ field, message: 'Address for this topic has already been taken' }] : []
}

function subscriptionObject({ id, topic, uri, createdAt, updatedAt, includeFields }: Subscription) {
  return {
    __typename: 'WebhookSubscription',
    id: gid('WebhookSubscription', id),
    legacyResourceId: String(id),
    topic,
    uri,
    callbackUrl: uri,
    format: 'JSON',
    createdAt,
    updatedAt,
    filter: null,
    includeFields,
    metafieldNamespaces: [],
    metafields: [],
    endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: uri },
    apiVersion: { handle: '2026-10', displayName: '2026-10', supported: true },
  }
}
