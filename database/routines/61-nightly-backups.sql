-- The backup of each night (decision 0103).

/* The active companies without a backup of this night, by their own clocks. A night in which no server ran is not made up for: the
   company gets one backup when a server runs again. A job that failed for good waits for an operator or for the next night. */
create or replace function app.companies_without_nightly_backup() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from public.companies c cross join lateral (select (now() at time zone c.time_zone)::date as day) today
  where c.status = 'active' and (c.created_at at time zone c.time_zone)::date < today.day
    and not exists (select from public.backups b where b.company_id = c.id and b.night = today.day)
    and not exists (select from jobs.job_common j where j.name = 'nightly-backup' and j.state = 'failed' and j.data ->> 'companyId' = c.id::text
      and j.completed_on >= today.day::timestamp at time zone c.time_zone)
$$;

/* What a nightly backup needs beside the tables that jobs read: sealed bank data, the sealed data key of the company, and the SOPs that an
   operator of the company reads. Only the job 'nightly-backup' gets it, of its own company (security.md 2.2, row 43). */
create or replace function app.bank_data_for_backup() returns setof vendor_private
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.* from public.vendor_private p where (select app.is_job('nightly-backup')) and p.company_id = any ((select app.scope())::uuid[])
$$;

create or replace function app.company_key_for_backup() returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.sealed from public.company_keys k where (select app.is_job('nightly-backup')) and k.company_id = any ((select app.scope())::uuid[])
$$;

create or replace function app.sops_for_backup() returns table (id uuid, company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.company_id from public.sops s where (select app.is_job('nightly-backup'))
    and (s.company_id = any ((select app.scope())::uuid[]) or (s.company_id = app.firm() and s.visibility <> 'sbr_only' and s.status = 'published'))
$$;

grant execute on function app.companies_without_nightly_backup, app.bank_data_for_backup, app.company_key_for_backup, app.sops_for_backup to app_worker;
