/* Undo, second part: one step for some rows of one table, and the search for rows that make it fail. Begin with 51-undo.sql. */

/* `(select $1)` hides which company it is from the planner: statistics that are older than the company expect no row of it, so that a plan
   would read all its rows for each. */

/* Restores the old values of some records of one table, if the fields still have the values of the change set. @returns the other fields, as
   conflicts */
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
      and a.attname not in ('id', 'company_id', 'created_at', 'version', 'updated_at') and a.attname is distinct from t.ledger_column
      and a.attname in (select l.field_changed from public.activity_logs l
        where l.company_id = company and l.change_set_id = target_set and l.entity_type = t.entity_type);
  if fields is null then return '[]'; end if;
  execute format($q$
    with present as materialized (
      select x.id, to_jsonb(x) as value from %1$s x join unnest($4) u(id) on u.id = x.id where x.company_id = (select $1)
    ), judged as materialized (
      select f.*, p.id is null as is_missing, p.id is not null and (p.value ->> f.field is not distinct from f.became
        -- An older log has fewer decimals: 1.5000 is 1.500000. Never null: `not is_same` finds the conflicts.
        or case when jsonb_typeof(p.value -> f.field) = 'number' then (p.value ->> f.field)::numeric is not distinct from f.became::numeric
          else false end) as is_same
      from app.fields_of_set($1, $2, $3, $4) f left join present p on p.id = f.entity_id where f.field = any ($5)
    ), patches as materialized (
      select j.entity_id, jsonb_object_agg(j.field,
        case when j.field = any ($6) and pg_input_is_valid(j.was, 'jsonb') then j.was::jsonb else to_jsonb(j.was) end) as value
      from judged j where j.is_same group by j.entity_id
    ), done as (
      update %1$s x set %2$s from patches p where x.company_id = (select $1) and x.id = p.entity_id
    )
    select coalesce(jsonb_agg(jsonb_build_object('entity_type', $3, 'entity_id', j.entity_id, 'field', j.field,
      'code', case when j.is_missing then 'not_there' else 'changed_since' end)), '[]') from judged j where not j.is_same
    $q$, target, assignments) into conflicts using company, target_set, t.entity_type, ids, fields, as_json;
  return conflicts;
end $$;

/* Takes back the movements of a change set that no other reversed: the stock changes by their quantities, whatever it is by now. Those of an item
   that add up to nothing, such as from place to place, change no stock: they are named. @returns as conflicts the items whose stock would fall below
   zero, in all or of one place and lot, or whose place is gone, and those with a movement that was reversed by hand */
