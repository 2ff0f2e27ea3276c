/**
 * What we ask Shopify, as GraphQL. The gate checks every document of this file against Shopify's own schema, and that each shape of
 * shopify-shapes.ts fits what its document answers (shopify-documents.test.ts).
 */

const orderFields = (withCustomer: boolean) => `
    id name createdAt updatedAt cancelledAt test email displayFinancialStatus displayFulfillmentStatus
    totalPriceSet { shopMoney { amount currencyCode } }
    currentTotalPriceSet { shopMoney { amount currencyCode } }
    totalRefundedSet { shopMoney { amount currencyCode } }
    ${withCustomer ? 'customer { id }' : ''}`

const lineFields = `
    id title sku quantity currentQuantity variant { id }
    originalUnitPriceSet { shopMoney { amount currencyCode } }`

const customerFields = `
    id firstName lastName defaultEmailAddress { emailAddress } numberOfOrders amountSpent { amount currencyCode }
    createdAt updatedAt`

const variantFields = `
    id title sku price inventoryQuantity
    inventoryItem { id tracked unitCost { amount currencyCode } }`

export const shopQuery = `query Shop {
  shop { name myshopifyDomain currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`

/** Orders that were changed, the oldest change first. @param withCustomer false: the app may not read customers */
export const changedOrdersQuery = (
  withCustomer: boolean,
): string => `query ChangedOrders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes {${orderFields(withCustomer)}
      lineItems(first: 20) { nodes {${lineFields} } pageInfo { hasNextPage endCursor } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

/** Orders by their ids; an id that the store does not show is null. */
export const ordersQuery = (withCustomer: boolean): string => `query Orders($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order {${orderFields(withCustomer)}
    lineItems(first: 20) { nodes {${lineFields} } pageInfo { hasNextPage endCursor } }
  } }
}`

export const orderLinesQuery = `query OrderLines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 100, after: $after) { nodes {${lineFields} } pageInfo { hasNextPage endCursor } } }
}`

export const changedCustomersQuery = `query ChangedCustomers($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes {${customerFields} }
    pageInfo { hasNextPage endCursor }
  }
}`

export const productsQuery = `query Products($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Product { id title status updatedAt variants(first: 100) { nodes {${variantFields} } } } }
}`

export const customersQuery = `query Customers($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Customer {${customerFields} } }
}`

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
export const allOrders = (withCustomer: boolean): string => `{
  orders { edges { node {${orderFields(withCustomer)}
    lineItems { edges { node {${lineFields} } } }
  } } }
}`

export const allCustomers = `{
  customers { edges { node {${customerFields} } } }
}`

export const allProducts = `{
  products { edges { node { id title status updatedAt
    variants { edges { node {${variantFields} } } }
  } } }
}`

export const subscriptionsQuery = `query Subscriptions($after: String) {
  webhookSubscriptions(first: 100, after: $after) {
    nodes { id topic uri }
    pageInfo { hasNextPage endCursor }
  }
}`

export const subscribeMutation = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
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
