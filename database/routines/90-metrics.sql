/* Up to when the log of the embedded PostgreSQL is in its archive (WAL_ARCHIVE); from its start on when nothing is yet. Null without an archive. */
create or replace function app.log_archived_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(a.last_archived_time, pg_postmaster_start_time()) from pg_stat_archiver a where current_setting('archive_library') = 'basic_archive'
$$;

grant execute on function app.log_archived_at to app_rt;

/* The figures of /metrics that only the database knows: numbers of the whole installation, nothing of a company or a person, so nobody has to be
   signed in. Times are seconds since 1970. `schedules_at`: when a worker last looked for work that is due; it stands still when no worker runs.
   `oldest_backup_at`: the newest backup of the company that has waited longest for one; a new company counts from its first day.
   `oldest_contact_at`: the same of the connections that are on, by their last successful call. */
create or replace function app.metrics() returns table (jobs_waiting bigint, jobs_running bigint, jobs_failed bigint, job_delay float8,
  schedules_at float8, oldest_backup_at float8, exported_at float8, drilled_at float8, copied_at float8, archived_at float8, oldest_contact_at float8)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select j.*, (select extract(epoch from cron_on)::float8 from jobs.version),
    (select extract(epoch from min(coalesce((select max(b.created_at) from public.backups b where b.company_id = c.id and b.deleted_at is null), c.created_at)))::float8
      from public.companies c where c.status = 'active'),
    (select extract(epoch from i.exported_at)::float8 from app.installation i),
    (select extract(epoch from i.drilled_at)::float8 from app.installation i),
    (select extract(epoch from i.copied_at)::float8 from app.installation i), extract(epoch from app.log_archived_at())::float8,
    (select extract(epoch from min(coalesce(g.last_success_at, g.credentials_set_at)))::float8
      from public.integration_configs g join public.companies c on c.id = g.company_id
      where g.is_enabled and not g.needs_reconnect and g.credentials_set_at is not null and c.status = 'active')
  from (select count(*) filter (where name <> 'dead-letters' and state < 'active'), count(*) filter (where name <> 'dead-letters' and state = 'active'),
      count(*) filter (where name = 'dead-letters' and state < 'active'),
      coalesce(extract(epoch from now() - min(start_after) filter (where name <> 'dead-letters' and state < 'active' and start_after <= now())), 0)::float8
    from jobs.job_common where state <= 'active' and data ->> 'companyId' is not null) j
$$;

grant select on jobs.version to app_auth;
grant execute on function app.metrics to app_rt;
