-- Webhooks: addresses outside that receive changes (migrations/0350_feed_and_webhooks.sql). No role of the server selects a secret.

do $$
declare
  open_columns text := 'id, company_id, name, url, kinds, is_enabled, previous_until, database, at_transaction, at_set, at_log, tries,
    failing_since, next_try_at, switched_off_at, last_success_at, version, created_at, updated_at';
  progress text := 'is_enabled, at_transaction, at_set, at_log, tries, failing_since, next_try_at, switched_off_at, last_success_at';
begin
  execute format('grant select (%s) on webhooks to app_rt, app_worker', open_columns);
  execute format('grant update (%s) on webhooks to app_worker', progress);
  execute format('grant insert (id, company_id, name, url, kinds, is_enabled, sealed, database, at_transaction, at_set, at_log),
    update (name, url, kinds, database, updated_at, %s), delete on webhooks to app_rt', progress);
end $$;
call app.let_people('webhooks', 'select', 'integration.read');
call app.let_people('webhooks', 'insert,update,delete', 'integration.write');
create policy job_select on webhooks for select to app_worker using (company_id = any ((select app.scope())::uuid[]));
create policy job_update on webhooks for update to app_worker
  using (company_id = any ((select app.scope())::uuid[])) with check (company_id = any ((select app.scope())::uuid[]));
call app.allow_all_rows('webhooks', 'app_auth', 'select,update');
-- The version counts changes by people; each delivery writes the same row.
create trigger version before update of name, url, kinds, is_enabled on webhooks for each row execute function app.bump_version();

grant select, insert on webhook_deliveries to app_rt;
call app.let_people('webhook_deliveries', 'select', 'integration.read');
call app.let_people('webhook_deliveries', 'insert', 'integration.write');
call app.let_jobs('webhook_deliveries', 'insert');
call app.allow_all_rows('webhook_deliveries', 'app_auth', 'select,delete');

-- Each webhook costs calls with every change, so nobody adds them without end. Two at once wait for each other.
create or replace function app.limit_webhooks() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7203350, hashtext(new.company_id::text));
  if (select count(*) from public.webhooks w where w.company_id = new.company_id) >= 10 then
    raise exception 'too_many_webhooks' using errcode = 'SB001';
  end if;
  return new;
end $$;
create trigger limit_number before insert on webhooks for each row execute function app.limit_webhooks();

-- The webhooks with something to send, for the look of a worker every few seconds: ids only.
create or replace function app.webhooks_due() returns table (company_id uuid, webhook_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.company_id, w.id from public.webhooks w join public.companies c on c.id = w.company_id
  where w.is_enabled and w.next_try_at <= now() and c.status = 'active' and w.database = (select m.database from app.store_mark() m)
    and exists (
      select from public.change_sets s
      where s.company_id = w.company_id and (s.transaction_id, s.id) >= (w.at_transaction, w.at_set)
        and s.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
        and (s.id <> w.at_set or w.at_log < 9223372036854775807))
  order by w.next_try_at
$$;

/* The next page of the feed for a webhook, in a job of its company. A webhook sends what an operator of the company may see: nothing of a SOP
   that moved to the firm. Rows of other kinds are without `entity_type`. */
create or replace function app.webhook_page(company uuid, webhook uuid, take int)
returns table (transaction_id bigint, change_set_id uuid, log_id bigint, entity_type text, entity_id uuid, record_type text, record_id uuid,
  action text, user_id uuid, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.transaction_id, f.change_set_id, f.log_id,
    case when l.entity_type = any (w.kinds) and not (coalesce(l.parent_type, l.entity_type) = 'sop' and exists (
      select from public.sops s where s.id = coalesce(l.parent_id, l.entity_id) and s.company_id <> company)) then l.entity_type end,
    l.entity_id, coalesce(l.parent_type, l.entity_type), coalesce(l.parent_id, l.entity_id), app.feed_action(l.action, l.brings_back),
    l.user_id, l.created_at
  from public.webhooks w cross join lateral app.feed_places(company, w.at_transaction, w.at_set, w.at_log, take) f
  left join lateral (select * from public.activity_logs a where a.company_id = company and a.id = f.log_id limit 1) l on true
  where w.company_id = company and w.id = webhook and company = any (app.scope())
  order by f.transaction_id, f.change_set_id, f.log_id
$$;

-- Whether a change set, too large to be sent change by change, has a record of the kinds of a webhook.
create or replace function app.webhook_wants(company uuid, webhook uuid, change_set uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select company = any (app.scope()) and exists (
    select from public.webhooks w join public.activity_logs l on l.company_id = w.company_id and l.change_set_id = change_set
    where w.company_id = company and w.id = webhook and l.entity_type = any (w.kinds))
$$;

-- The sealed secrets that sign, newest first, for a call. The server opens them with its keyring.
create or replace function app.open_webhook(company uuid, webhook uuid) returns table (sealed text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.sealed from public.webhooks w
  cross join lateral (values (1, w.sealed), (2, case when w.previous_until > now() then w.sealed_previous end)) s(place, sealed)
  where w.company_id = company and w.id = webhook and company = any (app.scope_of_calls()) and s.sealed is not null
  order by s.place
$$;

-- A new secret. The old one signs beside it for a day, so that a receiver can be changed without a gap. @returns whether there is such a webhook
create or replace function app.roll_webhook_secret(company uuid, webhook uuid, new_sealed text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.webhooks w set sealed_previous = w.sealed, previous_until = now() + interval '1 day', sealed = new_sealed, updated_at = now()
  where w.company_id = company and w.id = webhook and company = any (app.scope_for('integration.write'));
  return found;
end $$;

/* Adds a row to the activity log: what somebody did with a webhook. */
create or replace function app.log_webhook(company uuid, webhook uuid, known_as text, words text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('integration.write')) then
    raise exception 'no right to change webhooks' using errcode = 'insufficient_privilege';
  end if;
  perform app.log_of_integration(company, webhook, known_as, words);
end $$;

call app.give_to('app_audit', 'log_webhook');
grant execute on function app.webhooks_due, app.webhook_page, app.webhook_wants, app.open_webhook, app.feed_origin to app_worker;
grant execute on function app.open_webhook, app.roll_webhook_secret, app.log_webhook to app_rt;
