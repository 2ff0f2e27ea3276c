import type { FiguresInTime, PortfolioRow } from 'contract/dashboards/figures.ts'
import { expect, test } from 'vitest'
import { csvText } from '../testing/csv.ts'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

const { server, company, operator, manager, employee, sbr } = useOwnServer()

const at = (path: string, of: { id: string } = company) => `/api/companies/${of.id}/${path}`
const figuresOf = async (person: Client, of?: { id: string }): Promise<FiguresInTime> =>
  (await person.get(at('dashboard/figures', of))).json()
const portfolio = async (): Promise<PortfolioRow[]> => (await sbr.get('/api/portfolio')).json().items
const hours = (count: number) => new Date(Date.now() - count * 3_600_000)

/** Rows of a file whose cells have no commas. */
function rowsOf(text: string): Record<string, string>[] {
  const [header = [], ...lines] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return lines.map((cells) => Object.fromEntries(header.map((name, place) => [name, cells[place] ?? ''])))
}

/** A company with a record of every kind. */
async function fill(of: GivenCompany, by: Client, hand: Client) {
  const bolt = (
    await by.post(at('parts', of), {
      partNumber: 'P-1',
      name: 'Bolt',
      stockLevel: 7,
      cost: 0.333,
      retailPrice: 1.255,
      reorderThreshold: 9,
    })
  ).json()
  const nut = (
    await by.post(at('parts', of), { partNumber: 'P-2', name: 'Nut', stockLevel: 3, cost: 10.01, retailPrice: 19.99 })
  ).json()
  const line = (part: { id: string }, quantity: number) => ({ type: 'part', id: part.id, quantity })
  await by.post(at('products', of), { sku: 'S-1', name: 'Box', retailPrice: 99.95, bom: [line(bolt, 2), line(nut, 1)] })
  await by.post(at('products', of), { sku: 'S-2', name: 'Crate', retailPrice: 500, cost: 450, bom: [line(nut, 4)] })
  await by.post(at('products', of), { sku: 'S-3', name: 'Advice', retailPrice: 10 })
  for (const fields of [
    { due_on: '2020-01-01' },
    { status: 'blocked', due_on: '2020-01-01' },
    { status: 'complete', due_on: '2020-01-01' },
    {},
  ])
    await server.given.task(of, hand.person, by.person, fields)
  await server.given.timeEntry(of, hand.person, { started_at: hours(3), ended_at: hours(1) })
  await server.given.timeEntry(of, hand.person, { started_at: hours(400), ended_at: hours(395) })
  await server.given.store(of, { currency: 'EUR' })
  await server.given.storeOrder(of, { current_total: '19.99' })
  await server.given.storeOrder(of, { current_total: '0.02', financial_status: 'pending' })
  await server.given.storeOrder(of, { current_total: '70', created_at_shopify: hours(24 * 800) })
  await server.given.storeOrder(of, { current_total: '5', is_test: true })
}

