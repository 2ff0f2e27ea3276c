import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { ledgerOf } from '../../testing/oracles/ledger-oracle.ts'

const { server, company, operator, sbr } = useServer()
const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const get = async (rest: string) => (await operator.get(path(rest))).json()
const post = async (lines: object[]) => {
  const answer = await operator.post(path('movements'), { actionId: randomUUID(), lines })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
}

/** Hours ahead of UTC: in the zone of the company it is between 4 in the morning and 8 in the evening, whenever the test runs. */
const zone = `Etc/GMT${new Date().getUTCHours() < 12 ? '-' : '+'}8`

beforeEach(() => server.given.sql('update companies set time_zone = $2 where id = $1', [company.id, zone]))

/** All that has happened in the company happened a day earlier. The ledger is append only, so its guard is off meanwhile. */
const passDay = async () => {
  const earlier = ['stock_movements', 'change_sets', 'parts', 'assemblies', 'products'].map(
    (table) => `update ${table} set created_at = created_at - interval '1 day' where company_id = '${company.id}';`,
  )
  await server.given.sql(`do $$ begin
    alter table stock_movements disable trigger append_only;
    ${earlier.join(' ')}
    alter table stock_movements enable trigger append_only;
  end $$`)
}

/** A day of the company's calendar. */
const dayAgo = async (days: number) => {
  const dayOf = `select ((now() at time zone time_zone)::date - $2::int)::text as day from companies where id = $1`
  const [row] = await server.given.sql<{ day: string }>(dayOf, [company.id, days])
  return row?.day ?? ''
}

const oneOfEach = async () => ({
  part: (await server.given.part(company, { part_number: 'P-1', name: 'Bolt', cost: 2 })).id,
  assembly: (await operator.post(path('assemblies'), { assemblyNumber: 'A-1', name: 'Rail' })).json().id as string,
  product: (await operator.post(path('products'), { sku: 'K-1', name: 'Kit', cost: 7 })).json().id as string,
})

test('parts, assemblies and products in stock are worth the same on every screen and in every file', async () => {
  const { part, assembly, product } = await oneOfEach()
  await post([
    { itemId: part, quantity: 10, unitCost: 2.5 },
    { itemId: part, quantity: -4 },
    { itemId: assembly, quantity: 3, unitCost: 4.333333 },
    { itemId: product, quantity: 2 },
  ])
  const worth = 6 * 2.5 + 3 * 4.333333 + 2 * 7
  expect((await get('inventory/summary')).valueAtCost).toBe(worth)
  expect((await get('dashboard/figures')).now.valueAtCost).toBe(worth)
  const { items: companies } = (await sbr.get('/api/portfolio')).json()
  expect(companies.find(({ id }: { id: string }) => id === company.id).valueAtCost).toBe(worth)
  const { items, totalValue } = await get('stock-value?sort=partNumber&order=asc')
  expect(totalValue).toBe(worth)
  expect(items).toEqual([
    {
      id: assembly,
      itemType: 'assembly',
      partNumber: 'A-1',
      name: 'Rail',
      unit: 'each',
      stockLevel: 3,
      cost: 4.333333,
      value: 12.999999,
    },
    {
      id: product,
      itemType: 'product',
      partNumber: 'K-1',
      name: 'Kit',
      unit: 'each',
      stockLevel: 2,
      cost: 7,
      value: 14,
    },
    { id: part, itemType: 'part', partNumber: 'P-1', name: 'Bolt', unit: 'each', stockLevel: 6, cost: 2.5, value: 15 },
  ])
  expect(await get('stock-value?itemType=product')).toMatchObject({ total: 1, totalValue: 14 })
  const file = (
    await operator.get(path('lists/stock-value?sort=partNumber&order=asc&columns=partNumber,itemType,value'))
  ).body
  expect(file).toBe('\uFEFFPart Number,Type,Value\nA-1,Assembly,12.999999\nK-1,Product,14\nP-1,Part,15\n')
  for (const id of [part, assembly, product])
    await operator.delete(path(`${{ [part]: 'parts', [assembly]: 'assemblies', [product]: 'products' }[id]}/${id}`))
  expect((await get('inventory/summary')).valueAtCost).toBe(0)
  expect(await get('stock-value')).toMatchObject({ total: 0, totalValue: 0 })
})

