-- People: a save that came too late is told, names are corrected before the first sign-in, and who counts as the operator that
-- remains. Companies: the time zone that new ones get.

-- DEFAULT_TIME_ZONE, noted at each start (server/platform/migrations.ts).
alter table app.installation add default_time_zone text not null default 'UTC';

-- Programs know zones that PostgreSQL does not: asked here, before anything is reckoned in one.
create function app.check_time_zone() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception 'zone_unknown' using errcode = 'SB001';
end $$;
create trigger time_zone before insert or update of time_zone on companies for each row execute function app.check_time_zone();

alter table profiles add version int not null default 1, add updated_at timestamptz not null default now();
create trigger version before update on profiles for each row execute function app.bump_version();

-- Role and company are part of the person who is edited, though they are rows of their own.
create function app.bump_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update public.profiles set is_pre_authorized = is_pre_authorized where user_id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger person_version after insert or update or delete on user_roles for each row execute function app.bump_person();

-- Whether a person still is what was edited. They stay locked. Null when there is no such person.
create function app.person_is_at(person uuid, expected int) returns boolean
language sql security definer set search_path = pg_catalog, public as $$
  select p.version = expected from app.person_to_change(person) p
$$;

-- Corrects the name of somebody who has not signed in yet; afterwards it is theirs (security.md 2.2, row 2). What is left out stays.
create function app.name_person(person uuid, names jsonb, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
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

-- As before, but somebody who never came in does not count: the address may be mistyped, and then nobody could come in any more.
create or replace function app.check_operator_remains() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not (select g.is_group_wide from app.roles g where g.role = old.role) then return null; end if;
  perform pg_advisory_xact_lock(7203004);
  if not exists (select from public.user_roles r join app.roles g on g.role = r.role join public.profiles p on p.user_id = r.user_id
                 where g.is_group_wide and not p.is_pre_authorized) then
    raise exception 'last_operator' using errcode = 'SB001';
  end if;
  return null;
end $$;

do $$
declare f text;
begin
  foreach f in array array['bump_person()', 'person_is_at(uuid, int)', 'name_person(uuid, jsonb, text)'] loop
    execute format('alter function app.%s owner to app_auth', f);
  end loop;
end $$;
grant execute on function app.person_is_at(uuid, int), app.name_person(uuid, jsonb, text) to app_rt;
