import { z } from 'zod'
import { route } from '../route.ts'
import { Parcel } from './parcels.ts'
import { OrderLine } from './units-sold.ts'

/** The statuses that Shopify documents; it may add others, so a status is any word. */
export const financialStatusLabels: Record<string, string> = {
  paid: 'Paid',
  pending: 'Pending',
  authorized: 'Authorized',
  partially_paid: 'Partially paid',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  voided: 'Voided',
  expired: 'Expired',
}

/** Payments that never came: such orders are no sales. They have a row of their own in 'by status', and stay in the list of orders. */
export const unsoldStatuses = ['voided', 'expired'] as const

/** 'Partially refunded' for 'partially_refunded', also for a status that we do not know. */
export const statusWords = (status: string): string =>
  financialStatusLabels[status] ?? status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')

/** The word for an order without a fulfillment status (product.md 4). */
export const noFulfillment = 'unfulfilled'

/** An order of the online store. `createdAtShopify`: when it came into the store; `processedAt`: when it was sold, which is earlier for orders of another shop that moved. `totalPrice`: as sold; `refunded` and `currentTotal` (what is left after refunds) are what sums add up. `parcels`: the first five that are neither voided nor returned. */
export const StoreOrder = z.object({
  id: z.string(),
  orderNumber: z.string(),
  createdAtShopify: z.string(),
  processedAt: z.string(),
  email: z.string().nullable(),
  currency: z.string(),
  totalPrice: z.number(),
  refunded: z.number(),
  currentTotal: z.number(),
  financialStatus: z.string(),
  fulfillmentStatus: z.string(),
  parcels: z.array(Parcel),
})
export type StoreOrder = z.infer<typeof StoreOrder>

/** A customer of the online store, with what they ordered. */
export const StoreCustomer = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  ordersCount: z.int(),
  totalSpent: z.number(),
  createdAtShopify: z.string(),
})
export type StoreCustomer = z.infer<typeof StoreCustomer>

/** A product of the online store. From its variants come the first SKU with its cost, and the highest price. The cost is that of our product if one is linked. */
export const StoreProduct = z.object({
  id: z.string(),
  name: z.string(),
  sku: z.string().nullable(),
  cost: z.number().nullable(),
  retailPrice: z.number().nullable(),
  shopifyProductId: z.string(),
})
export type StoreProduct = z.infer<typeof StoreProduct>

/**
 * Revenue of a year (product.md 3), in the currency of the store. An order counts in the month of its sale (`processedAt`), in the company's time zone, with the amount
 * that is left after refunds. Test orders and cancelled orders do not count. Voided and expired orders are no sales: only `revenueByStatus` has them. `refundedAmount`: the refunds of the orders that count.
 */
export const RevenueSummary = z.object({
  year: z.int(),
  totalRevenue: z.number(),
  orderCount: z.int(),
  paidOrderCount: z.int(),
  customerCount: z.int(),
  productCount: z.int(),
  monthlyRevenue: z.array(z.number()).length(12),
  revenueByStatus: z.record(z.string(), z.object({ amount: z.number(), count: z.int() })),
  refundedAmount: z.number(),
  orders: z.array(StoreOrder),
  customers: z.array(StoreCustomer),
  products: z.array(StoreProduct),
})
export type RevenueSummary = z.infer<typeof RevenueSummary>

/** How much of the store is stored here. */
export const StoreReach = z.object({
  /** false until the first sync has finished: sums are too low */
  hasAllOrders: z.boolean(),
  /** false when the store is disconnected or switched off, or refuses our credentials: no new orders arrive */
  isConnected: z.boolean(),
  readAt: z.string(),
  /** the oldest order that the store shows; null when it shows all */
  ordersSince: z.string().nullable(),
})
export type StoreReach = z.infer<typeof StoreReach>

