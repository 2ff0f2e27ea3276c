-- Due dates of tasks in a company's calendar: the changes that have to be written there, and the job that writes each.

call app.allow_all_rows('calendar_events', 'app_auth', 'insert,update');
call app.let_jobs('calendar_events', 'select,insert,update,delete');
-- Everybody who may read a task may see the address of its event.
grant select on calendar_events to app_rt;
call app.let_people('calendar_events', 'select', 'task.read',
  $$exists (select from tasks t where t.company_id = calendar_events.company_id and t.id = calendar_events.task_id)$$);
call app.let_jobs('tasks', 'select');
call app.caches_of('google_calendar', 'calendar_events');

-- Notes any change of a task. A company without a calendar gets no row.
create or replace function app.note_calendar_task() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare task public.tasks;
begin
  if tg_op = 'DELETE' then task := old; else task := new; end if;
  if tg_op = 'UPDATE' and (old.title, old.description, old.priority, old.status, old.due_on)
      is not distinct from (new.title, new.description, new.priority, new.status, new.due_on) then
    return null;
  end if;
  update public.calendar_events e set is_changed = true, changed_at = now() where e.company_id = task.company_id and e.task_id = task.id;
  if not found and tg_op <> 'DELETE' and task.due_on is not null and task.status <> 'complete' and exists (
      select from public.integration_configs c
      where c.company_id = task.company_id and c.integration_name = 'google_calendar' and c.is_enabled) then
    insert into public.calendar_events (company_id, task_id) values (task.company_id, task.id)
    on conflict (company_id, task_id) do update set is_changed = true, changed_at = now();
  end if;
  return null;
end $$;
create trigger calendar after insert or update or delete on tasks for each row execute function app.note_calendar_task();

/* Whether the caller has to add a job for a task: the task has changed, and no job waits. The row stays locked until the caller's
   transaction ends. The job begins by locking the same row, so a job that already waits sees this change too. */
create or replace function app.queue_calendar_event(company uuid, task uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope()) or not exists (select from app.connected_to('google_calendar') c where c.company_id = company) then
    return false;
  end if;
  update public.calendar_events e set is_queued = true
    where e.company_id = company and e.task_id = task and e.is_changed and not e.is_queued;
  return found;
end $$;

-- The given tasks whose changes still have to be written, including deleted tasks, which nobody can read any more.
create or replace function app.changed_events(company uuid, tasks uuid[]) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.task_id from public.calendar_events e
  where e.company_id = company and e.task_id = any (tasks) and e.is_changed and not e.is_queued and company = any (app.scope())
$$;

-- Notes that events were removed from the calendar. The next ones get other ids.
create or replace function app.mark_taken_out(company uuid, tasks uuid[]) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.calendar_events e set is_tried = false, etag = null, url = null, sent = null, generation = e.generation + 1
  where e.company_id = company and e.task_id = any (tasks) and company = any (app.scope_of_calls())
$$;

-- The events of a company that are in the calendar, for the person who disconnects it.
create or replace function app.standing_events(company uuid)
returns table (task_id uuid, calendar_id text, generation int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.task_id, e.calendar_id, e.generation from public.calendar_events e
  where e.company_id = company and e.is_tried and e.calendar_id is not null and company = any (app.scope_of_calls())
  order by e.task_id
$$;

/* The companies whose calendar is behind: a change is ten minutes old and was not written, because the service was down or because the
   change added no job. A service that refused is asked again after an hour. Ids only. */
create or replace function app.calendars_behind() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.company_id from app.connected_to('google_calendar') c
  join public.integration_configs i on i.company_id = c.company_id and i.integration_name = 'google_calendar'
  where (i.last_error_at is null or i.last_error_at < now() - interval '1 hour')
    and exists (select from public.calendar_events e
      where e.company_id = c.company_id and e.is_changed and e.changed_at < now() - interval '10 minutes')
$$;

grant execute on function app.queue_calendar_event, app.changed_events, app.mark_taken_out, app.standing_events to app_rt;
grant execute on function app.calendars_behind, app.queue_calendar_event to app_worker;
