-- Changes that programs suggest and operators decide about.

call app.operator_table('suggestions', 'suggestion.decide');
call app.allow_all_rows('suggestions', 'app_auth', 'select,delete'); -- app.sweep

-- The parent firm decides in which companies programs may suggest changes, and a company has at most 500 that wait.
create or replace function app.bound_suggestions() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.companies c where c.id = new.company_id and c.takes_suggestions) then
    raise exception using errcode = 'SB001', message = 'suggestions_off';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('suggestions of ' || new.company_id, 0));
  if (select count(*) from public.suggestions s where s.company_id = new.company_id and s.status = 'open') > 500 then
    raise exception using errcode = 'SB001', message = 'too_many_suggestions';
  end if;
  return null;
end $$;
create trigger bound_insert after insert on suggestions for each row execute function app.bound_suggestions();
grant execute on function app.bound_suggestions to app_rt;
