import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator, manager } = useServer()
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

let lines = 0
async function sell(
  order: Record<string, unknown>,
  ...sold: [sku: string | null, variant: number | null, units: number, left?: number][]
) {
  const { id } = await server.given.storeOrder(company, { created_at_shopify: ago(3), ...order })
  for (const [position, [sku, variant, units, left = units]] of sold.entries()) {
    lines += 1
    await server.given.sql(
      `insert into store_order_lines values ($1, $2, $3, $4, $5, $6, 'Line ' || coalesce($6, '?'), $7, $8, 10)`,
      [...[company.id, id, position, lines, variant, sku, units, left]],
    )
  }
  return id
}

/** A pump of 2 seals and 1 motor; a kit of 3 pumps and 1 seal. */
async function bills() {
  await server.given.store(company, { domain: 'pumps.myshopify.com' })
  const seal = await server.given.part(company, { part_number: 'SEAL', stock_level: 30, reorder_threshold: 40 })
  const motor = await server.given.part(company, { part_number: 'MOTOR', stock_level: 900, reorder_threshold: 1 })
  const pump = await server.given.product(company, { sku: 'PUMP' })
  const kit = await server.given.product(company, { sku: 'KIT', shopify_product_id: 'gid://shopify/Product/700' })
  await server.given.bomLine(company, { product_id: pump.id }, { part_id: seal.id }, 2)
  await server.given.bomLine(company, { product_id: pump.id }, { part_id: motor.id }, 1)
  await server.given.bomLine(company, { product_id: kit.id }, { sub_product_id: pump.id }, 3)
  await server.given.bomLine(company, { product_id: kit.id }, { part_id: seal.id }, 1)
  await server.given.storeProduct(company, { id: 700, title: 'Kit' })
  await server.given.sql(
    `insert into store_variants values ($1, 700, 0, 7001, 'Default', 'K-STORE', 10, 4, 1, true, 5)`,
    [company.id],
  )
  return { seal, motor, pump, kit }
}

const sold = async (query = '') =>
  (await operator.get(`/api/companies/${company.id}/revenue/units-sold?${query}`)).json()
const figures = async (query = '') =>
  Object.fromEntries(
    (await sold(query)).items.map((item: { number: string; sold: number }) => [item.number, item.sold]),
  )

test('units sold are counted by product and, through the bills of materials, by part, after refunds', async () => {
  const { seal, pump } = await bills()
  await sell({}, ['pump', null, 5, 4], ['UNKNOWN', null, 6])
  await sell({}, ['K-STORE', 7001, 2])
  await sell({ is_test: true }, ['PUMP', null, 100])
  await sell({ financial_status: 'voided' }, ['PUMP', null, 100])
  await sell({ cancelled_at: ago(1) }, ['PUMP', null, 100])
  await sell({ processed_at: ago(200) }, ['PUMP', null, 50])
  expect(await figures()).toEqual({ PUMP: 10, KIT: 2, SEAL: 22, MOTOR: 10 })
  expect((await sold()).unknown).toEqual({ units: 6, titles: 1 })
  expect((await sold(`itemId=${pump.id}`)).items).toMatchObject([
    { type: 'product', soldItself: 4, inOthers: 6, onHand: null, lastsDays: null },
  ])
  expect((await sold(`itemId=${seal.id}`)).items).toMatchObject([
    { type: 'part', sold: 22, soldItself: 0, onHand: 30, lastsDays: Math.floor((30 * 90) / 22) },
  ])
  expect(await figures('low=yes')).toEqual({ SEAL: 22 })
  expect(await figures('type=product&days=365')).toEqual({ PUMP: 60, KIT: 2 })
  expect((await sold('sort=sold')).items.map(({ number }: { number: string }) => number)).toEqual([
    'SEAL',
    'MOTOR',
    'PUMP',
    'KIT',
  ])
  expect(await figures('q=seal')).toEqual({ SEAL: 22 })
  const file = await operator.get(`/api/companies/${company.id}/lists/units-sold?format=csv&type=part`)
  expect(file.body).toMatch(/^SEAL,.*,Part,22,0,22,30,/m)
  expect(file.body).not.toContain('PUMP')
  expect((await operator.get(`/api/companies/${company.id}/lists/units-sold?format=xlsx`)).statusCode).toBe(200)
  expect((await manager.get(`/api/companies/${company.id}/revenue/units-sold`)).statusCode).toBe(403)
})

