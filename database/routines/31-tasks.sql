-- Tasks. The people concerned read them and set their status. The creator, and people who may edit all tasks, edit and delete them. The assignee reports.

call app.undoable_table('tasks', 'task', 'task.edit', undo_order => 75, rules => array['assignee_unknown', 'task_loop']);
call app.logged_table('tasks', 'task');
call app.grant_columns('tasks');
create trigger version before update on tasks for each row execute function app.bump_version();
grant select on tasks to app_worker;
call app.allow_all_rows('tasks', 'app_auth', 'update,insert'); -- it reads by 75-company-history.sql; 31-task-templates.sql makes tasks

-- A task is the reader's own when it is assigned to them, or when they assigned it and may still assign.
call app.let_people('tasks', 'select', 'task.read',
  $$((select app.reaches_all('task.read')) or assigned_to = (select app.user_id())
    or (assigned_by = (select app.user_id()) and (select app.may('task.create'))))$$, 'app_rt, app_worker');
-- An undo brings back a task that somebody else had made.
call app.let_people('tasks', 'insert', 'task.create',
  $$(assigned_by = (select app.user_id())
    or (current_setting('app.change_kind', true) = 'undo' and (select app.reaches_all('task.edit'))))$$);
call app.let_people('tasks', 'delete', 'task.edit', $$((select app.reaches_all('task.edit')) or assigned_by = (select app.user_id()))$$);
call app.let_people('tasks', 'update', 'task.setStatus',
  $$((select app.reaches_all('task.setStatus')) or assigned_to = (select app.user_id()) or assigned_by = (select app.user_id()))$$);

/* Everybody in the policy above may move a task. Its other fields are for its creator and people who may edit all tasks. Nobody changes its creator
   or its template. */
create or replace function app.check_task_edit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if app.user_id() is null then return new; end if; -- the owner of the database: seeds and repairs
  if new.assigned_by <> old.assigned_by or (new.template_id, new.repeat_on) is distinct from (old.template_id, old.repeat_on) then
    raise exception 'the creator stays, and what made it' using errcode = 'insufficient_privilege';
  end if;
  if (new.title, new.description, new.priority, new.assigned_to, new.due_on, new.part_id, new.assembly_id, new.product_id, new.sop_id, new.sop_version)
      is distinct from (old.title, old.description, old.priority, old.assigned_to, old.due_on, old.part_id, old.assembly_id, old.product_id,
        old.sop_id, old.sop_version)
      and not app.reaches_all('task.edit') and not (app.may('task.edit') and old.assigned_by = app.user_id()) then
    raise exception 'not the creator' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger edit before update on tasks for each row execute function app.check_task_edit();

-- The database sets the time of completion, whatever the statement says; an undo brings back the earlier time.
create or replace function app.complete_task() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare is_undo boolean := coalesce(current_setting('app.change_kind', true) = 'undo', false);
begin
  if tg_op = 'INSERT' then
    new.completed_at := case when new.status = 'complete' then coalesce(new.completed_at, now()) end;
  else
    new.completed_at := case when new.status <> 'complete' then null when old.status = 'complete' then old.completed_at
      when is_undo then coalesce(new.completed_at, now()) else now() end;
  end if;
  return new;
end $$;
create trigger completion before insert or update on tasks for each row execute function app.complete_task();

/* The assignee must belong to the company of the task when they are assigned (T8). Checked after the policies, which answer first. An undo may bring
   back the task of somebody who has left: operators see such tasks and hand them over. */
create or replace function app.check_assignee() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.assigned_to = old.assigned_to then return null; end if; -- another field of the task of somebody who left
  if coalesce(current_setting('app.change_kind', true) = 'undo', false) then return null; end if;
  if not exists (select from public.user_roles r where r.user_id = new.assigned_to and r.company_id = new.company_id) then
    raise exception 'assignee_unknown' using errcode = 'SB001';
  end if;
  return null;
end $$;
create trigger assignee after insert or update of assigned_to on tasks for each row execute function app.check_assignee();

grant execute on function app.complete_task, app.check_task_edit to app_rt;

-- Whether a deletion has been undone. The entry of the log that says so may be hidden from the reader.
create or replace function app.came_back(company uuid, deletion bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.activity_logs n where n.company_id = company and n.brings_back = deletion)
$$;
grant execute on function app.came_back to app_rt, app_worker;

/* Only people who may read a task may read its log and the log of the rows that belong to it; the person who deleted a task may bring it back. The
   policy is restrictive: it narrows activity_read and adds nothing. */
create policy activity_of_tasks on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and ((entity_type <> 'task' and parent_type is distinct from 'task') or (select app.reaches_all('task.read'))
    or (action = 'deleted' and user_id = (select app.user_id()) and (select app.may('task.edit'))
      and not app.came_back(company_id, id)) or exists (
    select from tasks t where t.company_id = activity_logs.company_id and t.id = coalesce(activity_logs.parent_id, activity_logs.entity_id))));
