import type pg from 'pg'

/** Rows that say how tables behave: part of the schema, though they are data. Sorted by their first column. */
const registries = ['app.tenant_tables', 'app.file_parents', 'app.import_stages']

type Row = Record<string, string>
type Lines = { object: string; line: string }[]

/** `policy owner_all`: every table has it, so that migrations can change all rows. A page to read says it once, in its head. */
const isPolicyOfOwner = (line: string) => line.startsWith('create policy owner_all on ')

/**
 * The schema of a database as SQL to read: each table with its columns, constraints, indexes, rights, policies and triggers, then the
 * registries and the functions. The same schema gives the same text, no matter which migrations led to it.
 * @param client connection of the owner of a migrated database
 * @param options.bodies with the bodies of functions, to compare two databases; without them a function is one line: its signature,
 *   owner and callers. Its body stands in routines/.
 */
export async function describeSchema(
  client: pg.Client | pg.Pool,
  { bodies }: { bodies: boolean } = { bodies: true },
): Promise<string> {
  const [tables, columns, constraints, properties, heads, functions] = [
    await ask(client, tablesQuery),
    await lines(client, columnsQuery),
    await lines(client, constraintsQuery),
    (await lines(client, propertiesQuery)).filter(({ line }) => bodies || !isPolicyOfOwner(line)),
    await ask(client, headsQuery),
    await ask(client, functionsQuery),
  ]
  const sections = tables.map(({ object = '', kind, storage }) => {
    const inside = [...of(columns, object), ...of(constraints, object)].map((line) => `  ${line}`).join(',\n')
    return [`${kind} ${object} (\n${inside}\n)${storage};`, ...of(properties, object)].join('\n')
  })
  const registered: string[] = []
  for (const table of registries) registered.push(await rowsOf(client, table))
  return `${[
    '-- Generated from the migrated database by `npm run db:types`: the schema as it stands, to read. Not to be edited, and not run.\n' +
      '-- Bodies of functions are in routines/ and templates/. Every table also has `policy owner_all`: app_owner, who runs migrations, reaches all rows.',
    heads.map(({ line }) => line).join('\n'),
    ...sections,
    ...registered,
    bodies
      ? functions.map(({ definition, rights }) => `${definition?.trimEnd()};\n-- ${rights}`).join('\n\n')
      : functions.map(({ signature, rights }) => `-- ${signature}: ${rights}`).join('\n'),
  ].join('\n\n')}\n`
}

const ask = async (client: pg.Client | pg.Pool, text: string) => (await client.query<Row>(text)).rows
const lines = (client: pg.Client | pg.Pool, text: string) => ask(client, text) as unknown as Promise<Lines>
const of = (all: Lines, object: string) => all.filter((one) => one.object === object).map(({ line }) => line)

