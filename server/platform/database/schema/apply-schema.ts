import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { checkHistory } from './database-fit.ts'
import type { SchemaFiles, SqlFile } from './schema-files.ts'
import { lineOf, type Statement, statementsOf } from './sql-statements.ts'

/** A file of database/ failed. The message names file and line. Everything in its transaction was rolled back. */
export class SchemaError extends Error {}

/** The first line of a migration whose statements cannot run in a transaction, such as `create index concurrently`. */
const outsideMark = '-- not in a transaction'
const isOutside = ({ sql }: SqlFile) => sql.startsWith(outsideMark)

/**
 * Other servers keep answering requests meanwhile. So lock all tables before any change, or release them again quickly: no request may
 * wait for us while we wait for another one.
 */
const lockPatience = { waitMs: 200, pauseMs: 300, attempts: 60 }

/**
 * Runs the migrations that a database lacks. If there are any, or if a template or routine has changed, it applies all templates and
 * routines again. All of it is one transaction, except that a migration that cannot run in a transaction divides it.
 * @param client connection of the owner; it holds the start lock
 * @param check runs before the last commit: when it throws, this transaction is rolled back
 * @throws {SchemaError} naming file and line; {UnfitDatabaseError} for a database of another build
 */
export async function applySchema(client: pg.Client, files: SchemaFiles, check: () => Promise<void>): Promise<void> {
  await keepHistory(client)
  await checkHistory(client, files.migrations)
  const pending = await pendingOf(client, files.migrations)
  if (pending.length === 0 && (await isCurrent(client, files))) return
  const last = await runDivided(client, files, pending)
  await inTransaction(client, async () => {
    await runMigrations(client, files, last)
    await applyRoutines(client, files)
    await check()
  })
}

/** Brings an empty database to the tables of an earlier version, for its rows; `applySchema` goes on from there. @param files with the migrations of that version */
export async function applyMigrations(client: pg.Client, files: SchemaFiles): Promise<void> {
  await keepHistory(client)
  const last = await runDivided(client, files, await pendingOf(client, files.migrations))
  await inTransaction(client, async () => {
    await runMigrations(client, files, last)
    await client.query('call app.allow_owner_all_rows()') // later migrations change rows as the owner
  })
}

/** Runs all up to the last migration that cannot run in a transaction. @returns those behind it */
async function runDivided(client: pg.Client, files: SchemaFiles, all: SqlFile[]): Promise<SqlFile[]> {
  let pending = all
  for (let at = pending.findIndex(isOutside); at >= 0; at = pending.findIndex(isOutside)) {
    const [before, outside] = [pending.slice(0, at), pending[at] as SqlFile]
    if (before.length > 0) await inTransaction(client, () => runMigrations(client, files, before))
    await runOutside(client, outside)
    pending = pending.slice(at + 1)
  }
  return pending
}

/** The tables that record what ran. applied_routines has no rows while the routines do not fit the tables. */
async function keepHistory(client: pg.Client) {
  await client.query(
    `begin; set local role app_owner; create schema if not exists app;
     create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
     create table if not exists app.applied_routines (name text primary key, hash text not null, applied_at timestamptz not null default now());
     create table if not exists app.unfinished_migrations (name text primary key, done text[] not null);
     commit`,
  )
}

async function pendingOf(client: pg.Client, migrations: SqlFile[]) {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

const keyed = ({ templates, routines }: SchemaFiles) => [
  ...templates.map(({ name, hash }) => ({ name: `templates/${name}`, hash })),
  ...routines.map(({ name, hash }) => ({ name: `routines/${name}`, hash })),
]

async function isCurrent(client: pg.Client, files: SchemaFiles) {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from app.applied_routines')
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  const wanted = keyed(files)
  return applied.size === wanted.length && wanted.every(({ name, hash }) => applied.get(name) === hash)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin; set local role app_owner; set local search_path = public, pg_temp')
      await lockTables(client)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const { code } = ((error as Error).cause ?? error) as { code?: string }
      if (code !== '55P03' && code !== '40P01') throw error
      if (attempt === lockPatience.attempts)
        throw new SchemaError('a long request holds a table; nothing was changed, please start again', { cause: error })
      await setTimeout(lockPatience.pauseMs)
    }
  }
}

