import { afterEach, expect, test } from 'vitest'
import { startWorkerOf, useStore } from '../../testing/outside/connected-store.ts'
import { until } from '../../testing/until.ts'

const store = useStore(200)
const { card, ended, syncOnce, shopSum, ourSum, subscriptions, path } = store
afterEach(async () => {
  await store.shop.control.bulkManner({ manner: 'run' })
})

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
/** A day is written a quarter of an hour after its end: until then the day before it counts as yesterday. */
const daysAgo = (days: number) => dayOf(Date.now() / 1_000 - 15 * 60 - days * 86_400)

const unsold = ['VOIDED', 'EXPIRED']

/** What the shop sold on each day, order by order: cents that are left, and orders. */
async function soldByDay() {
  const sold = new Map<string, { cents: number; orders: number }>()
  const { orders } = await store.shop.control.counts({})
  for (let index = 0; index < orders; index += 1) {
    const order = await store.shop.control.order({ order: index })
    if (!order || order.isTest || order.cancelledAt !== null || unsold.includes(order.financial)) continue
    const day = sold.get(dayOf(order.createdAt)) ?? { cents: 0, orders: 0 }
    sold.set(dayOf(order.createdAt), { cents: day.cents + order.currentTotal, orders: day.orders + 1 })
  }
  return sold
}

type Kept = { day: string; orders: number | null; cents: number | null; value: number | null }
const keptDays = () =>
  store.server.given.sql<Kept>(
    `select day::text, orders, (revenue * 100)::int as cents, value_at_cost::float8 as value from company_days where company_id = $1 order by day`,
    [store.company.id],
  )

/** Every kept day is what the shop sold on it. */
async function expectRightDays() {
  const sold = await soldByDay()
  const kept = await keptDays()
  expect(kept.map(({ day, orders, cents }) => ({ day, orders, cents }))).toEqual(
    kept.map(({ day }) => ({ day, ...{ orders: 0, cents: 0, ...sold.get(day) } })),
  )
  return kept
}

test('after the first sync the days of the dashboard have their revenue, and a late refund changes its day', async () => {
  await store.server.given.sql(
    `update companies set created_at = now() - interval '100 days 15 minutes' where id = $1`,
    [store.company.id],
  )
  await store.server.given.sql('select app.write_company_days($1)', [store.company.id])
  expect((await keptDays()).filter(({ orders }) => orders !== null)).toEqual([])
  await syncOnce()
  const kept = await expectRightDays()
  // The store knows days on which the company was not here; of those nothing else is known.
  const [first] = kept
  expect(first && first.day < daysAgo(150)).toBe(true)
  expect(kept.filter(({ value }) => value !== null)).toHaveLength(100)
  expect(kept.at(-1)?.day).toBe(daysAgo(1))

  await until(subscriptions, ({ length }) => length === 11)
  const { orders } = await store.shop.control.counts({})
  const old = async (index: number): Promise<number> => {
    const order = await store.shop.control.order({ order: index })
    const isOld = order && order.createdAt * 1_000 < Date.now() - 80 * 86_400_000 && order.currentTotal > 0
    return isOld && !order.isTest && order.cancelledAt === null && !unsold.includes(order.financial)
      ? index
      : old(index - 1)
  }
  const index = await old(orders - 1)
  const before = await ourSum()
  await store.shop.control.refundOrder({ order: index })
  await until(ourSum, ({ cents }) => cents !== before.cents)
  await until(
    () =>
      store.server.given.sql('select from company_days where company_id = $1 and has_new_sales', [store.company.id]),
    ({ length }) => length === 0,
  )
  await expectRightDays()
  const days = (await store.operator.get(`/api/companies/${store.company.id}/dashboard/figures`)).json()
  expect(JSON.stringify(days)).toContain(daysAgo(1))
})

