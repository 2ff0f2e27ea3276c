-- The reports of assignees on their tasks, and the answers. Only the functions write them.

call app.undoable_table('task_reports', 'task_report', 'task.report', undo_order => 76, is_listed => false, owner_column => 'task_id');
call app.logged_table('task_reports', 'task_report');
call app.owned_table('task_reports', 'task_report', $$'Report'$$, $$'a report'$$);
call app.grant_columns('task_reports');
grant select on task_reports to app_worker;
call app.allow_all_rows('task_reports', 'app_auth', 'select,insert,update,delete');
call app.allow_all_rows('change_sets', 'app_auth', 'update'); -- a report that is taken back undoes the set of the report
create trigger version before update on task_reports for each row execute function app.bump_version();

-- Everybody who may read a task reads its reports. Only an undo writes them directly.
call app.let_people('task_reports', 'select', 'task.read',
  $$exists (select from tasks t where t.company_id = task_reports.company_id and t.id = task_reports.task_id)$$, 'app_rt, app_worker');
do $$
declare
  undone text := $c$ company_id = any ((select app.scope_for('task.edit'))::uuid[]) and current_setting('app.change_kind', true) = 'undo'
    and exists (select from tasks t where t.company_id = task_reports.company_id and t.id = task_reports.task_id) $c$;
begin
  execute format('create policy may_insert on task_reports for insert to app_rt with check (%s)', undone);
  execute format('create policy may_update on task_reports for update to app_rt using (%1$s) with check (%1$s)', undone);
  execute format('create policy may_delete on task_reports for delete to app_rt using (%s)', undone);
end $$;

/* Reports for the assignee. The task is locked first, so reports of the same moment pass one by one and only the last is current. `outcome`:
   'reported'; 'known' when the same report was sent twice; 'moved' when the task has gone to somebody else; 'complete'; 'files' when a file
   does not belong to the task; 'gone' for everything else. */
create or replace function app.report_task(company uuid, task uuid, what text, words text, pictures uuid[])
returns table (outcome text, report_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t public.tasks;
  last public.task_reports;
  me uuid := app.user_id();
begin
  select * into t from public.tasks x where x.company_id = company and x.id = task and company = any (app.scope_for('task.report')) for update;
  if t.id is null then return query select 'gone', null::uuid; return; end if;
  if t.assigned_to <> me then
    return query select case when exists (select from public.activity_logs l where l.company_id = company and l.entity_id = task
      and l.field_changed = 'assigned_to' and l.old_value = me::text) then 'moved' else 'gone' end, null::uuid;
    return;
  end if;
  if t.status = 'complete' then return query select 'complete', null::uuid; return; end if;
  if exists (select from unnest(pictures) p(id) where not exists (select from public.files f
      where f.company_id = company and f.id = p.id and f.task_id = task)) then
    return query select 'files', null::uuid;
    return;
  end if;
  select * into last from public.task_reports r where r.company_id = company and r.task_id = task and r.is_current;
  if (last.kind, last.reported_by, last.answer) is not distinct from (what, me, null::text)
      and (words is null or words is not distinct from last.comment) and pictures <@ last.file_ids then
    return query select 'known', last.id;
    return;
  end if;
  update public.task_reports r set is_current = false where r.company_id = company and r.id = last.id;
  return query insert into public.task_reports (company_id, task_id, kind, comment, file_ids, reported_by)
    values (company, task, what, words, pictures, me) returning 'reported', id;
end $$;

/* Whoever starts the checklist of a SOP from their task has started the task. A task with a report stays as it is. */
create or replace function app.report_begun() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.task_reports r where r.company_id = new.company_id and r.task_id = new.task_id and r.is_current) then
    perform app.report_task(new.company_id, new.task_id, 'started', null, '{}');
  end if;
  return null;
end $$;
grant execute on function app.report_begun to app_rt;

/* Answers the current report, for people who may set the status. 'answered'; 'known' when it has that answer already; 'over' when
   another report or answer came first, or the task has moved on; 'gone'. */
