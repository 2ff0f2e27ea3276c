-- A change set groups the changes of one transaction in one company. The rows of the activity log name it.

-- The change set that this transaction writes to; null when nothing has been changed yet. The setting holds 'company:set'.
create or replace function app.open_change_set() returns uuid
language sql stable set search_path = pg_catalog, pg_temp as $$
  select nullif(substr(current_setting('app.change_set', true), 38), '')::uuid
$$;

/* Only triggers call this, and they belong to app_audit. The writer has a session, or is the owner of the database (seeds, repairs), or
   is a job, known by its login. `app.set_kind` names the kind of the set when rows come back as part of something else than an undo: the
   import of a backup. */
create or replace function app.change_set(company uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  open text := current_setting('app.change_set', true);
  author uuid;
  named text := nullif(current_setting('app.set_kind', true), '');
  made uuid;
begin
  if left(open, 36) = company::text then return app.open_change_set(); end if;
  author := app.user_id();
  if author is null and not pg_has_role(session_user, 'app_owner', 'member') and not pg_has_role(session_user, 'app_worker', 'member') then
    raise exception 'a change without a session' using errcode = 'insufficient_privilege';
  end if;
  insert into public.change_sets (company_id, user_id, kind, undoes) values (
    company, author, coalesce(named, nullif(current_setting('app.change_kind', true), ''), 'edit'),
    case when named is null then nullif(current_setting('app.undoes', true), '')::uuid end) returning id into made;
  perform set_config('app.change_set', company::text || ':' || made, true);
  return made;
end $$;

call app.give_to('app_audit', 'change_set');
grant execute on function app.change_set to app_audit;
grant execute on function app.open_change_set to app_rt, app_audit;

call app.allow_all_rows('change_sets', 'app_audit', 'select,insert,update');
grant select on change_sets to app_rt, app_worker;
grant update (undone_by) on change_sets to app_rt;
call app.let_people('change_sets', 'select', 'activity.read', who => 'app_rt, app_worker');
-- Managers undo their own changes (reach `own`); the fence of each table still decides which of these rows they may write.
call app.let_people('change_sets', 'update', 'activity.undo', $$((select app.reach('activity.undo')) <> 'own' or user_id = (select app.user_id()))$$);

-- SOPs, tasks and time entries narrow this by policies of their own, since not everybody may read them.
call app.allow_all_rows('activity_logs', 'app_audit', 'select,insert');
call app.allow_all_rows('activity_logs', 'app_auth', 'select');
grant select on activity_logs to app_rt, app_worker;
call app.let_people('activity_logs', 'select', 'activity.read', $$(entity_type <> 'vendor_private' or (select app.may('vendor.readPrivate')))$$, 'app_rt, app_worker');
create trigger append_only before update or delete or truncate on activity_logs
  for each statement execute function app.refuse_change();

call app.allow_all_rows('row_counts', 'app_audit', 'select,insert,update');
grant select on row_counts to app_rt, app_worker;
call app.let_people('row_counts', 'select', 'inventory.read', who => 'app_rt, app_worker');

-- Undo and "Recently deleted" read the registry with the rights of the caller.
grant select on app.tenant_tables to app_rt, app_auth, app_audit;
