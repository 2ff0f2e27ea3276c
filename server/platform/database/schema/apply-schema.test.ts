import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { describeSchema } from '../../../../database/schema.ts'
import { cloneDatabase, emptyDatabase } from '../../../testing/postgres/databases.ts'
import { migrate } from './migrations.ts'
import { readSchemaFiles, type SchemaFiles, sqlFile } from './schema-files.ts'

const firm = { name: 'SBR' }
let files: SchemaFiles
let url: string
let owner: pg.Client
beforeAll(async () => {
  files = await readSchemaFiles()
})
beforeEach(async () => {
  url = await cloneDatabase(inject('postgresUrl'))
  owner = await connect(url)
})
afterEach(() => owner.end())

async function connect(to: string) {
  const client = new pg.Client({ connectionString: to })
  await client.connect()
  return client
}

/** Starts a program with more files than this one. */
const start = (more: Partial<Record<keyof SchemaFiles, Record<string, string>>> = {}, at = url) => {
  const added = (kind: keyof SchemaFiles) =>
    Object.entries(more[kind] ?? {}).map(([name, sql]) => sqlFile(name, sql)) ?? []
  const kept = (kind: keyof SchemaFiles) => files[kind].filter(({ name }) => more[kind]?.[name] === undefined)
  const all = (kind: keyof SchemaFiles) =>
    [...kept(kind), ...added(kind)].sort((a, b) => (a.name < b.name ? -1 : 1)).filter(({ sql }) => sql)
  return migrate(at, firm, 'UTC', {
    migrations: all('migrations'),
    templates: all('templates'),
    routines: all('routines'),
  })
}
const rows = async (text: string) => (await owner.query(text)).rows
const routine = (name: string) => files.routines.find((file) => file.name === name)?.sql as string

const gauges = `create table gauges (id uuid not null default uuidv7(), company_id uuid not null references companies, name text not null,
  entity_name text not null generated always as (name) stored, primary key (company_id, id));`
const fence = `call app.tenant_table('gauges', 'gauge', 'inventory.read', 'inventory.write', undo_order => 1000);`

test('routines that are applied again give the same schema', async () => {
  const before = await describeSchema(owner)
  const times = await rows('select min(applied_at) as at from app.applied_routines')
  await owner.query(`update app.applied_routines set hash = 'other' where name like '%search%'`)
  await start()
  expect(await describeSchema(owner)).toBe(before)
  expect(await rows('select min(applied_at) as at from app.applied_routines')).not.toEqual(times)
})

test('objects that are in no file are gone when routines are applied again', async () => {
  const before = await describeSchema(owner)
  await owner.query(`set role app_owner;
    create function app.forgotten() returns int language sql set search_path = pg_catalog, pg_temp return 1;
    create trigger forgotten before update on parts for each row execute function app.bump_version();
    create policy forgotten on parts as restrictive for select to app_rt using (false);
    create view forgotten with (security_invoker) as select 1 as one;
    grant select on app.context_key to app_rt; grant update (cost) on parts to app_worker;
    grant execute on function app.seal to app_rt; drop policy may_read on vendors; drop trigger append_only on activity_logs;
    update app.tenant_tables set search_columns = '{}'; reset role`)
  expect(await describeSchema(owner)).not.toBe(before)
  await owner.query('delete from app.applied_routines')
  await start()
  expect(await describeSchema(owner)).toBe(before)
})

test('a procedure with a new argument is not ambiguous on an older database', async () => {
  const measure = (args: string) =>
    `create or replace procedure app.measure(${args}) language sql set search_path = pg_catalog, pg_temp as 'select 1';`
  const routines = { '99-measured.sql': 'call app.measure(at => 1);' }
  await start({ templates: { '99-measure.sql': measure('at int, deep boolean default false') }, routines })
  await start({
    templates: { '99-measure.sql': measure('at int, deep boolean default false, wide boolean default false') },
    routines,
  })
  expect(await rows(`select pronargs from pg_proc where proname = 'measure'`)).toEqual([{ pronargs: 3 }])
})

test('a start with nothing new changes nothing', async () => {
  const touched = () =>
    rows(
      `select xmin::text, name from app.applied_routines union all select xmin::text, name from schema_migrations order by 2`,
    )
  const before = await touched()
  await start()
  expect(await touched()).toEqual(before)
})

