import { isoOf } from '../shared/clock.ts'
import { type Line, type Order, type Refund, refundedOf } from '../store/orders.ts'
import type { Customer } from '../store/store.ts'
import { listed, type PageArguments } from './connections.ts'
import { amountOf, bag, money } from './money-fields.ts'
import { variantObject } from './product-objects.ts'
import { approved, type Context, gid, gidOf, internalError, need, numberOf, oldestVisible } from './shop.ts'

export const orderName = (index: number) => `#${1001 + index}`

/** An order in the format of the schema: values, and functions for fields that are computed only when requested. */
export function orderObject(context: Context, order: Order) {
  const { store } = context.shop
  const { currency } = store
  const set = (amount: number) => bag(amount, order.currency ?? currency, order.presentment)
  const email = order.customer === null ? null : store.person(order.customer).email
  return {
    __typename: 'Order',
    id: gidOf('Order', order.index),
    legacyResourceId: String(numberOf('Order', order.index)),
    name: orderName(order.index),
    number: 1001 + order.index,
    ...datesOf(order),
    test: order.isTest,
    email: () => {
      approved(context, 'Order', 'email')
      if (context.shop.lists.manner === 'faulty') throw internalError()
      return email
    },
    currencyCode: (order.currency ?? currency).code,
    presentmentCurrencyCode: (order.presentment ?? { currency: order.currency ?? currency }).currency.code,
    taxesIncluded: false,
    taxExempt: false,
    confirmed: true,
    edited: false,
    tags: [],
    note: null,
    sourceName: 'web',
    displayFinancialStatus: order.financial,
    displayFulfillmentStatus: order.fulfillment,
    fullyPaid: order.received >= order.total,
    unpaid: order.received < order.total,
    ...sumsOf(order, set),
    totalPrice: amountOf(order.total, currency),
    totalRefunded: amountOf(refundedOf(order), currency),
    customer: () => {
      need(context, 'customer', 'read_customers')
      return order.customer === null ? null : customerObject(context, store.customer(order.customer))
    },
    lineItems: (args: PageArguments) =>
      listed(context, args, numbered(order.lines), ({ one, index }) => lineObject(context, order, one, index)),
    refunds: ({ first }: { first?: number | null }) =>
      numbered(order.refunds)
        .slice(0, first ?? undefined)
        .map(({ one, index }) => refundObject(context, order, one, index)),
    subtotalLineItemsQuantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    currentSubtotalLineItemsQuantity: order.lines.reduce((sum, { current }) => sum + current, 0),
  }
}

const numbered = <T>(list: readonly T[]) => list.map((one, index) => ({ one, index }))

function datesOf(order: Order) {
  const cancelledAt = order.cancelledAt === null ? null : isoOf(order.cancelledAt)
  return {
    createdAt: isoOf(order.createdAt),
    processedAt: isoOf(order.soldAt ?? order.createdAt),
    updatedAt: isoOf(order.updatedAt),
    cancelledAt,
    cancelReason: cancelledAt ? 'CUSTOMER' : null,
    closed: cancelledAt !== null,
    closedAt: cancelledAt,
  }
}

function sumsOf(order: Order, set: (amount: number) => ReturnType<typeof bag>) {
  const refunded = refundedOf(order)
  return {
    subtotalPriceSet: set(order.subtotal - order.discount),
    totalDiscountsSet: set(order.discount),
    totalShippingPriceSet: set(order.shipping),
    totalTaxSet: set(order.tax),
    totalPriceSet: set(order.total),
    originalTotalPriceSet: set(order.total),
    currentTotalPriceSet: set(order.currentTotal),
    totalRefundedSet: set(refunded),
    totalReceivedSet: set(order.received),
    netPaymentSet: set(order.received - refunded),
    totalOutstandingSet: set(Math.max(0, order.currentTotal - (order.received - refunded))),
  }
}

export const lineId = (order: Order, index: number) => 12_000_000_001 + order.index * 1_000 + index

function lineObject(context: Context, order: Order, line: Line, index: number) {
  const { store } = context.shop
  const set = (amount: number) => bag(amount, order.currency ?? store.currency, order.presentment)
  const variant = line.variant === null ? undefined : store.variants[line.variant]
  const product = variant ? store.products[variant.product] : undefined
  const title = line.custom?.title ?? product?.title ?? 'Removed product'
  return {
    __typename: 'LineItem',
    id: gid('LineItem', lineId(order, index)),
    sku: line.custom ? line.custom.sku : (variant?.sku ?? null),
    title,
    name: variant ? `${title} - ${variant.option}` : title,
    variantTitle: variant?.option ?? null,
    quantity: line.quantity,
    currentQuantity: line.current,
    refundableQuantity: line.current,
    originalUnitPriceSet: set(line.price),
    discountedUnitPriceSet: set(line.price),
    originalTotalSet: set(line.price * line.quantity),
    discountedTotalSet: set(line.price * line.quantity),
    variant: () => {
      need(context, 'variant', 'read_products')
      return variant ? variantObject(context, variant) : null
    },
  }
}

export function refundObject(context: Context, order: Order, refund: Refund, index: number) {
  const { currency } = context.shop.store
  const number = 900_000_000_001 + order.index * 10 + index
  return {
    __typename: 'Refund',
    id: gid('Refund', number),
    legacyResourceId: String(number),
    createdAt: isoOf(refund.at),
    processedAt: isoOf(refund.at),
    updatedAt: isoOf(refund.at),
    note: null,
    totalRefunded: money(refund.amount, currency),
    totalRefundedSet: bag(refund.amount, currency),
    order: () => orderObject(context, order),
    refundLineItems: (args: PageArguments) =>
      listed(context, args, refund.lines, ({ line, quantity, subtotal }) => ({
        id: gid('RefundLineItem', number * 10 + line),
        quantity,
        restocked: true,
        restockType: 'RETURN',
        subtotalSet: bag(subtotal, currency),
        lineItem: () => lineObject(context, order, order.lines[line] as Line, line),
      })),
  }
}

export function customerObject(context: Context, customer: Customer) {
  const { store } = context.shop
  const visible = () => {
    const oldest = oldestVisible(context)
    return customer.orders.flatMap((index) => store.order(index) ?? []).filter(({ createdAt }) => createdAt >= oldest)
  }
  return {
    __typename: 'Customer',
    id: gidOf('Customer', customer.index),
    legacyResourceId: String(numberOf('Customer', customer.index)),
    firstName: () => {
      approved(context, 'Customer', 'firstName')
      return customer.firstName
    },
    lastName: customer.lastName,
    displayName: `${customer.firstName} ${customer.lastName}`,
    email: customer.email,
    defaultEmailAddress: {
      emailAddress: customer.email,
      marketingState: 'NOT_SUBSCRIBED',
      openTrackingLevel: 'UNKNOWN',
      validFormat: true,
    },
    defaultPhoneNumber: null,
    phone: null,
    state: 'DISABLED',
    locale: 'en',
    tags: [],
    note: null,
    verifiedEmail: true,
    taxExempt: false,
    numberOfOrders: String(customer.orders.length),
    amountSpent: money(customer.spent, store.currency),
    createdAt: isoOf(customer.createdAt),
    updatedAt: isoOf(customer.updatedAt),
    orders: (args: PageArguments) => {
      need(context, 'orders', 'read_orders')
      return listed(context, args, visible(), (order) => orderObject(context, order))
    },
    lastOrder: () => {
      need(context, 'lastOrder', 'read_orders')
      const last = visible().at(-1)
      return last ? orderObject(context, last) : null
    },
  }
}
