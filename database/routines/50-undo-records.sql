-- What an undo finds out about a change set before it touches anything. All of it runs with the rights of the caller.

-- The records that a set made or deleted. One pass over the set: a subquery per record would read the set again each time.
create or replace function app.undo_records(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, was_created boolean, was_deleted boolean, last_id bigint, old_row jsonb)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select l.entity_id, max(l.entity_name), bool_or(l.action = 'created'), bool_or(l.action = 'deleted'), max(l.id),
    (array_agg(l.metadata -> 'row') filter (where l.action = 'deleted'))[1]
  from public.activity_logs l
  where l.company_id = company and l.change_set_id = target_set and l.entity_type = entity and l.action in ('created', 'deleted')
  group by l.entity_id
$$;

-- The net change of each field: its value before the set and after it.
create or replace function app.undo_fields(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, field text, old_value text, new_value text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select f.entity_id, max(f.entity_name), f.field_changed,
    (array_agg(f.old_value order by f.id))[1], (array_agg(f.new_value order by f.id desc))[1]
  from (
    select l.*, bool_or(l.field_changed is null) over (partition by l.entity_id) as is_whole from public.activity_logs l
    where l.company_id = company and l.change_set_id = target_set and l.entity_type = entity
  ) f
  where not f.is_whole
  group by f.entity_id, f.field_changed
$$;

-- The last change of each record since, by a set that stands; `entity_type` is null for changes of what belongs to the record. A later
-- set that was undone left no trace, nor did its undo. Asked for all records at once: for each record it would read all sets again.
create or replace function app.touches_since(company uuid, target_set uuid, after_id bigint)
returns table (entity_type text, entity_id uuid, last_id bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with standing as materialized (
    select s.id from public.change_sets s
    left join public.change_sets u on u.company_id = company and u.id = s.undoes and u.undone_by = s.id
    where s.company_id = company and s.id <> target_set and s.undoes is distinct from target_set and s.undone_by is null and u.id is null
  ), later as materialized (
    select n.entity_type, n.entity_id, n.parent_id, n.id from public.activity_logs n
    where n.company_id = company and n.id > after_id and n.change_set_id in (select s.id from standing s)
  )
  select l.entity_type, l.entity_id, max(l.id) from later l group by l.entity_type, l.entity_id
  union all
  select null, l.parent_id, max(l.id) from later l where l.parent_id is not null group by l.parent_id
$$;

-- The records of a kind that a set made, and whether anyone touched them since.
create or replace function app.made_records(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, touched boolean)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with made as materialized (
    select r.* from app.undo_records(company, target_set, entity) r where r.was_created and not r.was_deleted
  ), touches as materialized (
    select t.* from app.touches_since(company, target_set, (select min(m.last_id) from made m)) t
    where t.entity_type = entity or t.entity_type is null
  )
  select m.entity_id, max(m.entity_name), coalesce(bool_or(t.last_id > m.last_id), false)
  from made m left join touches t on t.entity_id = m.entity_id group by m.entity_id
$$;

/* The records that a set made, and whether anyone changed them after it. A record that is kept keeps its lines, and what a kept record
   contains is kept too, since it is used: `touched` is null for those lines, their record is reported itself. A file that went to another
   company with its SOP is touched. */
create or replace function app.undo_candidates(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, touched boolean)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with recursive own_lines as materialized (
    select u.entity_id as id from app.undo_records(company, target_set, 'bom_line') u where entity = 'bom_line' and u.was_created
  ), used_elsewhere as materialized (
    select distinct l.component_id as id from public.bom_lines l left join own_lines o on o.id = l.id
    where entity = 'bom_line' and l.company_id = company and l.part_id is null and o.id is null
  ), parents as materialized (
    select m.* from app.made_records(company, target_set, 'assembly') m where entity = 'bom_line'
    union all select m.* from app.made_records(company, target_set, 'product') m where entity = 'bom_line'
  ), kept(id) as (
    select m.entity_id from parents m left join used_elsewhere e on e.id = m.entity_id where m.touched or e.id is not null
    union
    select l.component_id from kept k join public.bom_lines l on l.company_id = company and l.parent_id = k.id and l.part_id is null
  ), kept_lines as materialized (
    select l.id from kept k join public.bom_lines l on l.company_id = company and l.parent_id = k.id
  )
  select m.entity_id, m.entity_name, case
    when m.touched or (entity = 'file' and not exists (select from public.files f where f.company_id = company and f.id = m.entity_id)) then true
    when k.id is not null then null else false end
  from app.made_records(company, target_set, entity) m left join kept_lines k on k.id = m.entity_id
$$;

/* The items that a set deleted and that would come back without one of their lines, or without one that stays away itself. An assembly or
   product comes back whole or not at all: without a line it looks as if it were bought, and counts in figures as that. */
create or replace function app.stays_away(company uuid, target_set uuid) returns table (id uuid, entity_type text, name text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with recursive gone as materialized (
    select r.entity_id as id, 'part' as kind, r.entity_name as name, exists (
        select from public.parts i where i.company_id = company and app.folded(i.part_number) = app.folded(r.old_row ->> 'part_number')) as is_taken
      from app.undo_records(company, target_set, 'part') r where r.was_deleted and not r.was_created
    union all
    select r.entity_id, 'assembly', r.entity_name, exists (
        select from public.assemblies i where i.company_id = company and app.folded(i.assembly_number) = app.folded(r.old_row ->> 'assembly_number'))
      from app.undo_records(company, target_set, 'assembly') r where r.was_deleted and not r.was_created
    union all
    select r.entity_id, 'product', r.entity_name, exists (
        select from public.products i where i.company_id = company and app.folded(i.sku) = app.folded(r.old_row ->> 'sku'))
      from app.undo_records(company, target_set, 'product') r where r.was_deleted and not r.was_created
  ), line as materialized (
    select (r.old_row ->> 'parent_id')::uuid as parent_id, (r.old_row ->> 'component_id')::uuid as component_id
    from app.undo_records(company, target_set, 'bom_line') r join gone p on p.id = (r.old_row ->> 'parent_id')::uuid
    where r.was_deleted and not r.was_created
  ), there as materialized (
    select l.component_id as id from line l join public.parts i on i.company_id = company and i.id = l.component_id
    union select l.component_id from line l join public.assemblies i on i.company_id = company and i.id = l.component_id
    union select l.component_id from line l join public.products i on i.company_id = company and i.id = l.component_id
    union select g.id from gone g where not g.is_taken
  ), away(id) as (
    select l.parent_id from line l left join there t on t.id = l.component_id where t.id is null
    union
    select l.parent_id from away a join line l on l.component_id = a.id
  )
  select g.id, g.kind, g.name from away a join gone g on g.id = a.id where not g.is_taken
$$;

-- Those of the records that a row of the same company refers to and would not go with.
create or replace function app.used_among(target regclass, company uuid, ids uuid[]) returns setof uuid
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  f record;
begin
  for f in
    select c.conrelid::regclass as child, child.attname as refers, own.attname as own_company
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) k(column_number, target_column)
    join pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target_column and t.attname = 'id'
    join pg_attribute child on child.attrelid = c.conrelid and child.attnum = k.column_number
    join pg_attribute own on own.attrelid = c.conrelid and own.attname = 'company_id'
    where c.contype = 'f' and c.confrelid = target and c.confdeltype in ('a', 'r')
  loop
    return query execute format('select distinct x.%1$I from %2$s x where x.%3$I = $1 and x.%1$I = any ($2)', f.refers, f.child, f.own_company)
      using company, ids;
  end loop;
end $$;

grant execute on function app.undo_records, app.undo_fields, app.touches_since, app.made_records, app.undo_candidates, app.stays_away,
  app.used_among to app_rt;
