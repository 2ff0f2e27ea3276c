import pg from 'pg'
import { expect, test } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'
import { signedInAs } from '../../../testing/postgres/databases.ts'
import { runtimeUrl } from './database-roles.ts'
import { migrate } from './migrations.ts'

const { server } = useOwnServer()

/** A connection with an open transaction; the test rolls it back at the end. */
async function within<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.end()
  }
}
const asRuntime = async <T>(work: (client: pg.Client) => Promise<T>) => within(await runtimeUrl(server.adminUrl), work)

const objects = [
  'create temporary table mine (id int)',
  'create temporary view mine as select 1',
  'create temporary sequence mine',
  'select 1 as id into temporary mine',
  'create domain pg_temp.text as pg_catalog.text',
  'create type pg_temp.mine as enum ()',
  `create function pg_temp.mine() returns int language sql as 'select 1'`,
]

test.each(objects)('the web server makes no temporary objects: %s (decision 0007)', async (statement) => {
  await asRuntime((client) => expect(client.query(statement)).rejects.toMatchObject({ code: '42501' }))
})

test.each(objects)('the web server makes none beside the tables of an import either: %s', async (statement) => {
  await asRuntime(async (client) => {
    await client.query(`call app.make_stage('staging')`)
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

test.each([
  `call app.make_stage('parts')`,
  `call app.make_stage('mine; drop table parts')`,
  `insert into app.import_stages values ('mine', 'id int', null)`,
  'alter table pg_temp.staging add column mine int',
  `create index on pg_temp.staging ((app.user_id()))`,
  'create trigger mine before insert on pg_temp.staging for each row execute function app.bump_version()',
])('a table of an import is as the list says, and belongs to nobody who asks: %s', async (statement) => {
  await asRuntime(async (client) => {
    await client.query(`call app.make_stage('staging')`)
    await expect(client.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|P0002)$/),
    })
  })
})

test('the start revokes a right to make temporary objects that somebody gave the web server', async () => {
  const [{ name } = { name: '' }] = await server.given.sql<{ name: string }>(
    'select quote_ident(current_database()) as name',
  )
  await server.given.sql(`grant temporary on database ${name} to app_rt`)
  await migrate(server.adminUrl, { name: 'SBR' })
  await asRuntime((client) => expect(client.query(objects[0] ?? '')).rejects.toMatchObject({ code: '42501' }))
})

/** A trap: a type named text. A cast to it calls the attacker's function with the rights of the caller. */
const trap = `create function pg_temp.spy(value pg_catalog.text) returns boolean language plpgsql as
    $$ begin raise exception 'spied as %', current_user; end $$;
  create domain pg_temp.text as pg_catalog.text check (pg_temp.spy(value));
  grant execute on function pg_temp.spy(pg_catalog.text) to public`

/** The server's role, in a session in which a role that may create such objects has set the trap. */
const trapped = async (work: (client: pg.Client) => Promise<unknown>) =>
  within(signedInAs(server.adminUrl, 'postgres'), async (client) => {
    await client.query(trap)
    await work(client)
  })

const call = `set local role app_rt; select set_config('app.session', repeat('0', 64), true); select app.ctx()`

test('our functions do not take a temporary type for the real one (decision 0007)', async () => {
  await trapped((client) => client.query(call))
})

test('without that search path they would, so the catalogue check refuses such functions', async () => {
  await trapped(async (client) => {
    await client.query('alter function app.ctx() set search_path = pg_catalog, public')
    await expect(client.query(call)).rejects.toThrow('spied as app_auth')
  })
})

test('functions that templates make for a new table search temporary objects last', async () => {
  await within(server.adminUrl, async (client) => {
    await client.query(`set local role app_owner;
      create table gauges (id uuid not null default uuidv7(), company_id uuid not null references companies, name text not null,
        parent_id uuid, entity_name text not null generated always as (name) stored, primary key (company_id, id));
      call app.tenant_table('gauges', 'gauge', 'inventory.read', 'inventory.write', undo_order => 1000, search_columns => array['name']);
      call app.owned_table('gauges', 'gauge', 'r.name', 'r.name')`)
    const { rows } = await client.query(
      `select proname::text as name, proconfig[1] as path from pg_proc where proname like '%\\_gauges' order by 1`,
    )
    expect(rows).toEqual([
      { name: 'count_gauges', path: 'search_path=pg_catalog, public, pg_temp' },
      { name: 'log_changes_of_gauges', path: 'search_path=pg_catalog, public, pg_temp' },
      { name: 'log_gauges', path: 'search_path=pg_catalog, public, pg_temp' },
    ])
  })
})

test('nobody can open a change set, with a session or without (decision 0007)', async () => {
  const company = await server.given.company()
  const { token } = await server.given.person('company_operator', company)
  for (const secret of [null, token]) {
    await asRuntime(async (client) => {
      await client.query('select app.enter(encode(sha256($1), $2), $3, null)', [secret, 'hex', company.id])
      await expect(client.query('select app.change_set($1)', [company.id])).rejects.toMatchObject({ code: '42501' })
    })
  }
})

test('without a session only a refused sign-in is recorded, with a short reason (decision 0007)', async () => {
  const record = (kind: string, detail: string, secret: string | null) =>
    asRuntime(async (client) => {
      await client.query('select app.enter(encode(sha256($1), $2), null, null)', [secret, 'hex'])
      return client
        .query('select app.record_security_event($1, $2, $3)', [kind, JSON.stringify({ reason: detail }), '127.0.0.1'])
        .then(
          () => 'recorded',
          ({ code }) => code,
        )
    })
  const { token } = await server.given.person('employee', await server.given.company())
  expect(await record('sign_in_refused', 'state', null)).toBe('recorded')
  expect(await record('sign_in_refused', 'x'.repeat(600), null)).toBe('42501')
  expect(await record('role_changed', 'x', null)).toBe('42501')
  expect(await record('authz_denied', 'x', null)).toBe('42501')
  expect(await record('authz_denied', 'x', token)).toBe('recorded')
  expect(await record('authz_denied', 'x'.repeat(20_000), token)).toBe('23514')
  expect(await record('Any Kind', 'x', token)).toBe('23514')
})
