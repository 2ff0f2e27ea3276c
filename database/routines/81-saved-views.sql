-- Saved views of lists: a person's own, and those shared in the company (security.md 2.2, row 47).

call app.close_table('saved_views');
call app.allow_all_rows('saved_views', 'app_auth', 'select,delete'); -- app.sweep
grant select, insert (company_id, created_by, list, name, state, is_shared), update (name, state, is_shared, deleted_at) on saved_views to app_rt;
create policy view_read on saved_views for select to app_rt using (
  company_id = any ((select app.scope_for('view.write'))::uuid[]) and (created_by = (select app.user_id()) or is_shared));
create policy view_insert on saved_views for insert to app_rt with check (
  company_id = any ((select app.scope_for('view.write'))::uuid[]) and created_by = (select app.user_id())
  and (not is_shared or (select app.may('view.share'))));
do $$
declare
  changeable text := $c$ company_id = any ((select app.scope_for('view.write'))::uuid[])
    and ((created_by = (select app.user_id()) and (not is_shared or (select app.may('view.share'))))
      or (is_shared and (select app.reaches_all('view.share')))) $c$;
begin
  execute format('create policy view_update on saved_views for update to app_rt using (%1$s) with check (%1$s)', changeable);
end $$;
create trigger version before update on saved_views for each row execute function app.bump_version();

-- A person has at most 100 views in a company: the menu of a list has no room for thousands.
create or replace function app.bound_views() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Without the lock two requests at once would both count 99.
  perform pg_advisory_xact_lock(hashtextextended('views of ' || new.created_by, 0));
  if (select count(*) from public.saved_views v
      where v.company_id = new.company_id and v.created_by = new.created_by and v.deleted_at is null) >= 100 then
    raise exception using errcode = 'SB001', message = 'too_many_views';
  end if;
  return new;
end $$;
create trigger bound_insert before insert on saved_views for each row execute function app.bound_views();
create trigger bound_restore before update on saved_views for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function app.bound_views();
grant execute on function app.bound_views to app_rt;

call app.close_table('default_views');
call app.allow_all_rows('default_views', 'app_auth', 'select,delete'); -- with the view that app.sweep deletes
grant select, insert, update (view_id), delete on default_views to app_rt;
create policy default_read on default_views for select to app_rt using (
  company_id = any ((select app.scope_for('view.write'))::uuid[]) and user_id = (select app.user_id()));
create policy default_insert on default_views for insert to app_rt with check (
  company_id = any ((select app.scope_for('view.write'))::uuid[]) and user_id = (select app.user_id()));
create policy default_update on default_views for update to app_rt
  using (company_id = any ((select app.scope_for('view.write'))::uuid[]) and user_id = (select app.user_id()))
  with check (company_id = any ((select app.scope_for('view.write'))::uuid[]) and user_id = (select app.user_id()));
create policy default_delete on default_views for delete to app_rt using (
  company_id = any ((select app.scope_for('view.write'))::uuid[]) and user_id = (select app.user_id()));
