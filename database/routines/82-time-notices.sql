-- Scheduled notices to managers about the time clock.

-- Entries that have been open for longer than a shift, and that nobody was told of.
create or replace function app.untold_forgotten_entries() returns table (company_id uuid, entry_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.company_id, e.id from public.time_entries e join public.companies c on c.id = e.company_id
  where c.status = 'active' and e.ended_at is null and e.removed_at is null
    and e.started_at < now() - make_interval(hours => c.shift_hours) and e.started_at > now() - interval '60 days'
    and not exists (select from public.notifications n
      where n.company_id = e.company_id and n.topic = 'clock_out_forgotten' and n.entity_type = 'time_entry' and n.entity_id = e.id)
$$;

create or replace function app.companies_with_forgotten_entries() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct u.company_id from app.untold_forgotten_entries() u
$$;

-- Tells the people who decide on time entries, once for each entry.
create or replace function app.notice_forgotten_entries(company uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not company = any (app.scope()) then raise exception 'another company' using errcode = 'insufficient_privilege'; end if;
  perform app.write_notices(company, 'clock_out_forgotten', 'time_entry', u.entry_id, null, null, 'time.decide')
    from app.untold_forgotten_entries() u where u.company_id = company;
end $$;

call app.give_to('app_auth', 'untold_forgotten_entries', 'companies_with_forgotten_entries', 'notice_forgotten_entries');
grant execute on function app.companies_with_forgotten_entries, app.notice_forgotten_entries to app_worker;
