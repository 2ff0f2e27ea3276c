-- Companies, people and who may do what: rules that two requests at once must not break are kept here (security.md 2.3).
-- A broken rule has SQLSTATE SB001 and the name of a sentence in contract/errors.ts.

alter table companies rename founded_date to founded_on;
alter table companies add version int not null default 1, add updated_at timestamptz not null default now();
create trigger version before update on companies for each row execute function app.bump_version();

-- A deleted person stays as a row, so that logs keep their name; the address is free for somebody else (security.md 2.3).
alter table profiles
  add deleted_at timestamptz,
  add sort_name text collate app.natural not null generated always as (
    coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email)) stored,
  add search_text text not null generated always as (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || chr(10) || email)) stored,
  drop constraint profiles_email_key;
create unique index profiles_email_key on profiles (email) where deleted_at is null;
create index profiles_name on profiles (sort_name, user_id) where deleted_at is null;
create index profiles_created on profiles (created_at, user_id) where deleted_at is null;
alter table access_requests add is_managed boolean not null default true; -- false: to be let in, the person needs the exception of T45
create index access_requests_time on access_requests (status, requested_at desc);

call app.let_in('companies', 'app_auth', 'update'); -- to lock the row that people are put into
call app.let_in('user_roles', 'app_auth', 'delete');

grant select (version, updated_at) on companies to app_rt;
grant insert (id, name, description, website, industry, founded_on, employee_count, annual_revenue, address, contact_info, metadata,
    status, company_type, parent_company_id, time_zone),
  update (name, description, website, industry, founded_on, employee_count, annual_revenue, address, contact_info, metadata,
    status, company_type, parent_company_id, time_zone, updated_at) on companies to app_rt;
create policy company_insert on companies for insert to app_rt with check ((select app.may('company.write')));
create policy company_update on companies for update to app_rt
  using (id = any ((select app.scope_for('company.write'))::uuid[])) with check (id = any ((select app.scope_for('company.write'))::uuid[]));

-- Who administers people sees all of them, also those without a role; in any company they act in.
drop policy profile_read on profiles;
create policy profile_read on profiles for select to app_rt using (
  (select app.may('person.read')) or user_id = (select app.user_id()) or exists (
    select from user_roles r where r.user_id = profiles.user_id and r.company_id = any ((select app.scope())::uuid[])));
drop policy role_read on user_roles;
create policy role_read on user_roles for select to app_rt using (
  (select app.may('person.read')) or user_id = (select app.user_id()) or company_id = any ((select app.scope())::uuid[]));
grant select on access_requests to app_rt;
create policy request_read on access_requests for select to app_rt using ((select app.may('person.read')));

-- All fields of the companies that the session may read in full: row-level security has no columns (security.md 2.2, rows 8, 9).
create function app.company_records() returns setof companies
language sql stable security definer set search_path = pg_catalog, public as $$
  select * from public.companies c
  where (select app.may('portfolio.read')) or c.id = any ((select app.scope_for('company.readFull'))::uuid[])
$$;

