-- The activity log: one row for each record that is created or deleted, and for each field that changes. The table needs the columns `id`,
-- `company_id` and `entity_name`.

-- When a deleted record comes back, the log names that deletion. All these deletions are looked up at once: a cached plan may be as old as an
-- empty log, and would read this statement's log rows again for each of 100,000 records. Without nested loops: see log_update.
create or replace function app.log_insert() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
begin
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, brings_back)
  with sets as materialized (
    select c.company_id, c.ids, app.change_set(c.company_id) as id
    from (select company_id, array_agg(id) as ids from new_rows group by company_id) c
  ), ended as materialized (
    select distinct on (s.company_id, l.entity_id) s.company_id, l.entity_id, l.id
    from sets s cross join lateral (
      select l.entity_id, l.id from public.activity_logs l where l.company_id = s.company_id and l.entity_id = any (s.ids)
        and l.entity_type = tg_argv[0] and l.action = 'deleted' offset 0) l
    order by s.company_id, l.entity_id, l.id desc
  )
  select n.company_id, tg_argv[0], n.id, n.entity_name, 'created', 'Created', (select app.user_id()), s.id, e.id
  from new_rows n join sets s on s.company_id = n.company_id
  left join ended e on e.company_id = n.company_id and e.entity_id = n.id;
  return null;
end $$;

-- The log keeps the number that people know the record by, and the whole row, so that it can come back.
create or replace function app.log_delete() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  number_column text := (select t.number_column from app.tenant_tables t where t.entity_type = tg_argv[0]);
begin
  insert into public.activity_logs
    (company_id, entity_type, entity_id, entity_name, entity_number, action, description, user_id, metadata, change_set_id)
  with sets as materialized (
    select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
  )
  select o.company_id, tg_argv[0], o.id, o.entity_name, w.was ->> number_column, 'deleted', 'Deleted', (select app.user_id()),
    jsonb_build_object('row', w.was), s.id
  from sets s join old_rows o on o.company_id = s.company_id
  cross join lateral (select to_jsonb(o) as was offset 0) w;
  return null;
end $$;