async function lockTables(client: pg.Client) {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ' order by oid) as tables from pg_class where relowner = 'app_owner'::regrole
     and relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relkind in ('r', 'p')`,
  )
  await client.query(
    `set local lock_timeout = ${lockPatience.waitMs}; lock table ${rows[0]?.tables} in access exclusive mode; set local lock_timeout = '2s'`,
  )
}

async function runMigrations(client: pg.Client, files: SchemaFiles, migrations: SqlFile[]) {
  await runAll(client, 'templates', files.templates)
  for (const migration of migrations) {
    await runAll(client, 'migrations', [migration])
    await client.query('set constraints all immediate') // a table with pending deferred checks cannot be altered
    await noteMigration(client, migration)
  }
}

async function noteMigration(client: pg.Client, { name, hash }: SqlFile) {
  await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
  await client.query('delete from app.applied_routines')
}

/** Drops the results of the last application and creates them again. Functions are replaced, since columns and indexes use some. */
async function applyRoutines(client: pg.Client, files: SchemaFiles) {
  await client.query('call app.clear_routines()')
  await dropProcedures(client)
  const { rows: before } = await client.query<{ oid: string; version: string }>(
    `select oid, ctid::text as version from pg_proc where pronamespace = 'app'::regnamespace`,
  )
  await runAll(client, 'templates', files.templates)
  await runAll(client, 'routines', files.routines)
  await dropUntouched(client, before)
  await giveDefiners(client)
  await client.query('call app.allow_owner_all_rows()')
  await client.query('delete from app.applied_routines')
  await client.query(
    `insert into app.applied_routines (name, hash) select r.name, r.hash from jsonb_to_recordset($1) r(name text, hash text)`,
    [JSON.stringify(keyed(files))],
  )
}

/**
 * A procedure with a new argument would stand beside the old one after `create or replace`, and calls would be ambiguous. Only our own
 * files use procedures, so all can be dropped.
 */
async function dropProcedures(client: pg.Client) {
  const { rows } = await client.query<{ text: string }>(
    `select format('drop procedure %s', p.oid::regprocedure) as text from pg_proc p
     where p.pronamespace = 'app'::regnamespace and p.prokind = 'p'`,
  )
  for (const { text } of rows) await client.query(text)
}

/** Drops the functions that are in no file any more. */
async function dropUntouched(client: pg.Client, before: { oid: string; version: string }[]) {
  const { rows } = await client.query<{ text: string }>(
    `select format('drop routine %s', p.oid::regprocedure) as text from pg_proc p
     join unnest($1::oid[], $2::text[]) b(oid, version) on b.oid = p.oid and b.version = p.ctid::text order by 1`,
    [before.map(({ oid }) => oid), before.map(({ version }) => version)],
  )
  for (const { text } of rows) {
    await client.query(text).catch((error) => {
      throw new SchemaError(`this routine is in no file any more, but '${text}' fails: ${error.message}`, {
        cause: error,
      })
    })
  }
}

/** A definer function has the rights of its owner: those that no file gives to another role get app_auth's. */
async function giveDefiners(client: pg.Client) {
  const { rows } = await client.query<{ text: string }>(
    `select format('alter function %s owner to app_auth', p.oid::regprocedure) as text from pg_proc p
     where p.pronamespace = 'app'::regnamespace and p.prosecdef and p.proowner = 'app_owner'::regrole`,
  )
  for (const { text } of rows) await client.query(text)
}

async function runAll(client: pg.Client, folder: string, files: SqlFile[]) {
  for (const { name, sql } of files) {
    for (const statement of statementsOf(sql)) await run(client, `database/${folder}/${name}`, statement)
  }
}

async function run(client: pg.Client, file: string, statement: Statement) {
  try {
    await client.query(statement.text)
  } catch (error) {
    const { message, position, code } = error as { message: string; position?: string; code?: string }
    const advice = code === '42P13' ? '; drop the old function in a new migration, then it is made again' : ''
    throw new SchemaError(`${file}:${lineOf(statement, position)}: ${message}${advice}`, { cause: error })
  }
}

/**
 * A migration whose statements commit one by one. After a failure the next start continues with the failed statement, so each must be
 * repeatable (`if not exists`): a crash may come between a statement and the record of it.
 */
async function runOutside(client: pg.Client, migration: SqlFile) {
  const statements = statementsOf(migration.sql)
  const { rows } = await client.query<{ done: string[] }>(
    'select done from app.unfinished_migrations where name = $1',
    [migration.name],
  )
  const done = rows[0]?.done ?? []
  if (done.some((text, at) => text !== statements[at]?.text))
    throw new SchemaError(
      `database/migrations/${migration.name} has changed in a part that has already run; put that part back`,
    )
  await client.query('set role app_owner; set search_path = public, pg_temp')
  try {
    for (const statement of statements.slice(done.length)) {
      await dropBrokenIndexes(client)
      await run(client, `database/migrations/${migration.name}`, statement)
      await client.query(
        `insert into app.unfinished_migrations as u values ($1, array[$2]) on conflict (name) do update set done = u.done || $2`,
        [migration.name, statement.text],
      )
    }
    await client.query('begin')
    await noteMigration(client, migration)
    await client.query('delete from app.unfinished_migrations where name = $1', [migration.name])
    await client.query('commit')
  } finally {
    await client.query('reset role; reset search_path')
  }
}

/** A failed `create index concurrently` leaves an invalid index behind, and `if not exists` would accept it as good. */
async function dropBrokenIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relkind = 'i' and c.relowner = 'app_owner'::regrole`,
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
}
