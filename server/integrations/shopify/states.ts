/** Translates Shopify's words into ours. Texts from outside are cleaned like those that people write here (T89). */
import { clean, onOneLine } from 'contract/text.ts'
import { CustomerState, OrderState, ProductState } from '../../revenue/public.ts'
import type { BareOrder, BareProduct, Customer, Line, Variant } from './shopify-shapes.ts'

export const orderState = (order: BareOrder, lines: Line[]): OrderState =>
  OrderState.parse({
    id: numberOf(order.id),
    orderNumber: short(order.name, 100),
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    isTest: order.test,
    customerId: order.customer ? numberOf(order.customer.id) : null,
    email: shortOrNone(order.email, 320),
    currency: order.currentTotalPriceSet.shopMoney.currencyCode,
    totalPrice: order.totalPriceSet.shopMoney.amount,
    currentTotal: order.currentTotalPriceSet.shopMoney.amount,
    refunded: order.totalRefundedSet.shopMoney.amount,
    financialStatus: order.displayFinancialStatus?.toLowerCase() ?? 'unknown',
    fulfillmentStatus: fulfillmentOf(order.displayFulfillmentStatus),
    lines: lines.map((line) => ({
      id: numberOf(line.id),
      variantId: line.variant ? numberOf(line.variant.id) : null,
      sku: shortOrNone(line.sku, 255),
      title: short(line.title, 300),
      quantity: line.quantity,
      currentQuantity: line.currentQuantity,
      unitPrice: line.originalUnitPriceSet.shopMoney.amount,
    })),
  })

export const customerState = (customer: Customer): CustomerState =>
  CustomerState.parse({
    id: numberOf(customer.id),
    firstName: shortOrNone(customer.firstName, 255),
    lastName: shortOrNone(customer.lastName, 255),
    email: shortOrNone(customer.defaultEmailAddress?.emailAddress, 320),
    ordersCount: Math.min(Number(customer.numberOfOrders) || 0, 2_147_483_647),
    totalSpent: customer.amountSpent?.amount ?? '0',
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
  })

export const productState = (product: BareProduct, variants: Variant[]): ProductState =>
  ProductState.parse({
    id: numberOf(product.id),
    title: short(product.title, 300) || 'No title',
    status: product.status.toLowerCase(),
    updatedAt: product.updatedAt,
    variants: variants.map((variant) => ({
      id: numberOf(variant.id),
      title: short(variant.title, 300),
      sku: shortOrNone(variant.sku, 255),
      price: variant.price,
      unitCost: variant.inventoryItem?.unitCost?.amount ?? null,
      inventoryItemId: variant.inventoryItem ? numberOf(variant.inventoryItem.id) : null,
      // Without a stock there is nothing to compare.
      isTracked: (variant.inventoryItem?.tracked ?? false) && typeof variant.inventoryQuantity === 'number',
      quantity: variant.inventoryQuantity ?? 0,
    })),
  })

/** '123' of 'gid://shopify/Order/123'. */
export const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1)

/** An order without any fulfillment has no status of its own here: the screens call it unfulfilled (product.md 4). */
const fulfillmentOf = (status: string | null) =>
  status === null || status === 'UNFULFILLED' ? '' : status.toLowerCase()

const short = (text: string, max: number) =>
  clean(onOneLine(text.slice(0, max * 4)))
    .slice(0, max)
    .toWellFormed()
const shortOrNone = (text: string | null | undefined, max: number) => (text ? short(text, max) || null : null)
