-- Bills of materials: what assemblies and products are made of.

call app.tenant_table('bom_lines', 'bom_line', 'inventory.read', 'inventory.write', undo_order => 60, is_listed => false,
  owner_column => 'parent_id', rules => array['bom_loop', 'bom_too_deep', 'line_decimals']);
do $$
declare
  label text := $label$ coalesce(
    (select i.part_number || ' ' || i.name from public.parts i where i.company_id = r.company_id and i.id = r.part_id),
    (select i.assembly_number || ' ' || i.name from public.assemblies i where i.company_id = r.company_id and i.id = r.sub_assembly_id),
    (select i.sku || ' ' || i.name from public.products i where i.company_id = r.company_id and i.id = r.sub_product_id)) $label$;
begin
  call app.owned_table('bom_lines', 'bom_line', label, $story$app.quantity_text(r.quantity,
    (select i.unit from public.parts i where i.company_id = r.company_id and i.id = r.part_id)) || ' × ' || $story$ || label);
end $$;

call app.allow_all_rows('bom_lines', 'app_audit', 'select'); -- what a made item is worth (routines/23-stock.sql)

-- A change of lines raises the version of their item too: a form that was opened before is stale (T94).
create or replace function app.touch_bom_parents() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.assemblies a set updated_at = now() from (select distinct company_id, assembly_id as id from changed_rows) c
    where a.company_id = c.company_id and a.id = c.id;
  update public.products p set updated_at = now() from (select distinct company_id, product_id as id from changed_rows) c
    where p.company_id = c.company_id and p.id = c.id;
  return null;
end $$;
create trigger touch_insert after insert on bom_lines referencing new table as changed_rows
  for each statement execute function app.touch_bom_parents();
create trigger touch_update after update on bom_lines referencing new table as changed_rows
  for each statement execute function app.touch_bom_parents();
create trigger touch_delete after delete on bom_lines referencing old table as changed_rows
  for each statement execute function app.touch_bom_parents();

/* No item contains itself, and none goes deeper than 20 levels of assemblies and products (T98). The database checks this also for imports,
   undo and simultaneous saves: changes in a company run one after the other, and each sees what was committed before. The search for
   a loop goes item by item, not path by path: three assemblies on each of 20 levels make 3^20 paths. */
create or replace function app.check_bom() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  c record;
  deepest int;
  one uuid;
  loop_path text;
begin
  for c in select company_id as company, array_agg(distinct parent_id) as parents from new_rows where part_id is null group by company_id loop
    perform pg_advisory_xact_lock(hashtextextended('bom:' || c.company, 0));
    with recursive above(id) as (
      select unnest(c.parents) union
      select l.parent_id from above a join public.bom_lines l on l.company_id = c.company and l.component_id = a.id
    ), below(id, level) as (
      select id, 1 from above union
      select l.component_id, b.level + 1 from below b join public.bom_lines l on l.company_id = c.company and l.parent_id = b.id
      where l.part_id is null and b.level <= 20
    ) select max(level) into deepest from below;
    continue when deepest <= 20;
    foreach one in array c.parents loop
      -- The distance of each item from this one; then the shortest way back.
      with recursive walk(id, level) as (
        select l.component_id, 1 from public.bom_lines l where l.company_id = c.company and l.parent_id = one and l.part_id is null
        union
        select l.component_id, w.level + 1 from walk w
        join public.bom_lines l on l.company_id = c.company and l.parent_id = w.id and l.part_id is null
        where w.id <> one and w.level <= 20
      ), nearest as materialized (
        select id, min(level) as level from walk group by id
      ), back(id, level, path) as (
        select n.id, n.level, array[n.id] from nearest n where n.id = one
        union all
        select p.id, b.level - 1, p.id || b.path from back b cross join lateral (
          select n.id from nearest n join public.bom_lines l
            on l.company_id = c.company and l.parent_id = n.id and l.component_id = b.id and l.part_id is null
          where n.level = b.level - 1 limit 1) p
        where b.level > 1
      ) select (select string_agg(coalesce(
          (select i.assembly_number from public.assemblies i where i.company_id = c.company and i.id = p.id),
          (select i.sku from public.products i where i.company_id = c.company and i.id = p.id)), ' > ' order by p.place)
          from unnest(one || b.path) with ordinality p(id, place)) into loop_path
        from back b where b.level = 1;
      exit when loop_path is not null;
    end loop;
    raise exception using errcode = 'SB001', message = case when loop_path is null then 'bom_too_deep' else 'bom_loop' end,
      detail = coalesce(loop_path, '');
  end loop;
  return null;
end $$;
create trigger check_insert after insert on bom_lines referencing new table as new_rows
  for each statement execute function app.check_bom();
create trigger check_update after update on bom_lines referencing new table as new_rows
  for each statement execute function app.check_bom();

/* The items that contain an item, directly or through others: the nearest first, at most `most`; `total` counts all. Quantities are added up at every
   level. With the policies of each table the fence is checked four times, which took longer than all else: this function checks it once. */
create or replace function app.where_used(company uuid, item uuid, most int)
returns table (type text, id uuid, number text, name text, level int, quantity numeric, total bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if not company = any (app.scope_for('inventory.read')) then return; end if;
  return query with recursive up(id, is_product, level, quantity) as (
    select l.parent_id, l.assembly_id is null, 1, l.quantity::numeric from bom_lines l where l.company_id = company and l.component_id = item
    union all
    select s.id, s.is_product, s.level, s.quantity from (
      select l.parent_id as id, l.assembly_id is null as is_product, u.level + 1 as level, sum(u.quantity * l.quantity) over same as quantity,
        row_number() over same as n
      from up u join bom_lines l on l.company_id = company and l.component_id = u.id
      window same as (partition by l.parent_id)) s where s.n = 1
  ), used as (
    select u.id, u.is_product, min(u.level) as level, sum(u.quantity) as quantity, count(*) over () as total from up u group by u.id, u.is_product
  )
  select case when u.is_product then 'product' else 'assembly' end, u.id, i.number, i.name, u.level, u.quantity, u.total
  from used u cross join lateral (
    select a.assembly_number::text as number, a.name::text as name from assemblies a where a.company_id = company and a.id = u.id and not u.is_product
    union all select p.sku, p.name from products p where p.company_id = company and p.id = u.id and u.is_product) i
  order by u.level, i.name, u.id limit most;
end $$;

grant execute on function app.touch_bom_parents, app.check_bom, app.where_used to app_rt;
