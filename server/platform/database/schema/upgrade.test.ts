import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase, emptyDatabase } from '../../../testing/postgres/databases.ts'
import { applyMigrations, applySchema } from './apply-schema.ts'
import { ensureRoles } from './database-roles.ts'
import { migrate } from './migrations.ts'
import { readSchemaFiles, type SchemaFiles, type SqlFile, sqlFile } from './schema-files.ts'
import { statementsOf } from './sql-statements.ts'

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

test('reversals that earlier versions called other are counts and undos, as what they reverse', async () => {
  await owner.query(`
    insert into companies (name) values ('Reversed');
    insert into parts (company_id, part_number, name) select id, 'P-1', 'Bolt' from companies where name = 'Reversed';
    delete from schema_migrations where name = '0534_reasons_of_reversals.sql'`)
  const booked = [
    ...[['edited'], ['other', 0], ['other', 1]],
    ...[['counted'], ['other', 3]],
    ...[['other'], ['other', 5], ['received'], ['received', 7]],
  ] as const
  const ids: string[] = []
  for (const [reason, reversed] of booked) {
    const { rows } = await owner.query(
      `insert into stock_movements (company_id, item_id, item_type, delta, balance, reason, value, variance, value_after, change_set_id, reverses)
       select company_id, id, 'part', 1, 1, $1, 0, 0, 0, uuidv7(), $2 from parts where part_number = 'P-1' returning id`,
      [reason, reversed === undefined ? null : ids[reversed]],
    )
    ids.push(rows[0].id)
  }
  await migrate(url, { name: 'SBR' })
  const { rows } = await owner.query('select reason from stock_movements where id = any ($1) order by id', [ids])
  expect(rows.map(({ reason }) => reason)).toEqual([
    ...['edited', 'undone', 'undone', 'counted', 'counted', 'other', 'other', 'received', 'received'],
  ])
  await expect(owner.query('update stock_movements set note = null')).rejects.toThrow()
})

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

// While a migration runs in a transaction nobody can read. So it may change tables, but not go through their rows: CONTRIBUTING.md says how that is done.
const firstChecked = '0680' // those before it landed when rows were few
const isOutside = ({ sql }: SqlFile) => sql.startsWith('-- not in a transaction')
const holdsNoTable =
  /^(create (unique )?index concurrently|drop index concurrently|alter table \w+ validate constraint|do(?=.*\bcommit\b)(?!.*\b(truncate|create|drop|lock table|add)\b))\b/is
const removes = /\b(drop (table|column|function|procedure|type|view|trigger)|rename|set not null)\b/i

/** What keeps people from reading while these migrations run, or takes something from the version before while it goes on. */
async function hindrancesOf(client: pg.Client, migrations: SqlFile[]): Promise<string[]> {
  const lastOutside = migrations.findLastIndex(isOutside)
  const found = migrations.flatMap((migration, at) =>
    isOutside(migration)
      ? statementsOf(migration.sql).flatMap(({ text }) =>
          holdsNoTable.test(text) ? [] : [`${migration.name} may hold a table`],
        )
      : at < lastOutside && removes.test(migration.sql)
        ? [`${migration.name} removes too early`]
        : [],
  )
  await client.query(`set role app_owner; create table app.older as select oid from pg_class where relkind = 'r';
    create table app.scans (migration text, name text, scans bigint); reset role; select pg_stat_force_next_flush()`)
  const noted = migrations.flatMap((migration) => [
    migration,
    isOutside(migration)
      ? sqlFile(`${migration.name} end`, '-- not in a transaction\nselect pg_stat_force_next_flush()')
      : sqlFile(
          `${migration.name} end`,
          `insert into app.scans select '${migration.name}', relname, coalesce(seq_scan, 0) + coalesce(idx_scan, 0)
             from pg_stat_xact_user_tables join app.older on oid = relid where schemaname = 'public' and relname <> 'schema_migrations'`,
        ),
  ])
  const { rows: applied } = await client.query<SqlFile>('select name, hash from schema_migrations order by name')
  const { templates } = await readSchemaFiles()
  await applyMigrations(client, { templates, routines: [], migrations: [...applied, ...noted] })
  const { rows } = await client.query<{ migration: string; name: string }>(
    `select migration, name from (select *, scans - lag(scans, 1, 0::bigint) over (partition by name order by migration) as more from app.scans) s
     where more > 0 order by 1`,
  )
  const isExempt = (name: string) =>
    migrations.some((each) => each.name === name && each.sql.startsWith('-- nobody can read meanwhile: '))
  const scans = rows.flatMap(({ migration, name }) =>
    isExempt(migration) ? [] : [`${migration} goes through ${name}`],
  )
  return [...found, ...scans].sort()
}

