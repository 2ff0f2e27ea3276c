-- Notifications: their recipients and readers, and the daily mail (migrations/0110_notifications.sql).

/* The name of the record that a notice is about, with the rights of the caller; null when they cannot see it. A feature whose
   records may be named in notices adds its line here and in noticeRecords (contract/notifications/topics.ts). */
create or replace function app.subject_of(company uuid, entity text, record uuid) returns text
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return case entity
    when 'task' then (select t.title from tasks t where t.company_id = company and t.id = record)
    when 'part' then (select p.name from parts p where p.company_id = company and p.id = record)
    when 'assembly' then (select a.name from assemblies a where a.company_id = company and a.id = record)
    when 'product' then (select p.name from products p where p.company_id = company and p.id = record)
    when 'vendor' then (select v.name from vendors v where v.company_id = company and v.id = record)
    when 'sop' then (select s.title from sops s where s.id = record and s.company_id in (company, app.firm()))
    when 'time_entry' then (select app.shown_name(e.user_id) from time_entries e where e.company_id = company and e.id = record)
    when 'integration' then (select i.integration_name from integration_configs i where i.company_id = company and i.id = record)
    when 'access_request' then (select coalesce(nullif(r.name, ''), r.email) from access_requests r where r.id = record)
  end;
end $$;

call app.allow_all_rows('notifications', 'app_auth', 'select,insert,update,delete');
grant select, update (read_at) on notifications to app_rt;
create trigger updated_at before update on notifications for each row execute function app.set_updated_at();
call app.let_people('notifications', 'select', 'notification.read',
  $$user_id = (select app.user_id())
    and (entity_id is null or app.subject_of(company_id, entity_type, entity_id) is not null)$$);
call app.let_people('notifications', 'update', 'notification.read', $$user_id = (select app.user_id())$$);
call app.allow_all_rows('user_preferences', 'app_auth', 'select');

/* Writes one notice to each of `people` and of the members of the company whose role has the action `may`. It leaves out the person who acts, people who do not reach the company, and people who have muted the topic. For functions that have checked the caller. */
create or replace function app.write_notices(company uuid, topic text, entity text, record uuid, params jsonb, people uuid[], may text)
  returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.notifications as n (company_id, user_id, topic, entity_type, entity_id, params, made_by)
  select company, p.user_id, write_notices.topic, entity, record, coalesce(write_notices.params, '{}'), app.user_id()
  from (
    select unnest(people) as user_id
    union
    select r.user_id from public.user_roles r join app.role_permissions g on g.role = r.role and g.action = may and g.reach <> 'none'
      where r.company_id = company
  ) p
  where p.user_id is distinct from app.user_id()
    and exists (select from public.user_roles r join app.roles g on g.role = r.role
      where r.user_id = p.user_id and (r.company_id = company or g.is_group_wide))
    and not exists (select from public.user_preferences u
      where u.user_id = p.user_id and u.key = 'notifications' and u.value -> 'muted' ? write_notices.topic)
  order by p.user_id -- two transactions that tell the same people wait for each other, and do not deadlock
  on conflict (company_id, user_id, topic, entity_type, entity_id) where read_at is null
    do update set params = excluded.params, made_by = excluded.made_by, created_at = excluded.created_at
$$;

-- The function for calls of requests and jobs, in the companies that they reach.
create or replace function app.notify_people(company uuid, topic text, entity text, record uuid, params jsonb, people uuid[], may text)
  returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  perform app.write_notices(company, topic, entity, record, params, people, may);
end $$;

/* Tells of the parts whose stock became low in a statement. More than a handful, as after an import, are one notice with their number. */
create or replace function app.notice_low_parts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
declare low record;
begin
  for low in
    select n.company_id, array_agg(n.id) as parts from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
    where n.is_low_stock and not o.is_low_stock group by n.company_id
  loop
    if cardinality(low.parts) > 5 then
      perform app.write_notices(low.company_id, 'part_low', null, null, jsonb_build_object('count', cardinality(low.parts)), null, 'inventory.write');
    else
      perform app.write_notices(low.company_id, 'part_low', 'part', p, null, null, 'inventory.write') from unnest(low.parts) p;
    end if;
  end loop;
  return null;
end $$;
create trigger notice_low after update on parts referencing old table as old_rows new table as new_rows
  for each statement execute function app.notice_low_parts();

