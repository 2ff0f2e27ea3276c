import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { storeDemoPictures } from '../../server/demo-pictures.ts'
import { sealsOf } from '../../server/testing/keys.ts'
import { cloneDatabase } from '../../server/testing/postgres/databases.ts'
import { startTestServer } from '../../server/testing/server.ts'
import { seedDemo } from './demo.ts'
import { demoPeople } from './demo-people.ts'
import { demoPictures } from './demo-pictures.ts'

let url: string
let admin: pg.Client
beforeAll(async () => {
  url = await cloneDatabase(inject('postgresUrl'))
  admin = new pg.Client({ connectionString: url })
  await admin.connect()
})
afterAll(() => admin?.end())

test('an empty database gets the demo, a second time nothing', async () => {
  expect(await seedDemo(url, { defaultTimeZone: 'Europe/Berlin', sealsOf })).toBe(true)
  expect(await seedDemo(url, { sealsOf })).toBe(false)
  const { rows } = await admin.query(
    `select c.name, c.time_zone, (select count(*)::int from parts p where p.company_id = c.id) as parts,
       (select count(*)::int from parts p where p.company_id = c.id and p.is_low_stock) as low,
       (select count(*)::int from vendor_private v where v.company_id = c.id) as vendors,
       (select count(*)::int from products p where p.company_id = c.id) as products,
       (select count(*)::int from assemblies a where a.company_id = c.id) as assemblies,
       (select count(distinct parent_id)::int from bom_lines l where l.company_id = c.id) as boms
     from companies c order by c.name`,
  )
  const zone = { time_zone: 'Europe/Berlin' }
  expect(rows).toEqual([
    { name: 'North Manufacturing', ...zone, parts: 60, low: 10, vendors: 8, products: 6, assemblies: 7, boms: 13 },
    { name: 'SBR', ...zone, parts: 4, low: 1, vendors: 1, products: 0, assemblies: 0, boms: 0 },
    { name: 'South Supply', ...zone, parts: 20, low: 4, vendors: 4, products: 3, assemblies: 2, boms: 5 },
  ])
})

test('the demo people may sign in, each with a role in the right company', async () => {
  const { rows } = await admin.query(
    `select p.email, r.role, c.name as company, p.is_pre_authorized from profiles p join user_roles r using (user_id)
     join companies c on c.id = r.company_id`,
  )
  const expected = demoPeople.map(({ email, role, company }) => ({ email, role, company, is_pre_authorized: true }))
  expect(rows).toHaveLength(7)
  expect(rows).toEqual(expect.arrayContaining(expected))
})

test('the seeded data are one change set per company', async () => {
  const { rows } = await admin.query('select kind, count(*)::int from change_sets group by kind')
  expect(rows).toEqual([{ kind: 'seed', count: 3 }])
})

test.each(['tasks', 'task_items', 'task_reports'])(
  'the log and the rows of %s agree on when they were made',
  async (table) => {
    const { rows } = await admin.query(
      `select count(*) > 0 as has_rows, bool_and(l.created_at is not distinct from n.created_at and l.user_id is not null) as agree
     from ${table} n left join activity_logs l on l.company_id = n.company_id and l.entity_id = n.id and l.action = 'created'`,
    )
    expect(rows).toEqual([{ has_rows: true, agree: true }])
    const { rows: off } = await admin.query(
      `select tgname from pg_trigger where tgrelid = '${table}'::regclass and tgenabled = 'D'`,
    )
    expect(off).toEqual([])
  },
)

test('every company has tasks in several states, and the portfolio companies three months on the clock', async () => {
  const { rows } = await admin.query(
    `select c.name, (select count(distinct t.status)::int from tasks t where t.company_id = c.id) as states,
       (select count(*)::int from time_entries e where e.company_id = c.id and e.started_at > now() - interval '7 days') as entries,
       (select count(*) > 100 from time_entries e where e.company_id = c.id) as is_long,
       (select count(*)::int from time_entries e where e.company_id = c.id and e.ended_at is null) as open
     from companies c order by c.name`,
  )
  expect(rows).toEqual([
    { name: 'North Manufacturing', states: 4, entries: 11, is_long: true, open: 1 },
    { name: 'SBR', states: 2, entries: 0, is_long: false, open: 0 },
    { name: 'South Supply', states: 3, entries: 6, is_long: true, open: 1 },
  ])
})

