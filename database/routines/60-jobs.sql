-- Jobs and their companies. pg-boss writes its tables as app_worker; the web server only adds jobs of the companies that its session reaches.

grant usage on schema jobs to app_rt, app_worker, app_auth;
grant select, insert, update, delete on all tables in schema jobs to app_worker;
grant execute on function jobs.create_queue to app_worker;
create policy worker_all on jobs.job_common for all to app_worker using (true) with check (true);
create policy worker_all on jobs.job for all to app_worker using (true) with check (true);

grant select on jobs.version, jobs.queue to app_rt;
grant select, insert, delete on jobs.job_common to app_rt;
-- Compared as texts: a payload without a company must not make the check of another payload fail.
-- Notices of a store come without a session: their job only reads the store of its company again. A wish for a link to set a password has no
-- session either: its job writes only to people who may sign in. The transaction that adds one of these sees the row. Long work acts as its
-- person (62-long-jobs.sql), so nobody adds it for another; who looks after the system may run it again.
create policy web_insert on jobs.job_common for insert to app_rt
  with check ((data ->> 'companyId' = any ((select app.scope())::text[])
      and (name <> 'long-work' or data ->> 'personId' = (select app.user_id())::text or (select app.may('system.write'))))
    or name in ('shopify-notices', 'password-mail'));
create policy web_read on jobs.job_common for select to app_rt
  using (data ->> 'companyId' = any ((select app.scope())::text[]) or (name in ('shopify-notices', 'password-mail') and created_on = now()));
-- A failed job that is run again leaves the list of dead letters.
create policy web_delete on jobs.job_common for delete to app_rt
  using (name = 'dead-letters' and data ->> 'companyId' = any ((select app.scope_for('system.write'))::text[]));

grant select on jobs.job_common to app_auth;
create policy auth_read on jobs.job_common for select to app_auth using (true);
-- A sync that waits for its next try is woken (app.wake_sync).
grant update (start_after) on jobs.job_common to app_auth;
create policy auth_wake on jobs.job_common for update to app_auth using (true) with check (true);

/* First statement of each transaction of a job, like app.enter for a request. The company comes from the job itself, which must be
   running: a worker reaches only companies that it has a job of (security.md 2.2, row 43). The scope is empty unless the company is active. */
create or replace function app.enter_job(queue text, job uuid) returns app.context
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare c app.context;
begin
  perform set_config('app.session', '', true), set_config('app.company', '', true), set_config('app.change_kind', '', true),
          set_config('app.change_set', '', true);
  c.scope := '{}';
  select o.id, o.status into c.company_id, c.company_status
    from jobs.job_common j join public.companies o on o.id::text = j.data ->> 'companyId'
    where j.name = queue and j.id = job and j.state = 'active';
  if c.company_status = 'active' then c.scope := array[c.company_id]; end if;
  perform set_config('app.company', coalesce(c.company_id::text, ''), true), set_config('app.ctx', app.seal(c::text) || c::text, true),
          set_config('app.job', app.seal(queue || c::text) || queue, true);
  return c;
end $$;

/* Whether this transaction was entered by a job of this kind. Like the context, the name is sealed for this transaction: a job cannot set it
   itself, and a later entry replaces it. */
create or replace function app.is_job(queue text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(current_setting('app.job', true) = app.seal(queue || app.known()::text) || queue, false)
$$;

grant execute on function app.enter_job to app_worker;

-- How many jobs of companies wait: a number for the trend that each server keeps, without anything of the jobs (docs/product.md 14).
create or replace function app.waiting_jobs() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*) from jobs.job_common where state < 'active' and name <> 'dead-letters' and data ->> 'companyId' is not null
$$;

grant execute on function app.waiting_jobs to app_rt;

call app.let_jobs('job_steps', 'select,insert');
call app.allow_all_rows('job_steps', 'app_auth', 'select,delete');