test('every figure equals the sum of the rows that it leads to, to the cent', async () => {
  await fill(company, operator, employee)
  const { now, monday, today } = await figuresOf(operator)
  const get = async (path: string) => (await operator.get(at(path))).json()
  const csv = async (noun: string) => rowsOf(csvText((await operator.get(at(`exports/${noun}.csv`))).body))
  const [parts, products] = [await csv('parts'), await csv('products')]
  const cents = (sum: number) => Math.round(sum * 100) / 100
  const sumOf = (rows: Record<string, string>[], ...columns: string[]) =>
    rows.reduce((sum, row) => sum + columns.reduce((product, column) => product * Number(row[column]), 1), 0)
  expect(cents(now.valueAtCost)).toBe(cents(sumOf(parts, 'Cost', 'Quantity')))
  expect(cents(now.totalValue)).toBe(cents(sumOf(parts, 'Retail Price', 'Quantity') + sumOf(products, 'Retail Price')))
  expect(cents(now.partsAtRetail)).toBe(cents(sumOf(parts, 'Retail Price', 'Quantity')))
  expect(cents(now.productsAtRetail)).toBe(cents(sumOf(products, 'Retail Price')))
  const worth = await get('stock-value')
  const values = (worth.items as { value: number }[]).map(({ value }) => value)
  expect(values).toEqual(values.toSorted((one, other) => other - one))
  expect([now.valueAtCost, cents(now.valueAtCost)]).toEqual([
    worth.totalValue,
    cents(values.reduce((sum, value) => sum + value)),
  ])
  expect(now.lowStock).toBe((await get('parts?isLowStock=true')).total)
  const analysis = (await get('inventory/build-analysis?pageSize=500')).items as {
    maxBuildable: number | null
    margin: number | null
  }[]
  expect(now.buildable).toBe(analysis.filter(({ maxBuildable }) => (maxBuildable ?? 0) > 0).length)
  const margins = analysis.flatMap(({ margin }) => (margin !== null && margin > 0 ? [margin] : []))
  expect(now.averageMargin).toBeCloseTo(margins.reduce((sum, margin) => sum + margin, 0) / margins.length, 3)
  for (const [status, figure] of [
    ['open', 'openTasks'],
    ['overdue', 'overdueTasks'],
    ['blocked', 'blockedTasks'],
  ] as const)
    expect(now[figure]).toBe((await get(`tasks?scope=all&status=${status}`)).total)
  const entries = await get(`time-entries?from=${monday}&to=${today}`)
  expect(now.secondsThisWeek).toBe(entries.workedSeconds)
  const revenue = await get('revenue')
  expect(now.revenueThisYear).toBe(revenue.totalRevenue)
  expect(now.revenueThisMonth).toBe(revenue.monthlyRevenue[new Date().getUTCMonth()])
  expect(now).toMatchObject({
    partCount: 2,
    lowStock: 1,
    productCount: 3,
    buildable: 1,
    unbuildable: 1,
    openTasks: 3,
    overdueTasks: 2,
    blockedTasks: 1,
  })
  expect(now).toMatchObject({ valueAtCost: 32.361, totalValue: 678.705, revenueThisMonth: 20.01, currency: 'EUR' })
})

test('every figure of the portfolio equals the one inside the company, stored or computed', async () => {
  const empty = await server.given.company({ name: 'Empty' })
  await fill(company, operator, employee)
  const kept = await server.given.company({ time_zone: 'Pacific/Auckland' })
  await fill(kept, await server.signIn('company_operator', kept), await server.signIn('employee', kept))
  await server.given.sql(
    `insert into company_figures select $1, app.inventory_changes($1), 1, 1, (select average_margin from (
       select round(avg(m.margin) filter (where m.margin > 0), 4) as average_margin from app.margins($1) m) m)`,
    [kept.id],
  )
  const rows = await portfolio()
  for (const each of [empty, company, kept]) {
    const row = rows.find(({ id }) => id === each.id)
    expect(row).toMatchObject((await figuresOf(sbr, each)).now)
    const { averageMargin, totalValue, partsAtRetail, productsAtRetail, valueAtCost } = (
      await sbr.get(at('inventory/summary', each))
    ).json()
    expect(row).toMatchObject({ averageMargin, totalValue, partsAtRetail, productsAtRetail, valueAtCost })
  }
  const own = rows.find(({ id }) => id === company.id)
  expect(own?.monthlyRevenue?.at(-1)).toBe(20.01)
  expect(own?.monthlyRevenue).toHaveLength(12)
  expect(rows.find(({ id }) => id === empty.id)).toMatchObject({
    monthlyRevenue: null,
    revenueThisYear: null,
    averageMargin: null,
  })
})

test('when many companies have changed at once, the table waits for the job', async () => {
  const changed = await Promise.all(Array.from({ length: 25 }, () => server.given.company()))
  const rowsOfChanged = async () => (await portfolio()).filter(({ id }) => changed.some((each) => each.id === id))
  for (const each of changed) await server.given.part(each)
  // Without a product there is nothing to compute.
  expect(new Set((await rowsOfChanged()).map(({ buildable }) => buildable))).toEqual(new Set([0]))
  for (const each of changed) await server.given.product(each)
  const rows = await rowsOfChanged()
  const withFigure = rows.filter(({ buildable }) => buildable !== null)
  expect(withFigure.length).toBeGreaterThan(0)
  expect(withFigure.length).toBeLessThanOrEqual(20)
  const waiting = rows.find(({ buildable }) => buildable === null)
  expect(waiting).toMatchObject({ unbuildable: null, averageMargin: null, partCount: 1 })
  const figures = await figuresOf(sbr, { id: waiting?.id ?? '' }) // inside the company it is computed
  expect(figures.now).toMatchObject({ buildable: 0, unbuildable: 0 })
  await server.given.sql(
    'insert into company_figures select id, app.inventory_changes(id), 0, 0 from unnest($1::uuid[]) id',
    [changed.map(({ id }) => id)],
  )
  expect((await portfolio()).find(({ id }) => id === waiting?.id)).toMatchObject({ buildable: 0 })
})

