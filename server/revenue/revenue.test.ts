import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/revenue${rest}`
const order = (fields: Record<string, unknown>) => server.given.storeOrder(company, fields)
const at = (time: string) => ({ created_at_shopify: time, updated_at_shopify: time })

test('the revenue of a year has exactly the fields that the owner asked for', async () => {
  await order({
    ...at('2025-03-02T10:00:00Z'),
    order_number: '#1001',
    email: 'ada@x.example',
    current_total: '20.10',
    total_price: '25.10',
    refunded: '5',
  })
  await order({
    ...at('2025-03-09T10:00:00Z'),
    financial_status: 'pending',
    current_total: '0.20',
    fulfillment_status: '',
  })
  await order({ ...at('2025-12-31T10:00:00Z'), current_total: '1.10' })
  await order({ ...at('2024-12-31T10:00:00Z'), current_total: '1000' })
  await order({ ...at('2025-04-01T10:00:00Z'), is_test: true, current_total: '500' })
  await order({
    ...at('2025-04-01T10:00:00Z'),
    cancelled_at: '2025-04-02T10:00:00Z',
    current_total: '500',
    refunded: '500',
  })
  await server.given.storeCustomer(company, { first_name: 'Ada', last_name: 'King' })
  await server.given.storeProduct(company, { title: 'Lamp' })
  const revenue = (await operator.get(path('?year=2025'))).json()
  expect(revenue).toMatchObject({
    ...{ year: 2025, totalRevenue: 21.4, orderCount: 3, paidOrderCount: 2, customerCount: 1, productCount: 1 },
    monthlyRevenue: [0, 0, 20.3, 0, 0, 0, 0, 0, 0, 0, 0, 1.1],
    revenueByStatus: { paid: { amount: 21.2, count: 2 }, pending: { amount: 0.2, count: 1 } },
    refundedAmount: 5,
    customers: [{ firstName: 'Ada', lastName: 'King', ordersCount: 1, totalSpent: 10 }],
    products: [{ name: 'Lamp', sku: null, cost: null, retailPrice: null }],
  })
  expect(Object.keys(revenue).sort()).toEqual(
    'customerCount customers monthlyRevenue orderCount orders paidOrderCount productCount products refundedAmount revenueByStatus totalRevenue year'.split(
      ' ',
    ),
  )
  expect(revenue.orders.map((each: { createdAtShopify: string }) => each.createdAtShopify.slice(0, 10))).toEqual([
    '2025-12-31',
    '2025-03-09',
    '2025-03-02',
  ])
  expect(revenue.orders[2]).toMatchObject({ orderNumber: '#1001', email: 'ada@x.example', totalPrice: 25.1 })
  // The rows behind the figures add up to them.
  const sumOf = (key: string) =>
    revenue.orders.reduce(
      (cents: number, each: Record<string, number>) => cents + Math.round((each[key] ?? 0) * 100),
      0,
    )
  expect([sumOf('currentTotal'), sumOf('refunded'), revenue.orders.length]).toEqual([2140, 500, revenue.orderCount])
})

test('an order of another shop that moved counts on the day of its sale, and a voided or expired one is no sale', async () => {
  const imported = { created_at_shopify: '2026-11-20T15:00:00Z', processed_at: '2024-05-05T15:00:00Z' }
  await order({ ...imported, order_number: '#A-imported', current_total: '100.00' })
  await order({ ...at('2024-06-01T10:00:00Z'), financial_status: 'voided', current_total: '7' })
  await order({ ...at('2024-06-02T10:00:00Z'), financial_status: 'expired', current_total: '8', refunded: '2' })
  const revenue = (await operator.get(path('?year=2024'))).json()
  expect(revenue).toMatchObject({
    ...{ totalRevenue: 100, orderCount: 1, paidOrderCount: 1, refundedAmount: 0 },
    monthlyRevenue: [0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0],
    revenueByStatus: {
      paid: { amount: 100, count: 1 },
      voided: { amount: 7, count: 1 },
      expired: { amount: 8, count: 1 },
    },
  })
  expect(revenue.orders.map(({ financialStatus }: { financialStatus: string }) => financialStatus)).toEqual([
    'expired',
    'voided',
    'paid',
  ])
  expect(revenue.orders[2]).toMatchObject({
    createdAtShopify: expect.stringMatching(/^2026-11-20/),
    processedAt: expect.stringMatching(/^2024-05-05/),
  })
  expect((await operator.get(path('?year=2026'))).json()).toMatchObject({ totalRevenue: 0, orderCount: 0, orders: [] })
  expect((await employee.get(path('/totals?year=2024'))).json()).toMatchObject({ totalRevenue: 100, orderCount: 1 })
  expect((await operator.get(path('/store'))).json().years).toMatchObject([{ year: 2024, orderCount: 1 }])
})

test('an order is found by its number, in whatever year it was made', async () => {
  await order({ ...at('2024-03-02T10:00:00Z'), order_number: '#77' })
  await order({ ...at('2025-03-02T10:00:00Z'), order_number: '#78' })
  await order({ ...at('2025-03-02T10:00:00Z'), order_number: '#79', is_test: true })
  const found = async (number: string) =>
    (await operator.get(path(`/orders?number=${encodeURIComponent(number)}`)))
      .json()
      .items.map(({ orderNumber }: { orderNumber: string }) => orderNumber)
  expect([await found('#77'), await found('77'), await found('#79')]).toEqual([['#77'], [], []])
  expect((await operator.get(path('/orders?number='))).statusCode).toBe(400)
})

test('a new time zone moves an order at midnight into another month, and into another year', async () => {
  await order(at('2026-01-01T03:00:00Z'))
  const revenueIn = async (timeZone: string) => {
    await server.given.sql('update companies set time_zone = $2 where id = $1', [company.id, timeZone])
    const [last, next] = [
      (await operator.get(path('?year=2025'))).json(),
      (await operator.get(path('?year=2026'))).json(),
    ]
    return [last.monthlyRevenue[11], last.orders.length, next.monthlyRevenue[0], next.orders.length]
  }
  expect(await revenueIn('America/New_York')).toEqual([10, 1, 0, 0])
  expect(await revenueIn('UTC')).toEqual([0, 0, 10, 1])
})

test('more orders, customers and products come on demand, without a gap or a double', async () => {
  for (const index of Array(7).keys()) {
    const id = 95 + index // of two and of three digits
    await order({ id, ...at(`2025-05-0${1 + (index % 3)}T10:00:00Z`) })
    await server.given.storeCustomer(company, { id, total_spent: index % 3 })
    await server.given.storeProduct(company, { id, title: `Lamp ${index % 3}` })
  }
  for (const [list, query] of [
    ['orders', '&year=2025'],
    ['customers', ''],
    ['products', ''],
  ] as const) {
    const ids: string[] = []
    let after = ''
    for (let pages = 0; pages < 4; pages += 1) {
      const page = (await operator.get(path(`/${list}?pageSize=2${query}${after && `&after=${after}`}`))).json()
      ids.push(...page.items.map(({ id }: { id: string }) => id))
      after = page.next ?? ''
    }
    expect([list, ids.length, new Set(ids).size, after]).toEqual([list, 7, 7, ''])
  }
  // A place that this server never wrote is the beginning, whatever it holds.
  expect((await operator.get(path('/orders?year=2025&after=abc'))).json().items).toHaveLength(7)
})

test('a product shows our cost when one of ours is linked, else the cost of the store', async () => {
  const { id } = await server.given.storeProduct(company, { id: 77, title: 'Lamp' })
  await server.given.sql(
    `insert into store_variants (company_id, product_id, position, id, title, sku, price, unit_cost, is_tracked, quantity)
     values ($1, $2, 0, 1, 'S', null, 20, null, true, 1), ($1, $2, 1, 2, 'M', 'L-M', 25, 9.5, true, 1)`,
    [company.id, id],
  )
  const shown = async () => (await operator.get(path('/products'))).json().items[0]
  expect(await shown()).toEqual({
    id: '77',
    name: 'Lamp',
    sku: 'L-M',
    cost: 9.5,
    retailPrice: 25,
    shopifyProductId: '77',
  })
  await server.given.product(company, { cost: 8, shopify_product_id: 'gid://shopify/Product/77' })
  expect(await shown()).toMatchObject({ cost: 8 })
})

test('everybody sees three figures; only operators see persons, months and the store', async () => {
  const none = (await employee.get(path('/totals?year=2025'))).json()
  expect(none).toMatchObject({ hasOrders: false, totalRevenue: 0, orderCount: 0, customerCount: 0 })
  await server.given.store(company, { currency: 'EUR' })
  await order(at('2025-03-02T10:00:00Z'))
  for (const person of [employee, manager]) {
    const reach = { hasAllOrders: true, isConnected: false, readAt: expect.any(String), ordersSince: null }
    const totals = {
      store: reach,
      year: 2025,
      hasOrders: true,
      currency: 'EUR',
      totalRevenue: 10,
      orderCount: 1,
      customerCount: 0,
    }
    expect((await person.get(path('/totals?year=2025'))).json()).toEqual(totals)
    expect((await person.get(path('?year=2025'))).statusCode).toBe(403)
  }
  expect((await operator.get(path('/store'))).json()).toMatchObject({
    store: { currency: 'EUR', ordersSince: null },
    timeZone: 'UTC',
    years: [{ year: 2025, orderCount: 1, monthlyRevenue: [0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0] }],
  })
})

test('an unlikely year is refused', async () => {
  for (const year of ['1999', '2101', 'x', '2025.5'])
    expect((await operator.get(path(`?year=${year}`))).statusCode).toBe(400)
})

test('the picker finds store products by title, SKU and id; without a store it says so', async () => {
  const find = (q = '') => operator.get(`/api/companies/${company.id}/integrations/shopify/products${q && `?q=${q}`}`)
  const none = await find()
  expect([none.statusCode, none.json().code]).toEqual([409, 'NOT_CONFIGURED'])
  await server.given.store(company)
  for (const [id, title] of [
    [501, 'Oak Lamp'],
    [502, 'Steel Tray'],
  ])
    await server.given.storeProduct(company, { id, title })
  await server.given.sql(
    `insert into store_variants (company_id, product_id, position, id, title, sku, price, is_tracked, quantity)
     values ($1, 501, 0, 1, 'S', 'NS-1', 20, true, 4)`,
    [company.id],
  )
  const titles = async (q: string) => (await find(q)).json().items.map(({ title }: { title: string }) => title)
  expect(await titles('')).toEqual(['Oak Lamp', 'Steel Tray'])
  expect(await titles('tray')).toEqual(['Steel Tray'])
  expect(await titles('ns-1')).toEqual(['Oak Lamp'])
  expect(await titles('502')).toEqual(['Steel Tray'])
  expect(await titles('%25')).toEqual([])
  const [lamp] = (await find('lamp')).json().items
  const variants = [{ id: '1', title: 'S', sku: 'NS-1', price: 20, quantity: 4 }]
  expect(lamp).toEqual({ id: '501', title: 'Oak Lamp', currency: 'USD', variants })
})
