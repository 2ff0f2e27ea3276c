-- The time clock. The web server can read entries; clocking in and out, breaks and corrections go through functions, and each correction
-- leaves a revision (32-time-corrections.sql).

-- Seconds of the breaks of an entry between two moments; an open break lasts until now.
create or replace function app.break_seconds(breaks tstzmultirange, running_since timestamptz, from_at timestamptz, to_at timestamptz)
returns numeric language sql stable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)
  from unnest((breaks + case when running_since is null then '{}' else tstzmultirange(tstzrange(running_since, greatest(running_since, now()))) end)
    * tstzmultirange(tstzrange(from_at, greatest(from_at, to_at)))) r
$$;

-- Whether an entry has exactly one break, and it has ended. Nearly all entries with breaks are like that, and then one subtraction gives the seconds.
create or replace function app.is_one_break(breaks tstzmultirange, running_since timestamptz) returns boolean language sql immutable parallel safe
return running_since is null and breaks = tstzmultirange(tstzrange(lower(breaks), upper(breaks)));
create or replace function app.one_break_seconds(breaks tstzmultirange, from_at timestamptz, to_at timestamptz)
returns numeric language sql immutable parallel safe
return greatest(0, extract(epoch from least(upper(breaks), to_at) - greatest(lower(breaks), from_at)));

/* Seconds of one entry that were worked between two moments: without its breaks unless they are paid. An open entry lasts until now. Bound
   here and without SET, so that PostgreSQL inlines it: most entries have at most one break and cost two subtractions. */
create or replace function app.worked_seconds(started timestamptz, ended timestamptz, breaks tstzmultirange, running_since timestamptz,
  are_paid boolean, from_at timestamptz, to_at timestamptz) returns bigint language sql stable parallel safe
return greatest(0, floor(extract(epoch from least(coalesce(ended, now()), to_at) - greatest(started, from_at))
  - case when are_paid or (breaks = '{}'::tstzmultirange and running_since is null) then 0
    when app.is_one_break(breaks, running_since)
      then app.one_break_seconds(breaks, greatest(started, from_at), least(coalesce(ended, now()), to_at))
    else app.break_seconds(breaks, running_since, greatest(started, from_at), least(coalesce(ended, now()), to_at)) end))::int8;

grant execute on function app.break_seconds, app.is_one_break, app.one_break_seconds, app.worked_seconds to app_rt, app_worker, app_auth;

call app.logged_table('time_entries', 'time_entry');
call app.allow_all_rows('time_entries', 'app_auth', 'select,insert,update');
create trigger version before update on time_entries for each row execute function app.bump_version();
grant select on time_entries to app_rt, app_worker;
call app.let_people('time_entries', 'select', 'time.read', $$((select app.reaches_all('time.read')) or user_id = (select app.user_id()))$$, 'app_rt, app_worker');
call app.allow_all_rows('time_entry_revisions', 'app_auth', 'select,insert');
grant select on time_entry_revisions to app_rt, app_worker;
call app.let_people('time_entry_revisions', 'select', 'time.read',
  $$exists (select from time_entries e where e.company_id = time_entry_revisions.company_id and e.id = time_entry_revisions.entry_id)$$, 'app_rt, app_worker');
create trigger append_only before update or delete or truncate on time_entry_revisions
  for each statement execute function app.refuse_change();

/* A person who clocks in must still have a role with a clock. If their access is taken away, or the company is sold, at the same
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

/* The moment of a press. The browser says how long ago it was, in seconds: its clock may be hours wrong, but it measures durations well. Less than a
   minute counts as the delay of the network. A press older than a shift needs a proposal. */
create or replace function app.pressed_at(company uuid, held int) returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if held < 60 then return now(); end if;
  if held > (select c.shift_hours * 3600 from public.companies c where c.id = company) then
    raise exception 'press_too_old' using errcode = 'SB001';
  end if;
  return now() - make_interval(secs => held);
end $$;

-- Lets changes of one person's entries wait for each other: otherwise two could both pass the check for overlaps.
create or replace function app.take_turn(person uuid) returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('time entries of ' || person, 0))
$$;

/* Begins an entry of the caller, and returns its id. If the caller is clocked in, returns the open entry; for a press that was sent before,
   the entry that it began. `held`: seconds since the press. */
create or replace function app.clock_in(company uuid, press uuid, held int) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_id uuid;
  at timestamptz;
begin
  if not company = any (app.scope_for('time.clock')) then return null; end if;
  perform app.take_turn(app.user_id());
  select e.id into found_id from public.time_entries e
    where e.company_id = company and e.user_id = app.user_id() and e.in_press_id = press;
  if found then return found_id; end if;
  at := app.pressed_at(company, held);
  if held < 60 then
    select e.id into found_id from public.time_entries e
      where e.company_id = company and e.user_id = app.user_id() and e.ended_at is null and e.removed_at is null;
    if found then return found_id; end if;
  end if;
  if exists (select from public.time_entries e
      where e.user_id = app.user_id() and e.company_id <> company and e.ended_at is null and e.removed_at is null) then
    raise exception 'clocked_in_elsewhere' using errcode = 'SB001';
  end if;
  if held >= 60 then perform app.expect_free(company, app.user_id(), null, at, 'infinity'); end if;
  insert into public.time_entries (company_id, user_id, started_at, in_press_id, in_received_at, are_breaks_paid)
  select company, app.user_id(), at, press, case when held >= 60 then now() end, c.are_breaks_paid
    from public.companies c where c.id = company
  returning id into found_id;
  return found_id;