const move = fc.record({
  item: fc.nat(2),
  quantity: fc.integer({ min: -20, max: 40 }),
  cents: fc.option(fc.integer({ min: 1, max: 99_999 })),
})

/** The values that plain arithmetic finds at the end of a day, largest first; what is not in stock has none. */
const valuesOf = (plans: ReturnType<typeof ledgerOf>[]) =>
  plans
    .map(({ value }) => value)
    .filter((value) => value !== 0)
    .toSorted((one, other) => other - one)

test('each past day has the values of plain arithmetic, in the list, its file, the stored days and the line of the item', async () => {
  const law = fc.asyncProperty(
    fc.array(fc.array(move, { maxLength: 5 }), { minLength: 1, maxLength: 4 }),
    async (days) => {
      const { part, assembly, product } = await oneOfEach()
      const [ids, plans] = [
        [part, assembly, product],
        [ledgerOf(2), ledgerOf(0), ledgerOf(7)],
      ]
      const before = (await get('stock-value')).totalValue
      const expected: { values: number[]; onHand: number | undefined; value: number | undefined }[] = []
      for (const moves of days) {
        for (const { item, quantity, cents } of moves) {
          const plan = plans[item]
          if (!plan || quantity === 0 || plan.onHand + quantity < 0) continue
          const unitCost = quantity > 0 && cents ? cents / 100 : undefined
          await post([{ itemId: ids[item], quantity, ...(unitCost && { unitCost }) }])
          plan.post({ id: randomUUID(), quantity, unitCost })
        }
        expected.push({ values: valuesOf(plans), onHand: plans[0]?.onHand, value: plans[0]?.value })
        await passDay()
      }
      await server.given.sql('delete from company_days where company_id = $1', [company.id])
      await server.given.sql(`update companies set created_at = now() - interval '9 days' where id = $1`, [company.id])
      await server.given.sql('select app.write_company_days($1)', [company.id])
      const stored = (await get('dashboard/figures')).days as { day: string; valueAtCost: number }[]
      const { points } = await get(`stock/${part}/history`)
      for (const [place, { values, onHand, value }] of expected.entries()) {
        const on = await dayAgo(days.length - place)
        const { items, totalValue } = await get(`stock-value?on=${on}`)
        const sum = Math.round(values.reduce((total, each) => total + each, 0) * 1e6) / 1e6
        expect(items.map((item: { value: number }) => item.value).filter((each: number) => each !== 0)).toEqual(values)
        expect([totalValue, stored.find(({ day }) => day === on)?.valueAtCost]).toEqual([sum, sum])
        const known = points.findLast(({ day }: { day: string }) => day <= on)
        expect([known?.onHand ?? 0, known?.value ?? 0]).toEqual([onHand, value])
        const rows = (await operator.get(path(`lists/stock-value?on=${on}&columns=value`))).body
          .trim()
          .split('\n')
          .slice(1)
        expect(rows.map(Number).filter((each) => each !== 0)).toEqual(values)
      }
      expect(before).toBe(0)
      for (const [index, id] of ids.entries())
        await operator.delete(path(`${['parts', 'assemblies', 'products'][index]}/${id}`))
    },
  )
  await fc.assert(law, { numRuns: 12 })
})

