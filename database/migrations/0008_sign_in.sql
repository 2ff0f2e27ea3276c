-- Signing in: the web server may not read profiles by e-mail or write sessions; these functions do it by the rules
-- (decisions.md, Signing in; security.md T41-T53). All belong to app_auth.

-- Whether the data of this database is the demo (seeds/demo.ts says so): only such data may ever be reset.
create table app.installation (only_row boolean primary key default true check (only_row), is_demo boolean not null);
insert into app.installation (is_demo) values (false);
grant select on app.installation to app_rt, app_auth;

call app.let_in('user_roles', 'app_auth', 'insert,update');

create function app.record_security_event(kind text, detail jsonb, address text) returns void
language sql security definer set search_path = pg_catalog, public as $$
  insert into public.security_events (kind, user_id, company_id, address, detail)
  select record_security_event.kind, c.user_id, c.company_id, record_security_event.address, coalesce(record_security_event.detail, '{}')
  from app.ctx() c
$$;

-- Somebody who may not come in: the operator finds the request in the Admin Panel. A dismissed one stays dismissed.
create function app.request_access(from_issuer text, from_subject text, from_email text, full_name text) returns void
language sql security definer set search_path = pg_catalog, public as $$
  insert into public.access_requests (issuer, subject, email, name) values (from_issuer, from_subject, from_email, full_name)
  on conflict (issuer, subject) do update set email = excluded.email, name = excluded.name, requested_at = now(),
    status = case access_requests.status when 'approved' then 'open' else access_requests.status end
$$;

/* The person behind an identity that the provider has vouched for, linked at first sight; null with the reason why not.
   Linked by (issuer, subject): an e-mail address can get a new owner, a subject cannot (T46). */
create function app.link_identity(
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
    select * into p from public.profiles where email = from_email for update;
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

/* Answers 'signed_in' or the reason why not. Claims were checked by the caller; the secret of `new_hash` is the cookie.
   `old_hash`: the session this browser had before; it ends in any case (T50): whoever comes now is somebody else. Lengths: security.md 5.1. */
create function app.sign_in(
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
      perform app.request_access(from_issuer, from_subject, from_email, full_name);
    end if;
    insert into public.security_events (kind, user_id, address, detail) values (linked.refusal,
      (select p.user_id from public.profiles p where p.email = from_email), sign_in.address,
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

-- Ends an own session or token; without a target the one of this transaction. It ends a moment later, so that what the same
-- transaction still writes (an idempotency key) has its author. The row goes with a later sign-in.
create function app.end_session(target uuid, of_kind text) returns boolean
language sql security definer set search_path = pg_catalog, public as $$
  with asking as (select * from app.ctx()), ended as (
    update public.sessions s set expires_at = now() + interval '1 microsecond', idle_expires_at = now() + interval '1 microsecond'
    from asking a where s.user_id = a.user_id and s.expires_at > now()
      and case when target is null then s.id = a.session_id else s.id = target and s.kind = of_kind end
    returning s.id)
  select exists (select from ended)
$$;

-- The answer of a repeated request is kept, but a secret in it is not (T52): it is shown once, and the repetition lacks it.
create function app.drop_secret() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  new.body := new.body - 'token';
  return new;
end $$;
create trigger drop_secret before insert on idempotency_keys
  for each row when (jsonb_typeof(new.body) = 'object' and new.body ? 'token') execute function app.drop_secret();

-- A personal access token of the person signed in. A token makes no tokens: a leaked one must not outlive its end. Null then.
create function app.create_access_token(token_name text, new_hash text, days int) returns setof sessions
language sql security definer set search_path = pg_catalog, public as $$
  insert into public.sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at)
  select new_hash, s.user_id, 'token', token_name, days * 86400, now() + make_interval(days => days), now() + make_interval(days => days)
  from public.sessions s where s.id = (app.ctx()).session_id and s.kind = 'browser' and days between 1 and 366
  returning *
$$;

-- For `npm run operator`: an address that may sign in with the role that reaches all companies. Run by the owner only.
create function app.pre_authorise_operator(new_email text) returns text
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  person uuid;
  firm uuid := (select id from public.companies where is_sbr);
  wide text := (select r.role from app.roles r where r.is_group_wide order by r.role limit 1);
begin
  insert into public.profiles (email) values (new_email) on conflict (email) do nothing;
  select user_id into person from public.profiles where email = new_email;
  if exists (select from public.user_roles r where r.user_id = person and r.role = wide) then return 'already'; end if;
  if exists (select from public.user_roles r where r.user_id = person) then return 'member'; end if;
  insert into public.user_roles (user_id, company_id, role) values (person, firm, wide);
  insert into public.security_events (kind, user_id, company_id, detail) values ('operator_pre_authorised', person, firm, '{"by": "command line"}');
  return 'added';
end $$;

alter function app.record_security_event(text, jsonb, text) owner to app_auth;
alter function app.request_access(text, text, text, text) owner to app_auth;
alter function app.link_identity(text, text, text, text, text, boolean) owner to app_auth;
alter function app.sign_in(text, text, text, text, text, text, boolean, text, text, text, text) owner to app_auth;
alter function app.end_session(uuid, text) owner to app_auth;
alter function app.create_access_token(text, text, int) owner to app_auth;
alter function app.pre_authorise_operator(text) owner to app_auth;
grant execute on function app.record_security_event(text, jsonb, text), app.end_session(uuid, text),
  app.sign_in(text, text, text, text, text, text, boolean, text, text, text, text), app.create_access_token(text, text, int) to app_rt;