test('a new table, its fence and a changed routine arrive together', async () => {
  await start({
    migrations: { '9001_gauges.sql': gauges },
    routines: {
      '90-gauges.sql': fence,
      '22-search.sql': routine('22-search.sql').replace('unknown column', 'no such column'),
    },
  })
  expect(await rows(`select count(*)::int as n from pg_policies where tablename = 'gauges'`)).toEqual([{ n: 7 }])
  expect((await describeSchema(owner)).match(/no such column/g)).toHaveLength(1)
})

test('when a routine fails, the error names its line, and everything stays as it was', async () => {
  const before = await describeSchema(owner)
  const broken = `${fence}\n\n/* two\nlines */ create or replace function app.torn() returns int language sql as\n$$ select missing\n from parts $$;`
  await expect(
    start({ migrations: { '9001_gauges.sql': gauges }, routines: { '90-gauges.sql': broken } }),
  ).rejects.toThrow('database/routines/90-gauges.sql:5: column "missing" does not exist')
  expect(await describeSchema(owner)).toBe(before)
  expect(await rows(`select from schema_migrations where name = '9001_gauges.sql'`)).toEqual([])
  await start({ migrations: { '9001_gauges.sql': gauges }, routines: { '90-gauges.sql': fence } })
})

test('a table without a fence stops the start, and is not left behind', async () => {
  await expect(start({ migrations: { '9001_gauges.sql': gauges } })).rejects.toThrow(
    /^The fence has holes: gauges is a table/,
  )
  expect(await rows(`select to_regclass('gauges') as found`)).toEqual([{ found: null }])
})

test('a migration changes rows behind the fence, by the rules of their triggers', async () => {
  await owner.query(`insert into profiles (email, is_pre_authorized) values ('one@firm.example', false)`)
  await owner.query(
    `insert into user_roles (user_id, company_id, role) select p.user_id, c.id, r.role from profiles p, companies c, app.roles r
     where c.is_sbr and r.is_group_wide`,
  )
  const named = `update profiles set first_name = 'One'; update user_roles set created_at = now() - interval '1 day';`
  await expect(
    start({ migrations: { '9001_named.sql': `${named} update profiles set is_pre_authorized = true;` } }),
  ).rejects.toThrow('last_operator')
  await start({ migrations: { '9001_named.sql': named } })
  const [person] = await rows('select first_name, version > 1 as is_counted from profiles')
  expect(person).toEqual({ first_name: 'One', is_counted: true })
})

test('a function with a new type of result is dropped in a migration and made anew', async () => {
  const changed = {
    '90-one.sql':
      'create or replace function app.one() returns bigint language sql set search_path = pg_catalog, pg_temp return 2;',
  }
  await start({ routines: { '90-one.sql': changed['90-one.sql'].replace('bigint', 'int') } })
  await expect(start({ routines: changed })).rejects.toThrow(
    'database/routines/90-one.sql:1: cannot change return type of existing function; drop the old function in a new migration',
  )
  await start({ migrations: { '9001_one.sql': 'drop function app.one' }, routines: changed })
  expect(await rows('select app.one() as one')).toEqual([{ one: '2' }])
})

test('dropping a function that is still needed is an error', async () => {
  const one = {
    '90-one.sql':
      'create or replace function app.one() returns int language sql set search_path = pg_catalog, pg_temp return 2;',
  }
  const column = { '9001_one.sql': 'alter table parts add column one int default app.one()' }
  await start({ templates: one, migrations: column })
  await expect(start({ migrations: column })).rejects.toThrow(
    /this routine is in no file any more, but 'drop routine app.one\(\)' fails/,
  )
})

test('the start waits for a table that requests hold, and other requests go on', async () => {
  const [reader, writer] = [await connect(url), await connect(url)]
  await reader.query('begin; lock table parts in access share mode')
  const starting = start({ routines: { '90-none.sql': 'select 1' } })
  const locked = `select count(*)::int as n from pg_locks where mode = 'AccessExclusiveLock' and relation = 'vendors'::regclass`
  await expect.poll(() => rows(locked), { interval: 10 }).toEqual([{ n: 1 }])
  await writer.query(`set lock_timeout = '1s'; update vendors set name = name`)
  await reader.query('commit')
  await starting
  expect(await rows(`select from app.applied_routines where name = 'routines/90-none.sql'`)).toHaveLength(1)
  await Promise.all([reader.end(), writer.end()])
})

const outside = (...statements: string[]) => ({
  '9001_outside.sql': ['-- not in a transaction', ...statements].join(';\n'),
})

