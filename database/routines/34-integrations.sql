-- Integrations. The web server and the worker read the configuration; credentials and health go through functions, which give out a sealed
-- credential only for a call.

grant select on integration_configs to app_rt;
grant insert (company_id, integration_name, is_enabled, config), update (is_enabled, config) on integration_configs to app_rt;
call app.let_people('integration_configs', 'select', 'integration.read');
call app.let_people('integration_configs', 'insert,update', 'integration.write');
call app.let_jobs('integration_configs', 'select');
call app.allow_all_rows('integration_configs', 'app_auth', 'select,insert,update,delete');
-- The version counts changes by people; calls write their results into the same row all day.
create trigger version before update of is_enabled, config on integration_configs for each row execute function app.bump_version();

call app.allow_all_rows('integration_secrets', 'app_auth', 'select,insert,update,delete');
grant select (company_id, integration_id, field, last4, expires_at, changed_at) on integration_secrets to app_rt, app_worker;
call app.let_people('integration_secrets', 'select', 'integration.read');
create policy job_select on integration_secrets for select to app_worker using (company_id = any ((select app.scope())::uuid[]));

call app.allow_all_rows('integration_consents', 'app_auth', 'select,insert,delete');

call app.allow_all_rows('integration_calls', 'app_auth', 'select,insert,delete');
grant select on integration_calls to app_rt;
call app.let_people('integration_calls', 'select', 'integration.read');

call app.allow_all_rows('sync_runs', 'app_auth', 'select,update,delete');
grant select on sync_runs to app_rt;
grant insert (company_id, integration_id, integration_name, kind, message, cursor) on sync_runs to app_rt;
grant update (kind, state, done, total, message, cursor, started_at, ended_at, waits_for) on sync_runs to app_rt;
call app.let_people('sync_runs', 'select', 'integration.read');
call app.let_people('sync_runs', 'insert,update', 'integration.write');
call app.let_jobs('sync_runs', 'select,insert,update');

delete from app.integration_caches;
grant select on app.integration_caches to app_auth;

/* Registers a table of a company with data fetched from a service. Tables are emptied in the order of the calls, so call it for a table before the
   tables that it refers to. */
