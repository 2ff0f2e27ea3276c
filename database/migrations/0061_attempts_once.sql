-- Signing in is answered once: the cookie of an attempt is gone after it, but a copy of the cookie would still fit.
create table app.used_attempts (
  digest text primary key, -- SHA-256 of its state
  used_at timestamptz not null default now()
);
create index used_attempts_time on app.used_attempts (used_at);
grant select, insert, delete on app.used_attempts to app_auth;

-- Whether an attempt is shown for the first time. An attempt is good for ten minutes; what is older need not be remembered.
create function app.use_attempt(state_digest text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app.used_attempts where used_at < now() - interval '1 hour';
  insert into app.used_attempts (digest) values (state_digest) on conflict do nothing;
  return found;
end $$;
alter function app.use_attempt(text) owner to app_auth;
grant execute on function app.use_attempt(text) to app_rt;
