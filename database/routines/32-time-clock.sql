-- The time clock. The web server can read entries and begin an entry for the session's person; ending and editing go through two functions,
-- and each edit leaves a revision.

call app.logged_table('time_entries', 'time_entry');
call app.let_in('time_entries', 'app_auth', 'select,update');
create trigger version before update on time_entries for each row execute function app.bump_version();
grant select on time_entries to app_rt, app_worker;
grant insert (company_id, user_id) on time_entries to app_rt;
create policy may_read on time_entries for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('time.read'))::uuid[])
  and ((select app.reaches_all('time.read')) or user_id = (select app.user_id())));
create policy may_insert on time_entries for insert to app_rt with check (
  company_id = any ((select app.scope_for('time.clock'))::uuid[]) and user_id = (select app.user_id()));

call app.let_in('time_entry_revisions', 'app_auth', 'select,insert');
grant select on time_entry_revisions to app_rt, app_worker;
create policy may_read on time_entry_revisions for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('time.read'))::uuid[])
  and exists (select from time_entries e where e.company_id = time_entry_revisions.company_id and e.id = time_entry_revisions.entry_id));
create trigger append_only before update or delete or truncate on time_entry_revisions
  for each statement execute function app.refuse_change();

/* A person who clocks in must still have a role with a clock. When somebody takes the access away or sells the company at the same
   moment, one of the two comes first and the other sees it. Lock in the same order as the administration of people (person, company,
   role): in another order the two would deadlock, and one would be refused. */
create or replace function app.check_clock_in() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare held text;
begin
  perform from public.profiles p where p.user_id = new.user_id for key share;
  perform from public.companies c where c.id = new.company_id and c.status <> 'sold' for share;
  if not found then raise exception 'nobody to clock in' using errcode = 'insufficient_privilege'; end if;
  select r.role into held from public.user_roles r
    where r.user_id = new.user_id and r.company_id = new.company_id for share;
  if not exists (select from app.role_permissions p where p.role = held and p.action = 'time.clock' and p.reach <> 'none') then
    raise exception 'nobody to clock in' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger clock_in before insert on time_entries for each row when (new.ended_at is null) execute function app.check_clock_in();

-- Ends an entry of the caller now; an entry that has ended already stays as it is. False when the caller has no such entry.
create or replace function app.clock_out(company uuid, entry uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('time.clock')) then return false; end if;
  update public.time_entries e set ended_at = greatest(now(), e.started_at)
    where e.company_id = company and e.id = entry and e.user_id = app.user_id() and e.ended_at is null;
  return exists (select from public.time_entries e where e.company_id = company and e.id = entry and e.user_id = app.user_id());
end $$;

/* Edits start, end and notes, and keeps the old values. 'gone' when there is no such entry within reach, 'stale' when it has another
   version than the one edited (null takes any), else 'saved'. */
create or replace function app.revise_time_entry(company uuid, entry uuid, edited_version int, new_start timestamptz, new_end timestamptz,
  new_text text, why text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare e public.time_entries;
begin
  if not company = any (app.scope_for('time.edit')) or not app.reaches_all('time.edit') then return 'gone'; end if;
  select * into e from public.time_entries t where t.company_id = company and t.id = entry;
  if not found then return 'gone'; end if;
  -- Edits of one person's entries wait for each other: otherwise two edits could both pass the check for overlaps.
  perform pg_advisory_xact_lock(hashtextextended('time entries of ' || e.user_id, 0));
  select * into e from public.time_entries t where t.company_id = company and t.id = entry for update;
  if e.version <> edited_version then return 'stale'; end if;
  if (e.started_at, e.ended_at, e.notes) is not distinct from (new_start, new_end, new_text) then return 'saved'; end if;
  if new_end is null and e.ended_at is not null then raise exception 'entry_reopened' using errcode = 'SB001'; end if;
  if new_end <= new_start then raise exception 'entry_order' using errcode = 'SB001'; end if;
  if greatest(new_start, new_end) > now() then raise exception 'entry_future' using errcode = 'SB001'; end if;
  if exists (select from public.time_entries o where o.company_id = company and o.user_id = e.user_id and o.id <> e.id
      and o.started_at < coalesce(new_end, 'infinity') and coalesce(o.ended_at, 'infinity') > new_start) then
    raise exception 'entry_overlap' using errcode = 'SB001';
  end if;
  update public.time_entries t set started_at = new_start, ended_at = new_end, notes = new_text
    where t.company_id = company and t.id = entry;
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason,
    old_started_at, new_started_at, old_ended_at, new_ended_at, old_notes, new_notes)
  values (company, entry, app.user_id(), e.user_id = app.user_id(), why,
    e.started_at, new_start, e.ended_at, new_end, e.notes, new_text);
  return 'saved';
end $$;

-- The system ends the open entries of a company now: those of one person, or all.
create or replace function app.close_entries(company uuid, person uuid, why text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with closed as (
    update public.time_entries e set ended_at = greatest(now(), e.started_at), is_ended_by_system = true
    where e.company_id = company and (person is null or e.user_id = person) and e.ended_at is null returning e.*)
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason,
    old_started_at, new_started_at, old_ended_at, new_ended_at, old_notes, new_notes)
  select company_id, id, null, false, why, started_at, started_at, null, ended_at, notes, notes from closed
$$;

create or replace function app.close_entries_of_leaver() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.close_entries(old.company_id, old.user_id, case tg_op when 'DELETE' then 'Access was removed' else 'Role was changed' end);
  return null;
end $$;
create trigger close_entries after delete on user_roles for each row execute function app.close_entries_of_leaver();
create trigger close_entries_change after update on user_roles for each row
  when ((old.company_id, old.role) is distinct from (new.company_id, new.role)) execute function app.close_entries_of_leaver();

-- Members of a sold company have no access any more: they could not clock out.
create or replace function app.close_entries_of_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.close_entries(new.id, null, 'The company was sold');
  return null;
end $$;
create trigger close_entries after update of status on companies for each row
  when (new.status = 'sold' and old.status <> 'sold') execute function app.close_entries_of_company();

call app.give_to('app_auth', 'check_clock_in', 'clock_out', 'close_entries', 'close_entries_of_leaver', 'close_entries_of_company', 'revise_time_entry');
grant execute on function app.clock_out, app.revise_time_entry to app_rt;

-- Only people who may read an entry may read its log: otherwise colleagues would learn from it who worked when.
create policy activity_of_time_entries on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and (entity_type <> 'time_entry' or (select app.reaches_all('time.read')) or exists (
    select from time_entries e where e.company_id = activity_logs.company_id and e.id = activity_logs.entity_id)));
