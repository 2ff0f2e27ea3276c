import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { hashToken } from '../../platform/http/session-token.ts'
import type { FencedTable } from '../access/access.ts'
import { fencedTables, recordsOf } from '../access/all.ts'
import { useOwnServer } from '../fixture.ts'
import type { GivenCompany, GivenPerson } from '../given/given.ts'

const { server } = useOwnServer()
let runtime: pg.Client
let home: GivenCompany
let other: GivenCompany
const tokens = new Map<string, string>()

beforeAll(async () => {
  runtime = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
  await runtime.connect()
  home = await given()
  other = await given()
  const firm = await server.given.firm()
  const hash = async (person: Promise<GivenPerson>) => hashToken((await person).token)
  tokens.set('employee', await hash(server.given.person('employee', home)))
  tokens.set('manager', await hash(server.given.person('manager', home)))
  tokens.set('operator', await hash(server.given.person('company_operator', home)))
  tokens.set('sbr', await hash(server.given.person('sbr_operator', firm)))
  tokens.set('no role', await hash(server.given.person(null, home)))
})
afterAll(async () => {
  await runtime.end()
})

/** A company with a row in every table. */
async function given() {
  const company = await server.given.company()
  await recordsOf(server.given, company)
  return company
}

/** Whether a statement touches at least one row. A refusal by grant or policy counts as none; any other error fails the test. */
async function touches(text: string, company: GivenCompany) {
  await runtime.query('savepoint one')
  try {
    return ((await runtime.query(text, [company.id])).rowCount ?? 0) > 0
  } catch (error) {
    expect((error as pg.DatabaseError).code).toBe('42501')
    return false
  } finally {
    await runtime.query('rollback to one')
  }
}

/** The verbs that a person may use on the rows of a company, as 'riud'; `asked` is the company of the path. */
async function reach(who: string, table: string, company: GivenCompany, companyId: string | null) {
  await runtime.query('begin')
  try {
    await runtime.query('select app.enter($1, $2, null)', [tokens.get(who) ?? null, companyId])
    const { table: name = table, rows = 'true', insert, set, target = 'true' } = fencedTables[table] as FencedTable
    const where = `where ${name === 'companies' ? 'id' : 'company_id'} = $1 and ${rows}`
    const may = [
      (await touches(`select ${name === 'companies' ? 'id' : '*'} from ${name} ${where}`, company)) ? 'r' : '-',
      (await touches(`insert into ${name} ${insert}`, company)) ? 'i' : '-',
      (await touches(`update ${name} set ${set} ${where}`, company)) ? 'u' : '-',
      (await touches(`delete from ${name} ${where} and ${target}`, company)) ? 'd' : '-',
    ]
    return may.join('')
  } finally {
    await runtime.query('rollback')
  }
}

test('this test knows every table with a company that the web server may use', async () => {
  const found = await server.given.sql<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and has_table_privilege('app_rt', c.oid, 'select')
      and c.relname <> 'user_roles' order by 1`)
  const tables = new Set(Object.entries(fencedTables).map(([key, { table = key }]) => table))
  expect(['companies', ...found.map(({ name }) => name)].sort()).toEqual([...tables].sort())
})

const people = ['employee', 'manager', 'operator', 'sbr']

test.each(Object.keys(fencedTables))('%s of the own company', async (table) => {
  const found: string[] = []
  for (const who of people) found.push(await reach(who, table, home, home.id))
  expect(found).toEqual(fencedTables[table]?.own)
})

test.each(Object.keys(fencedTables))(
  '%s of another company, named or not, are out of reach, except for people who reach all',
  async (table) => {
    for (const who of ['employee', 'manager', 'operator']) {
      expect([who, await reach(who, table, other, home.id)]).toEqual([who, '----'])
      expect([who, await reach(who, table, other, other.id)]).toEqual([who, '----'])
      expect([who, await reach(who, table, other, null)]).toEqual([who, '----'])
    }
    expect(await reach('sbr', table, other, other.id)).toBe(fencedTables[table]?.own[3])
    // A new company belongs to nobody yet: it is no row of the requested company.
    expect(await reach('sbr', table, other, home.id)).toBe(table === 'companies' ? '-i--' : '----')
  },
)

test.each(Object.keys(fencedTables))('%s are out of reach without a role or a session (T21, T30)', async (table) => {
  expect(await reach('no role', table, home, home.id)).toBe('----')
  expect(await reach('nobody', table, home, home.id)).toBe('----')
  expect(await reach('nobody', table, home, null)).toBe('----')
})

test('people see the profiles and roles of their own company and nobody else', async () => {
  await server.given.person('employee', other)
  const readRows = async (who: string) => {
    await runtime.query('begin')
    await runtime.query('select app.enter($1, null, null)', [tokens.get(who) ?? null])
    const { rows } = await runtime.query(`select (select count(*) from profiles)::int as profiles,
      (select count(*) from user_roles)::int as roles`)
    await runtime.query('rollback')
    return rows[0]
  }
  expect(await readRows('employee')).toEqual({ profiles: 4, roles: 4 })
  expect(await readRows('no role')).toEqual({ profiles: 1, roles: 0 })
  expect(await readRows('nobody')).toEqual({ profiles: 0, roles: 0 })
  expect(await readRows('sbr')).toEqual({ profiles: 10, roles: 7 })
})

test('nobody but operators of the firm reaches the functions that administer people, or reads all fields of other companies', async () => {
  const { id } = await server.given.person('employee', other)
  const calls = [
    `app.create_person('new@x.example', null, null, 'sbr_operator', null, false, null)`,
    `app.set_access('${id}', 'sbr_operator', null, null)`,
    `app.remove_access('${id}', null)`,
    `app.remove_person('${id}', null)`,
    `app.end_sessions('${id}', null)`,
    `app.reset_link('${id}', null)`,
    `app.allow_unmanaged_account('${id}', true, null)`,
    `app.approve_access('${id}', 'employee', null, false, null)`,
    `app.dismiss_access('${id}', null)`,
  ]
  for (const who of ['employee', 'manager', 'operator', 'no role', 'nobody']) {
    await runtime.query('begin')
    await runtime.query('select app.enter($1, null, null)', [tokens.get(who) ?? null])
    for (const call of calls) expect([call, await touches(`select ${call}, $1::uuid`, home)]).toEqual([call, false])
    expect(await touches('select from app.company_records() where id = $1', other)).toBe(false)
    expect(await touches('select from app.company_records() where id = $1', home)).toBe(who === 'operator')
    expect(await touches('select annual_revenue from companies where id = $1', home)).toBe(false)
    expect(await touches('select from access_requests where $1::uuid is not null', home)).toBe(false)
    await runtime.query('rollback')
  }
})