test('days that changed without a sync are written by the clock, also after a new time zone', async () => {
  await syncOnce()
  const due = async () =>
    (await store.server.given.sql<{ id: string }>('select company_id as id from app.companies_behind()')).some(
      ({ id }) => id === store.company.id,
    )
  expect(await due()).toBe(false)
  await store.server.given.sql(`update companies set time_zone = 'Pacific/Auckland' where id = $1`, [store.company.id])
  expect(await due()).toBe(true)
  await store.server.given.sql('select app.write_company_days($1)', [store.company.id])
  const [sums] = await store.server.given.sql(
    `select count(*)::int as wrong from company_days k cross join lateral (
      select count(*)::int as orders, coalesce(sum(o.current_total), 0) as revenue from store_orders o
      where o.company_id = $1 and o.is_sale and (o.processed_at at time zone 'Pacific/Auckland')::date = k.day) o
    where k.company_id = $1 and (k.orders, k.revenue) is distinct from (o.orders, o.revenue)`,
    [store.company.id],
  )
  expect(sums).toEqual({ wrong: 0 })
  expect(await due()).toBe(false)
})

test('another address stops the sync that is on its way, in words, and the next sync starts at once', async () => {
  await store.shop.control.bulkManner({ manner: 'hold' })
  await store.operator.post(path('/sync'))
  await until(card, ({ lastRun }) => lastRun?.state === 'running')
  const moved = await store.operator.patch(path(), { config: { store_url: 'other.myshopify.com' } })
  expect(moved.json()).toMatchObject({
    credentialsSaved: false,
    lastRun: { state: 'stopped', message: 'Stopped: the connection leads elsewhere now' },
    lastSuccessAt: null,
  })
  await store.shop.control.bulkManner({ manner: 'run' })
  expect((await store.operator.patch(path(), store.typed())).statusCode).toBe(200)
  expect(await syncOnce()).toMatchObject({ lastRun: { state: 'done' }, lastError: null })
  expect(await ourSum()).toEqual(await shopSum())
})

test('switching off stops the sync that is on its way, and nothing more is stored', async () => {
  await store.shop.control.bulkManner({ manner: 'hold' })
  await store.operator.post(path('/sync'))
  await until(card, ({ lastRun }) => lastRun?.state === 'running')
  const off = await store.operator.patch(path(), { isEnabled: false })
  expect(off.json().lastRun).toMatchObject({ state: 'stopped', message: 'Stopped: Shopify was switched off' })
  await store.shop.control.bulkManner({ manner: 'run' })
  await store.operator.patch(path(), { isEnabled: true })
  await store.operator.post(path('/sync'))
  expect((await ended()).lastRun).toMatchObject({ state: 'done' })
  expect(await ourSum()).toEqual(await shopSum())
})

