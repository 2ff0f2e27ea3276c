-- Signing in by password (decision 0105). The server makes and compares hashes, never the database. Only these functions read and write the
-- tables. All belong to app_auth.

call app.allow_all_rows('passwords', 'app_auth', 'select,insert,update,delete');
call app.allow_all_rows('password_resets', 'app_auth', 'select,insert,delete');

-- Whether the person may sign in at all: like every other way to sign in, it needs a role.
create or replace function app.may_sign_in(person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.profiles p join public.user_roles r on r.user_id = p.user_id where p.user_id = person and p.deleted_at is null)
$$;

-- The password of an address. No row: the address is unknown, has no password, or may not sign in; the caller must not reveal which.
create or replace function app.password_of(typed_email text, out person uuid, out version uuid, out sealed_hash text) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.user_id, w.version, w.sealed_hash from public.passwords w join public.profiles p on p.user_id = w.user_id
  where p.email = typed_email and p.deleted_at is null and app.may_sign_in(p.user_id)
$$;

-- The companies that a person works for, and the firm: everybody who knows the person knows their names. At most 100.
create or replace function app.company_names_of(person uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select c.name from public.companies c
    where c.is_sbr or exists (select from public.user_roles r join app.roles g on g.role = r.role
      where r.user_id = person and (r.company_id = c.id or g.is_group_wide))
    order by c.is_sbr desc, c.name limit 100)
$$;

-- The password of the person signed in by a browser, not by a token: a leaked token must not change the password.
create or replace function app.own_password(out person uuid, out version uuid, out sealed_hash text, out companies text[]) returns setof record
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.user_id, w.version, w.sealed_hash, app.company_names_of(w.user_id) from public.passwords w
  join public.sessions s on s.user_id = w.user_id and s.kind = 'browser' and s.id = (app.ctx()).session_id
$$;

/* Opens a session for a person whose password the caller has compared. False when the password has changed meanwhile, or the person may
   not sign in any more. `old_hash`: the earlier session of this browser; it always ends (T50). */
create or replace function app.sign_in_by_password(person uuid, seen uuid, new_hash text, old_hash text, agent text, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.sessions s where s.token_hash = old_hash and s.kind = 'browser';
  -- The lock makes a password reset wait: either it ends this session afterwards, or this function sees its new password.
  perform from public.passwords w where w.user_id = person and w.version = seen for share;
  if not found or not app.may_sign_in(person) then return false; end if;
  perform app.open_session(person, new_hash, agent, address, '{"by": "password"}');
  return true;
end $$;

/* A link to set a password: stores the hash of its secret, and returns the person it is for. No row when the address may not sign in. For
   the worker, and for `npm run operator`. */
create or replace function app.open_password_reset(typed_email text, new_hash text, minutes int, out email text, out first_name text)
returns setof record language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with person as (
    select p.user_id, p.email, p.first_name from public.profiles p
    where p.email = typed_email and p.deleted_at is null and app.may_sign_in(p.user_id)),
  opened as (
    insert into public.password_resets (token_hash, user_id, expires_at)
    select new_hash, p.user_id, now() + make_interval(mins => minutes) from person p)
  select p.email, p.first_name from person p
$$;

-- The person of a link that can still be used; no row otherwise.
create or replace function app.password_reset_of(
  link_hash text, out person uuid, out email text, out first_name text, out last_name text, out companies text[]
) returns setof record language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.user_id, p.email, p.first_name, p.last_name, app.company_names_of(p.user_id) from public.password_resets t join public.profiles p on p.user_id = t.user_id
  where t.token_hash = link_hash and t.expires_at > now() and app.may_sign_in(p.user_id)
$$;

/* Sets a password by a link. False when the link cannot be used: the delete lets one of several requests win. All links, sessions and
   tokens of the person end, since somebody else may have made them. */
create or replace function app.set_password_by_link(link_hash text, sealed text, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare person uuid;
begin
  delete from public.password_resets t where t.token_hash = link_hash and t.expires_at > now() returning t.user_id into person;
  if person is null or not app.may_sign_in(person) then return false; end if;
  delete from public.password_resets t where t.user_id = person;
  insert into public.passwords (user_id, sealed_hash) values (person, sealed)
    on conflict (user_id) do update set sealed_hash = excluded.sealed_hash, version = uuidv7(), changed_at = now();
  delete from public.sessions s where s.user_id = person;
  update public.profiles set is_pre_authorized = false where user_id = person;
  insert into public.security_events (kind, user_id, address) values ('password_set', person, set_password_by_link.address);
  return true;
end $$;

-- Changes the caller's own password and signs their other browsers out. False when the password has changed meanwhile.
create or replace function app.change_password(seen uuid, sealed text, address text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare c app.context := app.ctx();
begin
  update public.passwords w set sealed_hash = sealed, version = uuidv7(), changed_at = now()
    where w.version = seen and w.user_id = (select o.person from app.own_password() o);
  if not found then return false; end if;
  delete from public.password_resets t where t.user_id = c.user_id;
  delete from public.sessions s where s.user_id = c.user_id and s.kind = 'browser' and s.id <> c.session_id;
  insert into public.security_events (kind, user_id, address) values ('password_changed', c.user_id, change_password.address);
  return true;
end $$;

-- For a person who was deleted, or whose identity an operator has reset.
create or replace function app.forget_password(of_person uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.password_resets t where t.user_id = of_person;
  delete from public.passwords w where w.user_id = of_person;
$$;

grant execute on function app.password_of, app.own_password, app.sign_in_by_password, app.password_reset_of, app.set_password_by_link,
  app.change_password to app_rt;
grant execute on function app.open_password_reset to app_worker;