-- People who can grant access are told of a request for it.
create or replace function app.notice_access_asked() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.write_notices(app.firm(), 'access_asked', 'access_request', new.id, null, null, 'person.write');
  return null;
end $$;
create trigger notice_asked after insert or update on access_requests for each row when (new.status = 'open')
  execute function app.notice_access_asked();

-- Whoever has asked for a person is told of the decision.
create or replace function app.notice_access_decided() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.write_notices(new.wanted_company, 'access_decided', 'access_request', new.id,
    jsonb_build_object('isApproved', new.status = 'approved'), array[new.asked_by], null);
  return null;
end $$;
create trigger notice_decided after update on access_requests for each row
  when (new.asked_by is not null and old.status <> new.status and new.status <> 'open')
  execute function app.notice_access_decided();

-- Somebody has changed the role or company of a person who has signed in before.
create or replace function app.notice_role_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if app.user_id() is not null and not exists (select from public.profiles p where p.user_id = new.user_id and p.is_pre_authorized) then
    perform app.write_notices(new.company_id, 'role_changed', null, null, jsonb_build_object('role', new.role), array[new.user_id], null);
  end if;
  return null;
end $$;
create trigger notice_role after insert or update of role on user_roles for each row execute function app.notice_role_changed();

/* Tells that a sync has failed, if the one before succeeded: a connection that fails all night makes one notice. */
create or replace function app.notice_sync_failed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select r.state from public.sync_runs r where r.company_id = new.company_id and r.integration_id = new.integration_id
      and r.id < new.id and r.state in ('done', 'failed') order by r.id desc limit 1) is distinct from 'failed' then
    perform app.write_notices(new.company_id, 'sync_failed', 'integration', new.integration_id, null, null, 'integration.write');
  end if;
  return null;
end $$;
create trigger notice_failed after update on sync_runs for each row when (new.state = 'failed' and old.state <> 'failed')
  execute function app.notice_sync_failed();

call app.allow_all_rows('notification_digests', 'app_auth', 'select,insert,delete');
call app.let_jobs('notification_digests', 'select,update');

/* The mails of this morning, by the clock of each person's company: for people who want them and have new unread notices since their last
   mail. Each person is returned once a day. */
create or replace function app.take_due_digests() returns table (company_id uuid, user_id uuid, day date)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.notification_digests (company_id, user_id, day)
  select h.company_id, p.user_id, (now() at time zone c.time_zone)::date
  from public.profiles p
  cross join lateral (select r.company_id, g.is_group_wide from public.user_roles r join app.roles g on g.role = r.role
    where r.user_id = p.user_id order by r.created_at desc limit 1) h
  join public.companies c on c.id = h.company_id
  where p.deleted_at is null and not p.is_pre_authorized and c.status = 'active'
    and extract(hour from now() at time zone c.time_zone) between 7 and 10
    and not exists (select from public.user_preferences u
      where u.user_id = p.user_id and u.key = 'notifications' and u.value -> 'hasDigest' = 'false')
    and exists (select from public.notifications n
      where n.user_id = p.user_id and n.read_at is null and (h.is_group_wide or n.company_id = h.company_id)
        and n.created_at > coalesce((select max(d.made_at) from public.notification_digests d where d.user_id = p.user_id), '-infinity'))
  on conflict do nothing
  returning notification_digests.company_id, notification_digests.user_id, notification_digests.day
$$;

-- The content of the mail to a person: the number of unread notices of each topic. For the job of that mail.
create or replace function app.digest_of(company uuid, person uuid)
returns table (email text, first_name text, topic text, unread int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.email, p.first_name, n.topic, count(*)::int
  from public.profiles p
  join public.user_roles r on r.user_id = p.user_id and r.company_id = company
  join app.roles g on g.role = r.role
  join public.notifications n on n.user_id = p.user_id and n.read_at is null and (g.is_group_wide or n.company_id = company)
  where p.user_id = person and p.deleted_at is null and company = any (app.scope())
    and exists (select from public.notification_digests d where d.company_id = company and d.user_id = person)
  group by p.email, p.first_name, n.topic
$$;

grant execute on function app.subject_of to app_rt;
grant execute on function app.notify_people to app_rt, app_worker;
grant execute on function app.take_due_digests, app.digest_of to app_worker;
