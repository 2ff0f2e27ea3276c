import fc from 'fast-check'
import { expect, test } from 'vitest'
import { until } from '../../counterparts/shared/testing.ts'
import { useOwnServer } from '../testing/fixture.ts'
import { startTestServer } from '../testing/server.ts'

const { server, company, operator, employee } = useOwnServer()

const at = (path: string) => `/api/companies/${company.id}/${path}`
const write = () => server.given.sql('select app.write_company_days($1)', [company.id])
/** Hours ahead of UTC: in the zone of the company it is between 4 in the morning and 8 in the evening, whenever the test runs. */
const ahead = new Date().getUTCHours() < 12 ? 8 : -8
const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}8`
/** An hour of a day of the company. */
const day = (ago: number, hour: number) => {
  const today = Math.floor(Date.now() / 3_600_000 / 24 + ahead / 24) * 24 - ahead
  return new Date((today - ago * 24 + hour) * 3_600_000)
}
const began = (days: number) =>
  server.given.sql('update companies set created_at = $2, time_zone = $3 where id = $1', [
    company.id,
    day(days, 9),
    zone,
  ])

/** Moves everything done since the last call to a day in the past. */
const happened = (daysAgo: number) =>
  server.given.sql(
    `update change_sets set created_at = $2 where company_id = $1 and created_at > now() - interval '1 hour'`,
    [company.id, day(daysAgo, 9)],
  )

type Day = Record<string, number | null>
const listDays = () =>
  server.given.sql<Day>(
    `select (now() at time zone '${zone}')::date - day as ago, value_at_cost::float8 as "valueAtCost", value_at_retail::float8 as "totalValue",
       low_stock as "criticalStock", open_tasks as open, blocked_tasks as blocked, overdue_tasks as overdue, buildable,
       round(seconds_worked / 3600.0, 2)::float8 as hours, orders, revenue::float8
     from company_days where company_id = $1 order by day`,
    [company.id],
  )

const standing = async () => {
  const { valueAtCost, totalValue, criticalStock } = (await operator.get(at('inventory/summary'))).json()
  const { open, blocked } = (await operator.get(at('dashboard'))).json().tasks
  return { valueAtCost, totalValue, criticalStock, open, blocked }
}

type Step = { act: number; which: number; value: number }

/** One change by a person, chosen by three numbers: parts, a product and a task are added, changed, deleted and restored. */
async function change(records: { parts: string[]; gone: string[]; tasks: string[] }, { act, which, value }: Step) {
  const { parts, gone, tasks } = records
  const part = parts[which % Math.max(parts.length, 1)]
  const fields = [{ stockLevel: value }, { cost: value / 4 }, { retailPrice: value / 2, reorderThreshold: value }]
  if (act === 0 || !part) {
    const made = {
      partNumber: `P-${parts.length}-${gone.length}-${act}`,
      name: 'Part',
      stockLevel: value,
      cost: 1.25,
      retailPrice: 3,
    }
    const { id } = (await operator.post(at('parts'), { ...made, reorderThreshold: 4 })).json()
    if (id) parts.push(id)
  } else if (act <= 3) await operator.patch(at(`parts/${part}`), fields[act - 1])
  else if (act === 4) {
    const { changeSetId } = (await operator.delete(at(`parts/${part}`))).json()
    parts.splice(parts.indexOf(part), 1)
    gone.push(changeSetId)
  } else if (act === 5) await operator.post(at(`change-sets/${gone.pop()}/undo`), {})
  else if (act === 6)
    await operator.post(at('products'), { sku: `S-${Math.random()}`, name: 'Product', retailPrice: value })
  else {
    const status = ['not_started', 'blocked', 'complete'][value % 3]
    await operator.patch(at(`tasks/${tasks[which % tasks.length]}`), { status })
  }
}

const step = fc.record({ act: fc.nat(8), which: fc.nat(5), value: fc.nat(9) })

test('missing days get the figures of their time, whatever has happened since', async () => {
  for (let task = 1; task <= 3; task++)
    await server.given.task(company, employee.person, operator.person, { created_at: day(20, 9) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), async (days) => {
      await server.given.sql('delete from company_days where company_id = $1', [company.id])
      await began(days.length + 2)
      await server.given.sql('update change_sets set created_at = $2 where company_id = $1', [
        company.id,
        day(days.length + 3, 9),
      ])
      const tasks = await server.given.sql<{ id: string }>('select id from tasks where company_id = $1', [company.id])
      const parts = await server.given.sql<{ id: string }>('select id from parts where company_id = $1', [company.id])
      const records = { parts: parts.map(({ id }) => id), gone: [], tasks: tasks.map(({ id }) => id) }
      const expected: unknown[] = []
      for (const [index, steps] of days.entries()) {
        const ago = days.length - index
        if (records.tasks.length < 3) {
          const made = { created_at: day(days.length + 3, 9) }
          records.tasks.push((await server.given.task(company, employee.person, operator.person, made)).id)
        }
        for (const each of steps) await change(records, each)
        await happened(ago)
        expected.push({ ago, ...(await standing()) })
      }
      await change(records, { act: 1, which: 0, value: 7 }) // today
      await write()
      expect((await listDays()).slice(-days.length)).toMatchObject(expected)
      const kept = await server.given.sql<{ on: string; value: number }>(
        `select day::text as on, value_at_cost::float8 as value from company_days where company_id = $1 order by day desc limit 4`,
        [company.id],
      )
      // The values in the list of parts add up to the stored value of the day.
      for (const { on, value } of kept) {
        const { items, totalValue } = (await operator.get(at(`stock-value?on=${on}`))).json()
        expect([totalValue, items.reduce((sum: number, part: { value: number }) => sum + part.value, 0)]).toEqual([
          value,
          value,
        ])
      }
    }),
    { numRuns: 8 },
  )
})

test('hours and orders count for the day by the company’s clock; without a store, orders are unknown', async () => {
  await began(3)
  const entry = { started_at: day(2, 22), ended_at: day(1, 5.5) }
  const { id } = await server.given.timeEntry(company, employee.person, entry)
  await write()
  expect(await listDays()).toMatchObject([
    { ago: 3, hours: 0, orders: null, revenue: null },
    { ago: 2, hours: 2, orders: null },
    { ago: 1, hours: 5.5, orders: null },
  ])
  await server.given.store(company, { orders_since: day(2, 0) })
  await server.given.storeOrder(company, { created_at_shopify: day(1, 3), current_total: '19.99' })
  await server.given.storeOrder(company, { created_at_shopify: day(1, 23.5), current_total: '5.01' })
  await server.given.storeOrder(company, { created_at_shopify: day(1, 4), is_test: true })
  await server.given.sql('update time_entries set ended_at = $2 where id = $1', [id, day(1, 4)])
  await write()
  expect(await listDays()).toMatchObject([
    { ago: 3, orders: null, revenue: null },
    { ago: 2, hours: 2, orders: 0, revenue: 0 },
    { ago: 1, hours: 4, orders: 2, revenue: 25 },
  ])
  await server.given.sql('delete from store_orders where company_id = $1', [company.id])
  await server.given.sql('delete from stores where company_id = $1', [company.id])
  await write()
  expect((await listDays()).map(({ orders, revenue }) => [orders, revenue])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ])
})

test('max buildable of a past day is known only if the inventory has not changed since; a stored day stays', async () => {
  await began(3)
  const part = (await operator.post(at('parts'), { partNumber: 'P-1', name: 'Bolt', stockLevel: 4 })).json()
  const bom = [{ type: 'part', id: part.id, quantity: 2 }]
  await operator.post(at('products'), { sku: 'S-1', name: 'Box', bom })
  await happened(2)
  await write()
  expect((await listDays()).map(({ buildable }) => buildable)).toEqual([null, 1, 1])
  await operator.patch(at(`parts/${part.id}`), { name: 'Screw' })
  await operator.patch(at(`parts/${part.id}`), { stockLevel: 0 })
  await server.given.sql(
    `delete from company_days where company_id = $1 and day < (now() at time zone '${zone}')::date - 1`,
    [company.id],
  )
  await write()
  expect((await listDays()).map(({ buildable }) => buildable)).toEqual([null, null, 1])
})

test('tasks were overdue from the day after they were due until they were complete', async () => {
  await began(4)
  const due = new Date(day(3, 12).getTime() + ahead * 3_600_000).toISOString().slice(0, 10)
  const made = { created_at: day(4, 9), due_on: due }
  const task = await server.given.task(company, employee.person, operator.person, made)
  await operator.patch(at(`tasks/${task.id}`), { status: 'complete' })
  await happened(1)
  await write()
  expect((await listDays()).map(({ open, overdue }) => [open, overdue])).toEqual([
    [1, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ])
})

test('a worker writes missed days once, for active companies', async () => {
  await began(5)
  const asleep = await server.given.company({ status: 'inactive', created_at: day(3, 9) })
  const young = await server.given.company()
  const due = async () =>
    (await server.given.sql<{ id: string }>('select company_id as id from app.companies_behind()')).map(({ id }) => id)
  expect(await due()).toContain(company.id)
  const worker = await startTestServer({ RUN_JOBS: '1' }, server.adminUrl)
  await server.given.sql(
    `insert into jobs.job_common (name, data, policy) values ('every/company-days', '{}', 'exclusive')`,
  )
  await until(async () => (await listDays()).length > 0 || undefined)
  await worker.close()
  expect(await listDays()).toHaveLength(5)
  await write()
  expect(await listDays()).toHaveLength(5)
  expect(await due()).not.toContain(company.id)
  for (const other of [asleep, young])
    expect(await server.given.sql('select from company_days where company_id = $1', [other.id])).toEqual([])
})
