-- Tasks (security.md 2.2, rows 28-30): read and moved by those they concern, made by those who may; nobody edits or deletes.

-- Whether the role of this session reaches all rows of its companies with an action; `own` reaches only those that are its own.
create function app.reaches_all(asked_action text) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from app.role_permissions p
    where p.role = (select (app.known()).role) and p.action = asked_action and p.reach in ('all', 'company'))
$$;
alter function app.reaches_all(text) owner to app_auth;
grant execute on function app.reaches_all(text) to app_rt, app_worker, app_auth, app_audit;

/* The log of a table whose rows belong to persons. Beside app.tenant_table: such a table writes its policies and grants itself,
   has no counters (they would tell everybody how much the others have) and no undo (nobody may delete its rows). */
create procedure app.logged_table(target text, entity text) language plpgsql set search_path = pg_catalog, public as $$
begin
  execute format('alter table public.%I enable row level security', target);
  execute format('alter table public.%I force row level security', target);
  execute format('create trigger log_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function app.log_insert(%L)', target, entity);
  execute format('create trigger log_update after update on public.%I referencing old table as old_rows new table as new_rows
    for each statement execute function app.log_update(%L)', target, entity);
  execute format('create trigger log_delete after delete on public.%I referencing old table as old_rows
    for each statement execute function app.log_delete(%L)', target, entity);
end $$;

create table tasks (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  title text collate app.natural not null check (title <> ''),
  description text,
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'critical')),
  status text not null default 'not_started' check (status in ('not_started', 'in_progress', 'blocked', 'complete')),
  assigned_to uuid not null, -- without a foreign key, which would answer before check_assignee and tell who exists elsewhere
  assigned_by uuid not null references profiles,
  due_on date,
  completed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (title) stored,
  search_text text not null generated always as (lower(title || chr(10) || coalesce(description, ''))) stored,
  primary key (company_id, id),
  check ((status = 'complete') = (completed_at is not null))
) with (fillfactor = 85);
create index tasks_created on tasks (company_id, created_at desc, id);
create index tasks_assigned_to on tasks (company_id, assigned_to);
create index tasks_assigned_by on tasks (company_id, assigned_by);
create trigger version before update on tasks for each row execute function app.bump_version();
call app.logged_table('tasks', 'task');

-- What an own task is: assigned to the reader, or by the reader while they may still assign.
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
grant select on tasks to app_rt, app_worker;
grant insert (company_id, title, description, priority, assigned_to, assigned_by, due_on) on tasks to app_rt;
grant update (status) on tasks to app_rt;

-- The time of completion is the database's, also where SQL says otherwise.
create function app.complete_task() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    new.completed_at := case when new.status = 'complete' then coalesce(new.completed_at, now()) end;
  else
    new.completed_at := case when new.status <> 'complete' then null when old.status = 'complete' then old.completed_at else now() end;
  end if;
  return new;
end $$;
create trigger completion before insert or update on tasks for each row execute function app.complete_task();

-- Whoever gets a task belongs to its company at that moment (T8). After the policies, which answer first.
create function app.check_assignee() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from public.user_roles r where r.user_id = new.assigned_to and r.company_id = new.company_id) then
    raise exception 'assignee_unknown' using errcode = 'SB001';
  end if;
  return null;
end $$;
create trigger assignee after insert or update of assigned_to on tasks for each row execute function app.check_assignee();
alter function app.check_assignee() owner to app_auth;
revoke execute on function app.complete_task(), app.check_assignee() from public;
grant execute on function app.complete_task() to app_rt;

-- The log of a task is for those who may read the task. Restrictive: it takes away from activity_read and adds nothing.
create policy activity_of_tasks on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and (entity_type <> 'task' or (select app.reaches_all('task.read')) or exists (
    select from tasks t where t.company_id = activity_logs.company_id and t.id = activity_logs.entity_id)));