create or replace function app.take_stock_back(t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  conflicts jsonb;
  named jsonb; kept jsonb;
begin
  if t.ledger_column is null then return '[]'; end if;
  execute format($q$
    with opposite as materialized (
      select o.*, sum(o.quantity) over (partition by o.item_id) as total, sum(o.quantity) over (partition by o.item_id, o.location_id, o.lot_number) as at_spot
      from app.opposites(array_fill($1, array[cardinality($3)]), $3, $2) o join public.%1$I x on x.company_id = (select $1) and x.id = o.item_id
    ), balanced as materialized (
      select o.*, bool_or(o.at_spot < 0 and o.at_spot + coalesce(d.quantity, 0) < 0) over (partition by o.item_id)
        and not (select app.allows_negative_stock($1)) as is_short,
        -- Moved to or from a place that is gone: it would go from home to home.
        bool_or(o.reason = 'moved' and o.location_id is distinct from m.location_id and m.location_id is not null) over (partition by o.item_id) as is_gone
      from opposite o join public.stock_movements m on m.company_id = $1 and m.item_id = o.item_id and m.id = o.reverses
        left join app.divided_stock($1, array(select item_id from opposite where total = 0)) d
        on d.item_id = o.item_id and (d.location_id, d.lot_number) is not distinct from (o.location_id, o.lot_number)
      where o.total = 0
    )
    select (select jsonb_agg(jsonb_build_object('itemId', b.item_id, 'quantity', b.quantity, 'reason', b.reason, 'reverses', b.reverses,
        'locationId', b.location_id, 'lotNumber', b.lot_number) order by case when b.reason = 'moved' then 1 when b.quantity > 0 then 0 else 2 end, b.number)
        from balanced b where not b.is_short and not b.is_gone),
      (select jsonb_agg(distinct jsonb_build_object('entity_type', $4, 'entity_id', b.item_id, 'field', %2$L, 'code', case when b.is_gone then 'gone' else 'used_since' end))
        from balanced b where b.is_short or b.is_gone) $q$, t.table_name, t.ledger_column)
    into named, kept using company, target_set, ids, t.entity_type;
  kept := coalesce(kept, '[]') || coalesce((select jsonb_agg(jsonb_build_object('entity_type', t.entity_type, 'entity_id', r.item_id,
    'field', t.ledger_column, 'code', 'reversed')) from app.reversed_by_hand(company, ids, target_set) r(item_id)), '[]');
  if named is not null then
    perform app.name_movements(named::text);
    execute format('update public.%I set updated_at = now() where company_id = $1 and id in (select (l ->> ''itemId'')::uuid from jsonb_array_elements($2) l)',
      t.table_name) using company, named;
    perform app.name_movements('');
  end if;
  execute format($q$
    with opposite as materialized (
      select o.item_id, o.location_id, o.lot_number, sum(o.quantity) as quantity from app.opposites(array_fill($1, array[cardinality($3)]), $3, $2) o
      group by o.item_id, o.location_id, o.lot_number
    ), moved as materialized (
      select o.item_id, -sum(o.quantity) as quantity, bool_or(o.quantity < 0 and o.quantity + coalesce(d.quantity, 0) < 0) as is_short
      from opposite o left join app.divided_stock($1, array(select item_id from opposite)) d
        on d.item_id = o.item_id and (d.location_id, d.lot_number) is not distinct from (o.location_id, o.lot_number)
      group by o.item_id having sum(o.quantity) <> 0
    ), done as (
      update public.%1$I x set %2$I = x.%2$I - m.quantity from moved m
      where x.company_id = (select $1) and x.id = m.item_id and ((select app.allows_negative_stock($1))
        or not m.is_short and (m.quantity < 0 or x.%2$I - m.quantity >= 0)) returning x.id
    )
    select coalesce(jsonb_agg(jsonb_build_object('entity_type', $4, 'entity_id', m.item_id, 'field', %2$L,
      'code', case when x.id is null then 'not_there' else 'used_since' end)), '[]')
    from moved m left join public.%1$I x on x.company_id = (select $1) and x.id = m.item_id
    where m.item_id not in (select d.id from done d) $q$, t.table_name, t.ledger_column)
    into conflicts using company, target_set, ids, t.entity_type;
  return conflicts || kept;
end $$;

-- One step of an undo for some records of one table. `verb`: what the change set did to them. @returns the conflicts of fields
create or replace function app.undo_rows(verb text, t app.tenant_tables, company uuid, target_set uuid, ids uuid[]) returns jsonb
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if verb = 'changed' then
    begin
      return app.take_stock_back(t, company, target_set, ids) || app.set_fields_back(t, company, target_set, ids);
    exception when check_violation then -- the stock needs the decimals that come back
      return app.set_fields_back(t, company, target_set, ids) || app.take_stock_back(t, company, target_set, ids);
    end;
  end if;
  if verb = 'replaced' then
    perform app.set_rows_back(t, company, target_set, ids);
  elsif verb = 'made' then
    execute format('delete from public.%I x using unnest($2) u(id) where x.company_id = (select $1) and x.id = u.id', t.table_name) using company, ids;
  else
    perform app.return_rows(t, company, array(select r.deletion from app.set_records(company, target_set) r join unnest(ids) u(id) on u.id = r.entity_id
      where r.entity_type = t.entity_type), app.values_before(t, company, target_set, ids));
  end if;
  return '[]';
end $$;

-- The values, before the change set, of records that it changed and then deleted: {id: {column: value}}.
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

-- Restores the values of rows that a change set deleted and created again.
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
    where d.entity_type = $3 and x.company_id = (select $1) and x.id = d.entity_id $q$, target, assignments)
    using company, target_set, t.entity_type, ids, app.column_defaults(target), app.values_before(t, company, target_set, ids);
end $$;

-- Undoes as many of the records as possible: halves the list until only the failing ones are left. @returns conflicts; a conflict without a
-- field is about the whole record
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

-- Finds the records that cannot be deleted, or brought back, even together with all the others. It tries, and rolls the attempt back.
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
