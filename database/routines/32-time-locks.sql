-- Locked periods of the time clock, and agreed hours.

call app.allow_all_rows('time_locks', 'app_auth', 'select,insert,update');
grant select on time_locks to app_rt, app_worker;
call app.let_people('time_locks', 'select', 'time.read', who => 'app_rt, app_worker');

call app.allow_all_rows('agreed_hours', 'app_auth', 'select,insert,update,delete');
grant select on agreed_hours to app_rt, app_worker;
call app.let_people('agreed_hours', 'select', 'time.read', $$((select app.reaches_all('time.read')) or user_id = (select app.user_id()))$$, 'app_rt, app_worker');

/* Refuses a change that touches a locked period; a null start means that there is nothing to check. By the shared lock, locking a period waits for
   changes under way, and later changes wait for it. */
create or replace function app.expect_unlocked(company uuid, start_at timestamptz, end_at timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare period text;
begin
  if start_at is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('time locks of ' || company, 0));
  select to_char(l.from_on, 'Mon FMDD') || ' – ' || to_char(l.to_on, 'Mon FMDD, YYYY') into period from public.time_locks l
    where l.company_id = company and l.unlocked_at is null and l.starts_at < coalesce(end_at, 'infinity') and l.ends_at > start_at
    order by l.from_on limit 1;
  if found then raise exception 'period_locked' using errcode = 'SB001', detail = period; end if;
end $$;

-- Nobody can change an entry in a locked period in any way.
create or replace function app.keep_locked() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform app.expect_unlocked(old.company_id, old.started_at, old.ended_at); end if;
  if tg_op = 'DELETE' then return old; end if;
  perform app.expect_unlocked(new.company_id, new.started_at, new.ended_at);
  return new;
end $$;
create trigger locked before insert or delete or update of started_at, ended_at, breaks, break_started_at, are_breaks_paid, notes, removed_at
  on time_entries for each row execute function app.keep_locked();

/* When a day of the company begins. A locked period keeps the zone in which it was locked, on both its ends. */
create or replace function app.day_begins(company uuid, day date) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select day::timestamp at time zone coalesce(
    (select l.time_zone from time_locks l where l.company_id = company and l.unlocked_at is null
      and day between l.from_on and l.to_on + 1 order by l.from_on limit 1),
    (select c.time_zone from companies c where c.id = company))
$$;

/* Locks the days of a period; null when out of reach. Its last day has to be over, and nothing in it may be open: nobody clocked in, and
   no proposal that waits for a decision. */
create or replace function app.lock_period(company uuid, first_day date, last_day date) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  zone text;
  begins timestamptz;
  ends timestamptz;
  n int;
  created uuid;
begin
  if not company = any (app.scope_for('time.lock')) or not app.reaches_all('time.lock') then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('time locks of ' || company, 0));
  select c.time_zone into zone from public.companies c where c.id = company;
  begins := app.day_begins(company, first_day);
  ends := app.day_begins(company, last_day + 1);
  if last_day < first_day then raise exception 'lock_order' using errcode = 'SB001'; end if;
  if ends > now() then raise exception 'lock_future' using errcode = 'SB001'; end if;
  if exists (select from public.time_locks l where l.company_id = company and l.unlocked_at is null
      and l.from_on <= last_day and l.to_on >= first_day) then
    raise exception 'lock_overlap' using errcode = 'SB001';
  end if;
  select count(*) into n from public.time_entries e
    where e.company_id = company and e.removed_at is null and e.ended_at is null and e.started_at < ends;
  if n > 0 then raise exception 'lock_open' using errcode = 'SB001', detail = n::text; end if;
  select count(*) into n from public.time_proposals p left join public.time_entries e on e.company_id = p.company_id and e.id = p.entry_id
    where p.company_id = company and p.status = 'open'
      and least(p.started_at, e.started_at) < ends and greatest(p.ended_at, e.ended_at) > begins;
  if n > 0 then raise exception 'lock_proposals' using errcode = 'SB001', detail = n::text; end if;
  -- The time after waiting for the changes under way: they came first.
  insert into public.time_locks (company_id, from_on, to_on, time_zone, starts_at, ends_at, locked_by, locked_at)
  values (company, first_day, last_day, zone, begins, ends, app.user_id(), clock_timestamp()) returning id into created;
  return created;
end $$;

-- Unlocks a period; false when there is none within reach.
create or replace function app.unlock_period(company uuid, lock uuid, why text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('time.lock')) or not app.reaches_all('time.lock') then return false; end if;
  update public.time_locks l set unlocked_by = app.user_id(), unlocked_at = now(), unlock_reason = why
    where l.company_id = company and l.id = lock and l.unlocked_at is null;
  return exists (select from public.time_locks l where l.company_id = company and l.id = lock);
end $$;

/* Sets the agreed hours a week of a person from a day on; null removes the agreement of that day. It may not change a locked
   period. False when there is no such person within reach. */
create or replace function app.agree_hours(company uuid, person uuid, from_day date, hours numeric) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('time.agree')) or not app.reaches_all('time.agree') then return false; end if;
  if not exists (select from public.user_roles r where r.company_id = company and r.user_id = person)
    and not exists (select from public.time_entries e where e.company_id = company and e.user_id = person) then return false; end if;
  perform app.expect_unlocked(company, app.day_begins(company, from_day), (
    select app.day_begins(company, min(a.valid_from)) from public.agreed_hours a
    where a.company_id = company and a.user_id = person and a.valid_from > from_day));
  if hours is null then
    delete from public.agreed_hours a where a.company_id = company and a.user_id = person and a.valid_from = from_day;
  else
    insert into public.agreed_hours (company_id, user_id, valid_from, hours_per_week, set_by) values (company, person, from_day, hours, app.user_id())
    on conflict (company_id, user_id, valid_from) do update
      set hours_per_week = excluded.hours_per_week, set_by = excluded.set_by, set_at = now();
  end if;
  return true;
end $$;

grant execute on function app.day_begins to app_rt, app_worker, app_auth;
grant execute on function app.lock_period, app.unlock_period, app.agree_hours to app_rt;
