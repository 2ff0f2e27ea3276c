/**
 * Fields that Shopify gives only to apps that it has approved, or with a further permission. A record is useful without them, so a sync leaves
 * out those that are refused, and says so.
 */
export const optionalFields = {
  'Order.email': 'e-mail addresses of orders',
  'Order.customer': 'customers of orders',
  'LineItem.variant': 'variants of order lines',
  'Customer.firstName': 'first names of customers',
  'Customer.lastName': 'last names of customers',
  'Customer.defaultEmailAddress': 'e-mail addresses of customers',
  'Customer.amountSpent': 'what customers have spent',
  'ProductVariant.inventoryQuantity': 'stock of variants',
  'ProductVariant.inventoryItem': 'costs of variants',
} as const
export type OptionalField = keyof typeof optionalFields
export const isOptionalField = (field: string): field is OptionalField => Object.hasOwn(optionalFields, field)

/** The optional fields that the store does not give. */
export type WithheldFields = ReadonlySet<string>
