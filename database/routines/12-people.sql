-- People and their roles, by the rules (decision 0011).

call app.allow_all_rows('profiles', 'app_auth', 'select,insert,update');
grant select on profiles to app_rt;
grant update (first_name, last_name) on profiles to app_rt;
-- Readers who administer people see all people, also those without a role, whatever company they act in.
create policy profile_read on profiles for select to app_rt using (
  (select app.may('person.read')) or user_id = (select app.user_id()) or exists (
    select from user_roles r where r.user_id = profiles.user_id and r.company_id = any ((select app.scope())::uuid[])));
create policy profile_write on profiles for update to app_rt using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()));
create trigger version before update on profiles for each row execute function app.bump_version();

call app.allow_all_rows('user_roles', 'app_auth', 'select,insert,update,delete');
grant select on user_roles to app_rt;
create policy role_read on user_roles for select to app_rt using (
  (select app.may('person.read')) or user_id = (select app.user_id()) or company_id = any ((select app.scope())::uuid[]));

call app.allow_all_rows('access_requests', 'app_auth', 'select,insert,update');
grant select on access_requests to app_rt;
-- Operators of a company see what it has asked for.
create policy request_read on access_requests for select to app_rt using (
  (select app.may('person.read')) or wanted_company = any ((select app.scope_for('person.ask'))::uuid[]));

call app.close_table('user_preferences');
grant select, insert, update (value, updated_at) on user_preferences to app_rt;
create policy own_read on user_preferences for select to app_rt using (user_id = (select app.user_id()));
create policy own_insert on user_preferences for insert to app_rt with check (user_id = (select app.user_id()));
create policy own_update on user_preferences for update to app_rt using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()));

-- The name of a person on a screen. Without a name: the e-mail address, for readers who may know it (colleague.readEmail of the matrix, for
-- people within reach), else a neutral word. Never null for a known person: null means the system.
create or replace function app.shown_name(person uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    nullif(trim(concat(p.first_name, ' ', p.last_name)), ''),
    case when p.user_id = (app.known()).user_id
      or app.may('colleague.readEmail') and (app.may('person.read') or exists (
        select from public.user_roles r where r.user_id = p.user_id and r.company_id = any ((app.known()).scope)))
      then p.email end,
    'A colleague')
  from public.profiles p where p.user_id = person and (app.known()).role is not null
$$;

-- The names of many people at once, by the rule of app.shown_name; the rights of the caller are checked once.
create or replace function app.shown_names(people uuid[]) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with me as materialized (
    select k.user_id, k.scope, app.may('colleague.readEmail') as reads_email, app.may('person.read') as reads_people
    from app.known() k where k.role is not null)
  select p.user_id, coalesce(
    nullif(trim(concat(p.first_name, ' ', p.last_name)), ''),
    case when p.user_id = me.user_id
      or me.reads_email and (me.reads_people or exists (
        select from public.user_roles r where r.user_id = p.user_id and r.company_id = any (me.scope)))
      then p.email end,
    'A colleague')
  from me cross join public.profiles p where p.user_id = any (people)
$$;

-- Only people of the parent firm can have the role that reaches all companies.
create or replace function app.check_role_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select r.is_group_wide from app.roles r where r.role = new.role)
     is distinct from (select c.is_sbr from public.companies c where c.id = new.company_id) then
    raise exception 'role_company_mismatch' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger role_company before insert or update on user_roles
  for each row execute function app.check_role_company();

/* Checked at commit, one transaction after the other: when two operators remove each other at the same time, one of them fails. An operator
   who has never signed in does not count: the address may be mistyped, and then nobody could sign in any more. */
create or replace function app.check_operator_remains() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not (select g.is_group_wide from app.roles g where g.role = old.role) then return null; end if;
  perform pg_advisory_xact_lock(7203004);
  if not exists (select from public.user_roles r join app.roles g on g.role = r.role join public.profiles p on p.user_id = r.user_id
                 where g.is_group_wide and not p.is_pre_authorized) then
    raise exception 'last_operator' using errcode = 'SB001';
  end if;
  return null;
end $$;
create constraint trigger operator_remains after update or delete on user_roles deferrable initially deferred
  for each row execute function app.check_operator_remains();

-- The form of a person also edits their role and company, which are rows of their own.
create or replace function app.bump_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.profiles set is_pre_authorized = is_pre_authorized where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger person_version after insert or update or delete on user_roles for each row execute function app.bump_person();

/* The company for a role; raises when the two do not fit. Locks the company, so that nobody sells it meanwhile. `current_company` may be
   inactive: the person belongs to it already. */
