-- Assemblies, and what assemblies and products are made of.

create table assemblies (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  assembly_number text collate app.natural not null check (assembly_number <> ''),
  name text collate app.natural not null check (name <> ''),
  location text collate app.natural,
  vendor_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  entity_name text not null generated always as (name) stored,
  search_text text not null generated always as (lower(name || chr(10) || assembly_number)) stored,
  primary key (company_id, id),
  unique (company_id, assembly_number),
  foreign key (company_id, vendor_id) references vendors (company_id, id)
) with (fillfactor = 85);
create index assemblies_search on assemblies using gin (company_id, search_text gin_trgm_ops);
create index assemblies_name on assemblies (company_id, name, id);
create index assemblies_vendor on assemblies (company_id, vendor_id) where vendor_id is not null;
create trigger version before update on assemblies for each row execute function app.bump_version();
call app.tenant_table('assemblies', 'assembly', 'inventory.read', 'inventory.write',
  array['name', 'assembly_number', 'location', 'vendor_id', 'created_at', 'updated_at']);

update app.tenant_tables set search_columns = search_columns || array['category', 'location'] where table_name = 'products';

/* A line: `quantity` of one component go into one assembly or product. A column per kind, so that each is a foreign key within
   the company; parent_id, component_id and component_type are what the queries read. */
create table bom_lines (
  id uuid not null default uuidv7(),
  company_id uuid not null references companies,
  assembly_id uuid,
  product_id uuid,
  part_id uuid,
  sub_assembly_id uuid,
  sub_product_id uuid,
  quantity int not null check (quantity between 1 and 1000000),
  position int not null default 0,
  parent_id uuid not null generated always as (coalesce(assembly_id, product_id)) stored,
  component_id uuid not null generated always as (coalesce(part_id, sub_assembly_id, sub_product_id)) stored,
  component_type text not null generated always as (
    case when part_id is not null then 'part' when sub_assembly_id is not null then 'assembly' else 'product' end) stored,
  primary key (company_id, id),
  unique (company_id, parent_id, component_id),
  check (num_nonnulls(assembly_id, product_id) = 1),
  check (num_nonnulls(part_id, sub_assembly_id, sub_product_id) = 1),
  foreign key (company_id, assembly_id) references assemblies (company_id, id),
  foreign key (company_id, product_id) references products (company_id, id),
  foreign key (company_id, part_id) references parts (company_id, id),
  foreign key (company_id, sub_assembly_id) references assemblies (company_id, id),
  foreign key (company_id, sub_product_id) references products (company_id, id)
) with (fillfactor = 85);
create index bom_lines_down on bom_lines (company_id, parent_id) include (component_id, quantity);
create index bom_lines_nested on bom_lines (company_id, parent_id) include (component_id, quantity) where part_id is null;
create index bom_lines_up on bom_lines (company_id, component_id) include (parent_id, quantity);
-- What the foreign keys look up when an item is deleted.
create index bom_lines_assembly on bom_lines (company_id, assembly_id) where assembly_id is not null;
create index bom_lines_product on bom_lines (company_id, product_id) where product_id is not null;
create index bom_lines_part on bom_lines (company_id, part_id) where part_id is not null;
create index bom_lines_sub_assembly on bom_lines (company_id, sub_assembly_id) where sub_assembly_id is not null;
create index bom_lines_sub_product on bom_lines (company_id, sub_product_id) where sub_product_id is not null;
call app.tenant_table('bom_lines', 'bom_line', 'inventory.read', 'inventory.write');

-- Rows that belong to a record are part of its story: their log rows name it.
alter table activity_logs add parent_id uuid;
create index activity_logs_parent on activity_logs (company_id, parent_id, id desc) where parent_id is not null;

/* Replaces the log of a tenant table whose rows belong to a record (column parent_id). `label` is the SQL of what a row r is
   called, `story` of what is said to be added or removed. */
