/* The feed of changes is in the order of transactions: a change set belongs to one, and all its log rows are in it (routines/83-feed.sql).
   A bigint, since comparing xid8 is not leakproof, and row-level security would keep it from the index. */
alter table change_sets add column transaction_id bigint not null default pg_current_xact_id()::text::bigint;

/* Addresses that are told of changes. `at_…`: the place in the feed up to which the receiver was told. `database`: in which database that place
   is (app.store_mark): in a copy of the database a webhook sends nothing until somebody switches it on again. */
create table webhooks (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  name text not null check (name <> ''),
  url text not null check (url <> ''),
  kinds text[] not null,
  is_enabled boolean not null default true,
  sealed text not null,
  sealed_previous text, -- signs beside the new secret until `previous_until`
  previous_until timestamptz,
  database text not null,
  at_transaction bigint not null,
  at_set uuid not null,
  at_log bigint not null,
  tries int not null default 0, -- of the event that is to be sent next
  failing_since timestamptz,
  next_try_at timestamptz not null default now(),
  switched_off_at timestamptz, -- because it failed for days
  last_success_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
) with (fillfactor = 70); -- each delivery writes its row again

-- One row for each try, kept for 30 days. `body`: the text that was signed; ids and kinds only.
create table webhook_deliveries (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  webhook_id uuid not null,
  event_id text not null,
  type text not null,
  body text not null,
  is_success boolean not null,
  http_status int,
  message text not null,
  answer text not null,
  duration_ms int not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
);
create index webhook_deliveries_latest on webhook_deliveries (company_id, webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at); -- for the housekeeping
