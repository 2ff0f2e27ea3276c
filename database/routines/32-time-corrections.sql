-- Corrections of the time clock: edits, missing and mistaken entries, and proposals of people for their own time. Each leaves a revision
-- with the reason and the old values.

call app.allow_all_rows('time_proposals', 'app_auth', 'select,insert,update');
grant select on time_proposals to app_rt, app_worker;
create trigger updated_at before update on time_proposals for each row execute function app.set_updated_at();
call app.let_people('time_proposals', 'select', 'time.read', $$((select app.reaches_all('time.read')) or user_id = (select app.user_id()))$$, 'app_rt, app_worker');

/* Checks the times of a correction. A null is not checked: a proposal leaves that time as it is, or the entry is open. A break outside the
   shift is refused here, because settle_breaks would cut it silently. */
create or replace function app.check_times(start_at timestamptz, end_at timestamptz, breaks tstzmultirange) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if end_at <= start_at then raise exception 'entry_order' using errcode = 'SB001'; end if;
  if greatest(start_at, end_at) > now() then raise exception 'entry_future' using errcode = 'SB001'; end if;
  -- Nobody corrects times so long ago: such a year is a typing error.
  if start_at < now() - interval '10 years' then raise exception 'entry_past' using errcode = 'SB001'; end if;
  if lower(breaks) < start_at then raise exception 'break_early' using errcode = 'SB001'; end if;
  if upper(breaks) > end_at then raise exception 'break_late' using errcode = 'SB001'; end if;
end $$;

-- The breaks of an entry up to an end: somebody who only says when they left is not asked for breaks.
create or replace function app.breaks_until(e public.time_entries, end_at timestamptz) returns tstzmultirange language sql immutable
return e.breaks * tstzmultirange(tstzrange(null, end_at));

-- Refuses times that overlap another entry of the person; the message says when that entry began.
create or replace function app.expect_free(company uuid, person uuid, entry uuid, start_at timestamptz, end_at timestamptz) returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare other text;
begin
  select to_char(o.started_at at time zone c.time_zone, 'Mon FMDD, FMHH12:MI AM') || ' – '
      || coalesce(to_char(o.ended_at at time zone c.time_zone, 'Mon FMDD, FMHH12:MI AM'), 'now')
    into other
    from public.time_entries o join public.companies c on c.id = o.company_id
    where o.company_id = company and o.user_id = person and o.id is distinct from entry and o.removed_at is null
      and o.started_at < coalesce(end_at, 'infinity') and coalesce(o.ended_at, 'infinity') > start_at
    order by o.started_at limit 1;
  if found then raise exception 'entry_overlap' using errcode = 'SB001', detail = other; end if;
end $$;

