-- Entries of the time clock that have been open for longer than a shift, without a notification yet. It goes to everybody who decides on entries.
create or replace function app.forgotten_entries() returns table (company_id uuid, record_id uuid, people uuid[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.company_id, e.id, null::uuid[] from public.time_entries e join public.companies c on c.id = e.company_id
  where c.status = 'active' and e.ended_at is null and e.removed_at is null
    and e.started_at < now() - make_interval(hours => c.shift_hours) and e.started_at > now() - interval '60 days'
    and not exists (select from public.notifications n
      where n.company_id = e.company_id and n.topic = 'clock_out_forgotten' and n.entity_type = 'time_entry' and n.entity_id = e.id)
$$;

grant execute on function app.forgotten_entries to app_worker;
