import { isoOf } from '../shared/clock.ts'
import { fixed } from '../store/money.ts'
import { type Order, refundedOf } from '../store/orders.ts'
import { lineId, orderName } from './order-objects.ts'
import { available, gid, gidOf, numberOf, type Shop } from './shop.ts'

/** The bodies of webhooks: records in the format of the older REST API, with numeric ids and lower-case states. */

export function orderPayload({ store }: Shop, order: Order) {
  const text = (amount: number) => fixed(amount, store.currency)
  const person = order.customer === null ? null : store.person(order.customer)
  return {
    id: numberOf('Order', order.index),
    admin_graphql_api_id: gidOf('Order', order.index),
    name: orderName(order.index),
    order_number: 1001 + order.index,
    created_at: isoOf(order.createdAt),
    processed_at: isoOf(order.soldAt ?? order.createdAt),
    updated_at: isoOf(order.updatedAt),
    cancelled_at: order.cancelledAt === null ? null : isoOf(order.cancelledAt),
    test: order.isTest,
    email: person?.email ?? null,
    currency: store.currency.code,
    financial_status: order.financial.toLowerCase(),
    fulfillment_status: order.fulfillment === 'UNFULFILLED' ? null : order.fulfillment.toLowerCase(),
    subtotal_price: text(order.subtotal - order.discount),
    total_discounts: text(order.discount),
    total_tax: text(order.tax),
    total_price: text(order.total),
    current_total_price: text(order.currentTotal),
    customer: person && {
      id: numberOf('Customer', order.customer ?? 0),
      admin_graphql_api_id: gidOf('Customer', order.customer ?? 0),
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
    },
    line_items: order.lines.map((line, index) => ({
      id: lineId(order, index),
      variant_id: line.variant === null ? null : numberOf('ProductVariant', line.variant),
      sku: (line.variant === null ? line.custom?.sku : store.variants[line.variant]?.sku) ?? '',
      quantity: line.quantity,
      current_quantity: line.current,
      price: text(line.price),
    })),
    refunds: order.refunds.map((_, index) => refundPayload({ store }, order, index)),
  }
}

export function refundPayload({ store }: Pick<Shop, 'store'>, order: Order, index: number) {
  const refund = order.refunds[index]
  const id = 900_000_000_001 + order.index * 10 + index
  return {
    id,
    admin_graphql_api_id: gid('Refund', id),
    order_id: numberOf('Order', order.index),
    created_at: isoOf(refund?.at ?? order.updatedAt),
    transactions: [
      { kind: 'refund', status: 'success', amount: fixed(refund?.amount ?? refundedOf(order), store.currency) },
    ],
    refund_line_items: refund?.lines.map(({ line, quantity }) => ({
      line_item_id: lineId(order, line),
      quantity,
    })),
  }
}

export function productPayload({ store, clock }: Shop, index: number) {
  const product = store.products[index]
  return {
    id: numberOf('Product', index),
    admin_graphql_api_id: gidOf('Product', index),
    title: product?.title ?? '',
    status: product?.status.toLowerCase(),
    updated_at: clock.iso(),
    variants: product?.variants.map((variant) => ({
      id: numberOf('ProductVariant', variant.index),
      sku: variant.sku,
      price: fixed(variant.price, store.currency),
      inventory_item_id: numberOf('InventoryItem', variant.index),
    })),
  }
}

export function customerPayload({ store }: Shop, index: number) {
  const customer = store.customer(index)
  return {
    id: numberOf('Customer', index),
    admin_graphql_api_id: gidOf('Customer', index),
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    updated_at: isoOf(customer.updatedAt),
  }
}

export function levelPayload(shop: Shop, variant: number, location: number) {
  const item = numberOf('InventoryItem', variant)
  return {
    inventory_item_id: item,
    location_id: location,
    available: available(shop, variant, location),
    updated_at: shop.clock.iso(),
    admin_graphql_api_id: gid('InventoryLevel', `${location}?inventory_item_id=${item}`),
  }
}
