import { createHash, createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { actions, can, reachOf, roles } from 'contract/permissions.ts'
import pg from 'pg'
import { findFenceFaults } from './catalogue.ts'

const folder = new URL('../../database/migrations/', import.meta.url)
const migrationLock = 7_203_001

/** The database was made by a newer version of this program. */
export class NewerDatabaseError extends Error {}

/**
 * Brings a database to this version: roles, numbered SQL files, the matrix of permissions. Safe to call from several
 * servers at once (advisory lock) and on a current database (a few milliseconds).
 * @param adminUrl connection of the owner: may create roles and extensions
 * @param firm id and name of the parent firm, used when the database is empty
 * @param timeZone that of new companies
 * @throws {NewerDatabaseError} when the database knows migrations that this program lacks
 */
export async function migrate(
  adminUrl: string,
  firm: { id?: string | undefined; name: string },
  timeZone = 'UTC',
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await ensureRoles(client, adminUrl)
    await runPending(client)
    await copyMatrix(client)
    await client.query('update app.installation set default_time_zone = $1 where default_time_zone <> $1', [timeZone])
    await client.query(
      `insert into companies (id, name, company_type, is_sbr, time_zone) select coalesce($1::uuid, uuidv7()), $2, 'parent', true, $3
       where not exists (select from companies where is_sbr)`,
      [firm.id ?? null, firm.name, timeZone],
    )
  } finally {
    await client.end()
  }
}

/**
 * The connection of the running server: the login role app_rt, with no right beyond the fence. Its password is derived
 * from the owner's, so that any number of servers know it without sharing a file.
 */
export function runtimeUrl(adminUrl: string): string {
  const url = asUrl(adminUrl)
  const isSocket = url.searchParams.has('host')
  url.username = 'app_rt'
  url.password = isSocket ? '' : derivedPassword(adminUrl)
  return url.toString()
}

// A connection over a socket names no host ('postgres://postgres@/sbr?host=…'), which URL refuses to parse.
const asUrl = (connection: string) => new URL(connection.replace('@/', '@localhost/'))

const derivedPassword = (adminUrl: string) =>
  createHmac('sha256', decodeURIComponent(asUrl(adminUrl).password))
    .update('app_rt')
    .digest('hex')

const migrationFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** The file name of the last migration this program has. */
export const newestMigration = async (): Promise<string> => (await migrationFiles()).at(-1) ?? ''

async function ensureRoles(client: pg.Client, adminUrl: string) {
  // Roles belong to the cluster: another database on it may have made them already.
  const { rows } = await client.query<{ rolname: string }>(`select rolname from pg_roles where rolname like 'app\\_%'`)
  const known = new Set(rows.map((row) => row.rolname))
  for (const name of ['app_owner', 'app_auth', 'app_audit', 'app_rt', 'app_worker']) {
    if (!known.has(name))
      await client.query(
        `create role ${name} ${name === 'app_rt' || name === 'app_worker' ? 'login' : 'nologin'} noinherit`,
      )
  }
  const { rows: applied } = await client.query(`select to_regclass('public.schema_migrations') as found`)
  if (applied[0]?.found) return
  const { rows: names } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`
    grant app_auth, app_audit to app_owner with inherit true;
    grant app_owner to current_user;
    alter schema public owner to app_owner;
    revoke all on schema public from public;
    revoke all on database ${names[0]?.name} from public;
    grant connect, temp on database ${names[0]?.name} to app_rt, app_worker;
    grant create, connect on database ${names[0]?.name} to app_owner;
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;
    create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now());
    grant select on schema_migrations to app_rt;
    alter role app_rt password '${derivedPassword(adminUrl)}'`)
}

async function runPending(client: pg.Client) {
  const files = await migrationFiles()
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
  const newer = rows.find((row) => !files.includes(row.name))
  if (newer) {
    throw new NewerDatabaseError(
      `The database belongs to a newer version of SBR Operations (it knows ${newer.name}); please start that version`,
    )
  }
  const done = new Map(rows.map((row) => [row.name, row.hash]))
  let hasChanged = false
  for (const name of files) {
    const sql = await readFile(new URL(name, folder), 'utf8')
    const hash = createHash('sha256').update(sql).digest('hex')
    if (done.get(name) === hash) continue
    if (done.has(name))
      throw new Error(`Migration ${name} was edited after it ran on this database; migrations are forward only`)
    hasChanged = true
    await runOne(client, name, hash, sql)
  }
  if (!hasChanged) return
  await client.query(
    'do $$ declare t text; begin for t in select table_name from app.tenant_tables loop call app.grant_columns(t); end loop; end $$',
  )
  const faults = await findFenceFaults(client)
  if (faults.length > 0) {
    throw new Error(`The fence has holes: ${faults.map(({ rule, object }) => `${object} is ${rule}`).join('; ')}`)
  }
}

async function runOne(client: pg.Client, name: string, hash: string, sql: string) {
  try {
    await client.query('begin; set local role app_owner; set local lock_timeout = 2000')
    await client.query(sql)
    await client.query('reset role')
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
