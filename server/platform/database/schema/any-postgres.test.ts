import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../../../../database/seeds/demo.ts'
import { sealsOf } from '../../../testing/keys.ts'
import { databaseNamed } from '../../../testing/postgres/databases.ts'
import { ask, startStrictPostgres } from '../../../testing/postgres/strict-postgres.ts'
import { openDatabase } from '../database.ts'
import { checkFit, versionWarning } from './database-fit.ts'
import { MissingRightsError, runtimeUrl } from './database-roles.ts'
import { migrate } from './migrations.ts'
import { newestMigration } from './schema-files.ts'

const firm = { name: 'SBR' }
let postgres: Awaited<ReturnType<typeof startStrictPostgres>>
/** An owner and its installation, the first one in the cluster. */
let plain: string
beforeAll(async () => {
  postgres = await startStrictPostgres()
  plain = await postgres.givenOwner('plain', 'createrole createdb')
  await migrate(plain, firm)
}, 60_000)
afterAll(() => postgres?.stop())

/** Runs the steps of a start before it listens. @returns the connection for requests */
async function start(ownerUrl: string) {
  await migrate(ownerUrl, firm)
  return runtimeUrl(ownerUrl)
}

/** The same steps when the cluster already has another installation: an administrator must help once. */
async function startHelped(ownerUrl: string) {
  const error = (await start(ownerUrl).catch((reason) => reason)) as Error
  expect(error).toBeInstanceOf(MissingRightsError)
  await ask(
    databaseNamed(postgres.superuserUrl, new URL(ownerUrl.replace('@/', '@localhost/')).pathname.slice(1)),
    sqlIn(error),
  )
  return start(ownerUrl)
}

/** Whether a new connection passes a server's readiness check. */
async function works(url: string) {
  const database = openDatabase(url, 1)
  try {
    return await database.ping(await newestMigration()).then(
      () => true,
      (error) => error.code as string,
    )
  } finally {
    await database.close()
  }
}

/** The SQL that an administrator has to run: the lines after the sentence. */
const sqlIn = (error: Error) => error.message.split('\n').slice(1).join('\n')

test('two installations of one owner share a cluster, and neither can open the database of the other', async () => {
  const other = databaseNamed(plain, 'second')
  await ask(plain, 'create database second')
  const [here, there] = [await start(plain), await start(other)]
  expect([await works(here), await works(there)]).toEqual([true, true])
  expect(await works(databaseNamed(here, 'second'))).toBe('42501')
  expect(await works(databaseNamed(there, 'plain'))).toBe('42501')
  await start(plain)
  expect([await works(here), await works(there)]).toEqual([true, true])
  expect(await works(databaseNamed(here, 'second'))).toBe('42501')
}, 60_000)

test('an owner that is not a superuser can fill and restart the product', async () => {
  const runtime = await start(plain)
  expect(await seedDemo(plain, { sealsOf })).toBe(true)
  const [found] = await ask(
    plain,
    `select (select count(*) from parts) > 10 as has_parts,
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as is_strong`,
  )
  expect(found).toEqual({ has_parts: true, is_strong: false })
  await start(plain)
  expect(await works(runtime)).toBe(true)
}, 60_000)

test('two owners on one cluster: the second needs an administrator once', async () => {
  const owner = await postgres.givenOwner('third', 'createrole', 'plain')
  const stranger = await postgres.givenOwner('fourth', 'createrole', 'plain')
  const [runtime, strange] = [await startHelped(owner), await startHelped(stranger)]
  expect([await works(runtime), await works(strange)]).toEqual([true, true])
  expect(await works(databaseNamed(strange, 'third'))).toBe('42501')
  expect(await ask(databaseNamed(owner, 'fourth'), 'select 1').catch(({ code }) => code)).toBe('42501')
}, 60_000)

