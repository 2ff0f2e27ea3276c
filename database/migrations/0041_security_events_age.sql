-- Events are kept for 400 days: long enough for the audit of a year. In batches, so that no delete holds much for long.
call app.let_in('security_events', 'app_auth', 'delete');

create function app.prune_security_events(take int) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint;
begin
  -- One server prunes at a time.
  if not pg_try_advisory_xact_lock(7203041) then return 0; end if;
  delete from public.security_events where id in (
    select id from public.security_events where created_at < now() - interval '400 days' order by created_at limit take);
  get diagnostics gone = row_count;
  return gone;
end $$;
alter function app.prune_security_events(int) owner to app_auth;
revoke execute on function app.prune_security_events(int) from public;
grant execute on function app.prune_security_events(int) to app_rt;
