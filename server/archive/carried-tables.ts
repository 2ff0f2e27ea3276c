/**
 * Which tables an archive holds, and in which order (decision 0182). All names come from the catalogue of the database, never from a file.
 */
import type pg from 'pg'

export type CarriedTable = {
  /** schema and name, as in the archive */
  name: string
  /** the name quoted for SQL */
  quoted: string
  /** all but those that the database computes */
  columns: string[]
  quotedColumns: string
  /** quoted, the columns of the primary key */
  key: string
  /** the column that PostgreSQL numbers */
  identity: string | null
  isForced: boolean
}

/** This program writes them at its start. */
const ownTables = [
  'public.schema_migrations',
  ...['applied_routines', 'unfinished_migrations', 'tenant_tables', 'file_parents', 'import_stages'].map(inApp),
  ...['integration_caches', 'roles', 'role_permissions'].map(inApp),
]
/** Secrets of one database: each has its own. */
const ownSecrets = ['context_key', 'runtime_logins'].map(inApp)
/** Rows for a visit, a request or a job: they mean nothing elsewhere, and a copied session would let people in. */
const passing = [
  'app.used_attempts',
  ...['sessions', 'integration_consents', 'password_resets', 'idempotency_keys', 'rate_limits', 'job_steps'].map(
    (name) => `public.${name}`,
  ),
]

function inApp(name: string) {
  return `app.${name}`
}

type Found = CarriedTable & { refersTo: string[] }

/**
 * The tables whose rows an archive holds, in an order in which referenced tables come first.
 * @throws when tables refer to each other in a circle: then no order can store their rows
 */
export async function carriedTables(client: pg.Client): Promise<CarriedTable[]> {
  const { rows } = await client.query<Found>(
    `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted, c.relforcerowsecurity as "isForced",
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '' order by a.attnum) as columns,
       (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '') as "quotedColumns",
       (select string_agg(quote_ident(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as key,
       (select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identity,
       array(select distinct m.nspname || '.' || r.relname from pg_constraint f join pg_class r on r.oid = f.confrelid
         join pg_namespace m on m.oid = r.relnamespace where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "refersTo"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'app') and c.relkind = 'r' and n.nspname || '.' || c.relname <> all ($1)
     order by n.nspname, c.relname`,
    [[...ownTables, ...ownSecrets, ...passing]],
  )
  return inOrder(rows).map(({ refersTo: _, ...table }) => table)
}

function inOrder(tables: Found[]): Found[] {
  const ordered: Found[] = []
  for (let rest = tables; rest.length > 0; ) {
    const waiting = new Set(rest.map(({ name }) => name))
    const free = rest.filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)))
    if (free.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    ordered.push(...free)
    rest = rest.filter((table) => !free.includes(table))
  }
  return ordered
}

/** All tables with data, also those of visits, for `truncate`. */
export async function allOf(client: pg.Client, tables: CarriedTable[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [passing],
  )
  return [...tables.map(({ quoted }) => quoted), ...rows.map(({ name }) => name)].join(', ')
}
