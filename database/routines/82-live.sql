-- The messages to open screens: changes of records (channel `live`), and changes of rights (channel `access`).

-- All records with a log. A change of a line of a bill of materials, or of a file, is also a change of the record that it belongs to.
create or replace function app.announce_log() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.tell(concat_ws(' ', c.company_id, c.kind)) from (
    select distinct n.company_id, unnest(array[n.entity_type, n.parent_type]) as kind from changed n) c where c.kind is not null;
  return null;
end $$;
create trigger announce after insert on activity_logs referencing new table as changed for each statement execute function app.announce_log();

call app.announced_table('companies', 'company', 'id');
call app.announced_table('user_roles', 'person');
call app.announced_table('integration_configs', 'integration');
call app.announced_table('webhooks', 'webhook');
call app.announced_table('webhook_deliveries', 'webhook');
call app.announced_table('sync_runs', 'sync_run');
call app.announced_table('store_orders', 'order');
call app.announced_table('store_products', 'store_product');
call app.announced_table('shipments', 'parcel');
call app.announced_table('imports', 'import');
call app.announced_table('backups', 'backup');
call app.announced_table('company_days', 'figure');
call app.announced_table('company_figures', 'figure');
call app.announced_table('feedback', 'feedback');
call app.announced_table('sop_readings', 'sop_reading');
call app.announced_table('sop_runs', 'sop_run');
call app.announced_table('sop_run_steps', 'sop_run');
call app.announced_table('time_proposals', 'time_proposal');
call app.announced_table('time_locks', 'time_lock');
call app.announced_table('agreed_hours', 'agreed_hours');
call app.announced_table('assistant_months', 'assistant');
call app.announced_table('suggestions', 'suggestion');
call app.announced_table('notifications', 'notification', person => 'user_id');

-- A name stands in every company in which the person has a role, and the firm keeps all people.
create or replace function app.announce_people() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.tell(c.id || ' person') from (select app.firm() as id union select r.company_id from changed join public.user_roles r using (user_id)) c;
  return null;
end $$;
create trigger announce_insert after insert on profiles referencing new table as changed for each statement execute function app.announce_people();
create trigger announce_update after update on profiles referencing new table as changed for each statement execute function app.announce_people();

-- An access request belongs to no company: the firm answers it, also on the dashboard of the company that asks.
create or replace function app.announce_access_request() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.tell(c.id || ' access_request') from (select app.firm() as id union select wanted_company from changed) c where c.id is not null;
  -- The company that asked shows its open requests; of the requests themselves only those hear who decide.
  perform app.tell(c.wanted_company || ' company') from (select distinct wanted_company from changed where wanted_company is not null) c;
  return null;
end $$;
create trigger announce_insert after insert on access_requests referencing new table as changed for each statement execute function app.announce_access_request();
create trigger announce_update after update on access_requests referencing new table as changed for each statement execute function app.announce_access_request();

/* Changes of rights. The text is the person whose streams have to be checked again; `*`: all people. */
create or replace function app.announce_roles() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('access', c.user_id::text) from (select distinct user_id from changed) c;
  return null;
end $$;
create trigger access_insert after insert on user_roles referencing new table as changed for each statement execute function app.announce_roles();
create trigger access_update after update on user_roles referencing new table as changed for each statement execute function app.announce_roles();
create trigger access_delete after delete on user_roles referencing old table as changed for each statement execute function app.announce_roles();

-- Only if the session ends earlier: every minute of use moves its end, and that needs no message.
create or replace function app.announce_session() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('access', old.user_id::text);
  return null;
end $$;
create trigger access_update after update on sessions for each row
  when (new.expires_at < old.expires_at or new.idle_expires_at < old.idle_expires_at) execute function app.announce_session();
create trigger access_delete after delete on sessions for each row when (old.expires_at > now() and old.idle_expires_at > now())
  execute function app.announce_session();

create or replace function app.announce_companies() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('access', '*');
  return null;
end $$;
create trigger access_insert after insert on companies for each statement execute function app.announce_companies();
create trigger access_update after update on companies for each row when (new.status <> old.status) execute function app.announce_companies();

/* The people of these sessions, and what their streams may send; a session that has ended has no row. `until`: when to check again, since
   nothing announces that a session has expired. Knowing the hash of a session is the proof, as for app.enter. */
create or replace function app.listeners(token_hashes text[])
returns table (token_hash text, user_id uuid, role text, scope uuid[], until timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  c app.context;
  hash text;
begin
  foreach hash in array token_hashes loop
    perform set_config('app.session', hash, true), set_config('app.company', '', true);
    c := app.ctx();
    if c.user_id is not null then
      return query select hash, c.user_id, c.role, c.scope, least(s.expires_at, s.idle_expires_at) from public.sessions s where s.id = c.session_id;
    end if;
  end loop;
  perform set_config('app.session', '', true);
end $$;

grant execute on function app.listeners to app_rt;