test('no migration keeps people from reading', async () => {
  const examples = {
    '9100_bad': 'alter table vendors rename column name to title',
    '9110_good':
      'alter table parts add column weight int, add column width int default 1, add constraint weighed check (weight is not null) not valid',
    '9120_good': `-- not in a transaction
      do $$ begin loop update parts set weight = 1 where ctid in (select ctid from parts where weight is null limit 1000); exit when not found; commit; end loop; end $$;
      alter table parts validate constraint weighed; create index concurrently if not exists parts_weights on parts (weight)`,
    '9130_bad': '-- not in a transaction\nupdate parts set weight = 1',
    '9140_bad': '-- not in a transaction\nalter table parts alter column weight set not null',
    '9200_good': 'alter table parts alter column weight set not null; alter table parts drop constraint weighed',
    '9210_good':
      'create table labels (id uuid primary key references companies, name text); create index on labels (name)',
    '9220_good': '-- nobody can read meanwhile: an example\ncreate index sops_titles on sops (title)',
    '9300_bad': 'create index parts_widths on parts (width)',
    '9310_bad': 'alter table vendors add column weight int; update vendors set weight = 1',
    '9320_bad': 'alter table tasks add column made uuid default gen_random_uuid()',
    '9330_bad': 'alter table products alter column name set not null, add constraint named check (name is not null)',
    '9340_bad': 'create table names as select name from assemblies',
  }
  const { migrations, ...files } = await readSchemaFiles()
  const isChecked = ({ name }: SqlFile) => name >= firstChecked
  const client = new pg.Client({ connectionString: await emptyDatabase(inject('postgresUrl')) })
  await client.connect()
  await ensureRoles(client)
  await applyMigrations(client, { ...files, migrations: migrations.filter((each) => !isChecked(each)) })
  const tried = Object.entries(examples).map(([name, sql]) => sqlFile(name, sql))
  expect(await hindrancesOf(client, [...migrations.filter(isChecked), ...tried])).toEqual([
    '9100_bad removes too early',
    '9130_bad may hold a table',
    '9140_bad may hold a table',
    '9300_bad goes through parts',
    '9310_bad goes through vendors',
    '9320_bad goes through tasks',
    '9330_bad goes through products',
    '9340_bad goes through assemblies',
  ])
  await client.end()
})

test('while rows are filled people read; when that fails, the version before goes on, and the next start fills the rest', async () => {
  const ask = async (text: string) => (await owner.query(text)).rows
  await ask(`insert into companies (name) values ('North'), ('South')`)
  await ask(
    `insert into parts (company_id, part_number, name) select id, 'P-1', 'Bolt' from companies where name in ('North', 'South')`,
  )
  const files = await readSchemaFiles()
  const upgrade = () =>
    migrate(url, { name: 'SBR' }, 'UTC', {
      ...files,
      migrations: [
        ...files.migrations,
        sqlFile(
          '9001_weight.sql',
          `alter table parts add column weight int, add constraint weighed check (weight is not null) not valid;
           create function app.weigh() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
             as $$ begin new.weight := coalesce(new.weight, length(new.name)); return new; end $$;
           create trigger weigh before insert or update on parts for each row execute function app.weigh()`,
        ),
        sqlFile(
          '9002_weights.sql',
          `-- not in a transaction
           do $$ declare company companies; begin
             for company in select * from companies order by name loop
               alter table parts disable trigger user;
               update parts set weight = length(name) where company_id = company.id and weight is null;
               if company.name = 'South' then perform pg_advisory_xact_lock(1); end if;
               alter table parts enable trigger user;
               commit;
             end loop; end $$;
           alter table parts validate constraint weighed`,
        ),
        sqlFile(
          '9003_weighed.sql',
          'alter table parts alter column weight set not null; alter table parts drop constraint weighed',
        ),
      ],
    })
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  const failed = expect(upgrade()).rejects.toThrow('canceling statement')
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'do %'`
  await expect.poll(() => ask(waiting), { interval: 10 }).toHaveLength(1)
  expect(
    await ask(`select c.name, p.version, p.weight from parts p join companies c on c.id = company_id order by c.name`),
  ).toEqual([
    { name: 'North', version: 1, weight: 4 },
    { name: 'South', version: 1, weight: null },
  ])
  await ask(`select pg_cancel_backend(pid) from (${waiting}) w`)
  await failed
  await holder.end()
  await ask(
    `insert into parts (company_id, part_number, name) select id, 'P-2', 'Washer' from companies where name = 'North'`,
  )
  await upgrade()
  expect(await ask('select part_number, weight, version from parts order by weight, company_id')).toEqual([
    { part_number: 'P-1', weight: 4, version: 1 },
    { part_number: 'P-1', weight: 4, version: 1 },
    { part_number: 'P-2', weight: 6, version: 1 },
  ])
  expect(await ask(`select from pg_trigger where tgname = 'weigh'`)).toEqual([])
})
