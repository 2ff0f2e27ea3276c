-- What an installation keeps about itself and about requests, not about companies.

create table app.installation (
  only_row boolean primary key default true check (only_row),
  -- Whose files lie in a storage (decision 0040). It stays with a dump of the database.
  id uuid not null default uuidv7(),
  is_demo boolean not null, -- the data is the demo's (seeds/demo.ts says so): only such data may ever be reset
  default_time_zone text not null default 'UTC' -- DEFAULT_TIME_ZONE, noted at each start
);
insert into app.installation (is_demo) values (false);

/* The password of the login that the server runs as: random, made at the first start, read by nobody but the owner. One row per login:
   a copy of a database has another one and makes its own. */
create table app.runtime_logins (role text primary key, password text not null);

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

-- One count for all servers, as rate-limiter-flexible keeps it: one row for each limit and person or address, an upsert for each
-- request that counts. Not logged: a crash forgets the counts of an hour, and counting waits for no disk.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint -- ms since 1970
);