-- A correction by somebody who may decide settles the proposals for the entry.
create or replace function app.supersede_proposals(company uuid, entry uuid, but uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.time_proposals p set status = 'superseded', decided_by = app.user_id(), decided_at = now()
  where p.company_id = company and p.entry_id = entry and p.status = 'open' and p.id is distinct from but
$$;

/* Writes new times to an entry, with the revision. For functions that have checked the right already. `change`: the kind of the revision;
   `proposal`: the proposal that it accepts. */
create or replace function app.apply_times(e public.time_entries, new_start timestamptz, new_end timestamptz, new_breaks tstzmultirange,
  new_text text, why text, change text, proposal uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare kept tstzmultirange;
begin
  if new_end is null and e.ended_at is not null then raise exception 'entry_reopened' using errcode = 'SB001'; end if;
  if (new_start, new_end, new_breaks) is distinct from (e.started_at, e.ended_at, e.breaks) then
    perform app.check_times(new_start, new_end, new_breaks);
    perform app.expect_free(e.company_id, e.user_id, e.id, new_start, new_end);
  end if;
  update public.time_entries t set started_at = new_start, ended_at = new_end, breaks = new_breaks, notes = new_text,
      is_end_proposed = change = 'end_proposed', has_auto_break = t.has_auto_break and new_breaks = e.breaks
    where t.company_id = e.company_id and t.id = e.id returning breaks into kept;
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason, kind, proposal_id,
    old_started_at, new_started_at, old_ended_at, new_ended_at, old_notes, new_notes, old_breaks, new_breaks)
  values (e.company_id, e.id, app.user_id(), e.user_id = app.user_id() and change <> 'end_proposed', why, change, proposal,
    e.started_at, new_start, e.ended_at, new_end, e.notes, new_text, e.breaks, kept);
end $$;

/* Edits start, end, breaks and notes, and keeps the old values. 'gone' when there is no such entry within reach, 'stale' when it has another
   version than the one edited (null takes any), else 'saved'. */
create or replace function app.revise_time_entry(company uuid, entry uuid, edited_version int, new_start timestamptz, new_end timestamptz,
  new_breaks tstzmultirange, new_text text, why text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare e public.time_entries;
begin
  if not company = any (app.scope_for('time.edit')) or not app.reaches_all('time.edit') then return 'gone'; end if;
  select * into e from public.time_entries t where t.company_id = company and t.id = entry and t.removed_at is null;
  if not found then return 'gone'; end if;
  perform app.take_turn(e.user_id);
  select * into e from public.time_entries t where t.company_id = company and t.id = entry and t.removed_at is null for update;
  if not found then return 'gone'; end if;
  if e.version <> edited_version then return 'stale'; end if;
  if (e.started_at, e.ended_at, e.breaks, e.notes) is not distinct from (new_start, new_end, new_breaks, new_text) and not e.is_end_proposed then
    return 'saved';
  end if;
  perform app.supersede_proposals(company, entry, null);
  perform app.apply_times(e, new_start, new_end, new_breaks, new_text, why, 'edited', null);
  return 'saved';
end $$;

-- Adds an entry that is missing. For functions that have checked the right already.
create or replace function app.insert_entry(company uuid, person uuid, start_at timestamptz, end_at timestamptz, taken tstzmultirange,
  words text, why text, proposal uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entry uuid;
  kept tstzmultirange;
begin
  perform app.check_times(start_at, end_at, taken);
  perform app.take_turn(person);
  perform app.expect_free(company, person, null, start_at, end_at);
  insert into public.time_entries (company_id, user_id, started_at, ended_at, breaks, notes, are_breaks_paid)
  select company, person, start_at, end_at, coalesce(taken, '{}'), words, c.are_breaks_paid from public.companies c where c.id = company
  returning id, breaks into entry, kept;
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason, kind, proposal_id,
    old_started_at, new_started_at, new_ended_at, new_notes, new_breaks)
  values (company, entry, app.user_id(), person = app.user_id(), why, 'added', proposal, start_at, start_at, end_at, words, kept);
  return entry;
end $$;

-- Adds a missing entry of somebody who works in the company, or did; null when there is no such person within reach.
create or replace function app.add_time_entry(company uuid, person uuid, start_at timestamptz, end_at timestamptz, taken tstzmultirange,
  words text, why text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope_for('time.edit')) or not app.reaches_all('time.edit') then return null; end if;
  if not exists (select from public.user_roles r where r.company_id = company and r.user_id = person)
    and not exists (select from public.time_entries e where e.company_id = company and e.user_id = person) then return null; end if;
  return app.insert_entry(company, person, start_at, end_at, taken, words, why, null);
end $$;

-- Removes a mistaken entry, or puts it back. For functions that have checked the right already.
create or replace function app.mark_removed(e public.time_entries, is_removal boolean, why text, proposal uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_removal then perform app.expect_free(e.company_id, e.user_id, e.id, e.started_at, e.ended_at); end if;
  perform app.supersede_proposals(e.company_id, e.id, proposal);
  update public.time_entries t set removed_at = case when is_removal then now() end where t.company_id = e.company_id and t.id = e.id;
  insert into public.time_entry_revisions (company_id, entry_id, editor_id, is_self_edited, reason, kind, proposal_id,
    old_started_at, new_started_at, old_ended_at, new_ended_at, old_notes, new_notes, old_breaks, new_breaks)
  values (e.company_id, e.id, app.user_id(), e.user_id = app.user_id(), why, case when is_removal then 'removed' else 'restored' end, proposal,
    e.started_at, e.started_at, e.ended_at, e.ended_at, e.notes, e.notes, e.breaks, e.breaks);
end $$;

-- Removes an entry, or puts it back; a second call changes nothing. False when there is no such entry within reach.
create or replace function app.remove_time_entry(company uuid, entry uuid, is_removal boolean, why text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare e public.time_entries;
begin
  if not company = any (app.scope_for('time.edit')) or not app.reaches_all('time.edit') then return false; end if;
  select * into e from public.time_entries t where t.company_id = company and t.id = entry;
  if not found then return false; end if;
  perform app.take_turn(e.user_id);
  select * into e from public.time_entries t where t.company_id = company and t.id = entry for update;
  if is_removal is distinct from (e.removed_at is not null) then perform app.mark_removed(e, is_removal, why, null); end if;
  return true;
end $$;

/* Proposes a correction of the caller's own time. `proposed`: 'add' a missing entry, 'change' or 'remove' one, or the 'end' of one that the
   person forgot to end: this ends it at once, so that the next day can begin, and a manager confirms it. Null when there is no such entry. */
create or replace function app.propose_time(company uuid, entry uuid, proposed text, new_start timestamptz, new_end timestamptz,
  new_breaks tstzmultirange, new_text text, why text) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  e public.time_entries;
  created uuid;
begin
  if not company = any (app.scope_for('time.propose')) then return null; end if;
  perform app.take_turn(app.user_id());
  if proposed = 'add' then
    perform app.check_times(new_start, new_end, new_breaks), app.expect_free(company, app.user_id(), null, new_start, new_end);
  else
    select * into e from public.time_entries t
      where t.company_id = company and t.id = entry and t.user_id = app.user_id() and t.removed_at is null for update;
    if not found then return null; end if;
    if proposed = 'end' and e.ended_at is not null and not e.is_end_proposed then raise exception 'entry_ended' using errcode = 'SB001'; end if;
    if proposed <> 'end' and exists (select from public.time_proposals p
      where p.company_id = company and p.entry_id = entry and p.status = 'open') then
      raise exception 'proposal_waits' using errcode = 'SB001';
    end if;
    if proposed = 'change' then
      perform app.check_times(coalesce(new_start, e.started_at), coalesce(new_end, e.ended_at), coalesce(new_breaks, e.breaks)),
        app.expect_free(company, app.user_id(), entry, coalesce(new_start, e.started_at), coalesce(new_end, e.ended_at));
    end if;
  end if;
  perform app.expect_unlocked(company, least(new_start, e.started_at), coalesce(greatest(new_end, e.ended_at), now()));
  if proposed = 'end' then
    update public.time_proposals p set status = 'withdrawn' where p.company_id = company and p.entry_id = entry and p.status = 'open';
  end if;
  insert into public.time_proposals (company_id, user_id, entry_id, kind, started_at, ended_at, breaks, notes, reason)
  values (company, app.user_id(), entry, proposed, new_start, new_end, new_breaks, new_text, why) returning id into created;
  if proposed = 'end' then
    perform app.apply_times(e, e.started_at, new_end, coalesce(new_breaks, app.breaks_until(e, new_end)), e.notes, why, 'end_proposed', created);
  end if;
  return created;
end $$;

-- Withdraws a proposal of the caller; false when there is none. A proposed end stays in the entry, which needs one.
create or replace function app.withdraw_proposal(company uuid, proposal uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare p public.time_proposals;
begin
  if not company = any (app.scope_for('time.propose')) then return false; end if;
  select * into p from public.time_proposals t where t.company_id = company and t.id = proposal and t.user_id = app.user_id() for update;
  if not found then return false; end if;
  if p.status <> 'open' then raise exception 'proposal_decided' using errcode = 'SB001'; end if;
  if p.kind = 'end' then raise exception 'proposal_end_stays' using errcode = 'SB001'; end if;
  update public.time_proposals t set status = 'withdrawn', decided_at = now() where t.company_id = company and t.id = proposal;
  return true;
end $$;

/* Accepts or declines a proposal; false when there is none within reach. `true_end`: when the person left, for a declined end. */
create or replace function app.decide_proposal(company uuid, proposal uuid, is_accepted boolean, true_end timestamptz, words text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  p public.time_proposals;
  e public.time_entries;
begin
  if not company = any (app.scope_for('time.decide')) or not app.reaches_all('time.decide') then return false; end if;
  select * into p from public.time_proposals t where t.company_id = company and t.id = proposal;
  if not found then return false; end if;
  perform app.take_turn(p.user_id);
  select * into p from public.time_proposals t where t.company_id = company and t.id = proposal for update;
  if p.status <> 'open' then raise exception 'proposal_decided' using errcode = 'SB001'; end if;
  select * into e from public.time_entries t where t.company_id = company and t.id = p.entry_id for update;
  if p.kind = 'end' and not is_accepted then
    if true_end is null then raise exception 'proposal_end_needed' using errcode = 'SB001'; end if;
    perform app.apply_times(e, e.started_at, true_end, app.breaks_until(e, true_end), e.notes, words, 'edited', p.id);
  elsif p.kind = 'end' then
    perform app.apply_times(e, e.started_at, e.ended_at, e.breaks, e.notes, p.reason, 'end_confirmed', p.id);
  elsif is_accepted and p.kind = 'add' then
    p.entry_id := app.insert_entry(company, p.user_id, p.started_at, p.ended_at, p.breaks, p.notes, p.reason, p.id);
  elsif is_accepted and p.kind = 'remove' then
    perform app.mark_removed(e, true, p.reason, p.id);
  elsif is_accepted then
    perform app.apply_times(e, coalesce(p.started_at, e.started_at), coalesce(p.ended_at, e.ended_at), coalesce(p.breaks, e.breaks),
      coalesce(p.notes, e.notes), p.reason, 'edited', p.id);
  end if;
  update public.time_proposals t set status = case when is_accepted then 'accepted' else 'declined' end, decided_by = app.user_id(),
      decided_at = now(), answer = words, entry_id = p.entry_id
    where t.company_id = company and t.id = proposal;
  return true;
end $$;

grant execute on function app.check_times, app.breaks_until to app_auth;
grant execute on function app.revise_time_entry, app.add_time_entry, app.remove_time_entry, app.propose_time, app.withdraw_proposal,
  app.decide_proposal to app_rt;