test('a migration outside a transaction continues with the statement that failed', async () => {
  await owner.query(`insert into companies (name) values ('North')`)
  const company = `(select id from companies where name = 'North')`
  await owner.query(
    `insert into parts (company_id, part_number, name) values (${company}, 'P-1', 'Bolt'), (${company}, 'P-2', 'Bolt')`,
  )
  const named = outside(
    'create sequence public.runs',
    'create unique index concurrently if not exists parts_names on parts (company_id, name)',
  )
  await expect(start({ migrations: named })).rejects.toThrow(
    'database/migrations/9001_outside.sql:3: could not create unique index "parts_names"',
  )
  await expect(start({ migrations: outside('create sequence public.walks') })).rejects.toThrow(
    /has changed in a part that has already run/,
  )
  await owner.query(`update parts set name = part_number`)
  await start({ migrations: named })
  expect(await rows(`select indisvalid, indisunique from pg_index where indexrelid = 'parts_names'::regclass`)).toEqual(
    [{ indisvalid: true, indisunique: true }],
  )
  expect(await rows('select name from app.unfinished_migrations')).toEqual([])
})

test('a migration outside a transaction sees the tables made before it, and they have their fence at the end', async () => {
  const build = {
    '9001_gauges.sql': gauges,
    '9002_names.sql':
      '-- not in a transaction\ncreate index concurrently if not exists gauges_name on gauges (company_id, name)',
  }
  await expect(start({ migrations: build, routines: { '90-gauges.sql': 'select missing' } })).rejects.toThrow(
    /90-gauges.sql:1/,
  )
  await start({ migrations: build, routines: { '90-gauges.sql': fence } })
  expect(await rows(`select count(*)::int as n from pg_policies where tablename = 'gauges'`)).toEqual([{ n: 7 }])
})

test('servers that start together migrate once', async () => {
  const empty = await emptyDatabase(inject('postgresUrl'))
  // `create index concurrently` waits for every open snapshot, so a server that waits for the start lock must not hold one.
  const more = {
    migrations: outside('create index concurrently if not exists parts_place on parts (company_id, location)'),
  }
  await Promise.all([start(more, empty), start(more, empty), start(more, empty)])
  const client = await connect(empty)
  const { rows: found } = await client.query(
    'select (select count(*)::int from schema_migrations) as migrations, (select count(*)::int from companies) as firms',
  )
  await client.end()
  expect(found).toEqual([{ migrations: files.migrations.length + 1, firms: 1 }])
}, 60_000)

test('a database with texts that became the same starts: the first keeps its number, the others get (2), (3), and the log says so', async () => {
  const { rows: made } = await owner.query(`insert into companies (name) values ('Twins') returning id`)
  const company = made[0]?.id
  await owner.query(`set role app_owner;
    create or replace function app.folded(written text) returns text language sql immutable parallel safe return lower(btrim(written));
    reindex index parts_company_id_part_number_key; reindex index vendors_company_id_name_key;
    delete from schema_migrations where name = '0260_one_fold.sql'; delete from app.applied_routines; reset role`)
  const add = (number: string, day: number) =>
    owner.query(`insert into parts (company_id, part_number, name, created_at) values ($1, $2, 'Bolt', $3)`, [
      company,
      number,
      `2026-01-0${day}`,
    ])
  for (const [index, number] of ['A-1', 'A\u20111', 'A\u00AD-1', 'A-1 (2)', 'B-1'].entries())
    await add(number, index + 1)
  await owner.query(`insert into vendors (company_id, name) values ($1, 'Straße Bau'), ($1, 'STRASSE  BAU')`, [company])
  await start()
  const numbers = await rows(`select part_number from parts where company_id = '${company}' order by created_at`)
  expect(numbers.map((row) => row.part_number)).toEqual(['A-1', 'A\u20111 (3)', 'A\u00AD-1 (4)', 'A-1 (2)', 'B-1'])
  expect(
    (await rows(`select name from vendors where company_id = '${company}' order by id`)).map((row) => row.name),
  ).toEqual(['Straße Bau', 'STRASSE  BAU (2)'])
  const log = await rows(
    `select old_value, new_value from activity_logs where company_id = '${company}' and field_changed is not null order by id`,
  )
  expect(log).toContainEqual({ old_value: 'A\u20111', new_value: 'A\u20111 (3)' })
  await expect(add('a\u20131', 6)).rejects.toThrow('parts_company_id_part_number_key')
})
