import type { Order } from '../store/orders.ts'
import type { Product, Variant } from '../store/products.ts'
import type { BulkSource } from './bulk-lines.ts'
import { connection, listed, type PageArguments, type Walk, walkOf } from './connections.ts'
import { customerObject, orderName, orderObject } from './order-objects.ts'
import { inventoryItemObject, locationObject, productObject, productTimes, variantObject } from './product-objects.ts'
import { type Search, type Searchable, searchOf } from './search.ts'
import { badRequest, type Context, gid, indexOf, need, numberOf, oldestVisible } from './shop.ts'
import { byCreation, byUpdate, customersByUpdate } from './walks.ts'

type ListArguments = PageArguments & { query?: string | null; sortKey?: string | null }
type CountArguments = { query?: string | null; limit?: number | null }

/** The readable fields, by the names of QueryRoot. */
export function rootQueries(context: Context) {
  const { shop } = context
  return {
    shop: shopObject(context),
    currentAppInstallation: () => installation(context),
    appInstallation: () => installation(context),
    orders: (args: ListArguments) => orders(context, args),
    ordersCount: (args: CountArguments) => {
      const { walk } = orderRow(context, { ...args, sortKey: 'ID' })
      return countOf(walk, args)
    },
    order: ({ id }: { id: string }) => orderOf(context, id),
    node: ({ id }: { id: string }) => nodeOf(context, id),
    nodes: ({ ids }: { ids: string[] }) => {
      if (ids.length > 250) throw badRequest('The input array size of ids is greater than the maximum allowed of 250.')
      return ids.map((id) => nodeOf(context, id))
    },
    customers: (args: ListArguments) => customers(context, args),
    customersCount: (args: CountArguments) => countOf(customerRow(context, args), args),
    customer: ({ id }: { id: string }) => customerOf(context, id),
    products: (args: ListArguments) => products(context, args),
    productsCount: () => {
      need(context, 'productsCount', 'read_products')
      return { count: shop.store.products.length, precision: 'EXACT' }
    },
    product: ({ id }: { id: string }) => found(context, 'product', 'Product', id, shop.store.products, productObject),
    productVariants: (args: ListArguments) => variants(context, args),
    productVariant: ({ id }: { id: string }) =>
      found(context, 'productVariant', 'ProductVariant', id, shop.store.variants, variantObject),
    inventoryItems: (args: ListArguments) => {
      need(context, 'inventoryItems', 'read_inventory', 'read_products')
      return listed(context, args, shop.store.variants, (variant) => inventoryItemObject(context, variant))
    },
    inventoryItem: ({ id }: { id: string }) => {
      need(context, 'inventoryItem', 'read_inventory', 'read_products')
      const variant = shop.store.variants[indexOf('InventoryItem', id) ?? -1]
      return variant ? inventoryItemObject(context, variant) : null
    },
    locations: (args: PageArguments) => {
      need(context, 'locations', 'read_locations', 'read_inventory')
      return listed(context, args, shop.locations, (location) => locationObject(context, location))
    },
    location: ({ id }: { id?: string | null }) => {
      const location = id ? shop.locations.find((each) => gid('Location', each.id) === id) : shop.locations[0]
      return location ? locationObject(context, location) : null
    },
  }
}

function shopObject({ shop }: Context) {
  const { store } = shop
  return {
    __typename: 'Shop',
    id: gid('Shop', 90_000_001),
    name: shop.name,
    myshopifyDomain: shop.domain,
    email: `owner@${shop.domain}`,
    contactEmail: `owner@${shop.domain}`,
    currencyCode: store.currency.code,
    ianaTimezone: store.timeZone,
    taxesIncluded: false,
    url: `https://${shop.domain}`,
    plan: { displayName: 'Basic', publicDisplayName: 'Basic', partnerDevelopment: false, shopifyPlus: false },
    primaryDomain: { host: shop.domain, id: gid('Domain', 1), sslEnabled: true, url: `https://${shop.domain}` },
  }
}

function installation({ shop }: Context) {
  const accessScopes = [...shop.scopes].map((handle) => ({ handle, description: handle.replaceAll('_', ' ') }))
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', 1),
    accessScopes,
    app: { id: gid('App', 1), title: 'SBR Operations' },
  }
}

const orderFields: Searchable<Order> = {
  id: ({ index }) => numberOf('Order', index),
  name: ({ index }) => orderName(index),
  created_at: ({ createdAt }) => createdAt,
  processed_at: ({ soldAt, createdAt }) => soldAt ?? createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  financial_status: ({ financial }) => financial,
  fulfillment_status: ({ fulfillment }) => fulfillment,
  test: ({ isTest }) => isTest,
  status: ({ cancelledAt }) => (cancelledAt === null ? 'open' : 'cancelled'),
  customer_id: ({ customer }) => (customer === null ? null : numberOf('Customer', customer)),
}

function orders(context: Context, args: ListArguments) {
  const { walk } = orderRow(context, args)
  return connection(context, args, walk, (index) => orderObject(context, context.shop.store.order(index) as Order))
}

/** The orders that an app may see and that fit a search, in the requested order. */
function orderRow(context: Context, { query, sortKey }: ListArguments): { walk: Walk } {
  need(context, 'orders', 'read_orders')
  const { store } = context.shop
  const search = searchOf(context, 'orders', query?.replace(/\bstatus:'?any'?/, ''), orderFields)
  const oldest = oldestVisible(context)
  const matches = (order: Order) => order.createdAt >= oldest && search.matches(order)
  if (sortKey === 'UPDATED_AT') return { walk: byUpdate(store, rangeOf(search, 'updated_at'), matches) }
  if (!['ID', 'CREATED_AT', 'PROCESSED_AT', 'ORDER_NUMBER', undefined, null].includes(sortKey)) {
    throw badRequest(`This counterpart does not sort orders by ${sortKey}`)
  }
  const { lowest, highest } = rangeOf(search, 'created_at')
  return { walk: byCreation(store, { lowest: Math.max(lowest, oldest), highest }, matches) }
}