end $$;

-- Locks an entry of the caller, and returns it; null when the caller has no such entry, or no clock in the company.
create or replace function app.own_entry(company uuid, entry uuid) returns public.time_entries
language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  select t.* from public.time_entries t
  where company = any (app.scope_for('time.clock')) and t.company_id = company and t.id = entry and t.user_id = app.user_id() and t.removed_at is null
  for update
$$;

-- Ends an entry of the caller; an entry that has ended already stays as it is. False when the caller has no such entry.
create or replace function app.clock_out(company uuid, entry uuid, press uuid, held int) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.time_entries := app.own_entry(company, entry);
  at timestamptz;
begin
  if e.id is null then return false; end if;
  if e.ended_at is not null and (held < 60 or e.out_press_id = press) then return true; end if;
  if e.ended_at is not null then raise exception 'entry_ended' using errcode = 'SB001'; end if;
  at := app.pressed_at(company, held);
  if at < e.started_at and held >= 60 then raise exception 'entry_order' using errcode = 'SB001'; end if;
  update public.time_entries t set ended_at = greatest(at, t.started_at), out_press_id = press,
      out_received_at = case when held >= 60 then now() end
    where t.company_id = company and t.id = entry;
  return true;
end $$;

-- Begins or ends a break of the caller's open entry; a press that changes nothing is no error. False when there is no such entry.
create or replace function app.take_break(company uuid, entry uuid, is_start boolean, held int) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.time_entries := app.own_entry(company, entry);
  at timestamptz;
begin
  if e.id is null then return false; end if;
  if e.ended_at is not null then raise exception 'entry_ended' using errcode = 'SB001'; end if;
  if is_start = (e.break_started_at is not null) then return true; end if;
  at := greatest(app.pressed_at(company, held), e.started_at, e.break_started_at);
  update public.time_entries t set break_started_at = case when is_start then at end,
      breaks = case when is_start then t.breaks else t.breaks + tstzmultirange(tstzrange(t.break_started_at, at)) end
    where t.company_id = company and t.id = entry;
  return true;
end $$;

/* When an entry ends, its open break ends too. If the breaks are too short, it gets the automatic break of its company, from the first
   free minute after so many hours. Breaks lie within their entry. */
create or replace function app.settle_breaks() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  rule record;
  missing interval;
  piece tstzrange;
  part interval;
begin
  if tg_op = 'UPDATE' and old.ended_at is null then
    if new.break_started_at is not null then
      new.breaks := new.breaks + tstzmultirange(tstzrange(new.break_started_at, greatest(new.break_started_at, new.ended_at)));
    end if;
    new.breaks := new.breaks * tstzmultirange(tstzrange(new.started_at, new.ended_at));
    select make_interval(hours => c.auto_break_hours) as after, make_interval(mins => c.auto_break_minutes) as length into rule
      from public.companies c where c.id = new.company_id;
    missing := rule.length - make_interval(secs => app.break_seconds(new.breaks, null, new.started_at, new.ended_at)::float8);
    if new.started_at + rule.after < new.ended_at and missing > interval '0' then
      for piece in select unnest(tstzmultirange(tstzrange(new.started_at + rule.after, new.ended_at)) - new.breaks) loop
        part := least(missing, upper(piece) - lower(piece));
        new.breaks := new.breaks + tstzmultirange(tstzrange(lower(piece), lower(piece) + part));
        new.has_auto_break := true;
        missing := missing - part;
        exit when missing <= interval '0';
      end loop;
    end if;
  end if;
  new.break_started_at := null;
  new.breaks := new.breaks * tstzmultirange(tstzrange(new.started_at, new.ended_at));
  return new;
end $$;
create trigger breaks before insert or update of started_at, ended_at, breaks on time_entries
  for each row when (new.ended_at is not null) execute function app.settle_breaks();

-- Ends the open entries of a company now, in the name of the system: those of one person, or all.
create or replace function app.close_entries(company uuid, person uuid, why text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with closed as (
    update public.time_entries e set ended_at = greatest(now(), e.started_at), is_ended_by_system = true
    where e.company_id = company and (person is null or e.user_id = person) and e.ended_at is null and e.removed_at is null returning e.*)
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

grant execute on function app.take_turn, app.own_entry to app_auth;
grant execute on function app.clock_in, app.clock_out, app.take_break to app_rt;

-- Only people who may read an entry may read its log: otherwise the log would tell colleagues who worked when.
create policy activity_of_time_entries on activity_logs as restrictive for select to app_rt, app_worker using (
  company_id = any ((select app.scope_for('activity.read'))::uuid[])
  and (entity_type <> 'time_entry' or (select app.reaches_all('time.read')) or exists (
    select from time_entries e where e.company_id = activity_logs.company_id and e.id = activity_logs.entity_id)));
