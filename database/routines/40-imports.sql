-- Imports, and the temporary tables that pass their rows from step to step.

call app.operator_table('imports', 'inventory.import');
call app.operator_table('import_rows', 'inventory.import');
call app.operator_table('import_mappings', 'inventory.import');
call app.allow_all_rows('imports', 'app_auth', 'select');
call app.allow_all_rows('import_rows', 'app_auth', 'select,delete');

delete from app.import_stages;
insert into app.import_stages values
  ('staging', 'row_number int not null, section int not null, vals text[] not null, cells text[] not null, problems jsonb', null),
  ('file_vendors', 'name text', 'name'),
  ('faults', 'row_number int, problems jsonb', null),
  ('file_items', 'row_number int, section int, type text, number text, folded text, name text, entity_id uuid, list jsonb, has_lines boolean',
   'type, folded'),
  ('row_lines', 'row_number int, place bigint, type text, called text, quantity numeric, is_by_name boolean, name text, number text,
   is_stored boolean, matches int', 'row_number'),
  ('merging', 'row_number int, section int, id uuid, is_as_seen boolean, has_lines boolean', null),
  ('parents', 'row_number int, assembly_id uuid, product_id uuid, id uuid', null),
  ('wanted_lines', 'parent_id uuid, assembly_id uuid, product_id uuid, part_id uuid, sub_assembly_id uuid, sub_product_id uuid,
   component_id uuid, quantity numeric, position int', 'parent_id, component_id');

-- Makes an empty stage for this transaction; drops one of the same name.
create or replace procedure app.make_stage(stage text) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare s app.import_stages;
begin
  select * into strict s from app.import_stages where name = stage;
  if to_regclass('pg_temp.' || quote_ident(s.name)) is not null then
    execute format('drop table pg_temp.%I', s.name);
  end if;
  execute format('create temporary table %I (%s) on commit drop', s.name, s.columns);
  execute format('grant select, insert, update, delete on pg_temp.%I to app_rt', s.name);
end $$;

-- Gives a filled stage its index and its statistics for the planner.
create or replace procedure app.index_stage(stage text) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare s app.import_stages;
begin
  select * into strict s from app.import_stages where name = stage;
  if s.index_on is not null then execute format('create index on pg_temp.%I (%s)', s.name, s.index_on); end if;
  execute format('analyze pg_temp.%I', s.name);
end $$;

-- app_stages: a role that nobody can sign in as, with TEMP on the database and no table of its own. It may create here only while it receives
-- its two procedures.
grant create on schema app to app_stages;
call app.give_to('app_stages', 'make_stage', 'index_stage');
revoke create on schema app from app_stages;
grant select on app.import_stages to app_stages;
grant execute on procedure app.make_stage, app.index_stage to app_rt;

-- An import counts as undone when its change set is undone, wherever the button was; when that undo is undone, it counts again.
create or replace function app.mark_import() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.imports set status = case when new.undone_by is null then 'committed' else 'undone' end
    where company_id = new.company_id and change_set_id = new.id;
  return null;
end $$;
create trigger import_undone after update of undone_by on change_sets
  for each row when (new.kind = 'import' and new.undone_by is distinct from old.undone_by) execute function app.mark_import();
grant execute on function app.mark_import to app_rt;

-- The import behind a change set, also behind the undo of one (and the undo of that): its file and what it stored. For all who read the log,
-- who may not read imports. An import of an earlier version counted its records together.
create or replace function app.imported(company uuid, change_set uuid) returns jsonb language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  with recursive sets as (
    select s.id, s.undoes, 0 as steps from public.change_sets s
      where s.company_id = company and s.id = change_set and company = any (app.scope_for('activity.read'))
    union all
    select s.id, s.undoes, b.steps + 1 from sets b join public.change_sets s on s.company_id = company and s.id = b.undoes
  )
  select jsonb_build_object('changeSetId', i.change_set_id, 'isTakenBack', s.steps % 2 = 1, 'fileName', i.file_name,
    'records', coalesce(i.result -> 'records', jsonb_build_array(jsonb_build_object(
      'type', null, 'create', i.result #> '{summary,create}', 'update', i.result #> '{summary,update}'))))
  from sets s join public.imports i on i.company_id = company and i.change_set_id = s.id where i.result is not null limit 1
$$;
grant execute on function app.imported to app_rt;
