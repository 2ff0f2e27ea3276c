import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findFenceFaults } from '../../platform/database/schema/catalogue.ts'
import { runtimeUrl } from '../../platform/database/schema/database-roles.ts'
import { cloneDatabase, signedInAs } from '../postgres/databases.ts'

let owner: pg.Client
beforeAll(async () => {
  const url = await cloneDatabase(inject('postgresUrl'))
  await runtimeUrl(url)
  owner = new pg.Client({ connectionString: signedInAs(url, 'postgres') }) // only a superuser can make some of the holes
  await owner.connect()
})
afterAll(() => owner.end())

test('the fence of the migrated database has no hole', async () => {
  expect(await findFenceFaults(owner)).toEqual([])
})

const fenced = `company_id = any ((select app.scope_for('inventory.read'))::uuid[])`
const bare = 'create table holes (company_id uuid not null, id uuid not null, primary key (company_id, id))'
const closed = `${bare}; alter table holes enable row level security; alter table holes force row level security`

test.each<[rule: string, object: string, fault: string]>([
  ['a table without forced row-level security', 'holes', bare],
  ['a table without forced row-level security', 'vendors', 'alter table vendors no force row level security'],
  ['a table without forced row-level security', 'parts', 'alter table parts disable row level security'],
  ['a table without a policy', 'holes', closed],
  ['a policy for everybody', 'open_door', `create policy open_door on parts for select to public using (${fenced})`],
  [
    'a policy of the web role on a tenant table that asks no scope',
    'parts.open_door',
    'drop policy may_read on parts; create policy open_door on parts for select to app_rt using (true)',
  ],
  [
    'two policies of the web role for one verb',
    'parts r',
    `create policy second on parts for select to app_rt using (${fenced})`,
  ],
  [
    'an insert or update policy without a check',
    'parts.may_update',
    `drop policy may_update on parts; create policy may_update on parts for update to app_rt using (${fenced})`,
  ],
  ['a view that skips the fence of its reader', 'all_parts', 'create view all_parts as select * from parts'],
  ['a materialized view', 'copied_parts', 'create materialized view copied_parts as select * from parts'],
  [
    'a function that looks among temporary objects first',
    'peek',
    'create function app.peek() returns bigint language sql security definer as $$ select count(*) from public.parts $$',
  ],
  [
    'a function that looks among temporary objects first',
    'peek',
    'create function app.peek() returns int language sql set search_path = pg_catalog, public as $$ select 1 $$',
  ],
  [
    'a function that looks among temporary objects first',
    'peek',
    'create function public.peek() returns int language sql set search_path = pg_temp, pg_catalog as $$ select 1 $$',
  ],
  [
    'a definer function of a role that is too strong',
    'peek',
    'create function app.peek() returns int language sql security definer set search_path = pg_catalog as $$ select 1 $$',
  ],
  [
    'a function that everybody may call',
    'peek',
    'create function app.peek() returns int language sql as $$ select 1 $$; grant execute on function app.peek() to public',
  ],
  ['a table that everybody may use', 'parts', 'grant select on parts to public'],
  ['a runtime role that is too strong', 'app_rt', 'alter role app_rt createdb'],
  ['a runtime role that is too strong', 'app_rt', 'alter role app_rt bypassrls'],
  ['a runtime role that is too strong', 'app_worker', 'grant app_owner to app_worker'],
  ['a runtime role that is too strong', 'app_rt', 'alter table import_mappings owner to app_rt'],
  ['a runtime role that is too strong', 'app_rt', 'alter role app_rt login'],
  [
    'a policy of a role that is none of ours',
    'parts.door',
    'create policy door on parts for select to pg_monitor using (true)',
  ],
  [
    'a policy of the owner that others share',
    'parts.owner_all',
    'alter policy owner_all on parts to app_owner, app_rt',
  ],
  ['a table that its owner cannot use', 'parts', 'drop policy owner_all on parts'],
  ['a table of a role that is not the owner', 'holes', bare],
  [
    'a role with temporary objects of its own',
    'app_rt',
    `do $$ begin execute format('grant temp on database %I to app_rt', current_database()); end $$`,
  ],
  ['a role that makes objects where the fence stands', 'app_rt in public', 'grant create on schema public to app_rt'],
  ['a table that the maker of temporary tables may use', 'parts', 'grant select on parts to app_stages'],
  [
    'a table of no company, or of who may do what, that jobs may use',
    'profiles',
    'grant select (email) on profiles to app_worker',
  ],
  [
    'a table of no company, or of who may do what, that jobs may use',
    'user_roles',
    'grant select on user_roles to app_worker',
  ],
  [
    'jobs that the web role reads across companies',
    'open_door',
    'create policy open_door on jobs.job_common for select to app_rt using (true)',
  ],
  [
    'jobs that the web role reads across companies',
    'job_common',
    'alter table jobs.job_common disable row level security',
  ],
  [
    'a role that makes objects where the fence stands',
    'app_worker in jobs',
    'grant create on schema jobs to app_worker',
  ],
  [
    'a login of another installation that may connect',
    'app_rt_1',
    `do $$ begin create role app_rt_1 login; execute format('grant connect on database %I to app_rt_1', current_database()); end $$`,
  ],
  [
    'a tenant table whose company may be missing',
    'import_mappings',
    'alter table import_mappings drop constraint import_mappings_pkey; alter table import_mappings alter company_id drop not null',
  ],
  [
    'a tenant table without an index that starts with the company',
    'import_mappings',
    'alter table import_mappings drop constraint import_mappings_pkey',
  ],
  [
    'a reference between tenant tables without the company',
    'plain_reference',
    'alter table vendors add unique (id); alter table parts add constraint plain_reference foreign key (vendor_id) references vendors (id)',
  ],
  [
    'a reference between tenant tables without the company',
    'crossed_reference',
    'alter table parts add constraint crossed_reference foreign key (vendor_id, sop_id) references vendors (id, company_id) not valid',
  ],
  ['a company that the web role may change', 'parts', 'grant update (company_id) on parts to app_rt'],
  ['a company record whose changes are not logged', 'parts', 'drop trigger log_delete on parts'],
])('%s is found: %s', async (rule, object, fault) => {
  await owner.query('begin')
  await owner.query(fault)
  const found = await findFenceFaults(owner)
  await owner.query('rollback')
  expect(found).toContainEqual({ rule, object })
})
