import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../../testing/postgres/databases.ts'
import { applySchema } from './apply-schema.ts'
import { ensureRoles } from './database-roles.ts'
import { migrate } from './migrations.ts'
import { readSchemaFiles } from './schema-files.ts'

let url: string
let owner: pg.Client
beforeEach(async () => {
  url = await emptyDatabase(inject('postgresUrl'))
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
})
afterEach(() => owner.end())

/** A database as the last version without a ledger left it. Its functions are missing, which none of these rows needs. */
async function databaseWithoutLedger(): Promise<string> {
  const files = await readSchemaFiles()
  const migrations = files.migrations.filter(({ name }) => name < '0390')
  await ensureRoles(owner)
  await applySchema(owner, { ...files, migrations, routines: [] }, async () => undefined)
  const { rows } = await owner.query("insert into companies (name, color) values ('Works', 'blue') returning id")
  const company = rows[0].id
  await owner.query(
    `with part as (
       insert into parts (company_id, part_number, name, stock_level, cost) values
         ($1, 'MOVED', 'm', 7, 2.5), ($1, 'STILL', 's', 4, 1.25), ($1, 'EMPTY', 'e', 0, 3) returning *
     ), moved as (
       insert into stock_movements (company_id, part_id, delta, balance, reason, change_set_id)
       select $1, id, 3, 8, 'received', uuidv7() from part where part_number = 'MOVED'
       union all select $1, id, -1, 7, 'used', uuidv7() from part where part_number = 'MOVED'
       union all select $1, uuidv7(), 5, 5, 'received', uuidv7()
     )
     select 1`,
    [company],
  )
  return company
}

test('a database from before the ledger keeps its quantities, gets their value, and goes on from there', async () => {
  const company = await databaseWithoutLedger()
  await migrate(url, { name: 'SBR' })
  const { rows: items } = await owner.query(
    `select p.part_number as number, p.stock_level::float, s.on_hand::float, s.value::float from parts p
     left join stock_items s on s.company_id = p.company_id and s.item_id = p.id where p.company_id = $1 order by p.part_number`,
    [company],
  )
  expect(items).toEqual([
    { number: 'EMPTY', stock_level: 0, on_hand: null, value: null },
    { number: 'MOVED', stock_level: 7, on_hand: 7, value: 17.5 },
    { number: 'STILL', stock_level: 4, on_hand: 4, value: 5 },
  ])
  const { rows: movements } = await owner.query(
    `select m.reason, m.delta::float as delta, m.balance::float as balance from stock_movements m join parts p on p.id = m.item_id
     where p.part_number = 'MOVED' order by m.id`,
  )
  expect(movements.map(({ reason, delta, balance }) => [reason, delta, balance])).toEqual([
    ['opening', 5, 5],
    ['received', 3, 8],
    ['used', -1, 7],
    ['revalued', 0, 7],
  ])
  const differences = async () => (await owner.query('select * from app.stock_differences($1)', [company])).rows
  expect(await differences()).toEqual([])

  await owner.query(`update parts set stock_level = stock_level - 3 where company_id = $1 and part_number = 'MOVED'`, [
    company,
  ])
  await owner.query(`delete from parts where company_id = $1 and part_number = 'STILL'`, [company])
  const { rows } = await owner.query(
    'select sum(on_hand)::float as on_hand, sum(value)::float as value from stock_items',
  )
  expect(rows).toEqual([{ on_hand: 4, value: 10 }])
  expect(await differences()).toEqual([])
})

type Booked = { at: string; part: string; set: string; delta: number; balance: number }

/** A month of many parts, as a plain array of what each had at the end of each day. Each third had stock before its movements were kept. */
function monthOf(parts: string[]) {
  const stock = new Map(parts.map((part, at) => [part, at % 3 === 0 ? 50 : 0]))
  const booked: Booked[] = []
  const days: { day: string; stock: Map<string, number> }[] = []
  for (let ago = 30; ago > 0; ago -= 1) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    for (let turn = 0; turn < 12; turn += 1) {
      const part = parts[(ago * 11 + turn * 7) % parts.length] as string
      const before = stock.get(part) ?? 0
      const delta = Math.max((ago * 31 + turn * 17) % 23, 1) * (turn % 3 === 0 && before >= 23 ? -1 : 1)
      stock.set(part, before + delta)
      booked.push({ at: `${day}T12:00:${10 + turn}Z`, part, set: randomUUID(), delta, balance: before + delta })
    }
    days.push({ day, stock: new Map(stock) })
  }
  return { booked, days, stock }
}

