-- Deleted records are listed for 90 days. They come back one by one, or all that were deleted together (decision 0006).

-- The obstacles to bringing chosen records back, with what belongs to them; see app.return_obstacles. @param logs their deletions
create or replace function app.restore_obstacles(company uuid, logs bigint[])
returns table (root_id bigint, reason text, entity_type text, entity_id uuid, entity_name text, entity_number text, other_log bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select o.root_id, o.code, o.entity_type, o.entity_id, o.entity_name, o.entity_number, o.other_log
  from (select array_agg(d.log_id) as logs, array_agg(d.root_id) as roots from app.deleted_with(company, logs) d) w
  cross join lateral app.return_obstacles(company, w.logs, w.roots) o
$$;

/* Brings deleted records back with what belongs to them, in one change set; runs with the rights of the caller. When all that a change set
   deleted exists again, the set counts as undone. @returns the number of records */
create or replace function app.bring_back(company uuid, logs bigint[]) returns int
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  rows bigint[];
  types text[];
  origin uuid;
  back uuid;
begin
  select array_agg(w.log_id), array_agg(distinct w.entity_type) into rows, types from app.deleted_with(company, logs) w;
  if rows is null then return 0; end if;
  if cardinality(rows) > 500 then perform set_config('enable_nestloop', 'off', true); end if;
  select case when count(distinct l.change_set_id) = 1 then min(l.change_set_id::text)::uuid end into origin
    from unnest(logs) u(id) join public.activity_logs l on l.company_id = company and l.id = u.id;
  if origin is not null and exists (
    select from public.activity_logs l left join unnest(rows) u(id) on u.id = l.id
    where l.company_id = company and l.change_set_id = origin and u.id is null) then origin := null; end if;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', coalesce(origin::text, ''), true);
  for t in select * from app.tenant_tables x where x.entity_type = any (types) order by not x.comes_first, x.undo_order loop
    perform app.return_rows(t, company, rows);
  end loop;
  back := app.open_change_set();
  if origin is not null and back is not null then
    update public.change_sets s set undone_by = back where s.company_id = company and s.id = origin and s.undone_by is null;
  end if;
  return cardinality(logs);
end $$;

grant execute on function app.restore_obstacles, app.bring_back to app_rt;
