/** What a sync reads. */
export const kinds = ['orders', 'customers', 'products'] as const
export type Kind = (typeof kinds)[number]

/** A record of each. */
export const singular = { orders: 'order', customers: 'customer', products: 'product' } as const

/** A record of the store. */
export type RecordKind = 'order' | 'product' | 'customer'

/** `fields`: all that a webhook has to bring; the record itself is read. So it is small, and no data of a person is on the way. */
type Topic = { inGraphql: string; kind: RecordKind; isDeleted: boolean; idOf: string; fields: string[] }

const topic = (inGraphql: string, kind: Topic['kind'], isDeleted = false, idOf = 'id'): Topic => ({
  ...{ inGraphql, kind, isDeleted, idOf, fields: idOf === 'id' ? ['id'] : ['id', idOf] },
})

/** The topics that we subscribe to; customer topics only with the permission to read customers. `idOf`: the place of the id of the record in the body. */
export const topics: Record<string, Topic> = {
  'orders/create': topic('ORDERS_CREATE', 'order'),
  'orders/updated': topic('ORDERS_UPDATED', 'order'),
  'orders/cancelled': topic('ORDERS_CANCELLED', 'order'),
  'orders/delete': topic('ORDERS_DELETE', 'order', true),
  'refunds/create': topic('REFUNDS_CREATE', 'order', false, 'order_id'),
  'products/create': topic('PRODUCTS_CREATE', 'product'),
  'products/update': topic('PRODUCTS_UPDATE', 'product'),
  'products/delete': topic('PRODUCTS_DELETE', 'product', true),
  'customers/create': topic('CUSTOMERS_CREATE', 'customer'),
  'customers/update': topic('CUSTOMERS_UPDATE', 'customer'),
  'customers/delete': topic('CUSTOMERS_DELETE', 'customer', true),
}
