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

/* `tg_argv`: the topics, the kind of their record, the column with its id, and for notices of one person the column with the person.
   Requests for access have no company: their notices are in the firm. */
create or replace function app.settle() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare done jsonb := to_jsonb(new);
begin
  perform app.settle_notices(coalesce((done ->> 'company_id')::uuid, app.firm()), tg_argv[0]::text[], tg_argv[1], (done ->> tg_argv[2])::uuid,
    (done ->> tg_argv[3])::uuid);
  return null;
end $$;

create trigger settle_notices after insert on sop_readings for each row execute function app.settle('{sop_to_read}', 'sop', 'sop_id', 'user_id');
create trigger settle_notices after update on sops for each row
  when (old.review_on is not null and (new.review_on is null or new.review_on > old.review_on))
  execute function app.settle('{sop_review}', 'sop', 'id');

create trigger settle_notices after insert on task_reports for each row when (new.kind = 'done')
  execute function app.settle('{task_assigned,task_sent_back,task_overdue}', 'task', 'task_id', 'reported_by');
create trigger settle_answer after update on task_reports for each row when (old.answer is null and new.answer is not null)
  execute function app.settle('{task_done,task_help}', 'task', 'task_id');
create trigger settle_notices after update on tasks for each row when (new.status = 'complete' and old.status <> 'complete')
  execute function app.settle('{task_assigned,task_sent_back,task_overdue,task_done,task_help}', 'task', 'id');

create trigger settle_notices after update on time_entries for each row
  when (old.ended_at is null and old.removed_at is null and (new.ended_at is not null or new.removed_at is not null))
  execute function app.settle('{clock_out_forgotten}', 'time_entry', 'id');

create trigger settle_notices after update on access_requests for each row when (old.status = 'open' and new.status <> 'open')
  execute function app.settle('{access_asked}', 'access_request', 'id');

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