test('a stored figure is not used after any change of the inventory', async () => {
  await fill(company, operator, employee)
  const lie = () =>
    server.given.sql(
      `insert into company_figures values ($1, app.inventory_changes($1), 77, 5, 5) on conflict (company_id)
       do update set changes = excluded.changes, buildable = 77`,
      [company.id],
    )
  const [nut] = (await operator.get(at('parts?q=Nut'))).json().items
  const [crate] = (await operator.get(at('products?q=Crate'))).json().items
  const changes = [
    () => operator.patch(at(`parts/${nut.id}`), { stockLevel: 8 }),
    () => operator.patch(at(`products/${crate.id}`), { bom: [{ type: 'part', id: nut.id, quantity: 9 }] }),
    () => operator.post(at('products'), { sku: 'S-9', name: 'Lid', bom: [{ type: 'part', id: nut.id, quantity: 1 }] }),
    () => operator.delete(at(`products/${crate.id}`)),
  ]
  const found: number[] = []
  for (const change of changes) {
    await lie()
    expect((await figuresOf(operator)).now.buildable).toBe(77)
    await change()
    found.push((await figuresOf(operator)).now.buildable)
  }
  expect(found).toEqual([2, 1, 2, 2])
})

test('companies are sorted by late and blocked tasks, then by products that cannot be built, then by low stock', async () => {
  const names = ['Late', 'Stuck', 'Low', 'Fine', 'Sold'].map((name) => `${name} ${company.id.slice(-6)}`)
  const [late, stuck, low, , sold] = await Promise.all(names.map((name) => server.given.company({ name })))
  if (!late || !stuck || !low || !sold) throw new Error('missing')
  const hand = await server.signIn('employee', late)
  await server.given.task(late, hand.person, hand.person, { due_on: '2020-01-01' })
  const seller = await server.signIn('employee', sold)
  await server.given.task(sold, seller.person, seller.person, { due_on: '2020-01-01', status: 'blocked' })
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [sold.id])
  const { id } = await server.given.product(stuck)
  const part = await server.given.part(stuck)
  await server.given.sql(
    'insert into bom_lines (company_id, product_id, part_id, quantity, position) values ($1, $2, $3, 1, 0)',
    [...[stuck.id, id, part.id]],
  )
  await server.given.product(low) // bought: nothing is missing for it
  for (let part = 0; part < 3; part++) await server.given.part(low, { stock_level: 0 })
  const order = (await portfolio()).map(({ name }) => name).filter((name) => names.includes(name))
  expect(order).toEqual(names)
})

test('the figures are compared with 30 days ago, last week to this moment, and the same days of last month', async () => {
  await server.given.sql(
    `insert into company_days (company_id, day, value_at_retail, low_stock, revenue)
     select $1, d::date, 1000 - (now()::date - d::date), 4, 2.5 from generate_series(now()::date - 120, now()::date - 1, '1 day') d`,
    [company.id],
  )
  await server.given.timeEntry(company, employee.person, { started_at: hours(24 * 7 + 1), ended_at: hours(24 * 7 - 1) })
  await server.given.store(company)
  const { before, days, today, monday, secondsLastWeek, revenueLastMonth } = await figuresOf(operator)
  expect(before).toMatchObject({ totalValue: 970, lowStock: 4, buildable: null })
  expect(days).toHaveLength(90)
  expect(days.at(-1)).toMatchObject({ totalValue: 999 })
  const sinceMonday = (Date.now() - Date.parse(monday)) / 1000
  expect(Math.abs(secondsLastWeek - Math.min(3600, sinceMonday))).toBeLessThan(30)
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const daysOfLastMonth = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  expect(revenueLastMonth).toBe(2.5 * Math.min(day, daysOfLastMonth))
})

test('a new company has nothing to compare with, and people see of others what the matrix allows', async () => {
  expect(await figuresOf(operator)).toMatchObject({
    before: null,
    days: [],
    revenueLastMonth: null,
    secondsLastWeek: 0,
  })
  for (const person of [manager, employee]) expect((await person.get(at('dashboard/figures'))).statusCode).toBe(403)
  expect((await operator.get('/api/portfolio')).statusCode).toBe(403)
  const other = await server.given.company()
  expect((await operator.get(at('dashboard/figures', other))).statusCode).toBe(404)
})
