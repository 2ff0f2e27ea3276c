import type { FeatureAccess, FencedTable } from './access.ts'

const own: FencedTable['own'] = ['----', '----', 'r---', 'r---']

/** Rows 38 and 39 of security.md 2.2. Only the worker writes data of a store or of ShipStation. */
export const revenueAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'revenue.get':       [401, 403, 403, 403, 200, 200],
    'revenue.store':     [401, 403, 403, 403, 200, 200],
    'revenue.totals':    [401, 403, 200, 200, 200, 200],
    'revenue.orders':    [401, 403, 403, 403, 200, 200],
    'revenue.order':     [401, 403, 403, 403, 200, 200],
    'revenue.customers': [401, 403, 403, 403, 200, 200],
    'revenue.products':  [401, 403, 403, 403, 200, 200],
    'storeProducts.list': [401, 403, 403, 403, 200, 200],
    'storeProducts.compare': [401, 403, 403, 403, 200, 200],
    'storeProducts.compareFile': [401, 403, 403, 403, 200, 200],
    'unitsSold.list': [401, 403, 403, 403, 200, 200],
    'unitsSold.file': [401, 403, 403, 403, 200, 200],
  },
  records: async (given, company) => {
    await given.sql(
      `insert into stores (company_id, domain, name, currency, time_zone) values ($1, 'a.myshopify.com', 'A', 'USD', 'UTC') on conflict do nothing`,
      [company.id],
    )
    const order = await given.storeOrder(company)
    const product = await given.storeProduct(company)
    await given.storeCustomer(company)
    await given.sql(`insert into store_order_lines values ($1, $2, 0, 1, null, 'S', 'Lamp', 1, 1, 10)`, [
      company.id,
      order.id,
    ])
    await given.sql(`insert into store_variants values ($1, $2, 0, 1, 'Default', 'S', 10, 4, 1, true, 5)`, [
      company.id,
      product.id,
    ])
    await given.sql('insert into shipment_accounts (company_id, api_version) values ($1, 2) on conflict do nothing', [
      company.id,
    ])
    await given.sql(`insert into shipment_orders values ($1, gen_random_uuid(), '#1')`, [company.id])
    await given.sql(
      `insert into shipments (company_id, id, carrier_code, made_at, is_voided, is_return, read_at)
       values ($1, gen_random_uuid(), 'ups', now(), false, false, now())`,
      [company.id],
    )
    await given.sql(`insert into store_webhooks values ($1, 'shopify', gen_random_uuid(), 'orders/create')`, [
      company.id,
    ])
    return { storeOrder: order.id }
  },
  idOf: { 'revenue.order': 'storeOrder' },
  bodies: () => ({}),
  tables: {
    stores: {
      own,
      insert: `(company_id, domain, name, currency, time_zone) values ($1, 'b.myshopify.com', 'B', 'USD', 'UTC')`,
      set: `name = 'x'`,
    },
    store_orders: {
      own,
      insert: `(company_id, id, order_number, created_at_shopify, processed_at, updated_at_shopify, is_test, currency, total_price,
        current_total, refunded, financial_status, fulfillment_status, read_at)
        values ($1, 999, '#1', now(), now(), now(), false, 'USD', 1, 1, 0, 'paid', '', now())`,
      set: `email = 'x'`,
    },
    store_order_lines: { own, insert: `values ($1, 1, 9, 9, null, 'S', 'Lamp', 1, 1, 10)`, set: `title = 'x'` },
    store_customers: {
      own,
      insert: `values ($1, 999, null, null, null, 1, 1, now(), now(), now())`,
      set: `email = 'x'`,
    },
    store_products: { own, insert: `values ($1, 999, 'x', 'active', now(), now())`, set: `title = 'x'` },
    store_variants: { own, insert: `values ($1, 1, 9, 9, 'x', 'S', 10, 4, 1, true, 5)`, set: `title = 'x'` },
    store_webhooks: { own, insert: `values ($1, 'shopify', 'w', 'orders/create')`, set: `topic = 'x'` },
    shipment_accounts: {
      own,
      insert: `(company_id, api_version) values ($1, 1)`,
      set: 'api_version = 1',
    },
    shipment_orders: { own, insert: `values ($1, 'se-9', '#9')`, set: `order_number = 'x'` },
    shipments: {
      own,
      insert: `(company_id, id, carrier_code, made_at, is_voided, is_return, read_at) values ($1, '9', 'ups', now(), false, false, now())`,
      set: 'is_voided = true',
    },
    units_sold: {
      own,
      insert: `values ($1, 'day', '2026-01-01', 0, 'S', 1)`,
      set: `units = 0`,
    },
    revenue_months: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `values ($1, 2026, 1, 'paid', 1, 1, 0)`,
      set: `orders = 0`,
    },
  },
}
