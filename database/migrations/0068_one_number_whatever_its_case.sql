/* Numbers, SKUs and vendor names are one in a company, whatever their case and outer blanks: "P-100", "p-100 " and full-width
   "Ｐ-１００" name one record. Unicode decides what is the same letter, in no language: ß is ss, the dotted İ of Turkish is no I.
   The expression is bound here, so that no search path changes it, and PostgreSQL puts it into the query, where the indexes find it. */
create function app.folded(written text) returns text language sql immutable strict parallel safe
return normalize(casefold(btrim(normalize(written, nfkc), E' \t\n\r\f\v') collate pg_catalog.pg_unicode_fast), nfkc);

grant execute on function app.folded(text) to app_rt, app_auth;

/* Twins that a database has already: the one made first keeps its number, the others get " (2)", " (3)" and so on. It stands in the
   activity log of the company, as any other change. */
create procedure app.rename_twins(target regclass, spelled text)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  twin record;
  candidate text;
  n int;
  is_taken bool;
begin
  for twin in execute format('select company_id, id, %1$I as number from (select company_id, id, created_at, %1$I, row_number() over (
      partition by company_id, app.folded(%1$I) order by created_at, id) as nth from %2$s) t where nth > 1
      order by company_id, created_at, id', spelled, target)
  loop
    n := 1;
    loop
      n := n + 1;
      candidate := rtrim(left(twin.number, 90)) || ' (' || n || ')';
      execute format('select exists (select from %2$s where company_id = $1 and app.folded(%1$I) = app.folded($2))', spelled, target)
        into is_taken using twin.company_id, candidate;
      exit when not is_taken;
    end loop;
    execute format('update %2$s set %1$I = $1, updated_at = now() where company_id = $2 and id = $3', spelled, target)
      using candidate, twin.company_id, twin.id;
  end loop;
end $$;

create procedure app.unite_numbers(target regclass, spelled text)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  rule text := format('%s_company_id_%s_key', target, spelled);
begin
  execute format('create index folded on %s (company_id, app.folded(%I))', target, spelled);
  call app.rename_twins(target, spelled);
  drop index public.folded;
  execute format('alter table %s drop constraint %I', target, rule);
  execute format('create unique index %I on %s (company_id, app.folded(%I))', rule, target, spelled);
end $$;
call app.unite_numbers('parts', 'part_number');
call app.unite_numbers('assemblies', 'assembly_number');
call app.unite_numbers('products', 'sku');
call app.unite_numbers('vendors', 'name');
drop procedure app.unite_numbers(regclass, text);
drop procedure app.rename_twins(regclass, text);

-- Lines of imports look their component up by what is the same number.
update app.import_stages set columns = replace(columns, 'number text,', 'number text, folded text,'), index_on = 'type, folded'
where name = 'file_items';

-- Previews that are open: their rows are matched by what is the same number.
update import_rows set entity_key = app.folded(entity_key) where entity_key is not null and entity_key <> app.folded(entity_key);

-- The items that a set deleted and that would come back without one of their lines, or without one that stays away itself.
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