/** The rows of a bulk query. @param name a field of QueryRoot */
export function bulkSource(context: Context, name: string, args: ListArguments): BulkSource {
  const { store } = context.shop
  const listOf = <T extends { index: number; product?: number }>(
    all: readonly T[],
    nodeOf: (context: Context, one: T) => object,
  ) => ({
    walk: walkOf(all.length, (index) => !store.deleted.products.has(all[index]?.product ?? index)),
    nodeOf: (index: number) => ({ ...nodeOf(context, all[index] as T) }),
  })
  if (name === 'orders') {
    const { walk } = orderRow(context, args)
    return { walk, nodeOf: (index) => ({ ...orderObject(context, store.order(index) as Order) }) }
  }
  if (name === 'customers') {
    return {
      walk: customerRow(context, args),
      nodeOf: (index) => ({ ...customerObject(context, store.customer(index)) }),
    }
  }
  need(context, name, 'read_products')
  if (name === 'products') return listOf(store.products, productObject)
  if (name === 'productVariants') return listOf(store.variants, variantObject)
  if (name === 'inventoryItems') return listOf(store.variants, inventoryItemObject)
  throw badRequest(`This counterpart does not answer bulk queries of ${name}`)
}

const rangeOf = <T>(search: Search<T>, field: string) => ({
  lowest: search.lowest(field),
  highest: search.highest(field),
})

function countOf(walk: Walk, { limit }: CountArguments) {
  const most = limit ?? Number.MAX_SAFE_INTEGER
  let count = 0
  for (const _ of walk('up', undefined)) {
    count += 1
    if (count > most) return { count: most, precision: 'AT_LEAST' }
  }
  return { count, precision: 'EXACT' }
}

function orderOf(context: Context, id: string) {
  need(context, 'order', 'read_orders')
  const order = context.shop.store.order(indexOf('Order', id) ?? -1)
  return order && order.createdAt >= oldestVisible(context) ? orderObject(context, order) : null
}

/** An object by its id, of the kinds that this counterpart has. */
function nodeOf(context: Context, id: string): object | null {
  const { store } = context.shop
  if (id.includes('/Order/')) return orderOf(context, id)
  if (id.includes('/Customer/')) return customerOf(context, id)
  if (id.includes('/ProductVariant/'))
    return found(context, 'productVariant', 'ProductVariant', id, store.variants, variantObject)
  return found(context, 'product', 'Product', id, store.products, productObject)
}

const customerFields: Searchable<{ index: number; updatedAt: number; email: string }> = {
  id: ({ index }) => numberOf('Customer', index),
  updated_at: ({ updatedAt }) => updatedAt,
  email: ({ email }) => email,
}

function customerRow(context: Context, { query, sortKey }: ListArguments): Walk {
  need(context, 'customers', 'read_customers')
  const { store } = context.shop
  const search = searchOf(context, 'customers', query, customerFields)
  const matches = (index: number) =>
    !store.deleted.customers.has(index) && (!query || search.matches(store.customer(index)))
  if (sortKey !== 'UPDATED_AT') return walkOf(store.customerCount, matches)
  return customersByUpdate(store, rangeOf(search, 'updated_at'), matches)
}

function customers(context: Context, args: ListArguments) {
  return connection(context, args, customerRow(context, args), (index) =>
    customerObject(context, context.shop.store.customer(index)),
  )
}

function customerOf(context: Context, id: string) {
  need(context, 'customer', 'read_customers')
  const index = indexOf('Customer', id)
  const { store } = context.shop
  return index !== undefined && index < store.customerCount && !store.deleted.customers.has(index)
    ? customerObject(context, context.shop.store.customer(index))
    : null
}

function products(context: Context, args: ListArguments) {
  need(context, 'products', 'read_products')
  const fields: Searchable<Product> = {
    id: ({ index }) => numberOf('Product', index),
    title: ({ title }) => title,
    status: ({ status }) => status,
    updated_at: ({ index }) => productTimes(context, index).updatedAt,
  }
  const search = searchOf(context, 'products', args.query, fields)
  const { store } = context.shop
  const rows = store.products.filter((product) => !store.deleted.products.has(product.index) && search.matches(product))
  if (args.sortKey === 'UPDATED_AT') {
    rows.sort((a, b) => productTimes(context, a.index).updatedAt - productTimes(context, b.index).updatedAt)
  }
  return listed(context, args, rows, (product) => productObject(context, product))
}

function variants(context: Context, args: ListArguments) {
  need(context, 'productVariants', 'read_products')
  const fields: Searchable<Variant> = {
    id: ({ index }) => numberOf('ProductVariant', index),
    sku: ({ sku }) => sku,
  }
  const rows = context.shop.store.variants.filter(searchOf(context, 'productVariants', args.query, fields).matches)
  return listed(context, args, rows, (variant) => variantObject(context, variant))
}

function found<T, Node>(
  context: Context,
  field: string,
  kind: 'Product' | 'ProductVariant',
  id: string,
  all: readonly T[],
  nodeOf: (context: Context, one: T) => Node,
): Node | null {
  need(context, field, 'read_products')
  const index = indexOf(kind, id) ?? -1
  const isDeleted = kind === 'Product' && context.shop.store.deleted.products.has(index)
  const one = isDeleted ? undefined : all[index]
  return one ? nodeOf(context, one) : null
}
