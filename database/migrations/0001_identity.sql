-- People, companies, sessions. Roles app_owner, app_auth, app_audit, app_rt, app_worker exist already
-- (server/platform/migrations.ts makes them: they belong to the cluster, not to one database).

create schema app;
grant usage on schema app to app_rt, app_worker, app_auth, app_audit;
grant create on schema app to app_auth, app_audit; -- a function can only be given to a role that may create one
create collation app.natural (provider = icu, locale = 'en-u-kn-true'); -- P-2 before P-10 (decisions.md, Inventory)
grant usage on schema public to app_rt, app_worker, app_auth, app_audit;
alter default privileges revoke execute on functions from public;

-- The matrix of contract/permissions.ts, copied here at every start: the fence asks the same table as the guard.
create table app.role_permissions (
  role text not null,
  action text not null,
  reach text not null check (reach in ('all', 'company', 'own', 'none')),
  primary key (role, action)
);
create table app.roles (role text primary key, is_group_wide boolean not null);

create table companies (
  id uuid primary key default uuidv7(),
  name text collate app.natural not null check (name <> ''),
  description text,
  website text,
  industry text,
  founded_date date,
  employee_count int check (employee_count >= 0),
  annual_revenue numeric(16, 2) check (annual_revenue >= 0 and annual_revenue < 1e13),
  address jsonb not null default '{}',
  contact_info jsonb not null default '{}',
  metadata jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'inactive', 'sold')),
  company_type text not null default 'portfolio' check (company_type in ('parent', 'portfolio')),
  parent_company_id uuid references companies,
  is_sbr boolean not null default false,
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  check (parent_company_id <> id),
  check (not is_sbr or (status = 'active' and company_type = 'parent' and parent_company_id is null))
);
create unique index companies_one_sbr on companies (is_sbr) where is_sbr;

create table profiles (
  user_id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email) and email ~ '^[\x21-\x7e]+@[\x21-\x7e]+$'),
  first_name text,
  last_name text,
  is_pre_authorized boolean not null default true,
  allows_unmanaged_account boolean not null default false,
  created_at timestamptz not null default now()
);

create table identity_links (
  issuer text not null,
  subject text not null,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

create table user_roles (
  user_id uuid not null references profiles on delete cascade,
  company_id uuid not null references companies,
  role text not null references app.roles,
  created_at timestamptz not null default now(),
  primary key (user_id, company_id)
);
create index user_roles_company on user_roles (company_id);

-- Browser sessions and personal access tokens: both are a secret of which only the SHA-256 is kept.
create table sessions (
  id uuid primary key default uuidv7(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('browser', 'token')),
  name text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  idle_seconds int not null,
  expires_at timestamptz not null,
  user_agent text
);
create index sessions_user on sessions (user_id, kind);

create table access_requests (
  id uuid primary key default uuidv7(),
  issuer text not null,
  subject text not null,
  email text not null,
  name text,
  status text not null default 'open' check (status in ('open', 'approved', 'dismissed')),
  requested_at timestamptz not null default now(),
  unique (issuer, subject)
);

create table security_events (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id uuid,
  company_id uuid,
  address text,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index security_events_time on security_events (created_at);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  status int not null,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_time on idempotency_keys (created_at);

create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (key, window_start)
);

-- The role that reaches all companies belongs to the parent firm and to nobody else (security.md 2.1, rule 3).
create function app.check_role_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if (select r.is_group_wide from app.roles r where r.role = new.role)
     is distinct from (select c.is_sbr from public.companies c where c.id = new.company_id) then
    raise exception 'role_company_mismatch' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger role_company before insert or update on user_roles
  for each row execute function app.check_role_company();
