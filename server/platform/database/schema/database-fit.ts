import type pg from 'pg'

/** The database cannot be used; the message gives the reason in one sentence. Nothing in the database was changed. */
export class UnfitDatabaseError extends Error {}

/** A newer version of this program made the database. */
export class NewerDatabaseError extends UnfitDatabaseError {}

/** A build older than this program's first migration made the database. */
export class EarlierDatabaseError extends UnfitDatabaseError {}

const neededMajor = 18
/** The first minor version of this major one without known holes (CVE-2026-6460); raise it with PostgreSQL's releases. */
const soundMinor = 7

export type KnownMigration = { name: string; hash: string }

/**
 * Checks, before any change, that a database is empty or ours, on a PostgreSQL that is new enough.
 * @param client connection of the owner
 * @param files the migrations of this program
 * @throws {UnfitDatabaseError} for an old PostgreSQL, another program's database, or a build with other migrations
 */
export async function checkFit(client: pg.Client, files: KnownMigration[]): Promise<void> {
  const { number, version } = await versionOf(client)
  if (number < neededMajor * 10_000)
    throw new UnfitDatabaseError(`PostgreSQL ${version} was found; SBR Operations needs ${neededMajor} or later`)
  const { rows } = await client.query<{ database: string; isOurs: boolean; mayRead: boolean; strange: string | null }>(
    `select current_database() as database, h.is_ours as "isOurs", h.is_ours and has_schema_privilege('public', 'usage') and has_table_privilege(h.found, 'select') as "mayRead",
       (select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        order by 1 limit 1) as strange
     from (select f.found, (select count(*) = 2 from pg_attribute a where a.attrelid = f.found and a.attname in ('name', 'hash')) as is_ours
       from (select (select oid from pg_class where relname = 'schema_migrations' and relnamespace = 'public'::regnamespace) as found) f) h`,
  )
  const { database = '', isOurs, mayRead, strange } = rows[0] ?? {}
  if (!isOurs && strange)
    throw new UnfitDatabaseError(
      `the database ${database} belongs to another program (it has ${strange}); give SBR Operations a database of its own`,
    )
  if (mayRead) await checkHistory(client, files)
}

/**
 * @throws {EarlierDatabaseError} when the database did not begin with our first migration, {NewerDatabaseError} when it has migrations that
 *   this program lacks, {UnfitDatabaseError} when one of the same name has other content
 */
export async function checkHistory(client: pg.Client, files: KnownMigration[]): Promise<void> {
  const { rows } = await client.query<KnownMigration>('select name, hash from schema_migrations order by name')
  const [first] = files
  if (first && rows.length > 0 && !rows.some(({ name, hash }) => name === first.name && hash === first.hash))
    throw new EarlierDatabaseError(
      `the database ${await nameOf(client)} ${earlierBuild}. Use an empty database, or start the build that made it`,
    )
  const ours = new Map(files.map(({ name, hash }) => [name, hash]))
  const newer = rows.find(({ name }) => !ours.has(name))
  if (newer) {
    throw new NewerDatabaseError(
      `The database belongs to a newer version of SBR Operations (it knows ${newer.name}); please start that version`,
    )
  }
  const other = rows.find(({ name, hash }) => ours.get(name) !== hash)
  if (other) {
    throw new UnfitDatabaseError(
      `the database was made by an earlier build that this one cannot continue (${other.name} has changed since); start that build, or use an empty database`,
    )
  }
}

const earlierBuild =
  'was made by an earlier build of SBR Operations, which this one cannot continue; nothing in it was changed'

async function nameOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name
}

/** The same error for a person who knows a data folder but no database. @param dataDir set when the database is in it */
export function inFolder(error: unknown, dataDir: string | undefined): unknown {
  if (!dataDir || !(error instanceof EarlierDatabaseError)) return error
  return new EarlierDatabaseError(
    `the data folder ${dataDir} ${earlierBuild}. Move it away and start again; to keep its data, export it with the earlier build and import the files here`,
  )
}

/** The warning about a PostgreSQL that works but has known holes; null when there is none. */
export async function versionWarning(client: pg.Client): Promise<string | null> {
  const { number, version } = await versionOf(client)
  const isSound = number >= neededMajor * 10_000 + soundMinor
  return isSound
    ? null
    : `PostgreSQL ${version} has known security holes; update it to ${neededMajor}.${soundMinor} or later`
}

async function versionOf(client: pg.Client) {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return rows[0] as { number: number; version: string }
}