test('tasks come again, checklists are begun, and a SOP is followed', async () => {
  const { rows } = await admin.query(
    `select c.name, (select count(*)::int from task_templates k where k.company_id = c.id) as templates,
       (select count(*)::int from task_templates k where k.company_id = c.id and k.repeat is not null and k.next_on > current_date - 2) as repeats,
       (select count(*)::int from task_items i where i.company_id = c.id and i.is_done) as ticked,
       (select count(*)::int from sop_runs r where r.company_id = c.id and r.finished_at is null and r.step_count = 5) as begun,
       (select count(*)::int from sop_runs r where r.company_id = c.id and r.finished_at > r.started_at) as finished,
       (select count(*)::int from sop_readings r where r.company_id = c.id) as readings
     from companies c order by c.name`,
  )
  const nothing = { ticked: 0, begun: 0, finished: 0, readings: 0 }
  expect(rows).toEqual([
    { name: 'North Manufacturing', templates: 3, repeats: 2, ticked: 2, begun: 1, finished: 2, readings: 2 },
    { name: 'SBR', templates: 0, repeats: 0, ...nothing },
    { name: 'South Supply', templates: 1, repeats: 1, ...nothing },
  ])
})

test('every product of the demo can be built, at a cost near the stored one', async () => {
  const { rows } = await admin.query({
    rowMode: 'array',
    text: `select p.sku, b.buildable::int, p.cost::float8, r.cost::float8 from products p join companies c on c.id = p.company_id
      left join app.max_buildable(c.id) b on b.id = p.id left join app.rolled_up_costs(c.id) r on r.id = p.id order by p.sku`,
  })
  expect(rows).toEqual([
    ['CYL-50-400', 4, 238, 209.05],
    ['HPU-2200', 5, 1184, 1072.79],
    ['HPU-2200-4', 5, 1496, 1729.67],
    ['KIT-24V', 14, 164.8, 142.056],
    ['KIT-AIR', 9, 118.4, 102.49],
    ['KIT-SEAL-50', 58, 18.4, 15.71],
    ['SET-M12', 7, 92.1, 94.5],
    ['VLV-SP-AL', 38, 192.5, 179.24],
    ['VLV-SP-SS', 9, 268.9, 248.65],
  ])
})

test('North has a store with two years of orders, which grow and of which some are refunded', async () => {
  const { rows } = await admin.query(
    `select count(*)::int as orders, count(distinct financial_status)::int as statuses, count(*) filter (where is_test)::int as tests,
       count(*) filter (where refunded > 0)::int as refunded, min(created_at_shopify) > now() - interval '731 days' as is_recent,
       max(created_at_shopify) <= now() and max(created_at_shopify) > now() - interval '4 days' as is_current,
       sum(current_total) filter (where created_at_shopify > now() - interval '1 year') >
         1.2 * sum(current_total) filter (where created_at_shopify <= now() - interval '1 year') as grows
     from store_orders`,
  )
  const [found] = rows
  expect(found).toMatchObject({ statuses: 6, is_recent: true, is_current: true, grows: true })
  expect(found.orders).toBeGreaterThan(1_500)
  expect(found.tests).toBeGreaterThan(0)
  expect(found.refunded).toBeGreaterThan(50)
  const sums = await admin.query(
    'select sum(amount) = (select sum(current_total) from store_orders where is_counted) as agree from revenue_months',
  )
  expect(sums.rows).toEqual([{ agree: true }])
})

test('every company has figures for 90 days, which end near those of now', async () => {
  const { rows } = await admin.query(
    `select c.name, count(d.day)::int as days, count(d.revenue)::int as with_store, bool_and(d.low_stock is not null and d.open_tasks is not null) as are_whole,
       abs(1 - (array_agg(d.value_at_retail order by d.day desc))[1] / s.value) < 0.05 as ends_near, sum(d.seconds_worked) > 0 as has_hours
     from companies c join company_days d on d.company_id = c.id
     join (select company_id, sum(value_at_retail) as value from row_counts where table_name in ('parts', 'products') group by company_id) s on s.company_id = c.id
     group by c.name, s.value order by c.name`,
  )
  const known = { days: 90, are_whole: true, ends_near: true }
  expect(rows).toEqual([
    { name: 'North Manufacturing', ...known, with_store: 90, has_hours: true },
    { name: 'SBR', ...known, with_store: 0, has_hours: false },
    { name: 'South Supply', ...known, with_store: 0, has_hours: true },
  ])
})