create or replace function app.company_for(wanted_role text, wanted_company uuid, current_company uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Locks and returns the person, for callers who may administer people; no row when there is no such person.
create or replace function app.person_to_change(person uuid) returns setof profiles
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  return query select * from public.profiles p where p.user_id = person and p.deleted_at is null for update;
end $$;

-- Whether the person still has the version that was edited. Locks the person. Null when there is no such person.
create or replace function app.person_is_at(person uuid, expected int) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.version = expected from app.person_to_change(person) p
$$;

/* Adds an address that may sign in. A person who was deleted and comes back by the same address is the same person again, with the hours and
   all other records of before. Null when somebody has the address. */
create or replace function app.add_profile(new_email text, first text, last text, allows_unmanaged boolean) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare person uuid;
begin
  update public.profiles p set deleted_at = null, is_pre_authorized = true, first_name = coalesce(first, p.first_name),
    last_name = coalesce(last, p.last_name), allows_unmanaged_account = allows_unmanaged
  where p.deleted_at is not null and not exists (select from public.profiles o where o.email = new_email and o.deleted_at is null)
    and p.user_id = (select g.user_id from public.profiles g where g.email = new_email and g.deleted_at is not null
      order by g.deleted_at desc, g.user_id limit 1)
  returning p.user_id into person;
  if person is null then
    insert into public.profiles (email, first_name, last_name, allows_unmanaged_account) values (new_email, first, last, allows_unmanaged)
      on conflict (email) where deleted_at is null do nothing returning user_id into person;
  end if;
  return person;
end $$;

create or replace function app.create_person(new_email text, first text, last text, wanted_role text, wanted_company uuid, allows_unmanaged boolean,
  address text) returns uuid language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
  target uuid;
begin
  if not app.may('person.write') then raise exception 'not allowed' using errcode = 'insufficient_privilege'; end if;
  target := app.company_for(wanted_role, wanted_company, null);
  person := app.add_profile(new_email, first, last, allows_unmanaged);
  if person is null then raise exception 'email_taken' using errcode = 'SB001'; end if;
  insert into public.user_roles (user_id, company_id, role) values (person, target, wanted_role);
  perform app.record_security_event('person_created',
    jsonb_build_object('person', person, 'email', new_email, 'role', wanted_role, 'company', target), address);
  return person;
end $$;

-- Corrects the name of a person who has not signed in yet; after that only the person changes it. Names that are left out stay.
create or replace function app.name_person(person uuid, names jsonb, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  p public.profiles;
  first text;
  last text;
begin
  select * into p from app.person_to_change(person);
  if not found then return false; end if;
  first := case when names ? 'firstName' then names ->> 'firstName' else p.first_name end;
  last := case when names ? 'lastName' then names ->> 'lastName' else p.last_name end;
  if (first, last) is not distinct from (p.first_name, p.last_name) then return true; end if;
  if not p.is_pre_authorized then raise exception 'name_own' using errcode = 'SB001'; end if;
  update public.profiles set first_name = first, last_name = last where user_id = person;
  perform app.record_security_event('person_named', jsonb_build_object('person', person), address);
  return true;
end $$;

/* Gives a person a role, a company or both; null keeps the current value. False when there is no such person. Sessions of people who
   may write end earlier; this applies to their open sessions, too. */
create or replace function app.set_access(person uuid, wanted_role text, wanted_company uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Takes role and company away, and ends the sessions of the person.
create or replace function app.remove_access(person uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Keeps the row for the logs; removes everything that the person could sign in with.
create or replace function app.remove_person(person uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not app.remove_access(person, address) then return false; end if;
  delete from public.identity_links l where l.user_id = person;
  perform app.forget_password(person);
  update public.profiles set deleted_at = now(), is_pre_authorized = false where user_id = person;
  perform app.record_security_event('person_deleted', jsonb_build_object('person', person), address);
  return true;
end $$;

-- A token of an operator does not lock the operator out: what ends the caller's own sessions needs a browser (decision 0104).
create or replace function app.refuse_own_by_token(person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if person = app.user_id() and (app.known()).token_reach is not null then
    raise exception 'own_by_token' using errcode = 'SB001';
  end if;
end $$;

-- Ends all sessions and tokens. Null when there is no such person.
create or replace function app.end_sessions(person uuid, address text) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare ended bigint;
begin
  perform from app.person_to_change(person);
  if not found then return null; end if;
  perform app.refuse_own_by_token(person);
  perform app.record_security_event('sessions_ended', jsonb_build_object('person', person), address);
  delete from public.sessions s where s.user_id = person;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- After T46: the next account with this address that the provider confirms is linked. The password is deleted too.
create or replace function app.reset_link(person uuid, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  perform app.refuse_own_by_token(person);
  perform app.record_security_event('link_reset', jsonb_build_object('person', person), address);
  delete from public.identity_links l where l.user_id = person;
  perform app.forget_password(person);
  delete from public.sessions s where s.user_id = person;
  update public.profiles set is_pre_authorized = true where user_id = person;
  return true;
end $$;

-- Whether the person may sign in with an account that no organisation manages (T45).
create or replace function app.allow_unmanaged_account(person uuid, allowed boolean, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from app.person_to_change(person);
  if not found then return false; end if;
  update public.profiles set allows_unmanaged_account = allowed where user_id = person;
  perform app.record_security_event('unmanaged_account_allowed', jsonb_build_object('person', person, 'allowed', allowed), address);
  return true;
end $$;

grant execute on function app.shown_name, app.shown_names, app.person_is_at, app.create_person, app.name_person, app.set_access, app.remove_access,
  app.remove_person, app.end_sessions, app.reset_link, app.allow_unmanaged_account to app_rt;