create or replace function app.answer_report(company uuid, task uuid, report uuid, what text, words text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t public.tasks;
  r public.task_reports;
begin
  select * into t from public.tasks x where x.company_id = company and x.id = task and company = any (app.scope_for('task.setStatus'))
    and (app.reaches_all('task.setStatus') or app.user_id() in (x.assigned_to, x.assigned_by)) for update;
  if t.id is null then return 'gone'; end if;
  select * into r from public.task_reports y where y.company_id = company and y.task_id = task and y.id = report;
  if r.id is null then return 'gone'; end if;
  if r.answer = what then return 'known'; end if;
  if r.answer is not null or not r.is_current then return 'over'; end if;
  update public.task_reports y set answer = what, answer_comment = words, answered_by = app.user_id(), answered_at = now(),
    is_current = what <> 'confirmed'
    where y.company_id = company and y.id = report;
  return 'answered';
end $$;

/* Takes back the reader's own report: it is deleted as an undo of the change set that made it, and the report which it replaced is current
   again. 'taken_back'; 'over' when somebody answered it, it was replaced, or the task moved on; 'gone' for everything else. */
create or replace function app.take_back_report(company uuid, task uuid, report uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t public.tasks;
  r public.task_reports;
  made uuid;
begin
  select * into t from public.tasks x where x.company_id = company and x.id = task and company = any (app.scope_for('task.report'))
    and x.assigned_to = app.user_id() for update;
  if t.id is null then return 'gone'; end if;
  select * into r from public.task_reports y where y.company_id = company and y.task_id = task and y.id = report
    and y.reported_by = app.user_id();
  if r.id is null then return 'gone'; end if;
  if r.answer is not null or not r.is_current then return 'over'; end if;
  select l.change_set_id into made from public.activity_logs l where l.company_id = company and l.entity_id = report
    and l.entity_type = 'task_report' and l.action = 'created' order by l.id desc limit 1;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', coalesce(made::text, ''), true);
  delete from public.task_reports y where y.company_id = company and y.id = report;
  update public.task_reports y set is_current = true where y.company_id = company and y.task_id = task
    and y.id in (select l.entity_id from public.activity_logs l where l.company_id = company and l.change_set_id = made
      and l.entity_type = 'task_report' and l.field_changed = 'is_current' and l.new_value = 'false');
  update public.change_sets s set undone_by = app.open_change_set() where s.company_id = company and s.id = made;
  perform set_config('app.change_kind', '', true), set_config('app.undoes', '', true);
  return 'taken_back';
end $$;

/* A report that an undo deletes was never sent, so its notice goes too, also when it was read. Report and notice are of the same moment. A
   deleted task hides its notices by itself, and brings them back. */
create or replace function app.withdraw_report_notice() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.notifications n where n.company_id = old.company_id and n.entity_type = 'task' and n.entity_id = old.task_id
    and n.topic in ('task_done', 'task_help') and n.made_by = old.reported_by and n.created_at = old.created_at;
  return null;
end $$;
create trigger withdrawal after delete on task_reports for each row
  when (coalesce(current_setting('app.change_kind', true), '') = 'undo') execute function app.withdraw_report_notice();

-- When a task is complete, or goes to somebody else, its report no longer waits.
create or replace function app.close_report() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.task_reports r set is_current = false where r.company_id = new.company_id and r.task_id = new.id and r.is_current;
  return null;
end $$;
create trigger reports after update on tasks for each row
  when (new.assigned_to <> old.assigned_to or (new.status = 'complete' and old.status <> 'complete')) execute function app.close_report();

/* The tasks of a company with a report of a kind that waits for an answer. Ids only: the caller reads the tasks below the fence. The policy of
   reports would look up every task that the reader may see. */
create or replace function app.tasks_reported(company uuid, what text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.task_id from public.task_reports r
  where r.company_id = company and company = any (app.scope_for('task.read')) and r.is_current and r.answer is null and r.kind = what
$$;

grant execute on function app.open_change_set to app_auth;
grant execute on function app.report_task, app.answer_report, app.take_back_report, app.tasks_reported to app_rt;
