/* The parts that existed at the end of a day of the company's calendar, with their stock and cost then: the current values without the
   changes that the log has for later days. A part that was created later is left out; a part that was deleted later has the values in the
   log. The sum of stock times cost equals that of app.inventory_on_days. */
create or replace function app.parts_on_day(company uuid, day date)
returns table (id uuid, part_number text, name text, stock_level numeric, cost numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
  with later as materialized (
    select l.id, l.entity_id, l.action, l.field_changed as field, l.old_value, l.metadata -> 'row' as was
    from companies c cross join change_sets s
    join activity_logs l on l.company_id = company and l.change_set_id = s.id and l.entity_type = 'part'
      and (l.action in ('created', 'deleted') or l.field_changed in ('stock_level', 'cost', 'part_number', 'name'))
    where c.id = company and s.company_id = company and s.created_at >= (day + 1)::timestamp at time zone c.time_zone
  ), turn as (
    -- The first creation or deletion since.
    select distinct on (l.entity_id) l.entity_id, l.id, l.action, l.was from later l
    where l.action in ('created', 'deleted') order by l.entity_id, l.id
  ), first_change as (
    select distinct on (l.entity_id, l.field) l.entity_id, l.field, l.old_value
    from later l left join turn t on t.entity_id = l.entity_id
    where l.field is not null and (t.id is null or l.id < t.id) order by l.entity_id, l.field, l.id
  ), changed as (
    select f.entity_id, max(f.old_value) filter (where f.field = 'stock_level') as stock, max(f.old_value) filter (where f.field = 'cost') as cost,
      max(f.old_value) filter (where f.field = 'part_number') as number, max(f.old_value) filter (where f.field = 'name') as name
    from first_change f group by f.entity_id
  ), stood as (
    select p.id, p.part_number::text as number, p.name::text as name, p.stock_level as stock, p.cost from parts p
    where p.company_id = company and not exists (select from turn t where t.entity_id = p.id)
    union all
    select t.entity_id, t.was ->> 'part_number', t.was ->> 'name', (t.was ->> 'stock_level')::numeric, (t.was ->> 'cost')::numeric
    from turn t where t.action = 'deleted'
  )
  select s.id, coalesce(c.number, s.number), coalesce(c.name, s.name), coalesce(c.stock::numeric, s.stock), coalesce(c.cost::numeric, s.cost)
  from stood s left join changed c on c.entity_id = s.id
$$;
grant execute on function app.parts_on_day to app_rt;