test('a step that is just being saved ends first; then nothing of the old store comes any more', async () => {
  const holder = await store.server.adminClient()
  await holder.query('begin')
  await holder.query('select app.lock_revenue($1)', [store.company.id])
  await store.operator.post(path('/sync'))
  const waits = () =>
    store.server.given.sql(`select from pg_locks where locktype = 'advisory' and classid = 7203099 and not granted`)
  await until(waits, ({ length }) => length === 1)
  const request = store.operator.patch(path(), { config: { store_url: 'other.myshopify.com' } })
  await until(
    () =>
      store.server.given.sql(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    ({ length }) => length >= 2,
  )
  await holder.query('rollback')
  await holder.end()
  expect((await request).json()).toMatchObject({ lastRun: { state: 'stopped' } })
  const open = `select from jobs.job_common where name = 'shopify-sync' and data ->> 'companyId' = $1 and state < 'completed'`
  await until(
    () => store.server.given.sql(open, [store.company.id]),
    ({ length }) => length === 0,
  )
  const [left] = await store.server.given.sql(
    `select (select count(*) from store_orders where company_id = $1)::int as orders, (select count(*) from stores where company_id = $1)::int as stores`,
    [store.company.id],
  )
  expect(left).toEqual({ orders: 0, stores: 0 })
  expect(await card()).toMatchObject({ lastError: null })
})

test('with another address the days of the old store are unknown at once', async () => {
  await store.server.given.sql('select app.write_company_days($1)', [store.company.id])
  await syncOnce()
  expect((await keptDays()).filter(({ orders }) => orders !== null)).not.toEqual([])
  await store.operator.patch(path(), { config: { store_url: 'other.myshopify.com' } })
  expect((await keptDays()).filter(({ orders, cents }) => orders !== null || cents !== null)).toEqual([])
})

test('as long as not all orders are read, revenue says so to everybody, and whether the store is connected', async () => {
  const employee = await store.server.signIn('employee', store.company)
  const revenue = `/api/companies/${store.company.id}/revenue`
  const shown = async () => {
    const { store: totals } = (await employee.get(`${revenue}/totals`)).json()
    if (totals) expect((await store.operator.get(`${revenue}/store`)).json().store).toMatchObject(totals)
    return totals
  }
  expect(await shown()).toBeNull()
  await store.shop.control.bulkManner({ manner: 'hold' })
  await store.operator.post(path('/sync'))
  await until(shown, (found) => found !== null)
  expect(await shown()).toMatchObject({ hasAllOrders: false, isConnected: true })
  await store.server.given.sql('select app.write_company_days($1)', [store.company.id])
  expect((await keptDays()).filter(({ orders }) => orders !== null)).toEqual([])
  await store.operator.post(path('/disconnect'))
  expect(await shown()).toMatchObject({ hasAllOrders: false, isConnected: false })
  await store.shop.control.bulkManner({ manner: 'run' })
  await store.operator.patch(path(), store.typed())
  await store.operator.post(path('/test'))
  expect((await ended()).lastRun).toMatchObject({ state: 'done' })
  expect(await shown()).toMatchObject({ hasAllOrders: true, isConnected: true })
  await store.operator.patch(path(), { isEnabled: false })
  expect(await shown()).toMatchObject({ hasAllOrders: true, isConnected: false })
})

test('switching on what is connected begins the first sync by itself, once', async () => {
  const enable = (isEnabled: boolean) => store.operator.patch(path(), { isEnabled })
  await enable(false)
  await enable(true)
  expect((await card()).lastRun).toBeNull() // nobody knows yet whether the credentials work
  await enable(false)
  await store.operator.post(path('/test'))
  expect((await card()).lastRun).toBeNull()
  const answers = await Promise.all([enable(true), enable(true), enable(true)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await ended()).lastRun).toMatchObject({ state: 'done' })
  expect(await store.server.given.sql('select from sync_runs where company_id = $1', [store.company.id])).toHaveLength(
    1,
  )
  expect(await ourSum()).toEqual(await shopSum())
})

test('without read_all_orders the limit of 60 days is reported; with it older orders are read too', async () => {
  await store.shop.control.dropScopes({ scopes: ['read_all_orders'] })
  const limited = await syncOnce()
  await store.shop.control.grantScopes({ scopes: ['read_all_orders'] })
  expect(limited.lastRun.message).toContain(
    'Only orders of the last 60 days: the app lacks the permission read_all_orders',
  )
  const shown = async () => (await store.operator.get(`/api/companies/${store.company.id}/revenue/store`)).json().store
  expect((await shown()).ordersSince).toEqual(expect.any(String))
  expect((await ourSum()).orders).toBeLessThan((await shopSum()).orders)
  await syncOnce()
  expect((await shown()).ordersSince).toBeNull()
  expect(await ourSum()).toEqual(await shopSum())
  await expectRightDays()
})

test('a sync whose tries are used up ends as failed, and goes on when its job is run again by hand', async () => {
  await store.worker.stop()
  await store.operator.post(path('/sync'))
  const job = `from jobs.job_common where data ->> 'companyId' = $1`
  await store.server.given.sql(
    `update jobs.job_common set retry_limit = 0 where name = 'shopify-sync' and data ->> 'companyId' = $1`,
    [store.company.id],
  )
  await store.shop.control.misbehave({ kinds: [503], share: 1, retryAfter: 0 })
  store.worker = await startWorkerOf(store.server)
  const failed = await ended()
  expect(failed).toMatchObject({ status: 'error', lastRun: { state: 'failed' } })
  expect(failed.lastRun.message).toBe('Shopify has a problem of its own (503)')
  await store.shop.control.behave({})
  const sbr = await store.server.signIn('sbr_operator', await store.server.given.firm())
  const [dead] = await until(
    () => store.server.given.sql<{ id: string }>(`select id ${job} and name = 'dead-letters'`, [store.company.id]),
    ({ length }) => length === 1,
  )
  expect((await sbr.post(`/api/system/dead-letters/${dead?.id}/replay`, {})).statusCode).toBe(202)
  await until(card, ({ lastRun }) => lastRun.state === 'done')
  expect(await ourSum()).toEqual(await shopSum())
})
