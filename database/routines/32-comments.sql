-- Comments. Everybody who may read a record reads its comments and may add one. Authors edit and remove their own.

call app.undoable_table('comments', 'comment', 'comment.write', undo_order => 77, is_listed => false, owner_column => 'parent_id');
call app.logged_table('comments', 'comment');
call app.owned_table('comments', 'comment', $$'Comment'$$, $$'a comment'$$);
grant select, insert, delete, update (body, mentioned, edited_at, removed_at) on comments to app_rt;
grant select on comments to app_worker;
call app.allow_all_rows('comments', 'app_auth', 'select');
alter table comments alter author_id set default app.user_id();
create trigger version before update on comments for each row execute function app.bump_version();

do $$
declare
  within text := $c$ company_id = any ((select app.scope_for('comment.write'))::uuid[]) and case parent_type
    when 'task' then exists (select from tasks t where t.company_id = comments.company_id and t.id = comments.parent_id)
    when 'part' then exists (select from parts t where t.company_id = comments.company_id and t.id = comments.parent_id)
    when 'assembly' then exists (select from assemblies t where t.company_id = comments.company_id and t.id = comments.parent_id)
    when 'product' then exists (select from products t where t.company_id = comments.company_id and t.id = comments.parent_id)
    when 'vendor' then exists (select from vendors t where t.company_id = comments.company_id and t.id = comments.parent_id) end $c$;
  -- Authors write their own comments. An undo also writes those of others, if the caller may write what they are about.
  mine text := $c$(author_id = (select app.user_id()) or (current_setting('app.change_kind', true) = 'undo'
    and (select app.may(case parent_type when 'task' then 'task.edit' else 'inventory.write' end))))$c$;
begin
  execute format('create policy may_read on comments for select to app_rt using (%s and (removed_at is null or %s))', within, mine);
  execute format('create policy may_insert on comments for insert to app_rt with check (%s and %s)', within, mine);
  execute format('create policy may_update on comments for update to app_rt using (%1$s and %2$s) with check (%1$s and %2$s)', within, mine);
  execute format('create policy may_delete on comments for delete to app_rt using (%s and %s and current_setting(''app.change_kind'', true) = ''undo'')',
    within, mine);
end $$;
call app.let_jobs('comments', 'select');

/* The people who may read a record, for mentions: the members of the company by the matrix; for a task only the people concerned. Returns nothing
   to a caller who may not comment there. */
create or replace function app.readers_of(company uuid, kind text, record uuid) returns table (user_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.user_id from public.user_roles r
    join app.role_permissions p on p.role = r.role and p.action = case kind when 'task' then 'task.read' else 'inventory.read' end
    left join public.tasks t on kind = 'task' and t.company_id = company and t.id = record
    where company = any (app.scope_for('comment.write')) and (
      (r.company_id = company and p.reach in ('all', 'company'))
      or (r.company_id = company and p.reach = 'own' and (t.assigned_to = r.user_id or (t.assigned_by = r.user_id and exists (
        select from app.role_permissions c where c.role = r.role and c.action = 'task.create' and c.reach <> 'none'))))
      or (p.reach = 'all' and r.user_id in (t.assigned_to, t.assigned_by)))
$$;
grant execute on function app.readers_of to app_rt;
