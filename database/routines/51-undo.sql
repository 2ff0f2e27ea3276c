/* Undo of a change set (docs/architecture.md, "The life of a change, and of its undo"): created records are deleted, changed fields get
   their old values back one by one, deleted records return. A record that somebody changed since is kept and reported. Runs with the rights
   of the caller.

   No line here names a kind of record: the registry (app.tenant_tables) holds the tables, their order and what belongs to what. One statement
   tries each step for all records. Only when it fails, the step is rolled back, and the records that make it fail are searched for.

   A conflict is JSON: {entity_type, entity_id, field, code, params}. Codes and their sentences: contract/activity/undo-reasons.ts.

   51-undo-records.sql finds the records of a set; 51-undo-rows.sql does one step for one table; this file puts the steps together. */

-- Deletes the records that a change set created. `is_last`: only the tables that fields refer to (comes_first), after fields have their old
-- values back; otherwise only the other tables.
create or replace function app.undo_made(company uuid, target_set uuid, is_last boolean) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  types text[]; made uuid[]; owners uuid[]; last_ids bigint[]; doubles uuid[]; touched uuid[]; missing uuid[]; absent uuid[]; going uuid[];
  refused jsonb := '[]'; found jsonb;
  is_careful boolean := false;
begin
  select array_agg(r.entity_id), array_agg(r.owner_id), array_agg(r.last_id),
      coalesce(array_agg(r.entity_id) filter (where r.is_double), '{}') into made, owners, last_ids, doubles from (
    select r.entity_id, (array_agg(r.owner_id))[1] as owner_id, max(r.last_id) as last_id, count(*) > 1 as is_double
    from app.set_records(company, target_set) r join app.tenant_tables x on x.entity_type = r.entity_type
    where r.was_made and not r.was_deleted and x.comes_first = is_last group by r.entity_id) r;
  if made is null then return '[]'; end if;
  types := array(select distinct r.entity_type from app.set_records(company, target_set) r where r.was_made);
  -- A row that shares the id of its record, and was created with it, counts as changed when the record does.
  for t in select * from app.tenant_tables x where x.entity_type = any (types) and x.comes_first = is_last order by x.undo_order loop
    execute format('with held as (select x.id from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for update of x)
      select array_agg(r.entity_id) from app.set_records($1, $3) r left join held h on h.id = r.entity_id
      where r.entity_type = $4 and r.was_made and not r.was_deleted and h.id is null and not r.entity_id = any ($5)', t.table_name)
      into absent using company, made, target_set, t.entity_type, case when t.owner_column = 'id' then doubles else '{}' end;
    missing := missing || absent;
  end loop;
  touched := array(select distinct c.entity_id from app.touches_since(company, target_set, (select min(m) from unnest(last_ids) m)) c
    join unnest(made, last_ids) m(id, last_id) on m.id = c.entity_id and c.last_id > m.last_id);
  loop
    going := app.what_can_go(company, made, owners, array(select unnest(touched) union select unnest(missing)
      union select (f ->> 'entity_id')::uuid from jsonb_array_elements(refused) f), case when is_careful then types end);
    begin
      for t in select * from app.tenant_tables x where x.entity_type = any (types) and x.comes_first = is_last order by x.undo_order desc loop
        -- Of this kind only: a row may have the id of its record, which was there before.
        perform app.undo_rows('made', t, company, target_set, array(select r.entity_id from app.set_records(company, target_set) r
          join unnest(going) g(id) on g.id = r.entity_id where r.entity_type = t.entity_type and r.was_made and not r.was_deleted));
      end loop;
      exit;
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      if is_careful then
        found := app.refusals('made', types, company, target_set, going);
        if found = '[]' then raise; end if;
        refused := refused || found;
      end if;
      is_careful := true;
    end;
  end loop;
  -- A row that belongs to a kept record is kept too, and reported only if it was changed itself.
  return refused || (with rec as materialized (
    select r.*, x.owner_column, x.comes_first from app.set_records(company, target_set) r join app.tenant_tables x on x.entity_type = r.entity_type
    where r.was_made and not r.was_deleted
  ) select coalesce(jsonb_agg(jsonb_build_object('entity_type', r.entity_type, 'entity_id', r.entity_id,
      'code', case when h.id is not null then 'not_there' when c.id is not null then 'changed_since' else 'in_use' end)), '[]')
    from rec r left join unnest(going) g(id) on g.id = r.entity_id left join unnest(missing) h(id) on h.id = r.entity_id
    left join unnest(touched) c(id) on c.id = r.entity_id
    left join rec o on o.entity_type <> r.entity_type and o.entity_id = case r.owner_column when 'id' then r.entity_id else r.owner_id end
    where r.comes_first = is_last and g.id is null
      and (o.entity_id is null or (o.entity_id <> r.entity_id and coalesce(h.id, c.id) is not null))
      and not exists (select from jsonb_array_elements(refused) f where f ->> 'entity_id' = r.entity_id::text));
end $$;

-- Restores what a change set deleted and created again under the same id, unless somebody changed it since.
create or replace function app.undo_replaced(t app.tenant_tables, company uuid, target_set uuid) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  ids uuid[] := array(select r.entity_id from app.set_records(company, target_set) r
    where r.entity_type = t.entity_type and r.was_made and r.was_deleted);
  touched uuid[];
begin
  if cardinality(ids) = 0 then return '[]'; end if;
  touched := array(select distinct r.entity_id from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id
    join app.touches_since(company, target_set, r.last_id) c on c.entity_id = r.entity_id where r.entity_type = t.entity_type);
  return app.undo_in_halves('replaced', t, company, target_set, array(select unnest(ids) except select unnest(touched)))
    || coalesce((select jsonb_agg(jsonb_build_object('entity_type', t.entity_type, 'entity_id', x, 'code', 'changed_since')) from unnest(touched) x), '[]');
end $$;

-- Restores the fields that a change set changed.
create or replace function app.undo_changed(company uuid, target_set uuid) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  ids uuid[]; refused uuid[];
  conflicts jsonb := '[]'; found jsonb;
begin
  for t in
    select x.* from app.tenant_tables x where x.entity_type in (select l.entity_type from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set union select m.item_type from public.stock_movements m
      where m.company_id = company and m.change_set_id = target_set) order by x.undo_order
  loop
    conflicts := conflicts || app.undo_replaced(t, company, target_set);
    ids := array(select l.entity_id from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type
      group by l.entity_id having bool_and(l.field_changed is not null)
      union
      select m.item_id from public.stock_movements m where m.company_id = company and m.change_set_id = target_set and m.item_type = t.entity_type
        and not exists (select from public.activity_logs l where l.company_id = company and l.change_set_id = target_set
          and l.entity_id = m.item_id and l.field_changed is null));
    continue when cardinality(ids) = 0;
    begin
      conflicts := conflicts || app.undo_rows('changed', t, company, target_set, ids);
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      -- Try again while that helps: one record may wait for the number of another.
      loop
        found := app.undo_in_halves('changed', t, company, target_set, ids);
        refused := array(select (f ->> 'entity_id')::uuid from jsonb_array_elements(found) f where f ->> 'field' is null);
        conflicts := conflicts || coalesce((select jsonb_agg(f) from jsonb_array_elements(found) f
          where f ->> 'field' is not null or cardinality(refused) = cardinality(ids)), '[]');
        exit when cardinality(refused) in (0, cardinality(ids));
        ids := refused;
      end loop;
    end;
  end loop;
  return conflicts;
end $$;

-- The records that a change set deleted and did not create again. `root_id`: the deletion of the record that a row belongs to, if it was
-- deleted too; otherwise its own.
create or replace function app.returning(company uuid, target_set uuid, is_first boolean)
returns table (entity_type text, entity_id uuid, log_id bigint, root_id bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with rec as materialized (
    select r.*, x.owner_column from app.set_records(company, target_set) r join app.tenant_tables x on x.entity_type = r.entity_type
    where r.was_deleted and not r.was_made and x.comes_first = is_first
  )
  select r.entity_type, r.entity_id, r.deletion, coalesce(o.deletion, r.deletion) from rec r
  left join rec o on o.entity_type <> r.entity_type and o.owner_column is distinct from 'id'
    and o.entity_id = case r.owner_column when 'id' then r.entity_id else r.owner_id end
$$;

-- Deleted records that somebody brought back earlier and then changed: they stay as they are, and are conflicts.
create or replace function app.returned_since(company uuid, target_set uuid, is_first boolean, types text[]) returns jsonb
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  conflicts jsonb := '[]';
  found jsonb;
begin
  for t in select * from app.tenant_tables x where x.entity_type = any (types) loop
    execute format($q$ select jsonb_agg(jsonb_build_object('entity_type', $3, 'entity_id', x.id, 'code', 'changed_since'))
      from app.returning($1, $2, $4) r join public.%I x on x.company_id = $1 and x.id = r.entity_id
      join public.activity_logs l on l.company_id = $1 and l.id = r.log_id
      where r.entity_type = $3 and exists (select from jsonb_each(l.metadata -> 'row') e
        where e.key not in ('version', 'updated_at') and to_jsonb(x) -> e.key is distinct from e.value) $q$, t.table_name)
      into found using company, target_set, t.entity_type, is_first;
    conflicts := conflicts || coalesce(found, '[]');
  end loop;
  return conflicts;
end $$;

-- Of the deletions that rows come back with, those whose record already exists again: such a row comes back alone.
create or replace function app.back_already(company uuid, target_set uuid, is_first boolean, types text[]) returns bigint[]
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  roots bigint[] := array(select distinct r.root_id from app.returning(company, target_set, is_first) r where r.root_id <> r.log_id);
  t app.tenant_tables;
  back bigint[] := '{}';
  found bigint[];
begin
  if cardinality(roots) = 0 then return back; end if;
  for t in select * from app.tenant_tables x where x.entity_type = any (types) loop
    execute format($q$ select array_agg(l.id) from unnest($2) u(id) join public.activity_logs l on l.company_id = $1 and l.id = u.id
      join public.%I x on x.company_id = $1 and x.id = l.entity_id where l.entity_type = $3 $q$, t.table_name)
      into found using company, roots, t.entity_type;
    back := back || found;
  end loop;
  return back;
end $$;

-- The records that cannot come back, with the known obstacles, or else with the errors of the database. @returns conflicts, each with
-- the `root` that stays deleted with all that belongs to it, or with the single row `log`
create or replace function app.unrestorable_records(company uuid, target_set uuid, types text[], ids uuid[], logs bigint[], roots bigint[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  all_logs bigint[] := logs; all_roots bigint[] := roots; blocked bigint[];
  found jsonb := '[]'; more jsonb;
begin
  loop -- leaving one record out may block another that needs it
    select jsonb_agg(o.conflict), array_agg(o.root_id) into more, blocked from (
      select distinct on (o.root_id) o.root_id, jsonb_build_object('entity_type', l.entity_type, 'entity_id', l.entity_id, 'root', o.root_id,
        'code', case when o.code = 'gone' and o.log_id <> o.root_id then 'contains_gone' when o.code = 'twin' then 'taken' when o.code = 'linked' then 'rule' else o.code end,
        'params', case when o.code = 'linked' then jsonb_build_object('rule', 'store_product_taken', 'detail', o.entity_number || ' · ' || o.entity_name)
          else jsonb_strip_nulls(jsonb_build_object('type', o.entity_type, 'name', o.entity_name, 'number', o.entity_number)) end) as conflict
      from app.return_obstacles(company, logs, roots) o join public.activity_logs l on l.company_id = company and l.id = o.root_id
      order by o.root_id, o.log_id) o;
    exit when more is null;
    found := found || more;
    select array_agg(u.id), array_agg(u.root) into logs, roots from unnest(logs, roots) u(id, root)
      left join unnest(blocked) b(id) on b.id = u.root where b.id is null;
    exit when logs is null;
  end loop;
  if found <> '[]' then return found; end if;
  return (
    with refused as materialized (
      select f, l.id, u.root, x.is_listed or l.id = u.root as is_own
      from jsonb_array_elements(app.refusals('deleted', types, company, target_set, ids)) f
      join public.activity_logs l on l.company_id = company and l.change_set_id = target_set and l.action = 'deleted'
        and l.entity_id = (f ->> 'entity_id')::uuid and l.entity_type = f ->> 'entity_type'
      join unnest(all_logs, all_roots) u(id, root) on u.id = l.id
      join app.tenant_tables x on x.entity_type = l.entity_type
    ), gone_roots as materialized (
      select distinct on (r.root) r.f, r.root from refused r where r.id = r.root or not r.is_own order by r.root, r.id
    )
    select coalesce(jsonb_agg(c), '[]') from (
      select g.f || jsonb_build_object('root', g.root, 'entity_type', l.entity_type, 'entity_id', l.entity_id) as c
      from gone_roots g join public.activity_logs l on l.company_id = company and l.id = g.root
      union all
      select r.f || jsonb_build_object('log', r.id) from refused r
      where r.is_own and r.id <> r.root and not exists (select from gone_roots g where g.root = r.root)) c);
end $$;

/* Brings back what a change set deleted: a record with all that belonged to it, or not at all, since a part of it would look complete.
   `is_first`: only the tables that fields refer to (comes_first), before fields get their old values back; otherwise only the others. */
create or replace function app.undo_deleted(company uuid, target_set uuid, is_first boolean) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  types text[]; ids uuid[]; logs bigint[]; roots bigint[]; back bigint[]; out_roots bigint[]; out_logs bigint[];
  conflicts jsonb; found jsonb;
begin
  types := array(select distinct r.entity_type from app.returning(company, target_set, is_first) r);
  if cardinality(types) = 0 then return '[]'; end if;
  conflicts := app.returned_since(company, target_set, is_first, types);
  back := app.back_already(company, target_set, is_first, types);
  loop
    select array_agg(r.entity_id), array_agg(r.log_id), array_agg(r.root_id) into ids, logs, roots
      from (select r.entity_id, r.log_id, case when b.id is null then r.root_id else r.log_id end as root_id
        from app.returning(company, target_set, is_first) r left join unnest(back) b(id) on b.id = r.root_id) r
      left join unnest(out_roots) o(id) on o.id = r.root_id left join unnest(out_logs) p(id) on p.id = r.log_id
      where o.id is null and p.id is null;
    exit when logs is null;
    begin
      for t in select * from app.tenant_tables x where x.entity_type = any (types) order by x.undo_order loop
        perform app.return_rows(t, company, logs, app.values_before(t, company, target_set, ids));
      end loop;
      exit;
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      found := app.unrestorable_records(company, target_set, types, ids, logs, roots);
      if found = '[]' then raise; end if;
      conflicts := conflicts || found;
      out_roots := out_roots || array(select (f ->> 'root')::bigint from jsonb_array_elements(found) f where f ? 'root');
      out_logs := out_logs || array(select (f ->> 'log')::bigint from jsonb_array_elements(found) f where f ? 'log');
    end;
  end loop;
  return conflicts;
end $$;

/* Locks the records of a change set: otherwise a save at the same time would be lost. Items in the order of all who move stock, and before places: a
   movement holds its item before its place. */
create or replace function app.lock_set(company uuid, target_set uuid) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  ids uuid[];
begin
  for t in
    select x.* from app.tenant_tables x where x.entity_type in (select l.entity_type from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set union select m.item_type from public.stock_movements m
      where m.company_id = company and m.change_set_id = target_set) order by x.ledger_column is null, x.undo_order
  loop
    ids := array(select l.entity_id from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type
      union select m.item_id from public.stock_movements m
      where m.company_id = company and m.change_set_id = target_set and m.item_type = t.entity_type);
    continue when cardinality(ids) = 0;
    execute format('select from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for no key update of x', t.table_name)
      using company, ids;
  end loop;
end $$;

create or replace function app.undo_change_set(company uuid, target_set uuid)
returns table (entity_type text, entity_id uuid, entity_name text, field text, code text, params jsonb)
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  conflicts jsonb;
  undone uuid;
begin
  -- The statistics do not know a new set yet: for a large one only hash joins are safe.
  if (select count(*) > 500 from (select from public.activity_logs l where l.company_id = company and l.change_set_id = target_set limit 501) n) then
    perform set_config('enable_nestloop', 'off', true);
    discard plans; -- those of small change sets
  end if;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', target_set::text, true),
          set_config('app.change_set', '', true);
  perform app.lock_set(company, target_set);
  -- First the records that fields of others refer to.
  conflicts := app.undo_deleted(company, target_set, true);
  -- Created records are deleted before the rest: a changed or deleted record may need their number.
  conflicts := conflicts || app.undo_made(company, target_set, false);
  conflicts := conflicts || app.undo_changed(company, target_set);
  conflicts := conflicts || app.undo_deleted(company, target_set, false);
  conflicts := conflicts || app.undo_made(company, target_set, true);
  undone := app.open_change_set();
  if undone is not null then
    -- Undoing an undo brings the first set back, so that it can be undone again. The same holds for the import of a backup, which brings back
    -- deleted records. An undo that had to keep everything changes neither.
    update public.change_sets s set undone_by = null where s.company_id = company and s.undone_by = target_set;
    update public.change_sets s set undone_by = undone where s.company_id = company and s.id = target_set;
  end if;
  return query
    select c.entity_type, c.entity_id, coalesce(n.name, p.name, a.name, r.name), c.field, c.code, coalesce(c.params, '{}')
    from jsonb_to_recordset(conflicts) c(entity_type text, entity_id uuid, field text, code text, params jsonb)
    left join (select l.entity_type, l.entity_id, max(l.entity_name) as name from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set group by l.entity_type, l.entity_id) n
      on n.entity_type = c.entity_type and n.entity_id = c.entity_id
    left join public.parts p on c.entity_type = 'part' and p.company_id = company and p.id = c.entity_id
    left join public.assemblies a on c.entity_type = 'assembly' and a.company_id = company and a.id = c.entity_id
    left join public.products r on c.entity_type = 'product' and r.company_id = company and r.id = c.entity_id;
end $$;

grant execute on function app.set_records, app.touches_since, app.used_among, app.what_can_go, app.json_columns, app.fields_of_set,
  app.take_stock_back, app.set_fields_back, app.undo_rows, app.values_before, app.set_rows_back, app.undo_in_halves, app.refusals, app.lock_set, app.undo_made, app.undo_replaced,
  app.undo_changed, app.returning, app.returned_since, app.back_already, app.unrestorable_records, app.undo_deleted, app.undo_change_set to app_rt;
