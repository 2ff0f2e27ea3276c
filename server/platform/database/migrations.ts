import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { actions, can, reachOf, roles } from 'contract/permissions.ts'
import pg from 'pg'
import { findFenceFaults } from './catalogue.ts'
import { checkFit, checkHistory, type KnownMigration, versionWarning } from './database-fit.ts'
import { ensureRoles, startLock } from './database-roles.ts'

const folder = new URL('../../../database/migrations/', import.meta.url)

/**
 * Brings a database to this version: roles, numbered SQL files, the matrix of permissions. Safe to call from several
 * servers at once (advisory lock) and on a current database (a few milliseconds).
 * @param adminUrl connection of the owner, who need not be a superuser
 * @param firm id and name of the parent firm, used when the database is empty
 * @param timeZone that of new companies
 * @returns what to tell about this PostgreSQL, a sentence; mostly null
 * @throws {UnfitDatabaseError} when the database cannot be used, {MissingRightsError} when its owner lacks rights; nothing is changed then
 */
export async function migrate(
  adminUrl: string,
  firm: { id?: string | undefined; name: string },
  timeZone = 'UTC',
): Promise<string | null> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const files = await readMigrations()
    await checkFit(client, files)
    await client.query('select pg_advisory_lock($1)', [startLock])
    await ensureRoles(client)
    await runPending(client, files)
    await checkFence(client)
    await copyMatrix(client)
    await client.query('update app.installation set default_time_zone = $1 where default_time_zone <> $1', [timeZone])
    await client.query(
      `insert into companies (id, name, company_type, is_sbr, time_zone) select coalesce($1::uuid, uuidv7()), $2, 'parent', true, $3
       where not exists (select from companies where is_sbr)`,
      [firm.id ?? null, firm.name, timeZone],
    )
    return await versionWarning(client)
  } finally {
    await client.end()
  }
}

type Migration = KnownMigration & { sql: string }

const migrationFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

async function readMigrations(): Promise<Migration[]> {
  const names = await migrationFiles()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, hash: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
}

/** The file name of the last migration this program has. */
export const newestMigration = async (): Promise<string> => (await migrationFiles()).at(-1) ?? ''

async function runPending(client: pg.Client, files: Migration[]) {
  await client.query(
    `begin; set local role app_owner;
     create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
     grant select on schema_migrations to app_rt; commit`,
  )
  await checkHistory(client, files)
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map(({ name }) => name))
  const pending = files.filter(({ name }) => !done.has(name))
  for (const migration of pending) await runOne(client, migration)
  if (pending.length === 0) return
  await client.query(
    'do $$ declare t text; begin for t in select table_name from app.tenant_tables loop call app.grant_columns(t); end loop; end $$',
  )
}

async function checkFence(client: pg.Client) {
  const faults = await findFenceFaults(client)
  if (faults.length > 0) {
    throw new Error(`The fence has holes: ${faults.map(({ rule, object }) => `${object} is ${rule}`).join('; ')}`)
  }
}

async function runOne(client: pg.Client, { name, hash, sql }: Migration) {
  try {
    await client.query('begin; set local role app_owner; set local lock_timeout = 2000')
    await client.query(sql)
    // Tables that a migration made behind forced policies let their owner in too: not every owner may pass them by.
    await client.query(
      `do $$ begin if to_regproc('app.let_owner_in') is not null then call app.let_owner_in(); end if; end $$`,
    )
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Copies contract/permissions.ts into the tables that the fence reads. */
async function copyMatrix(client: pg.Client) {
  const cells = roles.flatMap((role) => actions.map((action) => [role, action, reachOf(role, action)] as const))
  await client.query(
    `with r as (
       insert into app.roles select * from unnest($1::text[], $2::bool[]) on conflict (role) do update set is_group_wide = excluded.is_group_wide)
     , gone as (delete from app.role_permissions p where (p.role, p.action) not in (select * from unnest($3::text[], $4::text[])))
     insert into app.role_permissions select * from unnest($3::text[], $4::text[], $5::text[])
     on conflict (role, action) do update set reach = excluded.reach where role_permissions.reach <> excluded.reach`,
    [
      roles,
      roles.map((role) => can(role, 'portfolio.read')),
      cells.map((c) => c[0]),
      cells.map((c) => c[1]),
      cells.map((c) => c[2]),
    ],
  )
}