test('a day ends at midnight of the company, also when the clock changes that night or the company moves to another zone', async () => {
  const { part } = await oneOfEach()
  await post([
    { itemId: part, quantity: 10, unitCost: 2 },
    ...[-1, -2, -3].map((quantity) => ({ itemId: part, quantity })),
  ])
  // New York goes back to winter time on November 2, 2025, a day of 25 hours.
  const moments = ['2025-11-02T03:59:59Z', '2025-11-02T04:00:00Z', '2025-11-03T04:59:59Z', '2025-11-03T05:00:00Z']
  await server.given.sql(`do $$ begin
    alter table stock_movements disable trigger append_only;
    update stock_movements m set created_at = t.moment from (select id, (array['${moments.join("','")}']::timestamptz[])[row_number() over (order by id)] as moment
      from stock_movements where company_id = '${company.id}' and item_id = '${part}') t where m.id = t.id and m.company_id = '${company.id}';
    alter table stock_movements enable trigger append_only;
  end $$`)
  const valuesIn = async (timeZone: string) => {
    await sbr.patch(`/api/companies/${company.id}`, { timeZone })
    const days = ['2025-11-01', '2025-11-02', '2025-11-03']
    const of = async (day: string) => [
      (await get(`stock-value?on=${day}`)).totalValue,
      (await get(`movements?from=${day}&to=${day}&itemId=${part}`)).total,
    ]
    return Promise.all(days.map(of))
  }
  expect(await valuesIn('America/New_York')).toEqual([
    [20, 1],
    [14, 2],
    [8, 1],
  ])
  expect(await valuesIn('Etc/UTC')).toEqual([
    [0, 0],
    [18, 2],
    [8, 2],
  ])
  expect(await valuesIn('Australia/Lord_Howe')).toEqual([
    [0, 0],
    [18, 2],
    [8, 2],
  ])
  expect(await valuesIn('Pacific/Pago_Pago')).toEqual([
    [18, 2],
    [8, 2],
    [8, 0],
  ])
})

test('what has been deleted since is still worth something on the days before, under its last name', async () => {
  const { product } = await oneOfEach()
  await post([{ itemId: product, quantity: 2 }])
  await passDay()
  await operator.delete(path(`products/${product}`))
  expect(await get(`stock-value?on=${await dayAgo(1)}&q=kit`)).toMatchObject({
    ...{ total: 1, totalValue: 14 },
    items: [{ id: product, itemType: 'product', partNumber: 'K-1', name: 'Kit', stockLevel: 2, value: 14 }],
  })
  expect(await get('stock-value')).toMatchObject({ totalValue: 0 })
})

test('days before the ledger began keep the values of the log, and the days after it have those of the ledger', async () => {
  const { part } = await oneOfEach()
  await operator.patch(path(`parts/${part}`), { stockLevel: 5 })
  await passDay()
  // As a database from before the ledger: its movements had no value, and each part got one when the ledger came.
  await server.given.sql(`do $$ begin
    alter table stock_movements disable trigger append_only;
    update stock_movements set value = null, variance = null, value_after = null where company_id = '${company.id}';
    alter table stock_movements enable trigger append_only;
    insert into stock_movements (company_id, item_id, item_type, delta, balance, unit_cost, value, variance, value_after, reason, change_set_id)
      select company_id, item_id, item_type, 0, 5, 2, 10, 0, 10, 'revalued', change_set_id from stock_movements where company_id = '${company.id}';
  end $$`)
  await passDay()
  await post([{ itemId: part, quantity: 5, unitCost: 4 }])
  const valueOn = async (days: number) => (await get(`stock-value?on=${await dayAgo(days)}`)).totalValue
  expect([await valueOn(2), await valueOn(1), await valueOn(0)]).toEqual([10, 10, 30])
  const { points } = await get(`stock/${part}/history`)
  expect(points.map(({ onHand, value }: { onHand: number; value: number }) => [onHand, value])).toEqual([
    [5, null],
    [5, 10],
    [10, 30],
  ])
  await server.given.sql(`update companies set created_at = now() - interval '9 days' where id = $1`, [company.id])
  await server.given.sql('select app.write_company_days($1)', [company.id])
  const { days } = await get('dashboard/figures')
  expect(days.slice(-3).map(({ valueAtCost }: { valueAtCost: number }) => valueAtCost)).toEqual([0, 10, 10])
})

test('what a sold company has in stock stays readable, on every day', async () => {
  const { product } = await oneOfEach()
  await post([{ itemId: product, quantity: 2 }])
  await passDay()
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  const read = async (rest: string) => (await sbr.get(path(rest))).json()
  expect(await read(`stock-value?on=${await dayAgo(1)}`)).toMatchObject({ totalValue: 14 })
  expect(await read('stock-value')).toMatchObject({ totalValue: 14 })
  expect(await read(`stock/${product}/history`)).toMatchObject({ points: [{ onHand: 2, value: 14 }] })
  expect((await sbr.post(path(`stock/${product}/counts`), { counted: 1, onHand: 2 })).statusCode).toBe(409)
})
