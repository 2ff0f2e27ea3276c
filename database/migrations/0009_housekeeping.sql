-- What is kept only for a while. Returns what went, for the log.
call app.let_in('imports', 'app_auth', 'select');
call app.let_in('import_rows', 'app_auth', 'select,delete');

create function app.sweep() returns table (what text, gone bigint)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  -- One server sweeps at a time; the others have nothing to do then.
  if not pg_try_advisory_xact_lock(7203002) then return; end if;
  delete from public.idempotency_keys where created_at < now() - interval '24 hours';
  get diagnostics gone = row_count; what := 'idempotency keys'; return next;
  delete from public.sessions where least(expires_at, idle_expires_at) < now() - interval '7 days';
  get diagnostics gone = row_count; what := 'ended sessions'; return next;
  -- The import itself stays, with its counts and its change set; its rows have served their purpose.
  delete from public.import_rows r using public.imports i
    where i.company_id = r.company_id and i.id = r.import_id and i.created_at < now() - interval '30 days';
  get diagnostics gone = row_count; what := 'import rows'; return next;
end $$;
alter function app.sweep() owner to app_auth;
grant execute on function app.sweep() to app_rt;
