/**
 * What we ask Shopify, as GraphQL. The gate checks every document of this file against Shopify's own schema, and that each shape of
 * shopify-shapes.ts fits what its document answers (shopify-documents.test.ts).
 */
import type { OptionalField, WithheldFields } from './optional-fields.ts'

const unless = (withheld: WithheldFields, field: OptionalField, text: string) => (withheld.has(field) ? '' : text)

const orderFields = (withheld: WithheldFields) => `
    id name createdAt processedAt updatedAt cancelledAt test displayFinancialStatus displayFulfillmentStatus
    totalPriceSet { shopMoney { amount currencyCode } }
    currentTotalPriceSet { shopMoney { amount currencyCode } }
    totalRefundedSet { shopMoney { amount currencyCode } }
    ${unless(withheld, 'Order.email', 'email')}
    ${unless(withheld, 'Order.customer', 'customer { id }')}`

const lineFields = (withheld: WithheldFields) => `
    id title sku quantity currentQuantity ${unless(withheld, 'LineItem.variant', 'variant { id }')}
    originalUnitPriceSet { shopMoney { amount currencyCode } }`

const customerFields = (withheld: WithheldFields) => `
    id numberOfOrders createdAt updatedAt
    ${unless(withheld, 'Customer.firstName', 'firstName')}
    ${unless(withheld, 'Customer.lastName', 'lastName')}
    ${unless(withheld, 'Customer.defaultEmailAddress', 'defaultEmailAddress { emailAddress }')}
    ${unless(withheld, 'Customer.amountSpent', 'amountSpent { amount currencyCode }')}`

const variantFields = (withheld: WithheldFields) => `
    id title sku price ${unless(withheld, 'ProductVariant.inventoryQuantity', 'inventoryQuantity')}
    ${unless(withheld, 'ProductVariant.inventoryItem', 'inventoryItem { id tracked unitCost { amount currencyCode } }')}`

const pageInfo = 'pageInfo { hasNextPage endCursor }'

export const shopQuery = `query Shop {
  shop { name myshopifyDomain currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`

/** Orders that were changed, the oldest change first. */
export const changedOrdersQuery = (
  withheld: WithheldFields,
): string => `query ChangedOrders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes {${orderFields(withheld)}
      lineItems(first: 20) { nodes {${lineFields(withheld)} } ${pageInfo} }
    }
    ${pageInfo}
  }
}`

/** Orders by their ids; an id that the store does not show is null. */
export const ordersQuery = (withheld: WithheldFields): string => `query Orders($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order {${orderFields(withheld)}
    lineItems(first: 20) { nodes {${lineFields(withheld)} } ${pageInfo} }
  } }
}`

export const orderLinesQuery = (withheld: WithheldFields): string => `query OrderLines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 100, after: $after) { nodes {${lineFields(withheld)} } ${pageInfo} } }
}`

export const changedCustomersQuery = (
  withheld: WithheldFields,
): string => `query ChangedCustomers($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes {${customerFields(withheld)} }
    ${pageInfo}
  }
}`

export const customersQuery = (withheld: WithheldFields): string => `query Customers($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Customer {${customerFields(withheld)} } }
}`

export const productsQuery = (withheld: WithheldFields): string => `query Products($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Product { id title status updatedAt
    variants(first: 100) { nodes {${variantFields(withheld)} } ${pageInfo} }
  } }
}`

export const productVariantsQuery = (
  withheld: WithheldFields,
): string => `query ProductVariants($id: ID!, $after: String) {
  product(id: $id) { variants(first: 100, after: $after) { nodes {${variantFields(withheld)} } ${pageInfo} } }
}`

/** A page of products with their first variants. */
export const productsPageQuery = (
  withheld: WithheldFields,
): string => `query ProductsPage($first: Int!, $after: String) {
  products(first: $first, after: $after) {
    nodes { id title status updatedAt variants(first: 1) { nodes {${variantFields(withheld)} } ${pageInfo} } }
    ${pageInfo}
  }
}`

/** The ids of products that were changed, the oldest change first. */
export const changedProductsQuery = `query ChangedProducts($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) { nodes { id updatedAt } ${pageInfo} }
}`

/** Whether the store still has records. */
export const presentQuery = `query Present($ids: [ID!]!) { nodes(ids: $ids) { id } }`

export const startBulkMutation = `mutation StartBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id status }
    userErrors { field message code }
  }
}`

export const bulkQuery = `query Bulk($id: ID!) {
  bulkOperation(id: $id) { id status errorCode createdAt rootObjectCount objectCount url }
}`

/** Bulk queries: each node is a line of the result, and its lines or variants follow it. */
export const allOrders = (withheld: WithheldFields): string => `{
  orders { edges { node {${orderFields(withheld)}
    lineItems { edges { node {${lineFields(withheld)} } } }
  } } }
}`

export const allCustomers = (withheld: WithheldFields): string => `{
  customers { edges { node {${customerFields(withheld)} } } }
}`

export const allProducts = (withheld: WithheldFields): string => `{
  products { edges { node { id title status updatedAt
    variants { edges { node {${variantFields(withheld)} } } }
  } } }
}`

/** Only ids, to find what is missing here and what the store has deleted. */
export const allOrderIds = '{ orders { edges { node { id updatedAt } } } }'
export const allCustomerIds = '{ customers { edges { node { id updatedAt } } } }'
export const allProductIds = '{ products { edges { node { id updatedAt } } } }'

export const subscriptionsQuery = `query Subscriptions($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    nodes { id topic uri includeFields }
    ${pageInfo}
  }
}`

export const subscribeMutation = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!, $fields: [String!]) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON, includeFields: $fields }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`

/** Brings a subscription of an earlier version of this program up to date. */
export const resubscribeMutation = `mutation Resubscribe($id: ID!, $uri: String!, $fields: [String!]) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: { uri: $uri, format: JSON, includeFields: $fields }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`

export const unsubscribeMutation = `mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    deletedWebhookSubscriptionId
    userErrors { field message }
  }
}`
