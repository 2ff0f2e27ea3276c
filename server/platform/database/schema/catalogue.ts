import type pg from 'pg'

export type FenceFault = { rule: string; object: string }

// Each query returns the objects that break its rule (security.md 5.2, harness). Members of extensions are ignored.
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
    select relname from relations where relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false)`,
  'a materialized view': `
    select relname from relations where relkind = 'm'`,
  'a function that looks among temporary objects first': `
    select proname from functions where prosqlbody is null -- such a body was bound when it was made
      and not exists (select from unnest(proconfig) c where c ~ '^search_path=.*pg_temp"?$')`,
  'a definer function of a role that is too strong': `
    select proname from functions f join pg_roles r on r.oid = f.proowner where prosecdef and rolname not in ('app_auth', 'app_audit', 'app_stages')`,
  'a function that everybody may call': `
    select proname from functions where proacl is null or exists (select from aclexplode(proacl) a where a.grantee = 0)`,
  'a table that everybody may use': `
    select relname from tables where exists (select from aclexplode(relacl) a where a.grantee = 0)`,
  'a policy of a role that is none of ours': `
    select t.relname || '.' || p.polname from pg_policy p join tables t on t.oid = p.polrelid
    where exists (select from unnest(p.polroles) r left join pg_roles x on x.oid = r
                  where x.rolname is null or x.rolname not in ('app_rt', 'app_worker', 'app_auth', 'app_audit', 'app_owner'))`,
  'a policy of the owner that others share': `
    select t.relname || '.' || p.polname from pg_policy p join tables t on t.oid = p.polrelid
    where (p.polname = 'owner_all' or 'app_owner'::regrole = any (p.polroles)) and p.polroles <> array['app_owner'::regrole::oid]`,
  'a table that its owner cannot use': `
    select relname from tables t where relforcerowsecurity and not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polname = 'owner_all' and p.polcmd = '*')`,
  'a table of a role that is not the owner': `
    select relname from tables where relowner <> 'app_owner'::regrole`,
  'a runtime role that is too strong': `
    select rolname from pg_roles r where rolname in ('app_rt', 'app_worker', 'app_stages', login(), worker())
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or (rolcanlogin and rolname not in (login(), worker()))
           or exists (select from pg_auth_members m where m.member = r.oid and not (not m.admin_option and (
                      r.rolname = login() and m.roleid = 'app_rt'::regrole or r.rolname = worker() and m.roleid = 'app_worker'::regrole)))
           or exists (select from pg_class c where c.relowner = r.oid and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, to_regnamespace('jobs'))))`,
  'a role with temporary objects of its own': `
    select rolname from pg_roles where rolname in ('app_rt', 'app_worker', 'app_auth', 'app_audit', login(), worker())
      and has_database_privilege(rolname, current_database(), 'temporary')`,
  'a role that makes objects where the fence stands': `
    select rolname || ' in ' || nspname from pg_roles cross join pg_namespace
    where rolname in ('app_rt', 'app_worker', 'app_stages', login(), worker()) and nspname in ('public', 'app', 'jobs')
      and has_schema_privilege(rolname, nspname, 'create')`,
  'a table that the maker of temporary tables may use': `
    select c.relname from pg_class c where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
      and c.relkind in ('r', 'p') and c.relname <> 'import_stages' and has_table_privilege('app_stages', c.oid, 'select,insert,update,delete')`,
  'a login of another installation that may connect': `
    select rolname from pg_roles where rolname ~ '^app_(rt|worker)_[0-9]+$' and rolname not in (login(), worker()) and not rolsuper
      and has_database_privilege(rolname, current_database(), 'connect')`,
  'a table of no company, or of who may do what, that jobs may use': `
    select relname from tables t where relname <> 'companies'
      and (relname in ('user_roles', 'security_events') or not exists (
        select from pg_attribute a where a.attrelid = t.oid and a.attname = 'company_id' and not attisdropped))
      and has_any_column_privilege('app_worker', oid, 'select,insert,update')`,
  'jobs that the web role reads across companies': `
    select p.polname from pg_policy p where p.polrelid = to_regclass('jobs.job_common') and 'app_rt'::regrole = any (p.polroles)
      and coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) not like '%( SELECT app.scope%'
    union all
    select 'job_common' from pg_class where oid = to_regclass('jobs.job_common') and not relrowsecurity`,
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

const nameOf = (group: string) => `('${group}_' || (select oid from pg_database where datname = current_database()))`

const views = `
  with relations as (
    select c.* from pg_class c where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')),
  tables as (select * from relations where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')),
  tenant as (select t.* from tables t join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id' and not attisdropped
             where relname not in ('user_roles', 'security_events')),
  functions as (select p.* from pg_proc p
                where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace) and p.prokind in ('f', 'p', 'w')
                and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'))`

/**
 * Searches the catalogue of a migrated database for holes in the fence.
 * @param client connection of the owner
 * @returns one entry per object that breaks a rule; empty when the fence is whole
 */
export async function findFenceFaults(client: pg.Client | pg.Pool): Promise<FenceFault[]> {
  const searches = Object.entries(rules).map(
    ([rule, query]) =>
      `select '${rule}' as rule, o::text as object from (${query.replaceAll('login()', nameOf('app_rt')).replaceAll('worker()', nameOf('app_worker'))}) found(o)`,
  )
  return (await client.query<FenceFault>(`${views} ${searches.join(' union all ')}`)).rows
}
