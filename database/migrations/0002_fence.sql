-- Who is asking, and whose rows they may touch (security.md 5.2).

create type app.context as (
  user_id uuid,
  role text,
  company_id uuid,       -- the own company
  company_status text,   -- of the company asked for, else of the own
  scope uuid[],          -- the companies this transaction may see
  session_id uuid,
  needs_touch boolean    -- last_seen_at is older than a minute
);

-- Reads the session named by app.session and answers for the company named by app.company. Forging either setting gains
-- nothing: the first needs another person's token hash, the second is checked against the role read here.
create function app.ctx() returns app.context
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  c app.context;
  token text := nullif(current_setting('app.session', true), '');
  asked uuid := nullif(current_setting('app.company', true), '')::uuid;
  group_wide boolean;
begin
  c.scope := '{}';
  if token is null then return c; end if;
  select s.user_id, r.role, r.company_id, o.status, s.id, s.last_seen_at < now() - interval '1 minute', g.is_group_wide
    into c.user_id, c.role, c.company_id, c.company_status, c.session_id, c.needs_touch, group_wide
    from public.sessions s
    left join lateral (select * from public.user_roles u where u.user_id = s.user_id order by u.created_at desc limit 1) r on true
    left join app.roles g on g.role = r.role
    left join public.companies o on o.id = coalesce(asked, r.company_id)
    where s.token_hash = token and s.expires_at > now() and s.idle_expires_at > now();
  if c.role is null then return c; end if;
  if group_wide then
    if asked is null then
      c.scope := array(select id from public.companies);
    elsif c.company_status is not null then
      c.scope := array[asked];
    end if;
  elsif (asked is null or asked = c.company_id) and c.company_status <> 'sold' then
    c.scope := array[c.company_id];
  end if;
  return c;
end $$;

-- Reading the context costs 45 microseconds and policies and triggers ask for it up to ten times in a statement. So it is read
-- once per transaction and kept in a setting, sealed with a key that only app_auth can read, for this transaction alone: a
-- forged or old seal does not fit, and the context is read anew.
create table app.context_key (key bytea not null);
insert into app.context_key select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) from generate_series(1, 4);
grant select on app.context_key to app_auth;

create function app.seal(body text) returns text
language plpgsql stable security definer set search_path = pg_catalog as $$
declare k bytea;
begin
  select key into k from app.context_key;
  return encode(sha256(k || convert_to(extract(epoch from now())::text || pg_backend_pid() || body, 'UTF8') || k), 'hex');
end $$;

create function app.known() returns app.context
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  sealed text := current_setting('app.ctx', true);
  body text;
begin
  if length(sealed) > 64 then
    body := substr(sealed, 65);
    if left(sealed, 64) = app.seal(body) then return body::app.context; end if;
  end if;
  return app.ctx();
end $$;

-- First statement of every transaction: says who asks for which company, and answers with what the guard needs.
create function app.enter(token_hash text, company uuid, change_kind text) returns app.context
language plpgsql volatile security definer set search_path = pg_catalog as $$
declare c app.context;
begin
  perform set_config('app.session', coalesce(token_hash, ''), true), set_config('app.company', coalesce(company::text, ''), true),
          set_config('app.change_kind', coalesce(change_kind, ''), true), set_config('app.change_set', '', true);
  c := app.ctx();
  perform set_config('app.ctx', app.seal(c::text) || c::text, true);
  return c;
end $$;

create function app.scope() returns uuid[]
language sql stable set search_path = pg_catalog as $$ select (app.known()).scope $$;

create function app.user_id() returns uuid
language sql stable set search_path = pg_catalog as $$ select (app.known()).user_id $$;

-- Whether the role of this session may do an action of the matrix.
create function app.may(asked_action text) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from app.role_permissions p
    where p.role = (select (app.known()).role) and p.action = asked_action and p.reach <> 'none')
$$;

