/* Registers a table for the log, undo, "Recently deleted" and search: one line of app.tenant_tables, in the file of its noun. `undo_order`:
   records that others refer to have a lower number and come back earlier. `comes_first`: fields of other records may refer to it. The other
   columns: migrations/0003_activity.sql and 0088_undo_registry.sql. */
create or replace procedure app.undoable_table(
  target text, entity text, writable_by text, undo_order int, comes_first boolean default false, is_listed boolean default true,
  number_column text default null, search_columns text[] default '{}', sort_expressions jsonb default '{}', owner_column text default null,
  loose_references jsonb default '{}', exists_by text default null, rules text[] default '{}', log_actions jsonb default '{}',
  ledger_column name default null
) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into app.tenant_tables (table_name, entity_type, written_by, undo_order, comes_first, is_listed, number_column, search_columns,
    sort_expressions, owner_column, loose_references, exists_by, rules, log_actions, ledger_column)
  values (target, entity, writable_by, undo_order, comes_first, is_listed, number_column, search_columns, sort_expressions, owner_column,
    loose_references, exists_by, rules, log_actions, ledger_column);
end $$;

/* One call gives a company's table its fence, policies, grants, log, undo and counters. `entity`: the word of the activity log for one
   row; `readable_by` and `writable_by`: actions of the matrix; `for_jobs`: what jobs may do, see app.let_jobs; the others as in
   app.undoable_table and app.counted_table. */
create or replace procedure app.tenant_table(
  target text, entity text, readable_by text, writable_by text, undo_order int, comes_first boolean default false,
  is_listed boolean default true, number_column text default null, search_columns text[] default '{}', sort_expressions jsonb default '{}',
  owner_column text default null, loose_references jsonb default '{}', rules text[] default '{}', log_actions jsonb default '{}',
  ledger_column name default null, for_jobs text default 'select', marked text default 'false', at_cost text default '0', at_retail text default '0',
  margin text default 'null::numeric'
) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  call app.undoable_table(target, entity, writable_by, undo_order, comes_first, is_listed, number_column, search_columns, sort_expressions,
    owner_column, loose_references, null, rules, log_actions, ledger_column);
  call app.close_table(target);
  execute format('create policy may_read on public.%I for select to app_rt using (%s)', target, app.within(readable_by));
  execute format('create policy may_insert on public.%I for insert to app_rt with check (%s)', target, app.within(writable_by));
  execute format('create policy may_update on public.%I for update to app_rt using (%2$s) with check (%2$s)', target, app.within(writable_by));
  execute format('create policy may_delete on public.%I for delete to app_rt using (%s)', target, app.within(writable_by));
  call app.let_jobs(target, for_jobs);
  execute format('create policy search on public.%I for select to app_auth using (true)', target);
  call app.grant_columns(target);
  call app.log_rows(target, entity);
  call app.counted_table(target, marked, at_cost, at_retail, margin);
end $$;
