-- Templates of tasks. Everybody who may give tasks reads them. Their creator, and people who may edit all tasks, change and delete them. Their rules
-- make tasks.

call app.undoable_table('task_templates', 'task_template', 'task.edit', undo_order => 74);
call app.logged_table('task_templates', 'task_template');
call app.grant_columns('task_templates');
create trigger version before update on task_templates for each row execute function app.bump_version();
call app.allow_all_rows('task_templates', 'app_auth', 'select,update');
call app.let_jobs('task_templates', 'select');

-- The assignee of a task of a template reads the template too: its files are shown at the task.
call app.let_people('task_templates', 'select', 'task.read',
  $$((select app.may('task.create')) or exists (
    select from tasks t where t.company_id = task_templates.company_id and t.template_id = task_templates.id))$$);
-- An undo brings back a template that somebody else had made.
call app.let_people('task_templates', 'insert', 'task.create',
  $$(created_by = (select app.user_id())
    or (current_setting('app.change_kind', true) = 'undo' and (select app.reaches_all('task.edit'))))$$);
call app.let_people('task_templates', 'update,delete', 'task.edit', $$((select app.reaches_all('task.edit')) or created_by = (select app.user_id()))$$);

/* The same rules as for tasks: the assignee is a member, and the named records exist for the person who names them (T8, T3). */
create or replace function app.check_template() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  missing text;
  was public.task_templates;
begin
  if tg_op = 'UPDATE' then
    was := old;
    if app.user_id() is not null and new.created_by <> old.created_by then
      raise exception 'the creator stays' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if app.user_id() is null or coalesce(current_setting('app.change_kind', true) = 'undo', false) then return null; end if;
  if new.assigned_to is distinct from was.assigned_to and new.assigned_to is not null
      and not app.is_member(new.company_id, new.assigned_to) then
    raise exception 'assignee_unknown' using errcode = 'SB001';
  end if;
  missing := app.unknown_subject(new.company_id, nullif(new.part_id, was.part_id), nullif(new.assembly_id, was.assembly_id),
    nullif(new.product_id, was.product_id), nullif(new.sop_id, was.sop_id));
  if missing is not null then raise exception 'task_link_unknown' using errcode = 'SB001', detail = missing; end if;
  return null;
end $$;
create trigger links after insert or update on task_templates for each row execute function app.check_template();

-- Today by a company's clock.
create or replace function app.today_in(company uuid) returns date
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select (now() at time zone c.time_zone)::date from public.companies c where c.id = company
$$;

-- Companies with a template that is due. Ids only.
create or replace function app.companies_with_due_repeats() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from public.companies c where c.status = 'active' and exists (
    select from public.task_templates t where t.company_id = c.id and t.next_on <= (now() at time zone c.time_zone)::date)
$$;

/* Makes the task of a template for its day `due`, given on the day `made`, and notes when the next one comes. Null when another server
   was faster. If the assignee has left, the task goes to the creator of the template; null if the creator has left, too. */
create or replace function app.make_repeated_task(company uuid, template uuid, due date, made date, next date) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  t public.task_templates;
  doer uuid;
  made_id uuid;
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  update public.task_templates x set next_on = next
    where x.company_id = company and x.id = template and x.next_on = due and x.repeat is not null returning * into t;
  if not found then return null; end if;
  doer := case when app.is_member(company, t.assigned_to) then t.assigned_to when app.is_member(company, t.created_by) then t.created_by end;
  if doer is null then return null; end if;
  insert into public.tasks (company_id, title, description, priority, assigned_to, assigned_by, due_on, part_id, assembly_id, product_id,
    sop_id, template_id, repeat_on)
  values (company, t.title, t.description, t.priority, doer, t.created_by, made + t.due_days, t.part_id, t.assembly_id, t.product_id,
    t.sop_id, t.id, due)
  on conflict do nothing returning id into made_id;
  insert into public.task_items (company_id, task_id, text, position)
    select company, made_id, i.text, i.place from unnest(t.items) with ordinality i(text, place) where made_id is not null;
  return made_id;
end $$;

/* A rule that waits for completion goes on when its last task is completed or deleted, and waits again when that task is reopened. */
create or replace function app.note_completion() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_over boolean := tg_op = 'DELETE' or new.status = 'complete';
begin
  update public.task_templates x
    set next_on = case when is_over then app.today_in(old.company_id) + (x.repeat ->> 'days')::int end
    where x.company_id = old.company_id and x.id = old.template_id and x.repeat ->> 'kind' = 'after_completion'
      and (x.next_on is null) = is_over and not exists (
        select from public.tasks t where t.company_id = x.company_id and t.template_id = x.id and t.repeat_on is not null
          and t.id <> old.id and (t.status <> 'complete' or t.repeat_on > old.repeat_on));
  return null;
end $$;
create trigger repeat after update on tasks for each row
  when (new.repeat_on is not null and (new.status = 'complete') <> (old.status = 'complete')) execute function app.note_completion();
create trigger repeat_deleted after delete on tasks for each row
  when (old.repeat_on is not null and old.status <> 'complete') execute function app.note_completion();

grant execute on function app.check_template, app.today_in to app_rt;
grant execute on function app.check_template, app.today_in, app.companies_with_due_repeats, app.make_repeated_task to app_worker;

-- Only people who may read the templates read their log. The assignee of a task sees the files of its template, but not the history.
create policy activity_of_templates on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and ((entity_type <> 'task_template' and parent_type is distinct from 'task_template') or (select app.may('task.create'))));