create procedure app.owned_table(target text, entity text, label text, story text)
language plpgsql set search_path = pg_catalog, public as $$
begin
  execute format($f$
    create function app.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $body$
    begin
      if tg_op = 'UPDATE' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
          description, user_id, change_set_id, parent_id)
        select n.company_id, %2$L, n.id, n.label, 'updated', e.key, to_jsonb(o) ->> e.key, e.value,
          'Changed ' || replace(e.key, '_', ' ') || ' of ' || n.label, app.user_id(), app.change_set(n.company_id), n.parent_id
        from (select r.*, (%3$s) as label from new_rows r) n
        join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral jsonb_each_text(to_jsonb(n) - 'label') e
        where e.key not in ('version', 'updated_at', 'parent_id', 'entity_name') and e.value is distinct from to_jsonb(o) ->> e.key;
      elsif tg_op = 'INSERT' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, parent_id)
        select r.company_id, %2$L, r.id, (%3$s), 'created', 'Added ' || (%4$s), (select app.user_id()), s.id, r.parent_id
        from (select distinct company_id from new_rows) c cross join lateral app.change_set(c.company_id) as s(id)
        join new_rows r on r.company_id = c.company_id;
      else
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata,
          change_set_id, parent_id)
        select r.company_id, %2$L, r.id, (%3$s), 'deleted', 'Removed ' || (%4$s), (select app.user_id()),
          jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_id
        from (select distinct company_id from old_rows) c cross join lateral app.change_set(c.company_id) as s(id)
        join old_rows r on r.company_id = c.company_id;
      end if;
      return null;
    end $body$ $f$, 'log_' || target, entity, label, story);
  execute format('alter function app.%I() owner to app_audit', 'log_' || target);
  execute format('drop trigger log_insert on public.%1$I', target);
  execute format('drop trigger log_update on public.%1$I', target);
  execute format('drop trigger log_delete on public.%1$I', target);
  execute format('create trigger log_insert after insert on public.%I referencing new table as new_rows
    for each statement execute function app.%I()', target, 'log_' || target);
  execute format('create trigger log_update after update on public.%I referencing old table as old_rows new table as new_rows
    for each statement execute function app.%I()', target, 'log_' || target);
  execute format('create trigger log_delete after delete on public.%I referencing old table as old_rows
    for each statement execute function app.%I()', target, 'log_' || target);
end $$;

call app.let_in('parts', 'app_audit', 'select');
call app.let_in('assemblies', 'app_audit', 'select');
call app.let_in('products', 'app_audit', 'select');
do $$
declare
  label text := $label$ coalesce(
    (select i.part_number || ' ' || i.name from public.parts i where i.company_id = r.company_id and i.id = r.part_id),
    (select i.assembly_number || ' ' || i.name from public.assemblies i where i.company_id = r.company_id and i.id = r.sub_assembly_id),
    (select i.sku || ' ' || i.name from public.products i where i.company_id = r.company_id and i.id = r.sub_product_id)) $label$;
begin
  call app.owned_table('bom_lines', 'bom_line', label, $story$r.quantity || ' × ' || $story$ || label);
end $$;

-- The version of an item counts the changes of its lines too: a form that was opened before them is stale (security.md T94).
create function app.touch_bom_parents() returns trigger language plpgsql set search_path = pg_catalog, public as $$
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

/* No item contains itself, and none goes deeper than 20 levels of assemblies and products (security.md T98). Kept here, so that
   import, undo and two saves at once obey too: one after the other in a company, and each sees what was committed before. */
create function app.check_bom() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  c record;
  deepest int;
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
    with recursive walk(start, id, path) as (
      select l.parent_id, l.component_id, array[l.parent_id, l.component_id] from public.bom_lines l
      where l.company_id = c.company and l.parent_id = any (c.parents) and l.part_id is null
      union all
      select w.start, l.component_id, w.path || l.component_id from walk w
      join public.bom_lines l on l.company_id = c.company and l.parent_id = w.id and l.part_id is null
      where w.id <> w.start and l.component_id <> all (w.path[2:]) and cardinality(w.path) <= 21
    ) select (select string_agg(coalesce(
        (select i.assembly_number from public.assemblies i where i.company_id = c.company and i.id = p.id),
        (select i.sku from public.products i where i.company_id = c.company and i.id = p.id)), ' > ' order by p.place)
        from unnest(w.path) with ordinality p(id, place)) into loop_path
      from walk w where w.id = w.start limit 1; -- the shortest: the search goes level by level
    raise exception using errcode = 'SB001', message = case when loop_path is null then 'bom_too_deep' else 'bom_loop' end,
      detail = coalesce(loop_path, '');
  end loop;
  return null;
end $$;
create trigger check_insert after insert on bom_lines referencing new table as new_rows
  for each statement execute function app.check_bom();
create trigger check_update after update on bom_lines referencing new table as new_rows
  for each statement execute function app.check_bom();

-- Somebody who changed the lines of a record has touched the record. What the set itself, or its undo, does to it does not count.
create or replace function app.undo_candidates(company uuid, target_set uuid, entity text)
returns table (entity_id uuid, entity_name text, touched boolean)
language sql stable set search_path = pg_catalog, public as $$
  select r.entity_id, r.entity_name, exists (
    select from (
      select n.change_set_id from public.activity_logs n
      where n.company_id = company and n.entity_id = r.entity_id and n.entity_type = entity and n.id > r.last_id
      union all
      select n.change_set_id from public.activity_logs n
      where n.company_id = company and n.parent_id = r.entity_id and n.id > r.last_id
    ) n join public.change_sets s on s.company_id = company and s.id = n.change_set_id
    where s.id <> target_set and s.undoes is distinct from target_set and s.undone_by is null and not exists (
        select from public.change_sets u where u.company_id = company and u.id = s.undoes and u.undone_by = s.id))
  from app.undo_records(company, target_set, entity) r where r.was_created and not r.was_deleted
$$;

revoke execute on function app.touch_bom_parents(), app.check_bom() from public;
grant execute on function app.touch_bom_parents(), app.check_bom() to app_rt;
