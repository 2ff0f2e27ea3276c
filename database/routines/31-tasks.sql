-- Tasks: the people concerned read and move them, people with the right to do so make them, and nobody edits or deletes them.

call app.logged_table('tasks', 'task');
create trigger version before update on tasks for each row execute function app.bump_version();
grant select on tasks to app_rt, app_worker;
grant insert (company_id, title, description, priority, assigned_to, assigned_by, due_on) on tasks to app_rt;
grant update (status) on tasks to app_rt;

-- A task is the reader's own when it is assigned to them, or when they assigned it and may still assign.
create policy may_read on tasks for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('task.read'))::uuid[])
  and ((select app.reaches_all('task.read')) or assigned_to = (select app.user_id())
       or (assigned_by = (select app.user_id()) and (select app.may('task.create')))));
create policy may_insert on tasks for insert to app_rt with check (
  company_id = any ((select app.scope_for('task.create'))::uuid[]) and assigned_by = (select app.user_id()));
create policy may_update on tasks for update to app_rt
  using (
    company_id = any ((select app.scope_for('task.setStatus'))::uuid[])
    and ((select app.reaches_all('task.setStatus')) or assigned_to = (select app.user_id()) or assigned_by = (select app.user_id())))
  with check (
    company_id = any ((select app.scope_for('task.setStatus'))::uuid[])
    and ((select app.reaches_all('task.setStatus')) or assigned_to = (select app.user_id()) or assigned_by = (select app.user_id())));

-- The database sets the time of completion, whatever the statement says.
create or replace function app.complete_task() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.completed_at := case when new.status = 'complete' then coalesce(new.completed_at, now()) end;
  else
    new.completed_at := case when new.status <> 'complete' then null when old.status = 'complete' then old.completed_at else now() end;
  end if;
  return new;
end $$;
create trigger completion before insert or update on tasks for each row execute function app.complete_task();

-- The assignee belongs to the company of the task at that moment (T8). Checked after the policies, which answer first.
create or replace function app.check_assignee() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.user_roles r where r.user_id = new.assigned_to and r.company_id = new.company_id) then
    raise exception 'assignee_unknown' using errcode = 'SB001';
  end if;
  return null;
end $$;
create trigger assignee after insert or update of assigned_to on tasks for each row execute function app.check_assignee();

call app.give_to('app_auth', 'check_assignee');
grant execute on function app.complete_task to app_rt;

-- Only people who may read a task may read its log and the log of its files. Restrictive: it narrows activity_read and adds nothing.
create policy activity_of_tasks on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and ((entity_type <> 'task' and parent_type is distinct from 'task') or (select app.reaches_all('task.read')) or exists (
    select from tasks t where t.company_id = activity_logs.company_id and t.id = coalesce(activity_logs.parent_id, activity_logs.entity_id))));
