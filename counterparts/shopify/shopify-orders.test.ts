import { afterEach, describe, expect, test } from 'vitest'
import { allOrders, ask, closeShops, type Money, page, started } from './asking.ts'

afterEach(closeShops)

describe('queries', () => {
  test('wrong queries fail in the words of Shopify', async () => {
    const shop = await started()
    const field = await ask(shop, '{ orders(first: 1) { nodes { totalprice } } }')
    expect(field.errors[0]).toMatchObject({
      message: "Field 'totalprice' doesn't exist on type 'Order'",
      path: ['query', 'orders', 'nodes', 'totalprice'],
      extensions: { code: 'undefinedField', typeName: 'Order', fieldName: 'totalprice' },
    })
    const argument = await ask(shop, '{ orders(limit: 1) { nodes { id } } }')
    expect(argument.errors[0].extensions).toMatchObject({ code: 'argumentNotAccepted', argumentName: 'limit' })
    const missing = await ask(shop, '{ order { id } }')
    expect(missing.errors[0].message).toBe("Field 'order' is missing required arguments: id")
    const variable = await ask(shop, 'query ($n: Int!) { orders(first: $n) { nodes { id } } }', { n: 'ten' })
    expect(variable.errors[0].extensions.code).toBe('INVALID_VARIABLE')
    const size = await ask(shop, '{ orders { nodes { id } } }')
    expect(size.errors[0].message).toBe('you must provide one of first or last')
  })

  test('orders come page by page in the order of their last change, each once', async () => {
    const shop = await started()
    const nodes = await allOrders(shop)
    expect(nodes).toHaveLength(600)
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(600)
    const times = nodes.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(times.toSorted())
  })

  test('a search by time of change finds the changed orders; an unknown term is left out with a warning', async () => {
    const shop = await started()
    const all = await allOrders(shop)
    const since = '2026-11-01T00:00:00Z'
    const changed = await allOrders(shop, `updated_at:>='${since}'`)
    expect(changed.length).toBeGreaterThan(0)
    expect(changed).toEqual(all.filter(({ updatedAt }) => updatedAt >= since))
    const warned = await ask(shop, page, { query: 'colour:red' })
    expect(warned.data.orders.nodes).toHaveLength(100)
    expect(warned.extensions.search[0].warnings[0]).toMatchObject({ field: 'colour', code: 'invalid_field' })
  })

  test('without read_all_orders an app sees only the last sixty days', async () => {
    const shop = await started()
    await shop.control.dropScopes({ scopes: ['read_all_orders'] })
    const nodes = await allOrders(shop)
    expect(nodes.length).toBeGreaterThan(0)
    expect(nodes.length).toBeLessThan(200)
    expect(nodes.every(({ createdAt }) => createdAt >= '2026-09-22T12:00:00Z')).toBe(true)
  })

  test('the sums of all orders equal the totals of the counterpart, to the cent', async () => {
    const shop = await started()
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    const sums: Record<string, number[]> = {}
    const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit' })
    for (const node of await allOrders(shop)) {
      const at = month.format(new Date(node.createdAt)).slice(0, 7)
      const key = `${at} ${node.displayFinancialStatus} ${node.test} ${node.cancelledAt !== null}`
      const sum = sums[key] ?? [0, 0, 0, 0]
      const amounts = [node.totalPriceSet, node.currentTotalPriceSet, node.totalRefundedSet]
      sums[key] = [
        (sum[0] ?? 0) + 1,
        ...amounts.map((set, index) => (sum[index + 1] ?? 0) + cents(set.shopMoney.amount)),
      ]
    }
    const totals = await shop.control.totals()
    expect(totals.length).toBeGreaterThan(50)
    const same = totals.map((each) => [
      `${each.month} ${each.status} ${each.isTest} ${each.isCancelled}`,
      [each.orders, cents(each.total), cents(each.currentTotal), cents(each.refunded)],
    ])
    expect(Object.fromEntries(same)).toEqual(sums)
  })

  test('customers, products and stock agree with each other', async () => {
    const shop = await started()
    const { data } = await ask(
      shop,
      `{ customers(first: 3, sortKey: UPDATED_AT, reverse: true) { nodes { numberOfOrders amountSpent { amount } orders(first: 100) { nodes { netPaymentSet { shopMoney { amount } } } } } }
         products(first: 2) { nodes { title variants(first: 10) { nodes { sku price inventoryQuantity inventoryItem { unitCost { amount } inventoryLevels(first: 5) { nodes { quantities(names: ["available"]) { quantity } } } } } } } } }`,
    )
    for (const customer of data.customers.nodes) {
      expect(customer.orders.nodes).toHaveLength(Number(customer.numberOfOrders))
      const paid = customer.orders.nodes.map((each: { netPaymentSet: Money }) =>
        Number(each.netPaymentSet.shopMoney.amount),
      )
      expect(paid.reduce((sum: number, each: number) => sum + each, 0)).toBeCloseTo(
        Number(customer.amountSpent.amount),
        2,
      )
    }
    for (const product of data.products.nodes) {
      for (const variant of product.variants.nodes) {
        const levels = variant.inventoryItem.inventoryLevels.nodes as { quantities: { quantity: number }[] }[]
        const sum = levels.reduce((all, level) => all + (level.quantities[0]?.quantity ?? 0), 0)
        expect(variant.inventoryQuantity).toBe(sum)
      }
    }
  })

  test('nobody pages deeper than 25,000', { timeout: 60_000 }, async () => {
    const shop = await started({ orders: 26_000, restoreRate: 100_000 })
    const ids = `query ($after: String) { orders(first: 250, after: $after, sortKey: ID) { nodes { id } pageInfo { endCursor } } }`
    let after: string | null = null
    for (let turn = 0; turn < 100; turn += 1) {
      const answered = await ask(shop, ids, { after })
      after = String(answered.data.orders.pageInfo.endCursor)
    }
    const { errors } = await ask(shop, ids, { after })
    expect(errors[0].message).toContain('25000')
  })

  test('an order that is refunded now has the newest change', async () => {
    const shop = await started()
    const [first] = await allOrders(shop, 'financial_status:paid')
    const index = Number(first?.id.split('/').at(-1)) - 5_000_000_001
    await shop.control.advance({ seconds: 60 })
    await shop.control.refundOrder({ order: index, units: 1 })
    const last = (await allOrders(shop)).at(-1)
    expect(last?.id).toBe(first?.id)
    expect(Number(last?.totalRefundedSet.shopMoney.amount)).toBeGreaterThan(0)
    await shop.control.advance({ seconds: 60 })
    await shop.control.addOrder({ financial: 'PENDING', customer: 9 })
    expect(await allOrders(shop)).toHaveLength(601)
    const changed =
      '{ customers(first: 5, sortKey: UPDATED_AT, query: "updated_at:>=\'2026-11-21T12:00:30Z\'") { nodes { id } } }'
    const { data } = await ask(shop, changed)
    expect(data.customers.nodes.at(-1)).toEqual({ id: 'gid://shopify/Customer/7000000010' })
    const all =
      'query ($after: String) { customers(first: 250, after: $after, sortKey: UPDATED_AT, reverse: true) { nodes { id } } }'
    const ids = (await ask(shop, all)).data.customers.nodes.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(200)
  })
})