test('stock has a year behind it that adds up, in the order of its time', async () => {
  const { rows } = await admin.query(
    `select c.name, (select count(*)::int from app.stock_differences(c.id)) as differences, array_agg(distinct m.item_type order by m.item_type) as kinds,
       array_agg(distinct m.reason order by m.reason) as reasons, count(*) > 100 as are_many,
       min(m.created_at) < now() - interval '360 days' and max(m.created_at) < now() and bool_and(m.user_id is not null) as is_past,
       (select count(*)::int from (select created_at < lag(created_at) over (order by id) as is_earlier from stock_movements where company_id = c.id) o
        where is_earlier) as jumps
     from companies c join stock_movements m on m.company_id = c.id group by c.id, c.name order by c.name`,
  )
  const sound = { differences: 0, are_many: true, is_past: true, jumps: 0 }
  const made = {
    kinds: ['assembly', 'part', 'product'],
    reasons: ['counted', 'moved', 'opening', 'other', 'received', 'used'],
  }
  expect(rows).toEqual([
    { name: 'North Manufacturing', ...sound, ...made },
    { name: 'SBR', ...sound, kinds: ['part'], reasons: ['counted', 'opening', 'received', 'used'] },
    { name: 'South Supply', ...sound, ...made },
  ])
  const { rows: off } = await admin.query(`select tgname from pg_trigger where tgenabled = 'D'`)
  expect(off).toEqual([])
})

test('both companies keep stock at places of a tree and in lots; some of it is on hold and some is where it is built', async () => {
  const { rows } = await admin.query(
    `select c.name, (select count(*)::int from locations l where l.company_id = c.id) as places,
       (select count(*)::int from locations l where l.company_id = c.id and l.parent_id is null) as roots,
       count(distinct b.location_id) filter (where l.kind = 'place') > 5 as is_used, bool_and(b.quantity > 0) as is_sound,
       count(distinct b.item_id) filter (where b.lot_number is not null)::int as in_lots,
       count(distinct b.item_id) filter (where l.kind = 'hold' )::int as on_hold, count(distinct b.item_id) filter (where l.kind = 'build')::int as staged,
       coalesce(sum(b.quantity) filter (where b.lot_number ~ '^EL-140-')::int, 0) as serials
     from companies c join stock_balances b on b.company_id = c.id left join locations l on l.company_id = c.id and l.id = b.location_id
     group by c.id, c.name order by c.name`,
  )
  const sound = { is_used: true, is_sound: true }
  expect(rows).toEqual([
    { name: 'North Manufacturing', places: 16, roots: 1, ...sound, in_lots: 1, on_hold: 1, staged: 1, serials: 0 },
    { name: 'South Supply', places: 52, roots: 2, ...sound, in_lots: 4, on_hold: 1, staged: 3, serials: 14 },
  ])
})

test('the figures of past days are what the ledger says of these days', async () => {
  const { rows } = await admin.query(
    `select count(*)::int as days, bool_and(d.value_at_cost = (select sum(s.value) from app.stock_on_day(d.company_id, d.day) s)) as agree
     from company_days d where d.day > current_date - 20`,
  )
  expect(rows).toEqual([{ days: expect.any(Number), agree: true }])
  expect(rows[0].days).toBeGreaterThan(50)
})

test('a SOP, a run and a report have pictures, stored like uploads', async () => {
  const server = await startTestServer({}, url)
  try {
    await storeDemoPictures(url, server.config, server.app.log)
    const [north] = await server.given.sql(`select id, name from companies where name = 'North Manufacturing'`)
    const manager = await server.signIn('manager', north as never)
    const get = async (path: string) => (await manager.get(`/api/companies/${north?.id}/${path}`)).json()
    const [sop] = (await get('sops?q=lockout')).items
    expect((await get(`sops/${sop.id}`)).content).toContain(`(attachment:${demoPictures.mainSwitch.id})`)
    expect((await get(`files?entityType=sop&entityId=${sop.id}`)).items).toMatchObject([
      { id: demoPictures.mainSwitch.id, isImage: true, uploadedBy: 'Maya Torres' },
    ])
    const photos = []
    for (const { id } of (await get(`sop-runs?sopId=${sop.id}`)).items)
      photos.push(...(await get(`files?entityType=sop_run&entityId=${id}`)).items)
    const { lock, airValve, guard } = demoPictures
    expect(photos).toMatchObject([
      { id: lock.id, step: lock.of.step },
      { id: airValve.id, step: airValve.of.step },
    ])
    const reports = await server.given.sql(
      'select r.file_ids from task_reports r join files f on f.task_id = r.task_id where f.id = $1',
      [guard.id],
    )
    expect(reports).toEqual([{ file_ids: [guard.id] }])
    const { url: link } = await get(`files/${lock.id}/url?disposition=inline`)
    expect((await server.anonymous.get(link)).headers['content-type']).toBe('image/webp')
  } finally {
    await server.close()
  }
})