async function rowsOf(client: pg.Client | pg.Pool, table: string) {
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${table} t order by to_jsonb(t) ->> (
       select attname from pg_attribute where attrelid = '${table}'::regclass and attnum = 1) collate "C"`,
  )
  const text = rows.map(({ row }) => Object.entries(row).map(([key, value]) => `--   ${key}: ${written(value)}`))
  return [`-- rows of ${table}`, ...text.map((fields) => fields.join('\n'))].join('\n--\n')
}

const written = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : JSON.stringify(value))

/** Skips objects that belong to an extension. */
const own = (catalogue: string, alias: string) => `not exists (
  select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${alias}.oid and e.deptype = 'e')`
const schemas = `('public'::regnamespace, 'app'::regnamespace)`
const called = (alias: string) =>
  `case ${alias}.relnamespace when 'app'::regnamespace then 'app.' else '' end || ${alias}.relname`
const grantee = (acl: string) => `case ${acl}.grantee when 0 then 'public' else ${acl}.grantee::regrole::text end`

const tablesQuery = `
  select ${called('c')} as object, 'create ' || case c.relpersistence when 'u' then 'unlogged ' else '' end
      || case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind,
    coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as storage
  from pg_class c where c.relnamespace in ${schemas} and c.relkind in ('r', 'p', 'v', 'm') and ${own('pg_class', 'c')}
  order by c.relnamespace <> 'public'::regnamespace, c.relname collate "C"`

const columnsQuery = `
  select ${called('c')} as object, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end
    || case when a.attnotnull then ' not null' else '' end
    || case when a.attidentity = 'a' then ' generated always as identity' when a.attidentity = 'd' then ' generated by default as identity' else '' end
    || case a.attgenerated when 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
         when 'v' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ')'
         else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace in ${schemas} and c.relkind in ('r', 'p', 'v', 'm') order by a.attnum`

const constraintsQuery = `
  select ${called('c')} as object, 'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace in ${schemas} and k.contype in ('p', 'u', 'c', 'f', 'x')
  order by array_position(array['p', 'u', 'c', 'x', 'f'], k.contype::text), k.conname collate "C"`

/** Below each table: indexes, owner, grants, policies, triggers, comments. */
const propertiesQuery = `
  with ours as (select c.*, ${called('c')} as object from pg_class c
    where c.relnamespace in ${schemas} and c.relkind in ('r', 'p', 'v', 'm') and ${own('pg_class', 'c')})
  select object, line from (
    select object, 1 as place, pg_get_indexdef(i.indexrelid) || ';' as line from ours join pg_index i on i.indrelid = ours.oid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    union all
    select object, 2, '-- owner ' || relowner::regrole || case when not relrowsecurity then ', open'
      when relforcerowsecurity then ', forced row-level security' else ', row-level security' end from ours
    union all
    select object, 3, 'grant ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) || ' on ' || object || ' to ' || ${grantee('a')} || ';'
    from ours cross join aclexplode(relacl) a where a.grantee <> relowner group by object, a.grantee
    union all
    select object, 4, 'grant ' || lower(privilege_type) || ' (' || string_agg(quote_ident(attname), ', ' order by attname collate "C")
      || ') on ' || object || ' to ' || who || ';'
    from (select object, t.attname, a.privilege_type, ${grantee('a')} as who from ours
      join pg_attribute t on t.attrelid = ours.oid and not t.attisdropped cross join aclexplode(t.attacl) a) g
    group by object, who, privilege_type
    union all
    select object, 5, 'create policy ' || quote_ident(p.polname) || ' on ' || object || case when p.polpermissive then '' else ' as restrictive' end
      || ' for ' || case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end
      || ' to ' || (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text) from unnest(p.polroles) r)
      || coalesce(E'\\n  using ' || pg_get_expr(p.polqual, p.polrelid), '')
      || coalesce(E'\\n  with check ' || pg_get_expr(p.polwithcheck, p.polrelid), '') || ';'
    from ours join pg_policy p on p.polrelid = ours.oid
    union all
    select object, 6, pg_get_triggerdef(g.oid) || ';' || case g.tgenabled when 'O' then '' else ' -- enabled: ' || g.tgenabled::text end
    from ours join pg_trigger g on g.tgrelid = ours.oid and not g.tgisinternal
    union all
    select object, 7, '-- ' || coalesce(a.attname || ': ', '') || d.description from ours
      join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = ours.oid
      left join pg_attribute a on a.attrelid = ours.oid and a.attnum = d.objsubid and d.objsubid > 0
    union all
    select object, 8, pg_get_viewdef(ours.oid) from ours where relkind in ('v', 'm')
  ) l order by place, line collate "C"`

/** Extensions, schemas, collations, types, default privileges. */
const headsQuery = `
  select line from (
    select 1 as place, 'create extension ' || extname || ';' as line from pg_extension where extname <> 'plpgsql'
    union all
    select 2, 'create schema ' || nspname || '; -- owner ' || nspowner::regrole from pg_namespace where oid in ${schemas}
    union all
    select 3, 'grant ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) || ' on schema ' || n.nspname || ' to ' || ${grantee('a')} || ';'
    from pg_namespace n cross join aclexplode(n.nspacl) a where n.oid in ${schemas} and a.grantee <> n.nspowner group by n.nspname, a.grantee
    union all
    select 4, 'default privileges of ' || d.defaclrole::regrole || coalesce(' in ' || nullif(d.defaclnamespace, 0)::regnamespace, '')
      || ' on ' || d.defaclobjtype::text || ': ' || d.defaclacl::text from pg_default_acl d
    union all
    select 5, 'create collation ' || collnamespace::regnamespace || '.' || collname || ' (provider = ' || collprovider::text || ', locale = '
      || coalesce(colllocale, '') || ');' from pg_collation where collnamespace in ${schemas}
    union all
    select 6, 'create type ' || t.typnamespace::regnamespace || '.' || t.typname || ' as (' || (
      select string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) || ');'
    from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' where t.typnamespace in ${schemas} and ${own('pg_type', 't')}
    union all
    select 6, 'create type ' || t.typnamespace::regnamespace || '.' || t.typname || ' as enum (' || (
      select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) || ');'
    from pg_type t where t.typtype = 'e' and t.typnamespace in ${schemas} and ${own('pg_type', 't')}
    union all
    select 6, 'create domain ' || t.typnamespace::regnamespace || '.' || t.typname || ' as ' || format_type(t.typbasetype, t.typtypmod) || ';'
    from pg_type t where t.typtype = 'd' and t.typnamespace in ${schemas} and ${own('pg_type', 't')}
  ) l order by place, line collate "C"`

const functionsQuery = `
  select pg_get_functiondef(p.oid) as definition,
    p.pronamespace::regnamespace || '.' || p.proname || '(' || pg_get_function_arguments(p.oid) || ')'
      || coalesce(' returns ' || pg_get_function_result(p.oid), '') as signature, 'owner ' || p.proowner::regrole
      || case when p.prosecdef then ', security definer' else '' end || ', called by ' || coalesce((
      select string_agg(${grantee('a')}, ', ' order by ${grantee('a')}) from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a), 'nobody') as rights
  from pg_proc p where p.pronamespace in ${schemas} and p.prokind in ('f', 'p', 'w') and ${own('pg_proc', 'p')}
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`
