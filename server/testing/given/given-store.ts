type Insert = (table: string, row: Record<string, unknown>) => Promise<{ id: string }>
type Company = { id: string }

/** The records of an online store. */
export const givenStore = (insert: Insert, next: () => number) => ({
  /** Its first sync has come to its end. */
  store: (company: Company, fields: Record<string, unknown> = {}) =>
    insert('stores', {
      company_id: company.id,
      ...{
        domain: `shop-${next()}.myshopify.com`,
        name: 'Shop',
        currency: 'USD',
        time_zone: 'UTC',
        orders_until: new Date(),
      },
      ...fields,
    }),

  /** An order of this year that was paid and counts. */
  storeOrder: (company: Company, fields: Record<string, unknown> = {}) => {
    const id = next()
    const now = new Date().toISOString()
    return insert('store_orders', {
      ...{ company_id: company.id, id, order_number: `#${id}`, created_at_shopify: now, updated_at_shopify: now },
      ...{ is_test: false, currency: 'USD', total_price: '10.00', current_total: '10.00', refunded: 0, read_at: now },
      ...{ financial_status: 'paid', fulfillment_status: 'fulfilled' },
      processed_at: fields.created_at_shopify ?? now,
      ...fields,
    })
  },

  storeCustomer: (company: Company, fields: Record<string, unknown> = {}) => {
    const now = new Date().toISOString()
    return insert('store_customers', {
      ...{ company_id: company.id, id: next(), first_name: 'Ada', orders_count: 1, total_spent: '10.00' },
      ...{ created_at_shopify: now, updated_at_shopify: now, read_at: now },
      ...fields,
    })
  },

  storeProduct: (company: Company, fields: Record<string, unknown> = {}) => {
    const now = new Date().toISOString()
    return insert('store_products', {
      ...{ company_id: company.id, id: next(), title: 'Lamp', status: 'active', updated_at_shopify: now, read_at: now },
      ...fields,
    })
  },
})
