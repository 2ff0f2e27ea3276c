/* Undo of a change set (docs/architecture.md, "The life of a change, and of its undo"): made records are deleted, changed fields go back
   one by one, deleted records return. A record that somebody touched since is kept and reported. Runs with the rights of the caller.

   Nothing here names a record: tables, their order and what belongs to what stand in the registry (app.tenant_tables). One statement tries
   each step for all records. Only when it fails, the step is rolled back, and the records that are in the way are looked for.

   A conflict is JSON: {entity_type, entity_id, field, code, params}. Codes and their sentences: contract/activity/undo-reasons.ts. */

-- The records that a change set made or deleted. `was_made`: the record existed after the set; `was_deleted`: it existed before; both: the
-- set replaced it. `owner_id`: the record that a row belongs to; `deletion`: the row of the log with its old values.
create or replace function app.set_records(company uuid, target_set uuid)
returns table (entity_type text, entity_id uuid, owner_id uuid, was_made boolean, was_deleted boolean, last_id bigint, deletion bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select l.entity_type, l.entity_id, (array_agg(l.parent_id))[1],
    coalesce(max(l.id) filter (where l.action = 'created') = max(l.id), false),
    coalesce(min(l.id) filter (where l.action = 'deleted') = min(l.id), false), max(l.id),
    min(l.id) filter (where l.action = 'deleted')
  from public.activity_logs l
  where l.company_id = company and l.change_set_id = target_set and l.action in ('created', 'deleted')
  group by l.entity_type, l.entity_id
$$;

-- The last change of each record, or of what belongs to it, after a row of the log. A change that an undo took back does not count, nor
-- does that undo; a change that the undo had to keep counts.
create or replace function app.touches_since(company uuid, target_set uuid, after_id bigint)
returns table (entity_id uuid, last_id bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with others as materialized (
    select s.id, s.undone_by from public.change_sets s
    left join public.change_sets u on u.company_id = company and u.id = s.undoes and u.undone_by = s.id
    where s.company_id = company and s.id <> target_set and s.undoes is distinct from target_set and u.id is null
  ), later as materialized (
    select n.id, n.entity_type, n.entity_id, n.parent_id, coalesce(n.field_changed, '') as field, o.undone_by
    from public.activity_logs n join others o on o.id = n.change_set_id
    where n.company_id = company and n.id > after_id
  ), taken_back as materialized (
    select distinct m.change_set_id, m.entity_type, m.entity_id, coalesce(m.field_changed, '') as field
    from (select distinct l.undone_by from later l where l.undone_by is not null) u
    join public.activity_logs m on m.company_id = company and m.change_set_id = u.undone_by
  ), standing as (
    select l.* from later l left join taken_back b
      on b.change_set_id = l.undone_by and b.entity_type = l.entity_type and b.entity_id = l.entity_id and b.field = l.field
    where b.entity_id is null
  )
  select s.entity_id, max(s.id) from standing s group by s.entity_id
  union all
  select s.parent_id, max(s.id) from standing s where s.parent_id is not null group by s.parent_id
$$;

-- The records, of those to be deleted, that a row refers to which would stay.
create or replace function app.used_among(company uuid, ids uuid[], types text[]) returns setof uuid
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  f record;
begin
  for f in
    select c.conrelid::regclass as child, k.attname as refers,
      exists (select from pg_attribute i where i.attrelid = c.conrelid and i.attname = 'id') as has_id
    from app.tenant_tables t
    join pg_constraint c on c.contype = 'f' and c.confrelid = format('public.%I', t.table_name)::regclass and c.confdeltype in ('a', 'r')
    cross join lateral unnest(c.conkey, c.confkey) p(own, theirs)
    join pg_attribute a on a.attrelid = c.confrelid and a.attnum = p.theirs and a.attname = 'id'
    join pg_attribute k on k.attrelid = c.conrelid and k.attnum = p.own
    where t.entity_type = any (types) and has_table_privilege(c.conrelid, 'select')
      and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'company_id')
  loop
    return query execute format('select distinct g.id from unnest($2) g(id) join %1$s x on x.company_id = $1 and x.%2$I = g.id
      left join unnest($2) o(id) on o.id = %3$s where o.id is null', f.child, f.refers, case when f.has_id then 'x.id' else 'null::uuid' end)
      using company, ids;
  end loop;
end $$;

/* The records that can be deleted without leaving half of something behind: what belongs to a record that stays, stays too. With `types`,
   what a staying row uses stays as well. Rows that share an id go or stay together. */
create or replace function app.what_can_go(company uuid, made uuid[], owners uuid[], staying uuid[], types text[]) returns uuid[]
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  kept uuid[] := staying;
  going uuid[];
  before int;
  used uuid[] := '{}';
begin
  loop
    before := cardinality(kept);
    going := array(select m.id from unnest(made, owners) m(id, owner)
      left join unnest(kept) k(id) on k.id = m.id left join unnest(kept) o(id) on o.id = m.owner where k.id is null and o.id is null);
    kept := array(select m.id from unnest(made) m(id) left join unnest(going) g(id) on g.id = m.id where g.id is null);
    if types is not null then used := array(select distinct u from app.used_among(company, going, types) u); end if;
    exit when cardinality(kept) = before and cardinality(used) = 0;
    kept := kept || used;
  end loop;
  return going;
end $$;

-- The columns whose values the log writes as JSON, not as text.
create or replace function app.json_columns(target regclass) returns text[]
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(a.attname::text), '{}') from pg_attribute a join pg_type y on y.oid = a.atttypid
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped
    and (y.typcategory in ('A', 'C') or a.atttypid in ('json'::regtype, 'jsonb'::regtype))
$$;

-- The net change of each field of some records: its value before a change set and after it.
create or replace function app.fields_of_set(company uuid, target_set uuid, entity text, ids uuid[])
returns table (entity_id uuid, field text, was text, became text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select l.entity_id, l.field_changed, (array_agg(l.old_value order by l.id))[1], (array_agg(l.new_value order by l.id desc))[1]
  from public.activity_logs l join unnest(ids) u(id) on u.id = l.entity_id
  where l.company_id = company and l.change_set_id = target_set and l.entity_type = entity and l.field_changed is not null
  group by l.entity_id, l.field_changed
$$;

/* Sets the fields of some records of one table back, if they still have the value that the change set gave them.
   @returns the other fields, as conflicts */
create or replace function app.set_fields_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  target regclass := format('public.%I', t.table_name)::regclass;
  as_json text[] := app.json_columns(target);
  fields text[];
  assignments text;
  conflicts jsonb;
begin
  select array_agg(a.attname::text), string_agg(format(case when a.attname = any (as_json)
      then '%1$I = case when p.value ? %1$L then (jsonb_populate_record(null::%3$s, p.value)).%1$I else x.%1$I end'
      else '%1$I = case when p.value ? %1$L then (p.value ->> %1$L)::%2$s else x.%1$I end' end,
      a.attname, format_type(a.atttypid, a.atttypmod), target), ', ')
    into fields, assignments from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at')
      and a.attname in (select l.field_changed from public.activity_logs l
        where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type);
  if fields is null then return '[]'; end if;
  execute format($q$
    with present as materialized (
      select x.id, to_jsonb(x) as value from %1$s x join unnest($4) u(id) on u.id = x.id where x.company_id = $1
    ), judged as materialized (
      select f.*, p.id is not null and p.value ->> f.field is not distinct from f.became as is_same, p.id is null as is_missing
      from app.fields_of_set($1, $2, $3, $4) f left join present p on p.id = f.entity_id where f.field = any ($5)
    ), patches as materialized (
      select j.entity_id, jsonb_object_agg(j.field,
        case when j.field = any ($6) and pg_input_is_valid(j.was, 'jsonb') then j.was::jsonb else to_jsonb(j.was) end) as value
      from judged j where j.is_same group by j.entity_id
    ), done as (
      update %1$s x set %2$s from patches p where x.company_id = $1 and x.id = p.entity_id
    )
    select coalesce(jsonb_agg(jsonb_build_object('entity_type', $3, 'entity_id', j.entity_id, 'field', j.field,
      'code', case when j.is_missing then 'not_there' else 'changed_since' end)), '[]') from judged j where not j.is_same
    $q$, target, assignments) into conflicts using company, target_set, t.entity_type, ids, fields, as_json;
  return conflicts;
end $$;

-- One step of an undo for some records of one table. `verb`: what the change set did to them. @returns conflicts of fields
create or replace function app.undo_rows(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if verb = 'changed' then return app.set_fields_back(t, company, target_set, ids); end if;
  if verb = 'replaced' then
    perform app.set_rows_back(t, company, target_set, ids);
  elsif verb = 'made' then
    execute format('delete from public.%I x using unnest($2) u(id) where x.company_id = $1 and x.id = u.id', t.table_name) using company, ids;
  else
    perform app.return_rows(t, company, array(select r.deletion from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id
      where r.entity_type = t.entity_type), app.values_before(t, company, target_set, ids));
  end if;
  return '[]';
end $$;

-- Records that a change set changed and then deleted come back with the values from before both: {id: {column: value}}.
create or replace function app.values_before(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_object_agg(r.entity_id, r.value), '{}') from (
    select f.entity_id, jsonb_object_agg(f.field, case when f.field = any (app.json_columns(format('public.%I', t.table_name)::regclass))
      and pg_input_is_valid(f.was, 'jsonb') then f.was::jsonb else to_jsonb(f.was) end) as value
    from (
      select l.entity_id, l.field_changed as field, (array_agg(l.old_value order by l.id))[1] as was
      from unnest(ids) u(id) join public.activity_logs l on l.entity_id = u.id and l.field_changed is not null
      join app.set_records(company, target_set) d on d.entity_type = t.entity_type and d.entity_id = l.entity_id and l.id < d.deletion
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type
      group by l.entity_id, l.field_changed) f
    group by f.entity_id) r
$$;

-- Gives the rows that a change set replaced their earlier values.
create or replace function app.set_rows_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  target regclass := format('public.%I', t.table_name)::regclass;
  assignments text;
begin
  select string_agg(format('%1$I = r.%1$I', a.attname), ', ') into assignments from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at');
  execute format($q$ update %1$s x set %2$s from app.set_records($1, $2) d join unnest($4) u(id) on u.id = d.entity_id
      join public.activity_logs l on l.company_id = $1 and l.id = d.deletion
      cross join lateral jsonb_populate_record(null::%1$s, $5 || (l.metadata -> 'row') || coalesce($6 -> l.entity_id::text, '{}')) r
    where d.entity_type = $3 and x.company_id = $1 and x.id = d.entity_id $q$, target, assignments)
    using company, target_set, t.entity_type, ids, app.column_defaults(target), app.values_before(t, company, target_set, ids);
end $$;

-- Undoes as many of the records as possible: halves the list until only the failing ones are left. @returns conflicts; one without a field
-- is about the whole record
create or replace function app.undo_in_halves(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  half int := cardinality(ids) / 2;
  conflicts jsonb;
  code text;
  told text;
begin
  if cardinality(ids) = 0 then return '[]'; end if;
  return app.undo_rows(verb, t, company, target_set, ids);
exception when integrity_constraint_violation or sqlstate 'SB001' then
  if half > 0 then
    conflicts := app.undo_in_halves(verb, t, company, target_set, ids[:half]);
    return conflicts || app.undo_in_halves(verb, t, company, target_set, ids[half + 1:]);
  end if;
  if sqlstate = 'SB001' and sqlerrm <> all (t.rules) then raise; end if;
  get stacked diagnostics told = pg_exception_detail;
  code := case sqlstate when '23503' then case verb when 'made' then 'in_use' else 'gone' end when '23505' then 'taken'
    when 'SB001' then 'rule' else 'unfit' end;
  return jsonb_build_array(jsonb_build_object('entity_type', t.entity_type, 'entity_id', ids[1], 'code', code,
    'params', case code when 'rule' then jsonb_build_object('rule', sqlerrm, 'detail', told) else '{}' end));
end $$;

-- Finds the records that cannot be deleted, or brought back, even together with all the others. It tries, and rolls everything back.
create or replace function app.refusals(verb text, types text[], company uuid, target_set uuid, ids uuid[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  found jsonb := '[]';
begin
  for t in select * from app.tenant_tables x where x.entity_type = any (types) order by case verb when 'made' then -x.undo_order else x.undo_order end loop
    found := found || app.undo_in_halves(verb, t, company, target_set, array(select distinct r.entity_id
      from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id where r.entity_type = t.entity_type));
  end loop;
  raise exception using errcode = 'SB002';
exception when sqlstate 'SB002' then
  return found;
end $$;

-- Deletes what a change set made. `is_last`: the tables that fields may refer to; they come after the fields were set back.
create or replace function app.undo_made(company uuid, target_set uuid, is_last boolean) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  types text[]; made uuid[]; owners uuid[]; last_ids bigint[]; touched uuid[]; missing uuid[]; absent uuid[]; going uuid[];
  refused jsonb := '[]'; found jsonb;
  is_careful boolean := false;
begin
  select array_agg(r.entity_id), array_agg(r.owner_id), array_agg(r.last_id) into made, owners, last_ids from (
    select r.entity_id, (array_agg(r.owner_id))[1] as owner_id, max(r.last_id) as last_id
    from app.set_records(company, target_set) r join app.tenant_tables x on x.entity_type = r.entity_type
    where r.was_made and not r.was_deleted and x.comes_first = is_last group by r.entity_id) r;
  if made is null then return '[]'; end if;
  types := array(select distinct r.entity_type from app.set_records(company, target_set) r where r.was_made);
  -- A row that shares the id of its record counts as touched when the record does.
  for t in select * from app.tenant_tables x where x.entity_type = any (types) and x.comes_first = is_last
    and x.owner_column is distinct from 'id' order by x.undo_order loop
    execute format('with held as (select x.id from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for update of x)
      select array_agg(r.entity_id) from app.set_records($1, $3) r left join held h on h.id = r.entity_id
      where r.entity_type = $4 and r.was_made and not r.was_deleted and h.id is null', t.table_name)
      into absent using company, made, target_set, t.entity_type;
    missing := missing || absent;
  end loop;
  touched := array(select distinct c.entity_id from app.touches_since(company, target_set, (select min(m) from unnest(last_ids) m)) c
    join unnest(made, last_ids) m(id, last_id) on m.id = c.entity_id and c.last_id > m.last_id);
  loop
    going := app.what_can_go(company, made, owners, array(select unnest(touched) union select unnest(missing)
      union select (f ->> 'entity_id')::uuid from jsonb_array_elements(refused) f), case when is_careful then types end);
    begin
      for t in select * from app.tenant_tables x where x.entity_type = any (types) and x.comes_first = is_last order by x.undo_order desc loop
        perform app.undo_rows('made', t, company, target_set, going);
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
  -- What belongs to a kept record is kept with it, and not reported unless it was touched itself.
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

-- Sets back what a change set deleted and made again under the same id, unless somebody touched it.
create or replace function app.undo_replaced(t app.tenant_tables, company uuid, target_set uuid) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  ids uuid[] := array(select r.entity_id from app.set_records(company, target_set) r
    where r.entity_type = t.entity_type and r.was_made and r.was_deleted);
  touched uuid[];
begin
  if cardinality(ids) = 0 then return '[]'; end if;
  execute format('select from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for update of x', t.table_name)
    using company, ids;
  touched := array(select distinct r.entity_id from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id
    join app.touches_since(company, target_set, r.last_id) c on c.entity_id = r.entity_id where r.entity_type = t.entity_type);
  return app.undo_in_halves('replaced', t, company, target_set, array(select unnest(ids) except select unnest(touched)))
    || coalesce((select jsonb_agg(jsonb_build_object('entity_type', t.entity_type, 'entity_id', x, 'code', 'changed_since')) from unnest(touched) x), '[]');
end $$;

-- Sets back what a change set changed, field by field. Locks the rows first: otherwise a save in between would be lost.
create or replace function app.undo_changed(company uuid, target_set uuid) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  ids uuid[]; refused uuid[];
  conflicts jsonb := '[]'; found jsonb;
begin
  for t in
    select x.* from app.tenant_tables x where x.entity_type in (select l.entity_type from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set) order by x.undo_order
  loop
    conflicts := conflicts || app.undo_replaced(t, company, target_set);
    ids := array(select l.entity_id from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type
      group by l.entity_id having bool_and(l.field_changed is not null));
    continue when cardinality(ids) = 0;
    execute format('select from public.%I x join unnest($2) u(id) on u.id = x.id where x.company_id = $1 order by x.id for update of x', t.table_name)
      using company, ids;
    begin
      conflicts := conflicts || app.undo_rows('changed', t, company, target_set, ids);
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      -- Try again as long as that helps: one record may wait for the number that another one gives back.
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

-- What a change set deleted and did not make. `root_id`: the deletion of the record that a row belongs to, if that was deleted too;
-- otherwise its own.
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

-- Deleted records that somebody brought back earlier and then changed: they stay as they are.
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

-- Records that cannot come back, with the obstacles that are known, or else with the errors of the database. @returns conflicts, each with
-- the `root` that stays away with all that belongs to it, or with the one row `log`
create or replace function app.what_stays_away(company uuid, target_set uuid, types text[], ids uuid[], logs bigint[], roots bigint[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  all_logs bigint[] := logs; all_roots bigint[] := roots; blocked bigint[];
  found jsonb := '[]'; more jsonb;
begin
  loop -- leaving one record out may block another that needs it
    select jsonb_agg(o.conflict), array_agg(o.root_id) into more, blocked from (
      select distinct on (o.root_id) o.root_id, jsonb_build_object('entity_type', l.entity_type, 'entity_id', l.entity_id, 'root', o.root_id,
        'code', case when o.code = 'gone' and o.log_id <> o.root_id then 'contains_gone' when o.code = 'twin' then 'taken' else o.code end,
        'params', jsonb_strip_nulls(jsonb_build_object('type', o.entity_type, 'name', o.entity_name, 'number', o.entity_number))) as conflict
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

/* Brings back what a change set deleted: a record with all that belonged to it, or not at all, since half of it would look complete.
   `is_first`: the tables that fields may refer to; they come before the fields are set back. */
create or replace function app.undo_deleted(company uuid, target_set uuid, is_first boolean) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  t app.tenant_tables;
  types text[]; ids uuid[]; logs bigint[]; roots bigint[]; out_roots bigint[]; out_logs bigint[];
  conflicts jsonb; found jsonb;
begin
  types := array(select distinct r.entity_type from app.returning(company, target_set, is_first) r);
  if cardinality(types) = 0 then return '[]'; end if;
  conflicts := app.returned_since(company, target_set, is_first, types);
  loop
    select array_agg(r.entity_id), array_agg(r.log_id), array_agg(r.root_id) into ids, logs, roots
      from app.returning(company, target_set, is_first) r
      left join unnest(out_roots) o(id) on o.id = r.root_id left join unnest(out_logs) p(id) on p.id = r.log_id
      where o.id is null and p.id is null;
    exit when logs is null;
    begin
      for t in select * from app.tenant_tables x where x.entity_type = any (types) order by x.undo_order loop
        perform app.return_rows(t, company, logs, app.values_before(t, company, target_set, ids));
      end loop;
      exit;
    exception when integrity_constraint_violation or sqlstate 'SB001' then
      found := app.what_stays_away(company, target_set, types, ids, logs, roots);
      if found = '[]' then raise; end if;
      conflicts := conflicts || found;
      out_roots := out_roots || array(select (f ->> 'root')::bigint from jsonb_array_elements(found) f where f ? 'root');
      out_logs := out_logs || array(select (f ->> 'log')::bigint from jsonb_array_elements(found) f where f ? 'log');
    end;
  end loop;
  return conflicts;
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
  end if;
  perform set_config('app.change_kind', 'undo', true), set_config('app.undoes', target_set::text, true),
          set_config('app.change_set', '', true);
  -- Delete what was made first: a changed or deleted record may need its number.
  conflicts := app.undo_deleted(company, target_set, true);
  conflicts := conflicts || app.undo_made(company, target_set, false);
  conflicts := conflicts || app.undo_changed(company, target_set);
  conflicts := conflicts || app.undo_deleted(company, target_set, false);
  conflicts := conflicts || app.undo_made(company, target_set, true);
  -- Undoing an undo brings the first set back, so that it can be undone again. The same holds for the import of a backup, which brings back
  -- deleted records.
  update public.change_sets s set undone_by = null where s.company_id = company and s.undone_by = target_set;
  undone := app.open_change_set();
  update public.change_sets s set undone_by = undone where s.company_id = company and s.id = target_set and undone is not null;
  return query
    select c.entity_type, c.entity_id, n.name, c.field, c.code, coalesce(c.params, '{}')
    from jsonb_to_recordset(conflicts) c(entity_type text, entity_id uuid, field text, code text, params jsonb)
    left join (select l.entity_type, l.entity_id, max(l.entity_name) as name from public.activity_logs l
      where l.company_id = company and l.change_set_id = target_set group by l.entity_type, l.entity_id) n
      on n.entity_type = c.entity_type and n.entity_id = c.entity_id;
end $$;

grant execute on function app.set_records, app.touches_since, app.used_among, app.what_can_go, app.json_columns, app.fields_of_set,
  app.set_fields_back, app.undo_rows, app.values_before, app.set_rows_back, app.undo_in_halves, app.refusals, app.undo_made, app.undo_replaced,
  app.undo_changed, app.returning, app.returned_since, app.what_stays_away, app.undo_deleted, app.undo_change_set to app_rt;
