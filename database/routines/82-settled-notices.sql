-- A notice is marked as read when what it asks for is done: its reader need not open it any more.

-- Marks the unread notices of these topics about a record as read: those of one person, or of all when `person` is null.
create or replace function app.settle_notices(company uuid, topics text[], entity text, record uuid, person uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.notifications n set read_at = now() from (
    select u.id from public.notifications u
    where u.company_id = company and u.read_at is null and u.topic = any (topics)
      and (u.entity_type, u.entity_id) is not distinct from (entity, record) and (person is null or u.user_id = person)
    order by u.user_id, u.topic for update -- the order of app.write_notices
  ) s where n.company_id = company and n.id = s.id
$$;

create or replace function app.settle_reading() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.settle_notices(new.company_id, '{sop_to_read}', 'sop', new.sop_id, new.user_id);
  return null;
end $$;
create trigger settle_notices after insert on sop_readings for each row execute function app.settle_reading();

create or replace function app.settle_reported_task() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.settle_notices(new.company_id, '{task_assigned,task_sent_back,task_overdue}', 'task', new.task_id, new.reported_by);
  return null;
end $$;
create trigger settle_notices after insert on task_reports for each row when (new.kind = 'done') execute function app.settle_reported_task();

create or replace function app.settle_answered_report() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.settle_notices(new.company_id, '{task_done,task_help}', 'task', new.task_id, null);
  return null;
end $$;
create trigger settle_answer after update on task_reports for each row when (old.answer is null and new.answer is not null)
  execute function app.settle_answered_report();

create or replace function app.settle_complete_task() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.settle_notices(new.company_id, '{task_assigned,task_sent_back,task_overdue,task_done,task_help}', 'task', new.id, null);
  return null;
end $$;
create trigger settle_notices after update on tasks for each row when (new.status = 'complete' and old.status <> 'complete')
  execute function app.settle_complete_task();

-- All missing entries share one notice without a record, so it waits for the last of them.
create or replace function app.settle_proposal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.time_proposals p where p.company_id = old.company_id and p.status = 'open'
      and p.entry_id is not distinct from old.entry_id) then
    perform app.settle_notices(old.company_id, '{correction_proposed}', case when old.entry_id is not null then 'time_entry' end, old.entry_id, null);
  end if;
  return null;
end $$;
create trigger settle_notices after update on time_proposals for each row when (old.status = 'open' and new.status <> 'open')
  execute function app.settle_proposal();

call app.give_to('app_auth', 'settle_notices', 'settle_reading', 'settle_reported_task', 'settle_answered_report', 'settle_complete_task',
  'settle_proposal');