/** Noon of a day of the company's calendar. */
async function noon(daysAgo: number) {
  const [row] = await server.given.sql(
    `select ((now() at time zone time_zone)::date - $2::int + time '12:00') at time zone time_zone as at from companies where id = $1`,
    [company.id, daysAgo],
  )
  return row?.at
}

test('a stock below zero lasts no day', async () => {
  const { seal } = await bills()
  await sell({}, ['PUMP', null, 5])
  await server.given.sql('update companies set allows_negative_stock = true where id = $1', [company.id])
  await operator.post(`/api/companies/${company.id}/parts/${seal.id}/stock`, { delta: -37, reason: 'used' })
  expect((await sold(`itemId=${seal.id}`)).items).toMatchObject([{ onHand: -7, lastsDays: 0 }])
})

test('a period begins with its first day, whatever month that is in, and ends with today', async () => {
  await bills()
  await server.given.sql(`update companies set time_zone = 'America/St_Johns' where id = $1`, [company.id])
  const ages = [0, 6, 7, 29, 30, 31, 89, 90, 364, 365, 800]
  for (const age of ages) await sell({ processed_at: await noon(age) }, ['KIT', null, 1])
  const soldIn = async (days: number) => (await figures(`type=product&days=${days}`)).KIT
  for (const days of [1, 7, 8, 30, 31, 32, 90, 91, 365, 366, 801])
    expect([days, await soldIn(days)]).toEqual([days, ages.filter((age) => age < days).length])
})

test('an order that is voided, moved to another day, deleted or disconnected takes its units along', async () => {
  await bills()
  const at = (order: string) => `update store_orders set ${order} where company_id = $1 and id = $2`
  const id = await sell({}, ['PUMP', null, 2], ['K-STORE', 7001, 1])
  await sell({}, ['PUMP', null, 5])
  const products = () => figures('type=product&days=10')
  expect(await products()).toEqual({ PUMP: 10, KIT: 1 })
  await server.given.sql(at(`financial_status = 'voided'`), [company.id, id])
  expect(await products()).toEqual({ PUMP: 5 })
  await server.given.sql(at(`financial_status = 'paid', processed_at = processed_at - interval '40 days'`), [
    ...[company.id, id],
  ])
  expect(await products()).toEqual({ PUMP: 5 })
  expect(await figures('type=product&days=60')).toEqual({ PUMP: 10, KIT: 1 })
  await server.given.sql('update products set sku = $2 where company_id = $1 and sku = $3', [
    ...[company.id, 'PUMP-2', 'PUMP'],
  ])
  expect(await figures('type=product&days=60')).toEqual({ 'PUMP-2': 3, KIT: 1 })
  await server.given.sql('delete from store_orders where company_id = $1 and id = $2', [company.id, id])
  expect((await sold('days=60')).unknown).toEqual({ units: 5, titles: 1 })
  expect(await figures('type=product&days=60')).toEqual({})
  for (const table of ['store_order_lines', 'store_orders'])
    await server.given.sql(`delete from ${table} where company_id = $1`, [company.id])
  expect((await sold('days=60')).unknown).toEqual({ units: 0, titles: 0 })
})

test('an order opens with its lines, the products they belong to, its parcels, and its page in the store', async () => {
  const { kit } = await bills()
  const id = await sell({ order_number: '#9', email: 'ada@x.example' }, ['K-STORE', 7001, 3, 1], [null, null, 1])
  await server.given.sql(
    `insert into shipments (company_id, id, order_number, carrier_code, tracking_number, made_at, is_voided, is_return, read_at)
     values ($1, 'p1', '9', 'ups', '1Z9', now(), false, false, now())`,
    [company.id],
  )
  const order = await operator.get(`/api/companies/${company.id}/revenue/orders/${id}`)
  expect(order.json()).toMatchObject({
    ...{ orderNumber: '#9', adminUrl: `https://admin.shopify.com/store/pumps/orders/${id}` },
    lines: [
      { sku: 'K-STORE', quantity: 3, currentQuantity: 1, productId: kit.id },
      { sku: null, quantity: 1, productId: null },
    ],
    parcels: [{ carrierCode: 'ups', trackingNumber: '1Z9' }],
  })
  expect((await operator.get(`/api/companies/${company.id}/revenue/orders/1`)).statusCode).toBe(404)
  expect((await manager.get(`/api/companies/${company.id}/revenue/orders/${id}`)).statusCode).toBe(403)
})
