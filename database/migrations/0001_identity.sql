-- People, companies, sessions, and the matrix of permissions. Roles app_owner, app_auth, app_audit, app_stages, app_rt, app_worker are
-- there already: they belong to the cluster, not to one database (server/platform/database-roles.ts).

create collation app.natural (provider = icu, locale = 'en-u-kn-true'); -- P-2 before P-10

-- Who is asking, and whose rows they may touch (routines/01-context.sql).
create type app.context as (
  user_id uuid,
  role text,
  company_id uuid,       -- the own company
  company_status text,   -- of the company asked for, else of the own
  scope uuid[],          -- the companies this transaction may see
  session_id uuid,
  needs_touch boolean    -- last_seen_at is older than a minute
);

-- Seals a context for the rest of its transaction, and the links to files. Only app_auth can read it.
create table app.context_key (key bytea not null);
insert into app.context_key select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) from generate_series(1, 4);

-- The matrix of contract/permissions.ts, copied here at every start: the fence asks the same table as the guard.
create table app.roles (role text primary key, is_group_wide boolean not null);
create table app.role_permissions (
  role text not null,
  action text not null,
  reach text not null check (reach in ('all', 'company', 'own', 'none')),
  primary key (role, action)
);

create table companies (
  id uuid primary key default uuidv7(),
  name text collate app.natural not null check (name <> ''),
  description text,
  website text,
  industry text,
  founded_on date,
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
  shift_hours int not null default 12 check (shift_hours between 1 and 24), -- who is clocked in for longer is asked, and flagged for managers
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (parent_company_id <> id),
  check (not is_sbr or (status = 'active' and company_type = 'parent' and parent_company_id is null))
);
create unique index companies_one_sbr on companies (is_sbr) where is_sbr;

-- A deleted person stays as a row, so that logs keep their name; the address is free for somebody else.
create table profiles (
  user_id uuid primary key default uuidv7(),
  email text not null check (email = lower(email) and email ~ '^[\x21-\x7e]+@[\x21-\x7e]+$'),
  first_name text,
  last_name text,
  is_pre_authorized boolean not null default true,
  allows_unmanaged_account boolean not null default false,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate app.natural not null generated always as (
    coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email)) stored,
  search_text text not null generated always as (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || chr(10) || email)) stored
);
create unique index profiles_email_key on profiles (email) where deleted_at is null;
create index profiles_name on profiles (sort_name, user_id) where deleted_at is null;
create index profiles_created on profiles (created_at, user_id) where deleted_at is null;

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

-- Signing in is answered once: the cookie of an attempt is gone after it, but a copy of the cookie would still fit.
create table app.used_attempts (
  digest text primary key, -- SHA-256 of its state
  used_at timestamptz not null default now()
);
create index used_attempts_time on app.used_attempts (used_at);

create table access_requests (
  id uuid primary key default uuidv7(),
  issuer text not null,
  subject text not null,
  email text not null,
  name text,
  is_managed boolean not null default true, -- false: to be let in, the person needs the exception of T45
  status text not null default 'open' check (status in ('open', 'approved', 'dismissed')),
  requested_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index access_requests_time on access_requests (status, requested_at desc);

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

-- How a person likes the screens. Few small values, checked by contract/settings/preferences.ts.
create table user_preferences (
  user_id uuid not null references profiles on delete cascade,
  key text not null check (key ~ '^[a-zA-Z.-]{1,60}$'),
  value jsonb not null check (pg_column_size(value) <= 8192),
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
