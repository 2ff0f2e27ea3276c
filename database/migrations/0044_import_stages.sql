/* Imports pass their rows through temporary tables. The web role used to make them, so it had the right TEMP, and with it could make
   types and functions that stand before those of PostgreSQL in a careless search path (review S7). Now app_stages makes them: a role
   that nobody can sign in as, with TEMP on the database and no table of its own. Its two procedures take the name of a stage from the
   list below, so a caller chooses neither columns nor SQL. */
create table app.import_stages (
  name text primary key,
  columns text not null, -- as in `create table`
  index_on text,         -- the columns looked up by
  filled_by text not null,
  read_by text not null
);
insert into app.import_stages values
  ('staging', 'row_number int not null, section int not null, vals text[] not null, cells text[] not null, error text', null,
   'staging.ts, row-correction.ts', 'classify.ts'),
  ('file_vendors', 'name text', 'name', 'links.ts', 'links.ts'),
  ('link_faults', 'row_number int, fault text', null, 'links.ts', 'links.ts'),
  ('file_items', 'row_number int, section int, type text, number text, name text, entity_id uuid, list jsonb, has_lines boolean',
   'type, number', 'line-tables.ts', 'line-tables.ts, lines.ts, line-merge.ts'),
  ('row_lines', 'row_number int, place bigint, type text, called text, quantity bigint, is_by_name boolean, name text, number text,
   is_stored boolean, matches int', 'row_number', 'line-tables.ts', 'line-tables.ts, lines.ts, line-merge.ts'),
  ('faults', 'row_number int, fault text', null, 'lines.ts', 'lines.ts'),
  ('merging', 'row_number int, section int, id uuid, is_as_seen boolean, has_lines boolean', null,
   'merge.ts', 'merge.ts, line-merge.ts'),
  ('parents', 'row_number int, assembly_id uuid, product_id uuid, id uuid', null, 'line-merge.ts', 'line-merge.ts'),
  ('wanted_lines', 'parent_id uuid, assembly_id uuid, product_id uuid, part_id uuid, sub_assembly_id uuid, sub_product_id uuid,
   component_id uuid, quantity int, position int', 'parent_id, component_id', 'line-merge.ts', 'line-merge.ts');
grant select on app.import_stages to app_stages;
grant usage, create on schema app to app_stages;

-- Makes a stage, empty, for this transaction; one that is there already is thrown away.
create procedure app.make_stage(stage text) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare s app.import_stages;
begin
  select * into strict s from app.import_stages where name = stage;
  if to_regclass('pg_temp.' || quote_ident(s.name)) is not null then
    execute format('drop table pg_temp.%I', s.name);
  end if;
  execute format('create temporary table %I (%s) on commit drop', s.name, s.columns);
  execute format('grant select, insert, update, delete on pg_temp.%I to app_rt', s.name);
end $$;

-- Lets the planner know what was put into a stage: its index and its statistics, once it is filled.
create procedure app.index_stage(stage text) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare s app.import_stages;
begin
  select * into strict s from app.import_stages where name = stage;
  if s.index_on is not null then execute format('create index on pg_temp.%I (%s)', s.name, s.index_on); end if;
  execute format('analyze pg_temp.%I', s.name);
end $$;

alter procedure app.make_stage(text) owner to app_stages;
alter procedure app.index_stage(text) owner to app_stages;
revoke create on schema app from app_stages;
grant execute on procedure app.make_stage(text), app.index_stage(text) to app_rt;
