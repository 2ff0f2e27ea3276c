-- Signing in. The web server may neither read profiles by e-mail nor write sessions; these functions do both by the rules (T41-T53). All
-- belong to app_auth.

call app.allow_all_rows('identity_links', 'app_auth', 'select,insert,delete');
call app.allow_all_rows('sessions', 'app_auth', 'select,insert,update,delete');
grant select (id, user_id, kind, name, created_at, last_seen_at, expires_at, idle_expires_at, user_agent, last_address, is_read_only,
  only_company_id, areas), delete on sessions to app_rt;
-- Through a token nobody sees or ends a session or token but itself: a leaked one must not lock its owner out.
create policy session_read on sessions for select to app_rt using (
  user_id = (select app.user_id()) and ((select (app.known()).token_reach) is null or id = (select (app.known()).session_id)));
create policy session_delete on sessions for delete to app_rt using (
  user_id = (select app.user_id()) and ((select (app.known()).token_reach) is null or id = (select (app.known()).session_id)));
grant select, insert, delete on app.used_attempts to app_auth;

-- True the first time that an attempt is used. An attempt is valid for ten minutes, so older ones are deleted.
create or replace function app.use_attempt(state_digest text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.used_attempts where used_at < now() - interval '1 hour';
  insert into app.used_attempts (digest) values (state_digest) on conflict do nothing;
  return found;
end $$;

-- Records that somebody who may not sign in asks for access; the operator finds the request in the Admin Panel. A dismissed one stays dismissed.
create or replace function app.request_access(from_issuer text, from_subject text, from_email text, full_name text, managed boolean) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.access_requests (issuer, subject, email, name, is_managed)
  values (from_issuer, from_subject, from_email, full_name, managed)
  on conflict (issuer, subject) do update set email = excluded.email, name = excluded.name, is_managed = excluded.is_managed,
    requested_at = now(), status = case access_requests.status when 'approved' then 'open' else access_requests.status end
$$;

/* The person of an identity that the provider has confirmed, linked at the first sign-in; null with the reason why not. The link
   uses (issuer, subject): an e-mail address can get a new owner, a subject cannot (T46). The address of a deleted person belongs to nobody. */
create or replace function app.link_identity(
  from_issuer text, from_subject text, from_email text, given_name text, family_name text, is_managed boolean,
  out person uuid, out refusal text
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
    elsif exists (select from public.identity_links l where l.user_id = p.user_id and l.issuer = from_issuer)
       or not p.is_pre_authorized and not exists (select from public.passwords w where w.user_id = p.user_id) then
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

/* Opens a session of a browser; its cookie is the secret of `new_hash`. A person keeps the ten newest sessions. Sessions of people who may
   write end sooner. */
create or replace function app.open_session(person uuid, new_hash text, agent text, address text, detail jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare may_write boolean;
begin
  delete from public.sessions s where s.user_id = person and (s.expires_at <= now() or s.idle_expires_at <= now());
  delete from public.sessions s where s.id in (select o.id from public.sessions o
    where o.user_id = person and o.kind = 'browser' order by o.last_seen_at desc, o.id desc offset 9);
  select coalesce(bool_or(p.reach <> 'none'), false) into may_write from public.user_roles r
    join app.role_permissions p on p.role = r.role and p.action = 'inventory.write' where r.user_id = person;
  insert into public.sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at, user_agent)
  select new_hash, person, 'browser', l.idle, now() + make_interval(secs => l.idle), now() + make_interval(secs => l.total), left(agent, 300)
  from (select case when may_write then 7200 else 86400 end as idle, case when may_write then 86400 else 604800 end as total) l;
  insert into public.security_events (kind, user_id, address, detail)
  values ('signed_in', person, open_session.address, open_session.detail);
end $$;

/* Answers 'signed_in' or the reason why not. The caller has checked the claims; the secret of `new_hash` is the cookie. `old_hash`:
   the earlier session of this browser; it always ends (T50), since another person may be signing in. */
create or replace function app.sign_in(
  from_issuer text, from_subject text, from_email text, given_name text, family_name text, full_name text, is_managed boolean,
  new_hash text, old_hash text, agent text, address text
) returns text language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare linked record;
begin
  delete from public.sessions s where s.token_hash = old_hash and s.kind = 'browser';
  select * into linked from app.link_identity(from_issuer, from_subject, from_email, given_name, family_name, is_managed);
  if linked.person is null then
    if linked.refusal in ('stranger', 'no_role') then
      perform app.request_access(from_issuer, from_subject, from_email, full_name, is_managed);
    end if;
    perform app.fold_security_event(linked.refusal,
      (select p.user_id from public.profiles p where p.email = from_email and p.deleted_at is null), null, sign_in.address,
      jsonb_build_object('issuer', from_issuer, 'subject', from_subject, 'email', from_email));
    return linked.refusal;
  end if;
  perform app.open_session(linked.person, new_hash, agent, address, '{}');
  return 'signed_in';
end $$;

-- Ends a session or token of the caller; without a target, that of this transaction. A token ends only itself. It ends a moment later, so that the later writes of this
-- transaction (an idempotency key) still have an author. A later sign-in deletes the row.
create or replace function app.end_session(target uuid, of_kind text) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with asking as (select * from app.ctx()), ended as (
    update public.sessions s set expires_at = now() + interval '1 microsecond', idle_expires_at = now() + interval '1 microsecond'
    from asking a where s.user_id = a.user_id and s.expires_at > now()
      and case when target is null then s.id = a.session_id else s.id = target and s.kind = of_kind end
      and (a.token_reach is null or s.id = a.session_id)
    returning s.id)
  select exists (select from ended)
$$;

-- Ends all browser sessions of the caller but the one of this transaction; a token ends none. Returns how many.
create or replace function app.end_other_sessions() returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with asking as (select * from app.ctx()), ended as (
    update public.sessions s set expires_at = now(), idle_expires_at = now()
    from asking a where s.user_id = a.user_id and s.id <> a.session_id and s.kind = 'browser' and least(s.expires_at, s.idle_expires_at) > now()
      and a.token_reach is null
    returning s.id)
  select count(*) from ended
$$;

-- Makes a personal access token for the person signed in. A token cannot make tokens (null): otherwise a leaked token could outlive its end.
-- `only_company`: the only company it reaches; `only_areas`: the areas of the API.
create or replace function app.create_access_token(
  token_name text, new_hash text, days int, read_only boolean default false, only_company uuid default null, only_areas jsonb default null
) returns setof sessions language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare c app.context := app.ctx();
begin
  if only_company <> all (c.scope) then raise exception 'company_unknown' using errcode = 'SB001'; end if;
  return query insert into public.sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at, is_read_only, only_company_id, areas)
    select new_hash, s.user_id, 'token', token_name, days * 86400, now() + make_interval(days => days), now() + make_interval(days => days),
      read_only, only_company, only_areas
    from public.sessions s where s.id = c.session_id and s.kind = 'browser' and days between 1 and 366
    returning *;
end $$;

-- A person can keep track of only so many tokens: at most 50.
create or replace function app.bound_tokens() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Without the lock two requests at once would both count 49.
  perform pg_advisory_xact_lock(hashtextextended('tokens of ' || new.user_id, 0));
  if (select count(*) from public.sessions s
      where s.user_id = new.user_id and s.kind = 'token' and s.expires_at > now() and s.idle_expires_at > now()) >= 50 then
    raise exception using errcode = 'SB001', message = 'too_many_tokens';
  end if;
  return new;
end $$;
create trigger bound_tokens before insert on sessions for each row when (new.kind = 'token') execute function app.bound_tokens();

-- For `npm run operator`: adds an address that may sign in with the role that reaches all companies. Only the owner runs it.
create or replace function app.pre_authorise_operator(new_email text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
  firm uuid := (select id from public.companies where is_sbr);
  wide text := (select r.role from app.roles r where r.is_group_wide order by r.role limit 1);
begin
  person := coalesce(app.add_profile(new_email, null, null, false),
    (select p.user_id from public.profiles p where p.email = new_email and p.deleted_at is null));
  if exists (select from public.user_roles r where r.user_id = person and r.role = wide) then return 'already'; end if;
  if exists (select from public.user_roles r where r.user_id = person) then return 'member'; end if;
  insert into public.user_roles (user_id, company_id, role) values (person, firm, wide);
  insert into public.security_events (kind, user_id, company_id, detail) values ('operator_pre_authorised', person, firm, '{"by": "command line"}');
  return 'added';
end $$;

grant execute on function app.use_attempt, app.sign_in, app.end_session, app.end_other_sessions, app.create_access_token to app_rt;
