import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase, emptyDatabase } from '../../../testing/postgres/databases.ts'
import { applySchema } from './apply-schema.ts'
import { ensureRoles } from './database-roles.ts'
import { migrate } from './migrations.ts'
import { readSchemaFiles, type SchemaFiles, sqlFile } from './schema-files.ts'

let url: string
let owner: pg.Client
beforeEach(async () => {
  url = await cloneDatabase(inject('postgresUrl'))
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
})
afterEach(() => owner.end())

/** Functions of an earlier build, which had fewer arguments. */
const before = `
  create function app.clock_out(company uuid, entry uuid) returns boolean language sql as 'select true';
  create function app.revise_time_entry(company uuid, entry uuid, edited_version int, new_start timestamptz, new_end timestamptz,
    new_text text, why text) returns boolean language sql as 'select true';
  delete from schema_migrations where name = '0131_functions_with_more_arguments.sql'`

test('a database whose functions had fewer arguments can be upgraded', async () => {
  await owner.query(before)
  await migrate(url, { name: 'SBR' })
  const { rows } = await owner.query(
    `select proname, count(*)::int as count from pg_proc where pronamespace = 'app'::regnamespace and prokind = 'f'
     group by proname having count(*) > 1`,
  )
  expect(rows.map(({ proname }) => proname)).not.toEqual(expect.arrayContaining(['clock_out']))
  expect(rows.map(({ proname }) => proname)).not.toEqual(expect.arrayContaining(['revise_time_entry']))
})

test('companies from before there were colours get one each, oldest first', async () => {
  await owner.query(`
    alter table companies drop column color cascade;
    insert into companies (name) select 'Company ' || n from generate_series(1, 11) n;
    delete from schema_migrations where name = '0130_company_colors.sql'`)
  await migrate(url, { name: 'SBR' })
  const { rows } = await owner.query('select is_sbr, color from companies order by is_sbr desc, id')
  expect(rows[0]).toEqual({ is_sbr: true, color: 'blue' })
  expect(new Set(rows.slice(0, 10).map(({ color }) => color)).size).toBe(10)
  expect(rows).toHaveLength(12)
})

test('the margins of products from before they were added up count', async () => {
  await owner.query(`
    insert into companies (name) values ('Margins');
    insert into products (company_id, sku, name, cost, retail_price) select id, n::text, 'Lamp', n, 4 from companies, generate_series(1, 5) n
      where name = 'Margins';
    alter table row_counts drop column margins, drop column margin_sum;
    drop index products_unpriced;
    delete from schema_migrations where name = '0521_kept_margins.sql'`)
  await migrate(url, { name: 'SBR' })
  const { rows } = await owner.query(
    `select products::int, mean::float8 from app.mean_margin((select id from companies where name = 'Margins'))`,
  )
  expect(rows).toEqual([{ products: 3, mean: 50 }])
})

test('companies whose ledger is older than its sum get the sum, and movements go on from there', async () => {
  await owner.query(`
    insert into companies (name) values ('Ledger');
    insert into parts (company_id, part_number, name, cost, stock_level) select id, 'P-1', 'Bolt', 2.5, 4 from companies where name = 'Ledger';
    delete from row_counts where table_name = 'stock_items';
    drop index stock_movements_of_day, stock_movements_before_ledger;
    delete from schema_migrations where name = '0420_stock_values.sql'`)
  await migrate(url, { name: 'SBR' })
  await owner.query(`update parts set stock_level = 6`)
  const { rows } = await owner.query(
    `select sum(value_at_cost)::float8 as sum from row_counts where table_name = 'stock_items'`,
  )
  expect(rows).toEqual([{ sum: 15 }])
})

// The SQL of versions that landed, as `npm run archive:keep` keeps it: their functions and triggers are there while the later migrations run.
const archives = new URL('../../../testing/archives/', import.meta.url)
const kept = readdirSync(archives).filter((name) => name.endsWith('.schema.json.gz'))

test.each(kept)(
  'a database as %s made it is upgraded, and a migration without triggers may change its rows',
  async (name) => {
    const former: SchemaFiles = JSON.parse(gunzipSync(readFileSync(new URL(name, archives))).toString())
    const earlier = await emptyDatabase(inject('postgresUrl'))
    const client = new pg.Client({ connectionString: earlier })
    await client.connect()
    await ensureRoles(client)
    await applySchema(client, former, async () => undefined)
    await client.query(`
    insert into companies (name) values ('Earlier');
    insert into parts (company_id, part_number, name, cost, stock_level) select id, n::text, 'Bolt', 2, n from companies, generate_series(1, 9) n`)
    const files = await readSchemaFiles()
    const later = sqlFile(
      '9999_later.sql',
      `alter table parts disable trigger user; update parts set location = 'Shelf'`,
    )
    await migrate(earlier, { name: 'SBR' }, 'UTC', { ...files, migrations: [...files.migrations, later] })
    const { rows } =
      await client.query(`select table_name, sum(total)::int as total, sum(value_at_cost)::float8 as value from row_counts
    where table_name in ('parts', 'stock_items') group by 1 order by 1`)
    expect(rows).toEqual([
      { table_name: 'parts', total: 9, value: 90 },
      { table_name: 'stock_items', total: 9, value: 90 },
    ])
    await client.end()
  },
)