-- The companies whose rows this session may touch with an action: the fence and the right in one call, so that there is
-- one policy per table and verb, and nothing that could add up. '{}' means nothing at all.
create function app.scope_for(asked_action text) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare c app.context := app.known();
begin
  if exists (select from app.role_permissions p where p.role = c.role and p.action = asked_action and p.reach <> 'none') then
    return c.scope;
  end if;
  return '{}';
end $$;

-- Moves the idle end forward; called outside read-only transactions, at most once a minute per session.
create function app.touch_session(session uuid) returns void
language sql security definer set search_path = pg_catalog, public as $$
  update public.sessions set last_seen_at = now(), idle_expires_at = least(expires_at, now() + make_interval(secs => idle_seconds))
  where id = session and id = (app.ctx()).session_id
$$;

alter function app.ctx() owner to app_auth;
alter function app.seal(text) owner to app_auth;
alter function app.known() owner to app_auth;
alter function app.enter(text, uuid, text) owner to app_auth;
alter function app.may(text) owner to app_auth;
alter function app.scope_for(text) owner to app_auth;
alter function app.touch_session(uuid) owner to app_auth;
alter function app.check_role_company() owner to app_auth;
grant execute on function app.seal(text) to app_auth;
grant execute on function app.ctx(), app.known(), app.enter(text, uuid, text), app.scope(), app.user_id(), app.may(text), app.scope_for(text),
  app.touch_session(uuid)
  to app_rt, app_worker, app_auth, app_audit;
grant select on app.roles, app.role_permissions to app_auth;

-- app_auth reads what the context needs; nobody else gets past these policies without a context.
create procedure app.let_in(target regclass, who text, verbs text) language plpgsql set search_path = pg_catalog, public as $$
declare verb text;
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  foreach verb in array string_to_array(verbs, ',') loop
    execute format('grant %s on %s to %I', verb, target, who);
    execute format('create policy %I on %s for %s to %I %s', who || '_' || verb, target, verb, who,
      case verb when 'insert' then 'with check (true)' when 'update' then 'using (true) with check (true)' else 'using (true)' end);
  end loop;
end $$;

call app.let_in('companies', 'app_auth', 'select');
call app.let_in('user_roles', 'app_auth', 'select');
call app.let_in('profiles', 'app_auth', 'select,insert,update');
call app.let_in('sessions', 'app_auth', 'select,insert,update,delete');
call app.let_in('identity_links', 'app_auth', 'select,insert,delete');
call app.let_in('access_requests', 'app_auth', 'select,insert,update');
call app.let_in('security_events', 'app_auth', 'select,insert');
call app.let_in('idempotency_keys', 'app_auth', 'select,insert,delete');
call app.let_in('rate_limits', 'app_auth', 'select,insert,update,delete');

grant select (id, name, company_type, status, is_sbr, time_zone, parent_company_id, created_at) on companies to app_rt, app_worker;
create policy company_read on companies for select to app_rt, app_worker using (id = any ((select app.scope())::uuid[]));

grant select on profiles, user_roles to app_rt;
grant update (first_name, last_name) on profiles to app_rt;
create policy profile_read on profiles for select to app_rt using (
  user_id = (select app.user_id()) or exists (
    select from user_roles r where r.user_id = profiles.user_id and r.company_id = any ((select app.scope())::uuid[])));
create policy profile_write on profiles for update to app_rt using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()));
create policy role_read on user_roles for select to app_rt using (
  user_id = (select app.user_id()) or company_id = any ((select app.scope())::uuid[]));

grant select (id, user_id, kind, name, created_at, last_seen_at, expires_at, idle_expires_at, user_agent), delete on sessions to app_rt;
create policy session_read on sessions for select to app_rt using (user_id = (select app.user_id()));
create policy session_delete on sessions for delete to app_rt using (user_id = (select app.user_id()));

grant select, insert on idempotency_keys to app_rt;
create policy key_read on idempotency_keys for select to app_rt using (user_id = (select app.user_id()));
create policy key_insert on idempotency_keys for insert to app_rt with check (user_id = (select app.user_id()));