test('an owner that may not create roles gets the SQL for an administrator, and nothing is changed before', async () => {
  const owner = await postgres.givenOwner('humble', '')
  const error = (await start(owner).catch((reason) => reason)) as Error
  expect(error).toBeInstanceOf(MissingRightsError)
  expect(error.message).toMatch(/^the role humble may not prepare the database humble; let an administrator/)
  expect(await ask(owner, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  await ask(databaseNamed(postgres.superuserUrl, 'humble'), sqlIn(error))
  expect(await works(await start(owner))).toBe(true)
}, 60_000)

test('the owner can get another password; running and new servers go on', async () => {
  const owner = await postgres.givenOwner('renewed', 'createrole', 'plain')
  const runtime = await startHelped(owner)
  await ask(postgres.superuserUrl, `alter role renewed password 'other'`)
  expect(await works(runtime)).toBe(true)
  const second = await start(owner.replace(':secret@', ':other@'))
  expect([await works(runtime), await works(second)]).toEqual([true, true])
}, 60_000)

test('nobody can compute the password of the login; a new password ends the old one', async () => {
  const owner = await postgres.givenOwner('guessed', 'createrole', 'plain')
  const runtime = await startHelped(owner)
  const withPassword = (password: string) => {
    const url = new URL(runtime)
    url.password = password
    return url.toString()
  }
  const guesses = ['', 'secret'].flatMap((key) => [key, createHmac('sha256', key).update('app_rt').digest('hex')])
  for (const guess of guesses.filter(Boolean)) expect(await works(withPassword(guess))).toBe('28P01')
  const renewed = await runtimeUrl(owner, { isNewPassword: true })
  expect([await works(runtime), await works(renewed)]).toEqual(['28P01', true])
  // Somebody who used the login and set a password on it is locked out after the next start.
  await ask(renewed, `do $$ begin execute format('alter role %I password ''mine''', current_user); end $$`)
  expect([await works(await start(owner)), await works(withPassword('mine'))]).toEqual([true, '28P01'])
}, 60_000)

test('a copy of a database has a login and a password of its own', async () => {
  const owner = await postgres.givenOwner('copied', 'createrole createdb', 'plain')
  const runtime = await startHelped(owner)
  await ask(databaseNamed(owner, 'postgres'), 'create database copied_too template copied')
  const copy = await startHelped(databaseNamed(owner, 'copied_too'))
  expect([await works(runtime), await works(copy)]).toEqual([true, true])
  expect(new URL(copy).username).not.toBe(new URL(runtime).username)
  expect(new URL(copy).password).not.toBe(new URL(runtime).password)
  expect(await works(databaseNamed(runtime, 'copied_too'))).toBe('42501')
}, 60_000)

test('objects of extensions do not stop a start', async () => {
  const owner = await postgres.givenOwner('measured', 'createrole')
  await ask(databaseNamed(postgres.superuserUrl, 'measured'), 'create extension pg_stat_statements')
  expect(await works(await startHelped(owner))).toBe(true)
  await start(owner)
}, 60_000)

test('an owner that is a superuser can be replaced by one that is not', async () => {
  const owner = await postgres.givenOwner('inherits', '', 'plain')
  await start(databaseNamed(postgres.superuserUrl, 'inherits'))
  expect(await works(await startHelped(owner))).toBe(true)
}, 60_000)

test.each([
  ['another program', 'create table users (id int)', 'public.users'],
  ['another program', 'create table schema_migrations (version text)', 'public.schema_migrations'],
])('a database of %s is left alone: %s', async (_, sql, found) => {
  const name = `strange_${found.length}`
  const owner = await postgres.givenOwner(name, 'createrole')
  await ask(owner, sql)
  await expect(start(owner)).rejects.toThrow(
    `the database ${name} belongs to another program (it has ${found}); give SBR Operations a database of its own`,
  )
  expect(await ask(owner, `select from pg_namespace where nspname = 'app'`)).toEqual([])
  expect(
    await ask(owner, 'select from pg_roles where rolname = $1', [
      `app_rt_${(await ask(owner, 'select oid from pg_database where datname = current_database()'))[0]?.oid}`,
    ]),
  ).toEqual([])
})

test.each([
  [
    `update schema_migrations set hash = 'other' where name like '0003%'`,
    /made by an earlier build .*0003_activity.sql/,
  ],
  [`insert into schema_migrations (name, hash) values ('9999_later.sql', 'x')`, /newer version .*9999_later.sql/],
])(
  'a database of another build is left alone: %s',
  async (sql, sentence) => {
    const name = `built_${sql.length}`
    const owner = await postgres.givenOwner(name, 'createrole', 'plain')
    await startHelped(owner)
    await ask(owner, sql)
    await ask(owner, `delete from schema_migrations where name = '${await newestMigration()}'`)
    await expect(start(owner)).rejects.toThrow(sentence)
    expect(await ask(owner, `select from schema_migrations where name = '${await newestMigration()}'`)).toEqual([])
  },
  60_000,
)

/** A stand-in for a PostgreSQL of this version: it answers the first query and would fail on any other. */
const ofVersion = (number: number, version: string) =>
  ({ query: async () => ({ rows: [{ number, version }] }) }) as unknown as Parameters<typeof checkFit>[0]

test('a PostgreSQL that is too old is refused, with the version that is needed', async () => {
  await expect(checkFit(ofVersion(150_018, '15.18'), [])).rejects.toThrow(
    'PostgreSQL 15.18 was found; SBR Operations needs 18 or later',
  )
})

test('a PostgreSQL with known security holes causes a warning, a later one does not (T40)', async () => {
  expect(await versionWarning(ofVersion(180_004, '18.4'))).toBe(
    'PostgreSQL 18.4 has known security holes; update it to 18.7 or later',
  )
  expect(await versionWarning(ofVersion(180_007, '18.7'))).toBeNull()
  expect(await versionWarning(ofVersion(190_001, '19.1'))).toBeNull()
})
