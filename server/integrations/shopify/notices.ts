import { mergeCustomers, mergeOrders, mergeProducts, removeStored } from '../../revenue/public.ts'
import { connectionOf } from '../connection.ts'
import { markHealth } from '../health.ts'
import type { SyncContext } from '../sync-context.ts'
import { completed } from './changed-records.ts'
import { askShopify } from './shopify-call.ts'
import { customerQuery, orderQuery, productQuery, shopQuery } from './shopify-documents.ts'
import type { NoticePayload } from './shopify-job-kinds.ts'
import { OneCustomer, OneOrder, OneProduct, Shop } from './shopify-shapes.ts'
import { customerState, productState } from './states.ts'
import { mayReadCustomers } from './sync-run.ts'

/**
 * Reads the record that a notice is about. What the notice itself says is not stored: notices come late, twice and in any order, the
 * answer of the store is its state of now.
 */
export async function readNotice(context: SyncContext, { kind, id, isDeleted }: NoticePayload): Promise<void> {
  const { companyId, work } = context
  const connection = await connectionOf(context, 'shopify')
  if (!connection) return
  if (isDeleted) return work((db) => removeStored(db, companyId, kind, [id]))
  const readAt = new Date().toISOString()
  if (kind === 'order') {
    const shop = await askShopify(connection, context, { operation: 'Read the shop', query: shopQuery, shape: Shop })
    const scopes = new Set(shop.data.currentAppInstallation.accessScopes.map(({ handle }) => handle))
    const variables = { id: `gid://shopify/Order/${id}` }
    const question = {
      operation: 'Read an order',
      query: orderQuery(mayReadCustomers(scopes)),
      variables,
      shape: OneOrder,
    }
    const { order } = (await askShopify(connection, context, question)).data
    if (!order) return
    const state = await completed({ connection, context }, order)
    await work((db) => mergeOrders(db, companyId, [state], readAt))
  } else if (kind === 'customer') {
    const variables = { id: `gid://shopify/Customer/${id}` }
    const question = { operation: 'Read a customer', query: customerQuery, variables, shape: OneCustomer }
    const { customer } = (await askShopify(connection, context, question)).data
    if (!customer) return
    await work((db) => mergeCustomers(db, companyId, [customerState(customer)], readAt))
  } else {
    const variables = { id: `gid://shopify/Product/${id}` }
    const question = { operation: 'Read a product', query: productQuery, variables, shape: OneProduct }
    const { product } = (await askShopify(connection, context, question)).data
    if (!product) return
    const state = productState(product, product.variants.nodes)
    await work((db) => mergeProducts(db, companyId, [state], readAt))
  }
  await work((db) => markHealth(db, { companyId, name: 'shopify' }, { ok: true }))
}
