-- What a task is about, and what blocks it. Both are checked when they are set, with the rights of the person who sets them.

-- Whether a task waits for another one, directly or through others.
create or replace function app.task_waits_for(company uuid, waiting uuid, other uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive chain as (
    select t.id, t.blocked_by_task from public.tasks t where t.company_id = company and t.id = waiting
    union
    select t.id, t.blocked_by_task from chain c join public.tasks t on t.company_id = company and t.id = c.blocked_by_task
  )
  select exists (select from chain c where c.id = other)
$$;

create or replace function app.is_member(company uuid, person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.user_roles r where r.company_id = company and r.user_id = person)
$$;

-- The first kind of record, in words, that a task or a template names and the caller cannot see in the company. Null: all are there.
create or replace function app.unknown_subject(company uuid, part uuid, assembly uuid, product uuid, sop uuid) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when part is not null and not exists (select from parts x where x.company_id = company and x.id = part) then 'part'
    when assembly is not null and not exists (select from assemblies x where x.company_id = company and x.id = assembly) then 'assembly'
    when product is not null and not exists (select from products x where x.company_id = company and x.id = product) then 'product'
    when sop is not null and not exists (select from sops x where x.id = sop and x.visibility <> 'sbr_only'
      and (x.visibility <> 'company' or x.company_id = company)) then 'SOP' end
$$;

/* Refuses a record that the person cannot see, as if it did not exist. If two tasks are made to wait for each other at the
   same moment, one passes after the other. */
create or replace function app.check_task_links() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  missing text;
  was public.tasks;
begin
  if tg_op = 'UPDATE' then was := old; end if;
  if new.blocked_by_task is not null and new.blocked_by_task is distinct from was.blocked_by_task then
    perform pg_advisory_xact_lock(hashtextextended('blocked tasks ' || new.company_id, 0));
    if app.task_waits_for(new.company_id, new.blocked_by_task, new.id) then
      raise exception 'task_loop' using errcode = 'SB001';
    end if;
  end if;
  if app.user_id() is null or coalesce(current_setting('app.change_kind', true) = 'undo', false) then return null; end if;
  missing := coalesce(app.unknown_subject(new.company_id, nullif(new.part_id, was.part_id), nullif(new.assembly_id, was.assembly_id),
    nullif(new.product_id, was.product_id), nullif(new.sop_id, was.sop_id)), case
    when new.template_id is distinct from was.template_id and new.template_id is not null
      and not exists (select from task_templates x where x.company_id = new.company_id and x.id = new.template_id) then 'template'
    when new.blocked_by_part is distinct from was.blocked_by_part and new.blocked_by_part is not null
      and not exists (select from parts x where x.company_id = new.company_id and x.id = new.blocked_by_part) then 'part'
    when new.blocked_by_task is distinct from was.blocked_by_task and new.blocked_by_task is not null
      and not exists (select from tasks x where x.company_id = new.company_id and x.id = new.blocked_by_task) then 'task'
    when new.blocked_by_person is distinct from was.blocked_by_person and new.blocked_by_person is not null
      and not app.is_member(new.company_id, new.blocked_by_person) then 'person' end);
  if missing is not null then raise exception 'task_link_unknown' using errcode = 'SB001', detail = missing; end if;
  return null;
end $$;
create trigger links after insert or update on tasks for each row execute function app.check_task_links();

-- Only a blocked task is blocked by something; the database notes since when.
create or replace function app.note_block() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status <> 'blocked' then
    new.blocked_by_part := null; new.blocked_quantity := null; new.blocked_by_person := null; new.blocked_by_task := null;
    new.blocked_at := null;
  elsif num_nonnulls(new.blocked_by_part, new.blocked_by_person, new.blocked_by_task) = 0 then
    new.blocked_at := null;
  elsif coalesce(current_setting('app.change_kind', true) = 'undo', false) then
    new.blocked_at := coalesce(new.blocked_at, now());
  elsif tg_op = 'INSERT' or old.status <> 'blocked' or (new.blocked_by_part, new.blocked_quantity, new.blocked_by_person, new.blocked_by_task)
      is distinct from (old.blocked_by_part, old.blocked_quantity, old.blocked_by_person, old.blocked_by_task) then
    new.blocked_at := now();
  else
    new.blocked_at := old.blocked_at;
  end if;
  return new;
end $$;
create trigger block before insert or update on tasks for each row execute function app.note_block();

-- Complete, or deleted.
create or replace function app.is_task_over(company uuid, task uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select not exists (select from public.tasks t where t.company_id = company and t.id = task and t.status <> 'complete')
$$;

/* What blocks a task and whether that is settled, for people who may read the task. If a task blocks it that the reader may not read, they learn
   only whether that is complete. */
create or replace function app.block_of(t public.tasks) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when t.blocked_by_part is not null then (
      select jsonb_build_object('kind', 'part', 'id', t.blocked_by_part, 'name', max(p.part_number || ' ' || p.name),
        'quantity', t.blocked_quantity, 'stock', max(p.stock_level),
        'unit', max(p.unit), 'isOver', coalesce(max(p.stock_level) >= t.blocked_quantity, false))
      from parts p where p.company_id = t.company_id and p.id = t.blocked_by_part)
    when t.blocked_by_task is not null then jsonb_build_object('kind', 'task', 'id', t.blocked_by_task,
      'name', (select x.title from tasks x where x.company_id = t.company_id and x.id = t.blocked_by_task),
      'quantity', null, 'stock', null, 'unit', null, 'isOver', app.is_task_over(t.company_id, t.blocked_by_task))
    when t.blocked_by_person is not null then jsonb_build_object('kind', 'person', 'id', t.blocked_by_person,
      'name', app.shown_name(t.blocked_by_person), 'quantity', null, 'stock', null, 'unit', null, 'isOver', false) end
$$;

call app.let_jobs('task_notices', 'select,insert');
grant select on task_notices to app_rt;
call app.let_people('task_notices', 'select', 'task.read',
  $$exists (select from tasks t where t.company_id = task_notices.company_id and t.id = task_notices.task_id)$$);

-- The tasks that need a notification: overdue ones whose assignee has had none since the due day, and those that are no longer blocked. Ids only.
create or replace function app.due_task_notices(company uuid) returns table (task_id uuid, kind text, about text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.id, w.kind, w.about from (
    select t.id, t.company_id, 'overdue' as kind, concat_ws(' ', t.due_on, t.assigned_to) as about
      from public.tasks t join public.companies c on c.id = t.company_id
      where t.company_id = company and t.status <> 'complete' and t.due_on < (now() at time zone c.time_zone)::date
        and t.due_on > (now() at time zone c.time_zone)::date - 60
        and not exists (select from public.notifications n where n.company_id = t.company_id and n.user_id = t.assigned_to
          and n.topic = 'task_overdue' and n.entity_type = 'task' and n.entity_id = t.id and n.created_at > t.due_on)
    union all
    select t.id, t.company_id, 'unblocked', t.blocked_at::text from public.tasks t
      left join public.parts p on p.company_id = t.company_id and p.id = t.blocked_by_part
      where t.company_id = company and t.status = 'blocked'
        and (p.stock_level >= t.blocked_quantity or (t.blocked_by_task is not null and app.is_task_over(t.company_id, t.blocked_by_task)))) w
  where not exists (select from public.task_notices n where n.company_id = w.company_id and n.task_id = w.id and n.kind = w.kind and n.about = w.about)
$$;

create or replace function app.companies_with_task_notices() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from public.companies c where c.status = 'active' and exists (select from app.due_task_notices(c.id))
$$;

call app.allow_all_rows('task_notices', 'app_auth', 'select');
grant execute on function app.is_task_over, app.due_task_notices to app_auth;
grant execute on function app.unknown_subject to app_rt, app_auth;
grant execute on function app.task_waits_for, app.is_member, app.is_task_over, app.check_task_links, app.note_block, app.block_of to app_rt;
grant execute on function app.task_waits_for, app.check_task_links, app.note_block, app.due_task_notices, app.companies_with_task_notices to app_worker;