test('a month from before the ledger stays as it was: its movements, what is on hand, and what past days were worth', async () => {
  await databaseWithoutLedger()
  const { rows: companies } = await owner.query(
    "insert into companies (name, color, time_zone) values ('Long', 'green', 'UTC') returning id",
  )
  const company = companies[0].id
  const parts = Array.from({ length: 40 }, (): string => randomUUID())
  const { booked, days, stock } = monthOf(parts)
  const [gone] = parts as [string]
  const left = Object.fromEntries([...stock].filter(([part]) => part !== gone))
  const costOf = (part: string) => parts.indexOf(part) + 0.25
  await owner.query(
    `insert into parts (company_id, id, part_number, name, stock_level, cost, created_at)
     select $1::uuid, key::uuid, key, 'p', value::int, array_position($3::uuid[], key::uuid) - 0.75, now() - interval '60 days' from jsonb_each_text($2)`,
    [company, JSON.stringify(left), parts],
  )
  await owner.query(
    `with booked as (select * from jsonb_to_recordset($2) as (at timestamptz, part uuid, set uuid, delta int, balance int)
     ), sets as (
       insert into change_sets (company_id, id, kind, created_at) select $1::uuid, set, 'edit', at from booked
       union all select $1::uuid, $3::uuid, 'edit', now()
     ), logged as (
       insert into activity_logs (company_id, entity_type, entity_id, action, field_changed, old_value, new_value, description, change_set_id, created_at)
       select $1::uuid, 'part', part, 'stock_changed', 'stock_level', balance - delta, balance, '', set, at from booked order by at
     )
     insert into stock_movements (company_id, part_id, delta, balance, reason, change_set_id, created_at)
     select $1::uuid, part, delta, balance, 'counted', set, at from booked order by at`,
    [company, JSON.stringify(booked), randomUUID()],
  )
  await owner.query(
    `insert into activity_logs (company_id, entity_type, entity_id, action, description, change_set_id, metadata)
     select $1::uuid, 'part', $2::uuid, 'deleted', '', s.id, jsonb_build_object('row', jsonb_build_object('part_number', 'GONE', 'name', 'g', 'stock_level', $3::int, 'cost', 0.25))
     from change_sets s where s.company_id = $1 order by s.created_at desc limit 1`,
    [company, gone, stock.get(gone)],
  )
  const movementsBy = async (item: string) =>
    (
      await owner.query(
        `select id, ${item} as item, delta::float, balance::float, reason, change_set_id, created_at from stock_movements
         where company_id = $1 and reason = 'counted' order by id`,
        [company],
      )
    ).rows
  const before = await movementsBy('part_id')

  await migrate(url, { name: 'SBR' })

  expect(before).toHaveLength(booked.length)
  expect(await movementsBy('item_id')).toEqual(before)
  const { rows: items } = await owner.query(
    `select m.item_id as id, sum(m.delta)::float as moved, min(p.stock_level)::float as stock, min(i.on_hand)::float as on_hand from stock_movements m
     left join parts p on p.company_id = m.company_id and p.id = m.item_id
     left join stock_items i on i.company_id = m.company_id and i.item_id = m.item_id where m.company_id = $1 group by m.item_id`,
    [company],
  )
  const quantities = Object.fromEntries(items.map(({ id, ...found }) => [id, found]))
  for (const part of parts) {
    const there = part === gone ? null : stock.get(part)
    expect(quantities[part]).toEqual({ moved: there ?? 0, stock: there, on_hand: there })
  }
  for (const { day, stock: then } of days.slice(0, -1)) {
    const { rows } = await owner.query('select sum(value)::float as value from app.stock_on_day($1, $2)', [
      company,
      day,
    ])
    const worth = [...then].reduce((sum, [part, quantity]) => sum + quantity * costOf(part), 0)
    expect([day, rows[0].value]).toEqual([day, worth])
  }
  expect((await owner.query('select * from app.stock_differences($1)', [company])).rows).toEqual([])
})

test('lots that differed only by capitals become one, in the spelling that came first', async () => {
  const files = await readSchemaFiles()
  const migrations = files.migrations.filter(({ name }) => name < '0481')
  await ensureRoles(owner)
  await applySchema(owner, { ...files, migrations, routines: [] }, async () => undefined)
  const { rows } = await owner.query(
    `with company as (insert into companies (name, color) values ('Works', 'blue') returning id)
     insert into parts (company_id, part_number, name, stock_level) select id, 'MILK', 'Milk', 9 from company returning company_id, id`,
  )
  const [{ company_id: company, id: item }] = rows
  await owner.query(
    `with moved as (
       insert into stock_movements (company_id, item_id, item_type, delta, balance, reason, value, variance, value_after, change_set_id, lot_number)
       values ($1, $2, 'part', 5, 5, 'received', 0, 0, 0, uuidv7(), 'L-1'), ($1, $2, 'part', 3, 8, 'received', 0, 0, 0, uuidv7(), 'l-1'),
         ($1, $2, 'part', 1, 9, 'received', 0, 0, 0, uuidv7(), 'L-2')
     ), there as (
       insert into stock_balances (company_id, item_id, lot_number, quantity) values ($1, $2, 'l-1', 3), ($1, $2, 'L-1', 5), ($1, $2, 'L-2', 1)
     )
     insert into stock_items (company_id, item_id, item_type, on_hand, value, average_cost) values ($1, $2, 'part', 9, 0, 0)`,
    [company, item],
  )
  await migrate(url, { name: 'SBR' })
  const { rows: there } = await owner.query(
    'select lot_number, quantity::int from stock_balances where company_id = $1 order by lot_number',
    [company],
  )
  expect(there).toEqual([
    { lot_number: 'L-1', quantity: 8 },
    { lot_number: 'L-2', quantity: 1 },
  ])
  const { rows: faults } = await owner.query('select fault from app.stock_differences($1)', [company])
  expect(faults).toEqual([])
})