/** The store, and the years with orders, newest first. */
export const RevenueStore = z.object({
  store: StoreReach.extend({
    name: z.string(),
    domain: z.string(),
    currency: z.string(),
    /** sales in another currency, which the sums add up as they are */
    foreignOrders: z.int(),
  }).nullable(),
  timeZone: z.string(),
  currentYear: z.int(),
  years: z.array(z.object({ year: z.int(), orderCount: z.int(), monthlyRevenue: z.array(z.number()).length(12) })),
})
export type RevenueStore = z.infer<typeof RevenueStore>

/** `store`: null when no store was ever read. */
export const RevenueTotals = z.object({
  year: z.int(),
  hasOrders: z.boolean(),
  store: StoreReach.nullable(),
  currency: z.string(),
  totalRevenue: z.number(),
  orderCount: z.int(),
  customerCount: z.int(),
})
export type RevenueTotals = z.infer<typeof RevenueTotals>

/** An order with its lines, all its parcels, and its page in the store's own administration. */
export const StoreOrderDetails = StoreOrder.extend({
  isTest: z.boolean(),
  cancelledAt: z.string().nullable(),
  lines: z.array(OrderLine),
  adminUrl: z.string(),
})
export type StoreOrderDetails = z.infer<typeof StoreOrderDetails>

const company = { companyId: z.uuid() }
const year = z.coerce.number().int().min(2000).max(2100)

/** `next`: send it as `after` for the rows that follow; null at the end. */
const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next: z.string().nullable() })
const paged = {
  ...company,
  after: z.string().max(600).optional(),
  pageSize: z.coerce.number().int().min(1).max(500).default(50),
}

const path = '/companies/{companyId}/revenue'

export const revenueContract = {
  get: route
    .meta({ needs: 'revenue.read' })
    .route({
      method: 'GET',
      path,
      summary: 'Revenue of a year, by month and status, with the first 50 orders, customers and products',
    })
    .input(z.strictObject({ ...company, year: year.optional() }))
    .output(RevenueSummary)
    .errors({ NOT_FOUND: { status: 404, message: 'Not found' } }),
  store: route
    .meta({ needs: 'revenue.read' })
    .route({
      method: 'GET',
      path: `${path}/store`,
      summary: 'The connected store, and the revenue of all its years by month',
    })
    .input(z.strictObject(company))
    .output(RevenueStore)
    .errors({ NOT_FOUND: { status: 404, message: 'Not found' } }),
  totals: route
    .meta({ needs: 'revenue.readTotals' })
    .route({ method: 'GET', path: `${path}/totals`, summary: 'The three figures of /dashboard' })
    .input(z.strictObject({ ...company, year: year.optional() }))
    .output(RevenueTotals)
    .errors({ NOT_FOUND: { status: 404, message: 'Not found' } }),
  orders: route
    .meta({ needs: 'revenue.read' })
    .route({
      method: 'GET',
      path: `${path}/orders`,
      summary: 'Orders of a year, the newest first; with `number`, those of that number in any year',
    })
    .input(z.strictObject({ ...paged, year: year.optional(), number: z.string().min(1).max(100).optional() }))
    .output(pageOf(StoreOrder)),
  order: route
    .meta({ needs: 'revenue.read' })
    .route({ method: 'GET', path: `${path}/orders/{id}`, summary: 'An order with its lines and parcels' })
    .input(z.strictObject({ ...company, id: z.string().max(40) }))
    .output(StoreOrderDetails)
    .errors({ NOT_FOUND: { status: 404, message: 'That order no longer exists' } }),
  customers: route
    .meta({ needs: 'revenue.read' })
    .route({ method: 'GET', path: `${path}/customers`, summary: 'Customers of the store, those who spent most first' })
    .input(z.strictObject(paged))
    .output(pageOf(StoreCustomer)),
  products: route
    .meta({ needs: 'revenue.read' })
    .route({ method: 'GET', path: `${path}/products`, summary: 'Products of the store by name' })
    .input(z.strictObject(paged))
    .output(pageOf(StoreProduct)),
}
