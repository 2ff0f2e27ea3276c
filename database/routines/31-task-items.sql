-- The checklist of a task: people who may edit the task write it; the assignee and people who may set the status tick it.

call app.undoable_table('task_items', 'task_item', 'task.report', undo_order => 78, is_listed => false, owner_column => 'task_id');
call app.logged_table('task_items', 'task_item');
call app.owned_table('task_items', 'task_item', 'r.text', $$'"' || r.text || '"'$$);
call app.grant_columns('task_items');
call app.allow_all_rows('task_items', 'app_auth', 'select,insert'); -- 31-task-templates.sql
create trigger version before update on task_items for each row execute function app.bump_version();
call app.let_jobs('task_items', 'select,insert');

do $$
declare
  of_task text := $c$company_id = any ((select app.scope_for(%L))::uuid[]) and exists (select from tasks t
    where t.company_id = task_items.company_id and t.id = task_items.task_id and (%s))$c$;
  editable text := $c$ (select app.reaches_all('task.edit')) or t.assigned_by = (select app.user_id()) $c$;
begin
  execute format('create policy may_read on task_items for select to app_rt using (%s)', format(of_task, 'task.read', 'true'));
  execute format('create policy may_insert on task_items for insert to app_rt with check (%s)', format(of_task, 'task.edit', editable));
  execute format('create policy may_update on task_items for update to app_rt using (%1$s) with check (%1$s)', format(of_task, 'task.report',
    't.assigned_to = (select app.user_id()) or (select app.may(''task.setStatus''))'));
  execute format('create policy may_delete on task_items for delete to app_rt using (%s)', format(of_task, 'task.edit', editable));
end $$;

-- The database notes who ticks. Only people who may edit the task change the words.
create or replace function app.tick_item() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(current_setting('app.change_kind', true) = 'undo', false) or app.user_id() is null then return new; end if;
  if new.is_done is distinct from old.is_done then
    new.done_by := case when new.is_done then app.user_id() end;
    new.done_at := case when new.is_done then now() end;
  else
    new.done_by := old.done_by;
    new.done_at := old.done_at;
  end if;
  if (new.text, new.position, new.task_id) is distinct from (old.text, old.position, old.task_id) and not exists (
      select from public.tasks t where t.company_id = old.company_id and t.id = old.task_id and app.may('task.edit')
        and (app.reaches_all('task.edit') or t.assigned_by = app.user_id())) then
    raise exception 'not the creator' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger tick before update on task_items for each row execute function app.tick_item();
grant execute on function app.tick_item to app_rt;