-- A value as the log keeps it: a quantity, which has four decimals, as people write it, 45 and not 45.0000.
create or replace function app.logged(value jsonb) returns text language sql immutable parallel safe
return case when jsonb_typeof(value) = 'number' and scale((value #>> '{}')::numeric) = 4 then trim_scale((value #>> '{}')::numeric)::text
  else value #>> '{}' end;

-- Columns that the database sets itself: nobody changes them.
create or replace function app.generated_columns(target regclass) returns text[]
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select array_agg(a.attname::text) from pg_attribute a
  where a.attrelid = target and a.attnum > 0 and (a.attgenerated <> '' or a.attname in ('version', 'updated_at'))
$$;

/* Adds a trigger for each kind of change of a table, named 'log_insert' and so on by `named`: it runs once a statement and reads new_rows and old_rows.
   `inserted`: one of our functions with its arguments, as a trigger names it; `updated` and `deleted`: others for these. */
create or replace procedure app.each_statement(target text, named text, inserted text, updated text default null, deleted text default null)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('create or replace trigger %I after insert on public.%I referencing new table as new_rows
    for each statement execute function app.%s', named || '_insert', target, inserted);
  execute format('create or replace trigger %I after update on public.%I referencing old table as old_rows new table as new_rows
    for each statement execute function app.%s', named || '_update', target, coalesce(updated, inserted));
  execute format('create or replace trigger %I after delete on public.%I referencing old table as old_rows
    for each statement execute function app.%s', named || '_delete', target, coalesce(deleted, inserted));
end $$;

/* Logs the fields of a table that changed. Written out for its columns: comparing two rows as JSON took three times as long, a fifth of an
   import of changed rows. Texts are compared byte by byte. Without nested loops: the statistics do not know how many rows a statement
   changed, and two large sets need a hash join. */
create or replace procedure app.log_changes(target text, entity text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  names text; new_values text; old_values text;
begin
  select string_agg(format('case when n.%1$I%2$s is distinct from o.%1$I%2$s then %1$L end', a.attname, t.same), ', ' order by a.attnum),
      string_agg(format('when %1$L then ' || t.value, a.attname, 'n'), ' ' order by a.attnum),
      string_agg(format('when %1$L then ' || t.value, a.attname, 'o'), ' ' order by a.attnum)
    into names, new_values, old_values
    from pg_attribute a join (values (true, '%2$s.%1$I', ' collate "C"'), (false, 'app.logged(to_jsonb(%2$s.%1$I))', '')) t(is_text, value, same)
      on t.is_text = (a.atttypid = 'text'::regtype)
    where a.attrelid = format('public.%I', target)::regclass and a.attnum > 0 and not a.attisdropped
      and a.attname <> all (app.generated_columns(a.attrelid));
  execute format($f$
    create or replace function app.%1$I() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $body$
    begin
      insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
        description, user_id, change_set_id)
      with changed as materialized (
        select n.company_id, n.id, n.entity_name, e.key, case e.key %4$s end as new_value, case e.key %5$s end as old_value
        from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral unnest(array[%3$s]) e(key)
        where e.key is not null
      ), sets as (
        select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from changed) c
      )
      select d.company_id, %2$L, d.id, d.entity_name, coalesce(t.log_actions ->> d.key, 'updated'), d.key, d.old_value, d.new_value,
        'Changed ' || replace(d.key, '_', ' '), (select app.user_id()), s.id
      from changed d join sets s on s.company_id = d.company_id left join app.tenant_tables t on t.entity_type = %2$L;
      return null;
    end $body$ $f$, 'log_changes_of_' || target, entity, names, new_values, old_values);
  call app.give_to('app_audit', 'log_changes_of_' || target);
end $$;

-- Logs a table in the usual way. `entity`: the word of the log for one row.
create or replace procedure app.log_rows(target text, entity text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  call app.log_changes(target, entity);
  call app.each_statement(target, 'log', format('log_insert(%L)', entity), format('log_changes_of_%s()', target), format('log_delete(%L)', entity));
end $$;

/* The log of a table whose rows belong to persons, instead of app.tenant_table. Such a table has policies and grants of its own. It has no
   counters, since they would show everybody how much the others have, and undo only with app.undoable_table. */
create or replace procedure app.logged_table(target text, entity text) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  call app.close_table(target);
  call app.log_rows(target, entity);
end $$;

/* The log of a table whose rows belong to a record (column parent_id); call it after app.tenant_table. `label`: SQL of the name of a row r;
   `story`: SQL of the words for an added or removed row. With a column parent_type, the log names the kind of the record too. */
create or replace procedure app.owned_table(target text, entity text, label text, story text)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  has_kind boolean := exists (select from pg_attribute a
    where a.attrelid = format('public.%I', target)::regclass and a.attname = 'parent_type');
begin
  execute format($f$
    create or replace function app.%1$I() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      if tg_op = 'UPDATE' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value,
          description, user_id, change_set_id, parent_id, parent_type)
        select n.company_id, %2$L, n.id, n.label, 'updated', e.key, app.logged(to_jsonb(o) -> e.key), app.logged(to_jsonb(n) -> e.key),
          'Changed ' || replace(e.key, '_', ' ') || ' of ' || n.label, app.user_id(), app.change_set(n.company_id), n.parent_id, n.kind_of_parent
        from (select r.*, (%3$s) as label, %5$s as kind_of_parent from new_rows r) n
        join old_rows o on o.company_id = n.company_id and o.id = n.id
        cross join lateral jsonb_each_text(to_jsonb(n) - '{label,kind_of_parent}'::text[]) e
        where e.key <> all (app.generated_columns(tg_relid)) and e.value is distinct from to_jsonb(o) ->> e.key;
      elsif tg_op = 'INSERT' then
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, change_set_id, parent_id,
          parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from new_rows) c
        )
        select r.company_id, %2$L, r.id, (%3$s), 'created', 'Added ' || (%4$s), (select app.user_id()), s.id, r.parent_id, %5$s
        from sets s join new_rows r on r.company_id = s.company_id;
      else
        insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, description, user_id, metadata,
          change_set_id, parent_id, parent_type)
        with sets as materialized (
          select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows) c
        )
        select r.company_id, %2$L, r.id, (%3$s), 'deleted', 'Removed ' || (%4$s), (select app.user_id()),
          jsonb_build_object('row', to_jsonb(r)), s.id, r.parent_id, %5$s
        from sets s join old_rows r on r.company_id = s.company_id;
      end if;
      return null;
    end $body$ $f$, 'log_' || target, entity, label, story, case when has_kind then 'r.parent_type' else 'null::text' end);
  call app.give_to('app_audit', 'log_' || target);
  call app.each_statement(target, 'log', format('%I()', 'log_' || target));
end $$;

grant execute on function app.generated_columns, app.logged to app_audit;
call app.give_to('app_audit', 'log_insert', 'log_delete');
