/** What Shopify answers to shopify-documents.ts. The shapes check only what we use. Null is no error where the schema allows it. */
import { z } from 'zod'

const Gid = z.string().regex(/^gid:\/\/shopify\/\w{1,40}\/\d{1,18}$/)
const Amount = z.object({ amount: z.string(), currencyCode: z.string() })
const Bag = z.object({ shopMoney: Amount })
export const Info = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })

export const Shop = z.object({
  shop: z.object({ name: z.string(), myshopifyDomain: z.string(), currencyCode: z.string(), ianaTimezone: z.string() }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

export const Line = z.object({
  id: Gid,
  title: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  currentQuantity: z.int(),
  variant: z.object({ id: Gid }).nullish(),
  originalUnitPriceSet: Bag,
})
export type Line = z.infer<typeof Line>

export const BareOrder = z.object({
  id: Gid,
  name: z.string(),
  createdAt: z.string(),
  processedAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  test: z.boolean(),
  email: z.string().nullish(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string().nullable(),
  totalPriceSet: Bag,
  currentTotalPriceSet: Bag,
  totalRefundedSet: Bag,
  customer: z.object({ id: Gid }).nullish(),
})
export type BareOrder = z.infer<typeof BareOrder>

const Lines = z.object({ nodes: z.array(Line), pageInfo: Info })
export const Order = BareOrder.extend({ lineItems: Lines })
export type Order = z.infer<typeof Order>

export const ChangedOrders = z.object({ orders: z.object({ nodes: z.array(Order), pageInfo: Info }) })
export const ManyOrders = z.object({ nodes: z.array(Order.nullable()) })
export const OrderLines = z.object({ order: z.object({ lineItems: Lines }).nullable() })

export const Customer = z.object({
  id: Gid,
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  defaultEmailAddress: z.object({ emailAddress: z.string() }).nullish(),
  numberOfOrders: z.string(),
  amountSpent: Amount.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Customer = z.infer<typeof Customer>
export const ManyCustomers = z.object({ nodes: z.array(Customer.nullable()) })
export const ChangedCustomers = z.object({ customers: z.object({ nodes: z.array(Customer), pageInfo: Info }) })

export const Variant = z.object({
  id: Gid,
  title: z.string(),
  sku: z.string().nullable(),
  price: z.string(),
  inventoryQuantity: z.int().nullish(),
  inventoryItem: z.object({ id: Gid, tracked: z.boolean(), unitCost: Amount.nullable() }).optional(),
})
export type Variant = z.infer<typeof Variant>

export const BareProduct = z.object({ id: Gid, title: z.string(), status: z.string(), updatedAt: z.string() })
export type BareProduct = z.infer<typeof BareProduct>
const Variants = z.object({ nodes: z.array(Variant), pageInfo: Info })
export const Product = BareProduct.extend({ variants: Variants })
export type Product = z.infer<typeof Product>
export const ProductsPage = z.object({ products: z.object({ nodes: z.array(Product), pageInfo: Info }) })
export const ManyProducts = z.object({ nodes: z.array(Product.nullable()) })
export const ProductVariants = z.object({ product: z.object({ variants: Variants }).nullable() })
export const ChangedProducts = z.object({
  products: z.object({ nodes: z.array(z.object({ id: Gid, updatedAt: z.string() })), pageInfo: Info }),
})

/** A page of records that are read one by one, so that an odd one keeps no other out. */
export const OrdersPage = z.object({ orders: z.object({ nodes: z.array(z.unknown()), pageInfo: Info }) })
export const CustomersPage = z.object({ customers: z.object({ nodes: z.array(z.unknown()), pageInfo: Info }) })

export const Nodes = z.object({ nodes: z.array(z.unknown()) })

export const Present = z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) })
export const BareId = z.object({ id: Gid, updatedAt: z.string() })

export const StartedBulk = z.object({
  bulkOperationRunQuery: z
    .object({
      bulkOperation: z.object({ id: z.string(), status: z.string() }).nullable(),
      userErrors: z.array(
        z.object({ field: z.array(z.string()).nullable(), message: z.string(), code: z.string().nullable() }),
      ),
    })
    .nullable(),
})

export const Bulk = z.object({
  bulkOperation: z
    .object({
      id: z.string(),
      status: z.string(),
      errorCode: z.string().nullable(),
      createdAt: z.string(),
      rootObjectCount: z.string(),
      objectCount: z.string(),
      url: z.string().nullable(),
    })
    .nullable(),
})

export const Subscriptions = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(
      z.object({ id: z.string(), topic: z.string(), uri: z.string(), includeFields: z.array(z.string()) }),
    ),
    pageInfo: Info,
  }),
})

export const Subscribed = z.object({
  webhookSubscriptionCreate: z
    .object({
      webhookSubscription: z.object({ id: z.string() }).nullable(),
      userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
    })
    .nullable(),
})

export const Resubscribed = z.object({ webhookSubscriptionUpdate: Subscribed.shape.webhookSubscriptionCreate })

export const Unsubscribed = z.object({
  webhookSubscriptionDelete: z
    .object({
      deletedWebhookSubscriptionId: z.string().nullable(),
      userErrors: z.array(z.object({ field: z.array(z.string()).nullable(), message: z.string() })),
    })
    .nullable(),
})
