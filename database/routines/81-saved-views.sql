-- Saved views of lists: a person's own, and those shared in the company (security.md 2.2, row 47).

call app.allow_all_rows('saved_views', 'app_auth', 'select,delete'); -- app.sweep
grant select, insert (company_id, created_by, list, name, state, is_shared), update (name, state, is_shared, deleted_at) on saved_views to app_rt;
call app.let_people('saved_views', 'select', 'view.write', $$(created_by = (select app.user_id()) or is_shared)$$);
call app.let_people('saved_views', 'insert', 'view.write',
  $$created_by = (select app.user_id())
    and (not is_shared or (select app.may('view.share')))$$);
call app.let_people('saved_views', 'update', 'view.write',
  $$((created_by = (select app.user_id()) and (not is_shared or (select app.may('view.share'))))
    or (is_shared and (select app.reaches_all('view.share'))))$$);
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

call app.allow_all_rows('default_views', 'app_auth', 'select,delete'); -- with the view that app.sweep deletes
grant select, insert, update (view_id), delete on default_views to app_rt;
call app.let_people('default_views', 'select,insert,update,delete', 'view.write', $$user_id = (select app.user_id())$$);
