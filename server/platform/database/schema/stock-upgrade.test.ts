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

test('a database from before the ledger keeps its quantities, gets their value, and nothing differs', async () => {
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
  const { rows: differences } = await owner.query('select * from app.stock_differences($1)', [company])
  expect(differences).toEqual([])
})

test('what moves after the upgrade follows from what was there before', async () => {
  const company = await databaseWithoutLedger()
  await migrate(url, { name: 'SBR' })
  await owner.query(`update parts set stock_level = stock_level - 3 where company_id = $1 and part_number = 'MOVED'`, [
    company,
  ])
  await owner.query(`delete from parts where company_id = $1 and part_number = 'STILL'`, [company])
  const { rows } = await owner.query(
    'select sum(on_hand)::float as on_hand, sum(value)::float as value from stock_items',
  )
  expect(rows).toEqual([{ on_hand: 4, value: 10 }])
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