-- The name of somebody who did something: they may belong to the firm, or have left. Never an address.
create function app.person_name(person uuid) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select nullif(trim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')), '') from public.profiles p
  where p.user_id = person and (app.known()).role is not null
$$;

-- Parents: one level, of type parent. The lock makes changes of the family wait for each other.
create function app.check_company_family() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if new.is_sbr and (new.status <> 'active' or new.company_type <> 'parent' or new.parent_company_id is not null) then
    raise exception 'firm_locked' using errcode = 'SB001';
  end if;
  if new.parent_company_id = new.id then raise exception 'parent_itself' using errcode = 'SB001'; end if;
  if tg_op = 'INSERT' and new.parent_company_id is null then return new; end if;
  perform pg_advisory_xact_lock(7203003);
  if new.parent_company_id is not null then
    if new.company_type = 'parent' then raise exception 'parent_of_parent' using errcode = 'SB001'; end if;
    if not exists (select from public.companies c where c.id = new.parent_company_id) then
      raise exception 'company_unknown' using errcode = 'SB001';
    end if;
    if not exists (select from public.companies c where c.id = new.parent_company_id and c.company_type = 'parent') then
      raise exception 'parent_type' using errcode = 'SB001';
    end if;
  end if;
  if new.company_type <> 'parent' and exists (select from public.companies c where c.parent_company_id = new.id) then
    raise exception 'has_children' using errcode = 'SB001';
  end if;
  return new;
end $$;
create trigger company_family before insert or update of status, company_type, parent_company_id on companies
  for each row execute function app.check_company_family();

-- Asked at commit, one transaction after the other: two operators who remove each other at once cannot both succeed.
create function app.check_operator_remains() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not (select g.is_group_wide from app.roles g where g.role = old.role) then return null; end if;
  perform pg_advisory_xact_lock(7203004);
  if not exists (select from public.user_roles r join app.roles g on g.role = r.role where g.is_group_wide) then
    raise exception 'last_operator' using errcode = 'SB001';
  end if;
  return null;
end $$;
create constraint trigger operator_remains after update or delete on user_roles deferrable initially deferred
  for each row execute function app.check_operator_remains();

/* The company that a role is given in; raises when they do not fit. The row is locked, so that it cannot be sold meanwhile.
   `current_company` may be inactive: who is there already is not being put there. */
create function app.company_for(wanted_role text, wanted_company uuid, current_company uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public as $$
declare c public.companies;
begin
  if (select g.is_group_wide from app.roles g where g.role = wanted_role) then
    if wanted_company is not null then raise exception 'operator_company' using errcode = 'SB001'; end if;
    return (select id from public.companies where is_sbr);
  end if;
  if wanted_company is null then raise exception 'company_required' using errcode = 'SB001'; end if;
  select * into c from public.companies where id = wanted_company for share;
  if not found then raise exception 'company_unknown' using errcode = 'SB001'; end if;
  if c.is_sbr then raise exception 'firm_role' using errcode = 'SB001'; end if;
  if c.status = 'sold' then raise exception 'company_sold' using errcode = 'SB001'; end if;
  if c.status = 'inactive' and c.id is distinct from current_company then raise exception 'company_inactive' using errcode = 'SB001'; end if;
  return c.id;
end $$;

-- The person, locked, for somebody who may administer people; no row when there is none.
create function app.person_to_change(person uuid) returns setof profiles
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  return query select * from public.profiles p where p.user_id = person and p.deleted_at is null for update;
end $$;

create function app.create_person(new_email text, first text, last text, wanted_role text, wanted_company uuid, allows_unmanaged boolean,
  address text) returns uuid language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  person uuid;
  target uuid;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  target := app.company_for(wanted_role, wanted_company, null);
  insert into public.profiles (email, first_name, last_name, allows_unmanaged_account) values (new_email, first, last, allows_unmanaged)
    on conflict (email) where deleted_at is null do nothing returning user_id into person;
  if person is null then raise exception 'email_taken' using errcode = 'SB001'; end if;
  insert into public.user_roles (user_id, company_id, role) values (person, target, wanted_role);
  perform app.record_security_event('person_created',
    jsonb_build_object('person', person, 'email', new_email, 'role', wanted_role, 'company', target), address);
  return person;
end $$;

/* Gives a person a role, a company or both; null keeps what there is. False when there is no such person.
   Sessions of those who may write end earlier (security.md 5.1): that holds for the open ones, too. */
create function app.set_access(person uuid, wanted_role text, wanted_company uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  held public.user_roles;
  target uuid;
  new_role text;
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  select * into held from public.user_roles r where r.user_id = person order by r.created_at desc limit 1;
  new_role := coalesce(wanted_role, held.role);
  if new_role is null then raise exception 'role_required' using errcode = 'SB001'; end if;
  if wanted_company is null and not (select g.is_group_wide from app.roles g where g.role = new_role) then
    select c.id into target from public.companies c where c.id = held.company_id and not c.is_sbr;
  end if;
  target := app.company_for(new_role, coalesce(wanted_company, target), held.company_id);
  if (held.role, held.company_id) is not distinct from (new_role, target) then return true; end if;
  if person = app.user_id() then raise exception 'own_access' using errcode = 'SB001'; end if;
  delete from public.user_roles r where r.user_id = person and r.company_id <> target;
  insert into public.user_roles (user_id, company_id, role) values (person, target, new_role)
    on conflict (user_id, company_id) do update set role = excluded.role;
  if exists (select from app.role_permissions p where p.role = new_role and p.action = 'inventory.write' and p.reach <> 'none') then
    update public.sessions s set idle_seconds = least(s.idle_seconds, 7200), expires_at = least(s.expires_at, now() + interval '24 hours'),
      idle_expires_at = least(s.idle_expires_at, now() + interval '2 hours') where s.user_id = person and s.kind = 'browser';
  end if;
  perform app.record_security_event('role_changed', jsonb_build_object('person', person,
    'from', jsonb_build_object('role', held.role, 'company', held.company_id),
    'to', jsonb_build_object('role', new_role, 'company', target)), address);
  return true;
end $$;

-- Takes role and company away; whoever is signed in as this person is not any more.
create function app.remove_access(person uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare held jsonb;
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  if person = app.user_id() then raise exception 'own_access' using errcode = 'SB001'; end if;
  with gone as (delete from public.user_roles r where r.user_id = person returning r.role, r.company_id)
  select jsonb_agg(jsonb_build_object('role', role, 'company', company_id)) into held from gone;
  delete from public.sessions s where s.user_id = person;
  perform app.record_security_event('access_removed', jsonb_build_object('person', person, 'from', held), address);
  return true;
end $$;

-- The row stays for the logs; everything by which the person could come in goes (security.md 2.3).
create function app.remove_person(person uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not app.remove_access(person, address) then return false; end if;
  delete from public.identity_links l where l.user_id = person;
  update public.profiles set deleted_at = now(), is_pre_authorized = false where user_id = person;
  perform app.record_security_event('person_deleted', jsonb_build_object('person', person), address);
  return true;
end $$;

-- Ends all sessions and tokens. Null when there is no such person.
create function app.end_sessions(person uuid, address text) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare ended bigint;
begin
  perform from app.person_to_change(person);
  if not found then return null; end if;
  perform app.record_security_event('sessions_ended', jsonb_build_object('person', person), address);
  delete from public.sessions s where s.user_id = person;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- After T46: the next account that the provider vouches for with this address is linked anew.
create function app.reset_link(person uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  perform app.record_security_event('link_reset', jsonb_build_object('person', person), address);
  delete from public.identity_links l where l.user_id = person;
  delete from public.sessions s where s.user_id = person;
  update public.profiles set is_pre_authorized = true where user_id = person;
  return true;
end $$;

create function app.allow_unmanaged_account(person uuid, allowed boolean, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  update public.profiles set allows_unmanaged_account = allowed where user_id = person;
  perform app.record_security_event('unmanaged_account_allowed', jsonb_build_object('person', person, 'allowed', allowed), address);
  return true;
end $$;

/* Gives whoever asked a role: as a new pre-authorised person, or as the one they are already (their role had been taken away).
   Null when there is no such request. */
create function app.approve_access(request uuid, wanted_role text, wanted_company uuid, allows_unmanaged boolean, address text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  asked public.access_requests;
  person uuid;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  select * into asked from public.access_requests a where a.id = request for update;
  if not found then return null; end if;
  if asked.status = 'approved' then raise exception 'request_closed' using errcode = 'SB001'; end if;
  select l.user_id into person from public.identity_links l where l.issuer = asked.issuer and l.subject = asked.subject;
  if person is null then
    select p.user_id into person from public.profiles p where p.email = asked.email and p.deleted_at is null;
  end if;
  if person is null then
    person := app.create_person(asked.email, nullif(split_part(asked.name, ' ', 1), ''),
      nullif(trim(substr(asked.name, length(split_part(asked.name, ' ', 1)) + 1)), ''), wanted_role, wanted_company, allows_unmanaged, address);
  else
    perform from app.person_to_change(person);
    if exists (select from public.user_roles r where r.user_id = person) then raise exception 'has_access' using errcode = 'SB001'; end if;
    perform app.set_access(person, wanted_role, wanted_company, address);
    if allows_unmanaged then perform app.allow_unmanaged_account(person, true, address); end if;
  end if;
  update public.access_requests set status = 'approved' where id = request;
  perform app.record_security_event('access_approved', jsonb_build_object('person', person, 'request', request), address);
  return person;
end $$;

create function app.dismiss_access(request uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare was text;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  select a.status into was from public.access_requests a where a.id = request for update;
  if not found then return false; end if;
  if was = 'approved' then raise exception 'request_closed' using errcode = 'SB001'; end if;
  update public.access_requests set status = 'dismissed' where id = request;
  perform app.record_security_event('access_dismissed', jsonb_build_object('request', request), address);
  return true;
end $$;

-- Somebody who may not come in: the operator finds the request in the Admin Panel. A dismissed one stays dismissed.
drop function app.request_access(text, text, text, text);
create function app.request_access(from_issuer text, from_subject text, from_email text, full_name text, managed boolean) returns void
language sql security definer set search_path = pg_catalog, public as $$
  insert into public.access_requests (issuer, subject, email, name, is_managed)
  values (from_issuer, from_subject, from_email, full_name, managed)
  on conflict (issuer, subject) do update set email = excluded.email, name = excluded.name, is_managed = excluded.is_managed,
    requested_at = now(), status = case access_requests.status when 'approved' then 'open' else access_requests.status end
$$;

-- As before, but a deleted person's address is nobody's.
create or replace function app.link_identity(
  from_issuer text, from_subject text, from_email text, given_name text, family_name text, is_managed boolean,
  out person uuid, out refusal text
) language plpgsql security definer set search_path = pg_catalog, public as $$
declare p public.profiles;
begin
  select l.user_id into person from public.identity_links l where l.issuer = from_issuer and l.subject = from_subject;
  if found then
    select * into p from public.profiles where user_id = person;
  else
    -- The lock makes two first sign-ins of one person wait for each other.
    select * into p from public.profiles where email = from_email and deleted_at is null for update;
    if not found then refusal := 'stranger'; return; end if;
    if exists (select from public.identity_links l where l.issuer = from_issuer and l.subject = from_subject and l.user_id = p.user_id) then
      person := p.user_id;
    elsif not p.is_pre_authorized
       or exists (select from public.identity_links l where l.user_id = p.user_id and l.issuer = from_issuer) then
      refusal := 'identity_conflict'; return;
    end if;
  end if;
  if not is_managed and not p.allows_unmanaged_account then
    person := null; refusal := 'unmanaged_account'; return;
  end if;
  if not exists (select from public.user_roles r where r.user_id = p.user_id) then
    person := null; refusal := 'no_role'; return;
  end if;
  if person is null then
    insert into public.identity_links (issuer, subject, user_id) values (from_issuer, from_subject, p.user_id);
    update public.profiles set is_pre_authorized = false, first_name = coalesce(nullif(first_name, ''), given_name),
      last_name = coalesce(nullif(last_name, ''), family_name) where user_id = p.user_id;
    person := p.user_id;
  end if;
end $$;

create or replace function app.sign_in(
  from_issuer text, from_subject text, from_email text, given_name text, family_name text, full_name text, is_managed boolean,
  new_hash text, old_hash text, agent text, address text
) returns text language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  linked record;
  may_write boolean;
begin
  delete from public.sessions s where s.token_hash = old_hash and s.kind = 'browser';
  select * into linked from app.link_identity(from_issuer, from_subject, from_email, given_name, family_name, is_managed);
  if linked.person is null then
    if linked.refusal in ('stranger', 'no_role') then
      perform app.request_access(from_issuer, from_subject, from_email, full_name, is_managed);
    end if;
    insert into public.security_events (kind, user_id, address, detail) values (linked.refusal,
      (select p.user_id from public.profiles p where p.email = from_email and p.deleted_at is null), sign_in.address,
      jsonb_build_object('issuer', from_issuer, 'subject', from_subject, 'email', from_email));
    return linked.refusal;
  end if;
  delete from public.sessions s where s.user_id = linked.person and (s.expires_at <= now() or s.idle_expires_at <= now());
  delete from public.sessions s where s.id in (select o.id from public.sessions o
    where o.user_id = linked.person and o.kind = 'browser' order by o.last_seen_at desc, o.id desc offset 9);
  select coalesce(bool_or(p.reach <> 'none'), false) into may_write from public.user_roles r
    join app.role_permissions p on p.role = r.role and p.action = 'inventory.write' where r.user_id = linked.person;
  insert into public.sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at, user_agent)
  select new_hash, linked.person, 'browser', l.idle, now() + make_interval(secs => l.idle), now() + make_interval(secs => l.total), left(agent, 300)
  from (select case when may_write then 7200 else 86400 end as idle, case when may_write then 86400 else 604800 end as total) l;
  insert into public.security_events (kind, user_id, address) values ('signed_in', linked.person, sign_in.address);
  return 'signed_in';
end $$;

create or replace function app.pre_authorise_operator(new_email text) returns text
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  person uuid;
  firm uuid := (select id from public.companies where is_sbr);
  wide text := (select r.role from app.roles r where r.is_group_wide order by r.role limit 1);
begin
  insert into public.profiles (email) values (new_email) on conflict (email) where deleted_at is null do nothing;
  select user_id into person from public.profiles where email = new_email and deleted_at is null;
  if exists (select from public.user_roles r where r.user_id = person and r.role = wide) then return 'already'; end if;
  if exists (select from public.user_roles r where r.user_id = person) then return 'member'; end if;
  insert into public.user_roles (user_id, company_id, role) values (person, firm, wide);
  insert into public.security_events (kind, user_id, company_id, detail) values ('operator_pre_authorised', person, firm, '{"by": "command line"}');
  return 'added';
end $$;

do $$
declare f text;
begin
  foreach f in array array['company_records()', 'person_name(uuid)', 'check_company_family()', 'check_operator_remains()',
    'company_for(text, uuid, uuid)', 'person_to_change(uuid)', 'create_person(text, text, text, text, uuid, boolean, text)',
    'set_access(uuid, text, uuid, text)', 'remove_access(uuid, text)', 'remove_person(uuid, text)', 'end_sessions(uuid, text)',
    'reset_link(uuid, text)', 'allow_unmanaged_account(uuid, boolean, text)', 'approve_access(uuid, text, uuid, boolean, text)',
    'dismiss_access(uuid, text)', 'request_access(text, text, text, text, boolean)'] loop
    execute format('alter function app.%s owner to app_auth', f);
  end loop;
end $$;
grant execute on function app.company_records(), app.person_name(uuid), app.create_person(text, text, text, text, uuid, boolean, text),
  app.set_access(uuid, text, uuid, text), app.remove_access(uuid, text), app.remove_person(uuid, text), app.end_sessions(uuid, text),
  app.reset_link(uuid, text), app.allow_unmanaged_account(uuid, boolean, text),
  app.approve_access(uuid, text, uuid, boolean, text), app.dismiss_access(uuid, text) to app_rt;
