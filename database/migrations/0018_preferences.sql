-- How a person likes the screens. Few small values, checked by contract/settings/preferences.ts.
create table user_preferences (
  user_id uuid not null references profiles on delete cascade,
  key text not null check (key ~ '^[a-zA-Z.-]{1,60}$'),
  value jsonb not null check (pg_column_size(value) <= 8192),
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
alter table user_preferences enable row level security;
alter table user_preferences force row level security;
grant select, insert, update (value, updated_at) on user_preferences to app_rt;
create policy own_read on user_preferences for select to app_rt using (user_id = (select app.user_id()));
create policy own_insert on user_preferences for insert to app_rt with check (user_id = (select app.user_id()));
create policy own_update on user_preferences for update to app_rt using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()));
