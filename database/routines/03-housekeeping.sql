-- The records that the server keeps about itself, and for how long.

grant select on schema_migrations to app_rt; -- /readyz
grant select on app.installation to app_rt, app_auth;
call app.allow_all_rows('rate_limits', 'app_rt', 'select,insert,update,delete');

call app.allow_all_rows('idempotency_keys', 'app_auth', 'select,insert,delete');
grant select, insert on idempotency_keys to app_rt;
create policy key_read on idempotency_keys for select to app_rt using (user_id = (select app.user_id()));
create policy key_insert on idempotency_keys for insert to app_rt with check (user_id = (select app.user_id()));

call app.allow_all_rows('security_events', 'app_auth', 'select,insert,update,delete');
grant select (id, kind, user_id, company_id, address, detail, created_at, last_at, times) on security_events to app_rt;
create policy event_read on security_events for select to app_rt using ((select app.reaches_all('system.read')));

/* Adds an event of a kind that somebody can cause many times: equal ones of an hour are one row, which counts them. A person has at most 60 rows
   of an hour, and all strangers together 200; what comes after is counted by its kind alone. */
create or replace function app.fold_security_event(kind text, person uuid, company uuid, address text, detail jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  since timestamptz := date_trunc('hour', now());
  whose text := coalesce(person::text, 'strangers');
  key text := md5(row(since, kind, person, company, address, detail)::text);
begin
  if not exists (select from public.security_events e where e.fold_key = key)
    and (select count(*) from public.security_events e where e.counted_for = whose and e.created_at >= since)
      >= (case when person is null then 200 else 60 end) then
    company := null; address := null; detail := '{"further": true}';
    key := md5(row(since, kind, person)::text);
  end if;
  insert into public.security_events (kind, user_id, company_id, address, detail, counted_for, fold_key)
  values (fold_security_event.kind, person, company, fold_security_event.address, fold_security_event.detail, whose, key)
  on conflict (fold_key) where fold_key is not null do update set times = security_events.times + 1, last_at = now();
end $$;

/* Security events of the web server. Without a session it records only refused sign-ins, with a short reason; all other events name the
   person of the session. Their size is limited, so that nobody fills the log with text. */
create or replace function app.record_security_event(kind text, detail jsonb, address text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
-- Asked again, not as known since the beginning: who was signed out while it waited makes no event. A job has no session.
declare c app.context := case when coalesce(current_setting('app.session', true), '') = '' then app.known() else app.ctx() end;
begin
  if c.user_id is null and (kind <> 'sign_in_refused' or length(detail::text) > 500)
    and not pg_has_role(session_user, 'app_owner', 'member') then
    raise exception 'an event without a session' using errcode = 'insufficient_privilege';
  end if;
  if kind !~ '^[a-z_]{1,40}$' or length(detail::text) > 10000 or length(address) > 100 then
    raise exception 'too much for an event' using errcode = 'check_violation';
  end if;
  detail := coalesce(detail, '{}');
  if kind in ('authz_denied', 'sign_in_refused', 'exported', 'file_link_made') then
    perform app.fold_security_event(kind, c.user_id, c.company_id, address, detail);
    return;
  end if;
  insert into public.security_events (kind, user_id, company_id, address, detail)
  values (record_security_event.kind, c.user_id, c.company_id, record_security_event.address, record_security_event.detail);
end $$;

-- Events are kept for 400 days: long enough for the audit of a year. They are deleted in batches, so that each delete is short.
create or replace function app.prune_security_events(take int) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint;
begin
  -- One server prunes at a time.
  if not pg_try_advisory_xact_lock(7203041) then return 0; end if;
  delete from public.security_events where id in (
    select id from public.security_events where created_at < now() - interval '400 days' order by created_at limit take);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Deletes rows that are kept only for a time. Returns the number of rows deleted, for the log.
create or replace function app.sweep() returns table (what text, gone bigint)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Only one server sweeps at a time; the others skip it.
  if not pg_try_advisory_xact_lock(7203002) then return; end if;
  delete from public.job_steps where done_at < now() - interval '30 days';
  delete from public.idempotency_keys where created_at < now() - interval '24 hours';
  get diagnostics gone = row_count; what := 'idempotency keys'; return next;
  delete from public.sessions where least(expires_at, idle_expires_at) < now() - interval '7 days';
  get diagnostics gone = row_count; what := 'ended sessions'; return next;
  delete from public.password_resets where expires_at < now();
  get diagnostics gone = row_count; what := 'links to set a password'; return next;
  -- The import itself stays, with its counts and its change set; nobody needs its rows any more.
  delete from public.import_rows r using public.imports i
    where i.company_id = r.company_id and i.id = r.import_id and i.created_at < now() - interval '30 days';
  get diagnostics gone = row_count; what := 'import rows'; return next;
  -- A store repeats a notice for hours, not for days.
  delete from public.store_webhooks where received_at < now() - interval '7 days';
  get diagnostics gone = row_count; what := 'notices of stores'; return next;
  delete from public.webhook_deliveries where created_at < now() - interval '30 days';
  get diagnostics gone = row_count; what := 'deliveries of webhooks'; return next;
  delete from public.suggestions where decided_at < now() - interval '90 days' and status in ('accepted', 'declined');
  get diagnostics gone = row_count; what := 'suggestions'; return next;
  delete from public.notifications where created_at < now() - interval '90 days';
  get diagnostics gone = row_count; what := 'notifications'; return next;
  delete from public.notification_digests where day < current_date - 30;
  get diagnostics gone = row_count; what := 'mails of a day'; return next;
  delete from public.saved_views where deleted_at < now() - interval '30 days';
  get diagnostics gone = row_count; what := 'deleted views'; return next;
end $$;

/* Statistics for tables that have none yet: one company has all rows. Otherwise PostgreSQL expects one row of a company, takes any index
   that begins with company_id, and a statement about many records reads all of them for each. */
create or replace function app.assume_statistics() returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', 'company_id', 'inherited', false,
    'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples = -1
$$;

/* The planner's statistics are up to a minute old. After an import into small tables the planner still took them for small, and read the whole
   index of a company for each key: an import of 2,000 assemblies into an empty list took a minute. Call this after writing many rows, in
   the same transaction. It skips a table that another session is analysing. */
create or replace function app.refresh_statistics(tables text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  target text;
begin
  for target in
    select x.relname from pg_stat_xact_user_tables x
    where x.schemaname = 'public' and x.relname = any (tables)
      and x.n_tup_ins + x.n_tup_upd + x.n_tup_del > 500 order by 1
  loop
    execute format('analyze (skip_locked) public.%I', target);
  end loop;
end $$;

-- `database` tells a copy of the database from the original: PostgreSQL gives each cluster, and each database in it, its own number.
create or replace function app.store_mark() returns table (installation text, database text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id::text, (select system_identifier from pg_control_system()) || '/' || d.oid
    from app.installation i, pg_database d where d.datname = current_database()
$$;

grant maintain on parts, vendors, assemblies, products, bom_lines to app_auth;
grant execute on function app.record_security_event, app.prune_security_events, app.sweep, app.refresh_statistics, app.store_mark to app_rt;