create or replace procedure app.caches_of(service text, target text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into app.integration_caches (table_name, integration_name) values (target, service);
  call app.allow_all_rows(target, 'app_auth', 'select,delete');
end $$;

-- The companies whose connections may be used: by a session with the right, or by the running job. A job has a company but no role.
create or replace function app.scope_of_calls() returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when (select c.role is null and c.user_id is null from app.known() c) then app.scope() else app.scope_for('integration.write') end
$$;

-- The integration of a company that this session or job may use and change; null when there is none, or when it may not.
create or replace function app.changeable_integration(company uuid, service text) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from public.integration_configs c
  where c.company_id = company and c.integration_name = service and company = any (app.scope_of_calls())
$$;

create or replace function app.expect_integration(company uuid, service text) returns uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare found_id uuid := app.changeable_integration(company, service);
begin
  if found_id is null then raise exception 'no such integration' using errcode = 'insufficient_privilege'; end if;
  return found_id;
end $$;

/* Stores sealed credentials: [{field, sealed, last4, expiresAt}]. `are_typed`: a person typed them. The screen shows the age of typed
   credentials only, not of tokens from the service. */
create or replace function app.save_integration_secrets(company uuid, service text, secrets jsonb, are_typed boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare target uuid := app.expect_integration(company, service);
begin
  insert into public.integration_secrets (company_id, integration_id, field, sealed, last4, expires_at)
    select company, target, s.field, s.sealed, s.last4, s."expiresAt"
    from jsonb_to_recordset(secrets) as s(field text, sealed text, last4 text, "expiresAt" timestamptz)
  on conflict (company_id, integration_id, field) do update
    set sealed = excluded.sealed, last4 = excluded.last4, expires_at = excluded.expires_at, changed_at = now();
  if are_typed then
    update public.integration_configs c set credentials_set_at = now() where c.company_id = company and c.id = target;
  end if;
end $$;

-- Deletes credentials by field. null deletes all of them; a person who is giving consent then has to start again.
create or replace function app.drop_integration_secrets(company uuid, service text, fields text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare target uuid := app.expect_integration(company, service);
begin
  delete from public.integration_secrets s
    where s.company_id = company and s.integration_id = target and (fields is null or s.field = any (fields));
  if fields is null then
    delete from public.integration_consents s where s.company_id = company and s.integration_id = target;
    update public.integration_configs c set credentials_set_at = null, credential_expires_at = null where c.company_id = company and c.id = target;
  end if;
end $$;

-- The sealed credentials, for a call. The server opens them with its keyring.
create or replace function app.open_integration(company uuid, service text)
returns table (field text, sealed text, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.field, s.sealed, s.expires_at from public.integration_secrets s
  where s.company_id = company and s.integration_id = app.changeable_integration(company, service)
$$;

/* Locks the tokens until the end of the transaction; false while another server has them. If two servers rotated a token at once, it
   would be lost. Not a row lock: the holder waits for the service, and a person who disconnects or changes the configuration must not wait. */
create or replace function app.lock_integration_tokens(company uuid, service text) returns boolean
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(pg_try_advisory_xact_lock(7203111, hashtext(app.changeable_integration(company, service)::text)), false)
$$;

-- Stores the findings of a call about a connection: values by column. Other columns keep their values.
create or replace function app.mark_integration(company uuid, service text, marks jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  target uuid := app.expect_integration(company, service);
  was public.integration_configs;
  n public.integration_configs;
begin
  select * into was from public.integration_configs c where c.company_id = company and c.id = target for update;
  -- A call that was under way during a disconnect says nothing about the connection any more.
  if was.credentials_set_at is null and marks->>'status' in ('connected', 'error') then return; end if;
  n := jsonb_populate_record(was, marks);
  update public.integration_configs c set status = n.status, needs_reconnect = n.needs_reconnect, account_id = n.account_id,
    account_name = n.account_name, missing_scopes = n.missing_scopes, last_test_at = n.last_test_at, last_test_message = n.last_test_message,
    last_success_at = n.last_success_at, last_error = n.last_error, last_error_at = n.last_error_at,
    credential_expires_at = n.credential_expires_at, quota = n.quota
  where c.company_id = company and c.id = target;
end $$;

-- Writes a row of Integration Output, and the remaining quota that the service stated. The server calls this after every call to a service.
create or replace function app.record_integration_call(company uuid, service text, operation text, status text, http_status int,
  message text, details jsonb, duration_ms int, quota text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.integration_calls (company_id, integration_name, operation, status, http_status, message, details, duration_ms, quota)
    select company, service, record_integration_call.operation, record_integration_call.status, record_integration_call.http_status,
      left(record_integration_call.message, 1000), record_integration_call.details, record_integration_call.duration_ms,
      left(record_integration_call.quota, 200)
    where exists (select from public.integration_configs c where c.company_id = company and c.integration_name = service);
  if record_integration_call.quota is not null then
    update public.integration_configs c set quota = left(record_integration_call.quota, 200)
      where c.company_id = company and c.integration_name = service and c.quota is distinct from left(record_integration_call.quota, 200);
  end if;
end $$;

-- Integration Output is kept for 90 days, and deleted in batches so that each delete is short.
create or replace function app.prune_integration_calls(take int) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare gone bigint;
begin
  if not pg_try_advisory_xact_lock(7203098) then return 0; end if;
  delete from public.integration_calls where (company_id, id) in (
    select c.company_id, c.id from public.integration_calls c where c.at < now() - interval '90 days' order by c.at limit take);
  get diagnostics gone = row_count;
  delete from public.integration_consents where created_at < now() - interval '1 hour';
  return gone;
end $$;

/* The connections that are due for a check, because they were not used for their interval. `intervals`: {name: minutes}. Connections that
   were never tested, or whose credentials no longer work, wait for a person. While permissions are missing, the check comes more often, so
   that the card soon knows when they were given. */
create or replace function app.integrations_due(intervals jsonb) returns table (company_id uuid, integration_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.company_id, c.integration_name from public.integration_configs c join public.companies o on o.id = c.company_id
  where c.is_enabled and not c.needs_reconnect and c.credentials_set_at is not null and c.last_test_at is not null and o.status = 'active'
    and (greatest(c.last_success_at, c.last_error_at, c.last_test_at)
        < now() - make_interval(mins => (intervals ->> c.integration_name)::int)
      or cardinality(c.missing_scopes) > 0 and c.last_test_at < now() - interval '10 minutes')
  order by c.last_test_at limit 1000
$$;

-- The companies for which a service works: it is on, has credentials that were not refused, and consent where that is needed. Ids only.
create or replace function app.connected_to(service text) returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.company_id from public.integration_configs c join public.companies o on o.id = c.company_id
  where c.integration_name = service and c.is_enabled and not c.needs_reconnect and c.credentials_set_at is not null and o.status = 'active'
    and (service not in ('quickbooks', 'google_calendar') or exists (
      select from public.integration_secrets s where s.company_id = c.company_id and s.integration_id = c.id and s.field = 'refresh_token'))
$$;

-- Notes that a person goes to the service to give consent: they can come back only in this session and company.
create or replace function app.begin_consent(company uuid, service text, hash text, verifier text, back_to text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.integration_consents (company_id, integration_id, state_hash, session_id, sealed_verifier, redirect_uri)
  values (company, app.expect_integration(company, service), hash, (app.known()).session_id, verifier, back_to)
$$;

-- Takes the note of begin_consent: once, in the same session, within ten minutes.
create or replace function app.take_consent(service text, hash text)
returns table (company_id uuid, sealed_verifier text, redirect_uri text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.integration_consents t using public.integration_configs c
  where t.state_hash = hash and t.session_id = (app.known()).session_id and t.created_at > now() - interval '10 minutes'
    and c.company_id = t.company_id and c.id = t.integration_id and c.integration_name = service
    and t.company_id = any (app.scope_for('integration.write'))
  returning t.company_id, t.sealed_verifier, t.redirect_uri
$$;

-- Like stop_sync, without a check of rights: its callers have checked them.
create or replace function app.stop_sync_of(company uuid, target uuid, why text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('lock_timeout', '20s', true); -- a step takes a second or two on a busy machine
  update public.sync_runs r set state = 'stopped', message = why, cursor = null, ended_at = now()
  where r.company_id = company and r.integration_id = target and r.state in ('queued', 'running');
end $$;

/* Ends a sync that waits or runs, with the reason as text. Its job saves nothing more, since each step begins by locking the row of the
   run. So this function waits for a step that is being saved, but not for the job. */
create or replace function app.stop_sync(company uuid, service text, why text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select app.stop_sync_of(company, app.expect_integration(company, service), why)
$$;

-- Like forget_integration_data, without a check of rights: a move also wipes what the other company still has, and the session acts in one company.
create or replace function app.wipe_integration(company uuid, target uuid, service text, why text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare cache text;
begin
  delete from public.sync_runs r where r.company_id = company and r.integration_id = target and r.state not in ('queued', 'running');
  perform app.stop_sync_of(company, target, why);
  perform app.lock_revenue(company); -- before the first row, because notices take this lock first, too
  for cache in select t.table_name from app.integration_caches t where t.integration_name = service order by t.place loop
    execute format('delete from public.%I where company_id = $1', cache) using company;
  end loop;
end $$;

/* Deletes all data fetched from a service for a company, because the data came from another host or the integration moves to another company.
   The finished runs that fetched the data are deleted too; a run that this function stops stays, with the reason. */
create or replace function app.forget_integration_data(company uuid, service text, why text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select app.wipe_integration(company, app.expect_integration(company, service), service, why)
$$;

-- Refuses, with the reason, to give an integration to another company.
create or replace function app.expect_movable(company uuid, service text, to_company uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('integration.move')) then
    raise exception 'no right to move integrations' using errcode = 'insufficient_privilege';
  end if;
  perform from public.companies o where o.id = to_company for key share;
  if not found then raise exception 'company_unknown' using errcode = 'SB001'; end if;
  if exists (select from public.companies o where o.id = to_company and o.status = 'sold') then
    raise exception 'integration_company_sold' using errcode = 'SB001';
  end if;
  -- What Disconnect left there does not count: the integration that comes takes its place.
  if to_company <> company and exists (select from public.integration_configs c
    where c.company_id = to_company and c.integration_name = service and (c.is_enabled or c.credentials_set_at is not null)) then
    raise exception 'integration_taken' using errcode = 'SB001';
  end if;
end $$;

/* Moves an integration to another company: the configuration moves; credentials and fetched data are deleted. A row cannot change its
   company, so a new row is made. `remains`: text for the card about data left at the service; null when there are none. */
create or replace function app.move_integration(company uuid, service text, to_company uuid, remains text, known_as text) returns table (id uuid, company_name text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moved public.integration_configs;
  leftover uuid;
  made uuid;
  owner_name text;
begin
  if not company = any (app.scope_for('integration.move')) then
    raise exception 'no right to move integrations' using errcode = 'insufficient_privilege';
  end if;
  select * into moved from public.integration_configs c where c.company_id = company and c.integration_name = service for update;
  if not found then return; end if;
  perform app.expect_movable(company, service, to_company);
  select o.name into owner_name from public.companies o where o.id = to_company;
  if to_company = company then
    return query select moved.id, owner_name;
    return;
  end if;
  perform app.log_of_integration(company, moved.id, known_as, 'Moved to another company');
  perform app.wipe_integration(company, moved.id, service, 'Stopped: the integration went to another company');
  delete from public.integration_configs c where c.company_id = company and c.id = moved.id;
  select c.id into leftover from public.integration_configs c where c.company_id = to_company and c.integration_name = service for update;
  if leftover is not null then
    perform app.wipe_integration(to_company, leftover, service, 'Stopped: the integration of another company came');
    delete from public.integration_configs c where c.company_id = to_company and c.id = leftover;
  end if;
  -- It comes without credentials, so it is off.
  insert into public.integration_configs (company_id, integration_name, is_enabled, config, last_error, last_error_at)
    values (to_company, service, false, moved.config, remains, case when remains is not null then now() end) returning integration_configs.id into made;
  perform app.log_of_integration(to_company, made, known_as, 'Came from another company');
  return query select made, owner_name;
end $$;

-- Like log_integration, without a check of rights: its callers have checked them.
create or replace function app.log_of_integration(company uuid, target uuid, known_as text, words text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id)
  values (company, 'integration', target, known_as, 'updated', left(words, 500), app.user_id(), app.change_set(company));
end $$;

/* Adds a row to the activity log of a company: what somebody did with an integration. `known_as`: its name for people; `words`: what they did. */
create or replace function app.log_integration(company uuid, service text, known_as text, words text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select app.log_of_integration(company, app.expect_integration(company, service), known_as, words)
$$;

call app.give_to('app_audit', 'log_integration', 'log_of_integration');
grant execute on function app.log_integration to app_rt;
grant execute on function app.log_of_integration to app_audit, app_auth;
create policy activity_of_integrations on activity_logs as restrictive for select to app_rt, app_worker
  using (company_id = any ((select app.scope_for('activity.read'))::uuid[])
    and (entity_type <> 'integration' or (select app.may('integration.read'))));

/* Lets a sync try again at once that waits for its next try after a failure. @returns false when it waits for nothing: it works, or is about to */
create or replace function app.wake_sync(company uuid, run uuid, queue text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('integration.write')) then return false; end if;
  update jobs.job_common j set start_after = now()
  where j.name = queue and j.state in ('created', 'retry') and j.start_after > now() + interval '1 second'
    and j.data ->> 'companyId' = company::text and j.data ->> 'runId' = run::text;
  return found;
end $$;

grant execute on function app.expect_integration to app_audit;
grant execute on function app.scope_of_calls, app.changeable_integration, app.expect_integration, app.stop_sync, app.stop_sync_of, app.wipe_integration,
  app.expect_movable to app_auth;
grant execute on function app.integrations_due, app.connected_to to app_worker;
grant execute on function app.connected_to to app_auth;
grant execute on function app.save_integration_secrets, app.drop_integration_secrets, app.open_integration, app.lock_integration_tokens,
  app.mark_integration, app.record_integration_call to app_rt, app_worker;
grant execute on function app.wake_sync, app.prune_integration_calls, app.begin_consent, app.take_consent, app.stop_sync, app.forget_integration_data,
  app.expect_movable, app.move_integration to app_rt;
