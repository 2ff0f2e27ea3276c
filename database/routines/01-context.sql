-- The caller of a transaction, and the rows they may touch: every policy starts from this.

-- Reads the session named by app.session, and returns the context for the company named by app.company. Forging either setting gains
-- nothing: the first needs another person's token hash, the second is checked against the role read here.
create or replace function app.ctx() returns app.context
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  c app.context;
  token text := nullif(current_setting('app.session', true), '');
  asked uuid := nullif(current_setting('app.company', true), '')::uuid;
  group_wide boolean;
  only_company uuid;
begin
  c.scope := '{}';
  if token is null then return c; end if;
  -- A token for one company reaches only that company: a person who reaches all companies has there the role of one of its own people.
  select s.user_id, case when s.only_company_id is null then r.role else coalesce(g.in_one_company, r.role) end,
      case when g.is_group_wide then coalesce(s.only_company_id, r.company_id) else r.company_id end, o.status, s.id,
      s.last_seen_at < now() - interval '1 minute' or s.last_address is null, s.is_read_only, s.areas,
      case when s.kind <> 'token' then null when s.only_company_id is null then 'person' else 'company' end,
      g.is_group_wide and s.only_company_id is null, s.only_company_id
    into c.user_id, c.role, c.company_id, c.company_status, c.session_id, c.needs_touch, c.is_read_only, c.areas, c.token_reach,
      group_wide, only_company
    from public.sessions s
    left join lateral (select * from public.user_roles u where u.user_id = s.user_id order by u.created_at desc limit 1) r on true
    left join app.roles g on g.role = r.role
    left join public.companies o on o.id = coalesce(asked, s.only_company_id, r.company_id)
    where s.token_hash = token and s.expires_at > now() and s.idle_expires_at > now();
  if c.role is null or only_company <> c.company_id then return c; end if;
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

-- Reading the context costs 45 microseconds, and policies and triggers need it up to ten times in a statement. So it is read once per
-- transaction and kept in a setting, sealed for this transaction with a key that only app_auth can read. If the seal is forged or old, the
-- context is read again.
create or replace function app.seal(body text) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare k bytea;
begin
  select key into k from app.context_key;
  return encode(sha256(k || convert_to(extract(epoch from now())::text || pg_backend_pid() || body, 'UTF8') || k), 'hex');
end $$;

create or replace function app.known() returns app.context
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
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

-- First statement of every transaction: takes the token and the company, and returns what the guard needs.
create or replace function app.enter(token_hash text, company uuid, change_kind text) returns app.context
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c app.context;
  body text;
begin
  perform set_config('app.session', coalesce(token_hash, ''), true), set_config('app.company', coalesce(company::text, ''), true),
          set_config('app.change_kind', coalesce(change_kind, ''), true), set_config('app.change_set', '', true),
          set_config('app.collects_news', 'on', true); -- templates/07-live.sql
  c := app.ctx();
  body := c::text;
  perform set_config('app.ctx', app.seal(body) || body, true);
  return c;
end $$;

-- First statement of every transaction that only reads: nothing behind it can write.
create or replace function app.enter_read(token_hash text, company uuid) returns app.context
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c app.context;
  body text;
  -- An assignment costs a third of a PERFORM.
  setting text := set_config('transaction_read_only', 'on', true);
begin
  setting := set_config('app.session', coalesce(token_hash, ''), true);
  setting := set_config('app.company', coalesce(company::text, ''), true);
  c := app.ctx();
  body := c::text;
  setting := set_config('app.ctx', app.seal(body) || body, true);
  return c;
end $$;

create or replace function app.scope() returns uuid[]
language sql stable set search_path = pg_catalog, pg_temp as $$ select (app.known()).scope $$;

create or replace function app.user_id() returns uuid
language sql stable set search_path = pg_catalog, pg_temp as $$ select (app.known()).user_id $$;

-- The reach of a role with an action; null when it has none. Looking into the table takes a third of the time of a check, so app.write_matrix
-- puts the matrix into the text of this function.
create or replace function app.reach_of(role text, action text) returns text language sql stable
return (select p.reach from app.role_permissions p where p.role = $1 and p.action = $2 and p.reach <> 'none');

-- Called when the matrix is in the table (migrations.ts).
create or replace procedure app.write_matrix() language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from pg_proc where oid = 'app.reach_of'::regproc and provolatile = 's')
    or exists (select from app.role_permissions p where nullif(p.reach, 'none') is distinct from app.reach_of(p.role, p.action)) then
    execute format($f$create or replace function app.reach_of(role text, action text) returns text language sql immutable
      return %L::jsonb ->> ($1 || ' ' || $2)$f$,
      (select jsonb_object_agg(p.role || ' ' || p.action, p.reach) from app.role_permissions p where p.reach <> 'none'));
  end if;
end $$;

-- Whether the role of this session allows an action of the matrix.
create or replace function app.may(asked_action text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select app.reach_of((app.known()).role, asked_action) is not null
$$;

-- The reach of the session with an action; for 'own' the row decides.
create or replace function app.reach(asked_action text) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(app.reach_of((app.known()).role, asked_action), 'none')
$$;

-- Whether the role of this session reaches all rows of its companies with an action; `own` reaches only the person's own rows.
create or replace function app.reaches_all(asked_action text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(app.reach_of((app.known()).role, asked_action) in ('all', 'company'), false)
$$;

-- The companies whose rows this session may touch with an action; '{}' means none. One call checks both company and right, so each table
-- and verb needs only one policy, and policies do not add up.
create or replace function app.scope_for(asked_action text) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare c app.context := app.known();
begin
  if app.reach_of(c.role, asked_action) is not null then return c.scope; end if;
  return '{}';
end $$;

create or replace function app.firm() returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$ select id from public.companies where is_sbr $$;

-- The companies whose rows an action reaches, plus the firm when the session also has the second action.
create or replace function app.scope_with_firm(asked_action text, firm_action text) returns uuid[]
language sql stable set search_path = pg_catalog, pg_temp as $$
  select s.ids || case when cardinality(s.ids) > 0 and app.may(firm_action) then array[app.firm()] else '{}' end
  from (select app.scope_for(asked_action) as ids) s
$$;

-- Moves the idle end forward and notes from where the session was used; called outside read-only transactions, at most once a minute per
-- session.
create or replace function app.touch_session(session uuid, from_address text default null) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions set last_seen_at = now(), last_address = coalesce(left(from_address, 100), last_address),
    idle_expires_at = least(expires_at, now() + make_interval(secs => idle_seconds))
  where id = session and id = (app.ctx()).session_id
$$;

grant select on app.context_key, app.roles, app.role_permissions to app_auth;
grant execute on function app.seal, app.reach_of to app_auth;
grant execute on function app.ctx, app.known, app.enter, app.enter_read, app.scope, app.user_id, app.may, app.reach, app.reaches_all, app.scope_for, app.firm,
  app.scope_with_firm, app.touch_session to app_rt, app_worker, app_auth, app_audit;
