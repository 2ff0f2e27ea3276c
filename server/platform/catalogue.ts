import type pg from 'pg'

export type FenceFault = { rule: string; object: string }

// Each answers the objects that break it (security.md 5.2, harness). Members of extensions are none of ours.
const rules: Record<string, string> = {
  'a table without forced row-level security': `
    select relname from tables where not (relrowsecurity and relforcerowsecurity) and relname <> 'schema_migrations'`,
  'a table without a policy': `
    select relname from tables t where relname <> 'schema_migrations' and not exists (select from pg_policy p where p.polrelid = t.oid)`,
  'a policy for everybody': `select polname from pg_policy where 0 = any (polroles)`,
  'a policy of the web role on a tenant table that asks no scope': `
    select t.relname || '.' || p.polname from pg_policy p join tenant t on t.oid = p.polrelid
    where (select oid from pg_roles where rolname = 'app_rt') = any (p.polroles)
      and coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) not like '%company_id = ANY (( SELECT app.scope%'`,
  'two policies of the web role for one verb': `
    select t.relname || ' ' || p.polcmd::text from pg_policy p join tables t on t.oid = p.polrelid
    where (select oid from pg_roles where rolname = 'app_rt') = any (p.polroles) and p.polpermissive
    group by t.relname, p.polcmd having count(*) > 1`,
  'an insert or update policy without a check': `
    select t.relname || '.' || p.polname from pg_policy p join tables t on t.oid = p.polrelid
    where p.polcmd in ('a', 'w', '*') and p.polwithcheck is null`,
  'a view that skips the fence of its reader': `
    select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname in ('public', 'app') and relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false)`,
  'a materialized view': `
    select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname in ('public', 'app') and relkind = 'm'`,
  'a definer function without its own search path': `
    select proname from functions where prosecdef and not coalesce(proconfig::text like '%search_path=%', false)`,
  'a definer function of a role that is too strong': `
    select proname from functions f join pg_roles r on r.oid = f.proowner where prosecdef and rolname not in ('app_auth', 'app_audit')`,
  'a function that everybody may call': `
    select proname from functions where proacl is null or exists (select from aclexplode(proacl) a where a.grantee = 0)`,
  'a table that everybody may use': `
    select relname from tables where exists (select from aclexplode(relacl) a where a.grantee = 0)`,
  'a runtime role that is too strong': `
    select rolname from pg_roles where rolname in ('app_rt', 'app_worker')
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
           or exists (select from pg_auth_members m where m.member = pg_roles.oid)
           or exists (select from pg_class c where c.relowner = pg_roles.oid and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)))`,
  'a tenant table whose company may be missing': `
    select t.relname from tenant t join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id' where not a.attnotnull`,
  'a tenant table without an index that starts with the company': `
    select relname from tenant t where not exists (
      select from pg_index i join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where i.indrelid = t.oid and a.attname = 'company_id')`,
  'a reference between tenant tables without the company': `
    select conname from pg_constraint c join tenant t on t.oid = c.conrelid join tenant r on r.oid = c.confrelid
    where c.contype = 'f' and not exists (
      select from unnest(c.conkey, c.confkey) k(a, b)
      join pg_attribute x on x.attrelid = c.conrelid and x.attnum = k.a and x.attname = 'company_id'
      join pg_attribute y on y.attrelid = c.confrelid and y.attnum = k.b and y.attname = 'company_id')`,
  'a company that the web role may change': `
    select relname from tenant t join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id'
    where has_column_privilege('app_rt', t.oid, a.attnum, 'update')`,
  'a company record whose changes are not logged': `
    select table_name from app.tenant_tables t where (
      select count(*) from pg_trigger g where g.tgrelid = format('public.%I', t.table_name)::regclass and g.tgname like 'log\\_%') <> 3`,
}

const views = `
  with tables as (select c.* from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'public' and relkind in ('r', 'p')),
  tenant as (select t.* from tables t join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id' and not attisdropped
             where relname not in ('user_roles', 'security_events')),
  functions as (select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace where nspname = 'app'
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))`

/**
 * Searches the catalogue of a migrated database for holes in the fence.
 * @param client connection of the owner
 * @returns one entry per object that breaks a rule; empty when the fence is whole
 */
export async function findFenceFaults(client: pg.Client | pg.Pool): Promise<FenceFault[]> {
  const faults: FenceFault[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await client.query<{ object: string }>({
      text: `${views} select o::text as object from (${query}) found(o)`,
    })
    faults.push(...rows.map(({ object }) => ({ rule, object })))
  }
  return faults
}
