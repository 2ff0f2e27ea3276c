-- Integrations: what a company is connected with, the credentials, and what was asked of the outside services. Names of fields: the
-- catalogue in contract/integrations.

create table integration_configs (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  integration_name text not null check (integration_name in ('shopify', 'quickbooks', 'shipstation', 'google_calendar', 'openai')),
  is_enabled boolean not null default false,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  status text not null default 'disconnected' check (status in ('connected', 'error', 'disconnected', 'connecting')),
  needs_reconnect boolean not null default false,
  account_id text,   -- how the service names the account: the realm of QuickBooks, the domain of a shop
  account_name text,
  missing_scopes text[] not null default '{}',
  last_test_at timestamptz,
  last_test_message text,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  credentials_set_at timestamptz, -- null: none are saved
  credential_expires_at timestamptz,
  quota text,
  version int not null default 1, -- of what people edit, not of what calls find out
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, integration_name)
) with (fillfactor = 70); -- each call writes its row again

/* The credentials, sealed by the server with a key that the database does not know. `field`: as in the catalogue, and the tokens that the
   service gave for them: access_token, refresh_token. */
create table integration_secrets (
  company_id uuid not null,
  integration_id uuid not null,
  field text not null,
  sealed text not null,
  last4 text,
  expires_at timestamptz, -- of tokens
  changed_at timestamptz not null default now(),
  primary key (company_id, integration_id, field),
  foreign key (company_id, integration_id) references integration_configs (company_id, id) on delete cascade
);

-- Somebody is at the service, to agree. A state is taken once, by the session that began, within ten minutes.
create table integration_consents (
  company_id uuid not null,
  integration_id uuid not null,
  state_hash text not null unique,
  session_id uuid not null references sessions on delete cascade,
  sealed_verifier text not null,
  redirect_uri text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, integration_id, state_hash),
  foreign key (company_id, integration_id) references integration_configs (company_id, id) on delete cascade
);
create index integration_consents_session on integration_consents (session_id);

-- Integration Output: one row for each call. Milliseconds, so that a time on the wire finds its row again.
create table integration_calls (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  integration_name text not null,
  at timestamptz(3) not null default now(),
  operation text not null,
  status text not null check (status in ('success', 'error')),
  http_status int,
  message text not null,
  details jsonb not null default '{}',
  duration_ms int not null,
  quota text,
  primary key (company_id, id)
);
-- The output is read for each service and status apart, and merged: any filter walks this one index.
create index integration_calls_time on integration_calls (company_id, integration_name, status, at desc, id desc);
create index integration_calls_age on integration_calls (at); -- for the housekeeping

create table sync_runs (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  integration_id uuid not null,
  integration_name text not null,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  done int not null default 0,
  total int,
  message text,
  cursor jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, integration_id) references integration_configs (company_id, id) on delete cascade
);
create index sync_runs_latest on sync_runs (company_id, integration_id, id desc);

/* The tables that keep what was fetched from a service. `app.caches_of('shopify', 'store_orders', …)` in routines/ registers them, those
   that refer to others first: moving an integration, or pointing it at another host, empties them for the company. */
create table app.integration_caches (
  table_name text primary key,
  integration_name text not null,
  place int not null generated always as identity
);
