/* Stock is a ledger (decision 0390). Every way of changing `stock_level` of a part, an assembly or a product posts movements, by the triggers
   here: nothing else writes them. The law, always:
     the sum of an item's movements = its stock_items.on_hand = its stock_level; the sum of their values = stock_items.value.
   The row of the item is locked while its stock changes, so its movements have the order of their ids. */

call app.allow_all_rows('stock_movements', 'app_audit', 'select,insert');
grant select on stock_movements to app_rt;
call app.let_jobs('stock_movements', 'select');
call app.let_people('stock_movements', 'select', 'inventory.read');
create trigger append_only before update or delete or truncate on stock_movements
  for each statement execute function app.refuse_change();

call app.allow_all_rows('stock_items', 'app_audit', 'select,insert,update');
call app.allow_all_rows('stock_items', 'app_auth', 'select');
grant select on stock_items to app_rt;
call app.let_jobs('stock_items', 'select');
call app.let_people('stock_items', 'select', 'inventory.read');

create or replace function app.allows_negative_stock(company uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.allows_negative_stock from public.companies c where c.id = company
$$;
grant execute on function app.allows_negative_stock to app_rt, app_worker, app_audit;

-- What is below zero may rise; an item that comes back by undo has what it had.
create or replace function app.check_stock() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not app.allows_negative_stock(new.company_id) and (tg_op = 'UPDATE' or current_setting('app.change_kind', true) is distinct from 'undo') then
    raise exception 'stock_short' using errcode = 'SB001';
  end if;
  return new;
end $$;
grant execute on function app.check_stock to app_rt, app_worker, app_auth, app_audit;

-- A lot of an item has one number, however it is written: the first spelling stays.
create or replace function app.with_lot(line app.stock_line) returns app.stock_line
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  line.lot_number := coalesce((select m.lot_number from public.stock_movements m where m.company_id = line.company_id
    and app.folded(m.lot_number) = app.folded(line.lot_number) and m.item_id = line.item_id order by m.id limit 1), line.lot_number);
  return line;
end $$;

/* The costs of the parts of many lines, in their order, by one look at all parts. For each line by its key it would take whatever index the statistics
   prefer: after a large import that was taken back they expect two parts of a company, and each of 100,000 new ones would read all others. */
create or replace function app.costs_of_parts(lines app.stock_line[]) returns numeric[]
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set enable_hashjoin = on set enable_seqscan = on as $$
  select array_agg(p.cost order by l.number) from (select x.company_id, x.item_id, row_number() over () as number from unnest(lines) x) l
  left join public.parts p on p.company_id = l.company_id and p.id = l.item_id
$$;

/* Posts one movement for each of some items. One that brings back what went out brings back exactly the value that it took. One from place to
   place changes neither the value nor the average.
   Each line looks up its item by its key, by one plan for all: a plan for many lines would read all items for one, and a new plan takes longer than the posting. */
create or replace function app.post_movements(lines app.stock_line[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  companies uuid[]; change_sets uuid[];
  company uuid;
  costs numeric[] := case when cardinality(lines) > 100 then app.costs_of_parts(lines) end;
begin
  select array_agg(c.id), array_agg(app.change_set(c.id)) into companies, change_sets from (select distinct l.company_id as id from unnest(lines) l) c;
  if exists (select from unnest(lines) l where l.lot_number is not null) then
    lines := array(select case when l.lot_number is null then l else app.with_lot(l) end from unnest(lines) l);
  end if;
  with line as materialized (
    select l.*, s.change_set_id,
      coalesce(i.on_hand, 0) as on_hand, coalesce(i.value, 0) as worth, coalesce(i.is_priced, false) as is_priced,
      coalesce(i.average_cost, l.cost, case when l.item_type = 'part'
        then (select p.cost from public.parts p where p.company_id = l.company_id and p.id = l.item_id)
        else app.cost_of_made_item(l.company_id, l.item_type, l.item_id) end, 0) as average
    from unnest(lines, costs) l(company_id, item_type, item_id, delta, unit_cost, reason, note, reverses, action_id, arrived_on, location_id, lot_number, cost)
    join unnest(companies, change_sets) s(company_id, change_set_id) on s.company_id = l.company_id
    left join public.stock_items i on i.company_id = l.company_id and i.item_id = l.item_id
  ), valued as materialized (
    select l.*, case
        when l.reason = 'moved' then 0
        when r.value is not null and r.reason = 'deleted' then -r.value
        when r.value is not null and l.on_hand + l.delta <> 0 and (r.delta > 0 or r.reason = 'revalued' or r.is_reversal and (l.on_hand < 0 or r.value > 0))
          then app.value_without(l.company_id, l.item_id, l.reverses) - l.worth
        when r.value is not null and r.delta < 0 then app.value_back(l.on_hand, l.worth, l.average, l.delta, r.value)
        else app.value_moved(l.on_hand, l.worth, l.average, l.delta, l.unit_cost) end as value,
      -- What it cost: its price or the credit for it, or what it reverses cost; otherwise what it is worth.
      case when l.delta <> 0 and l.unit_cost is not null then round(l.delta * l.unit_cost, 6)
        when r.value is not null then -(r.value + r.variance) end as price
    from line l left join lateral (select m.delta, m.value, m.variance, m.reason, m.reverses is not null as is_reversal from public.stock_movements m
      where l.reverses is not null and m.company_id = l.company_id and m.item_id = l.item_id and m.id = l.reverses offset 0) r on true
  ), posted as (
    insert into public.stock_movements (company_id, item_id, item_type, delta, balance, unit_cost, value, variance, value_after, reason, note, user_id,
      change_set_id, reverses, action_id, arrived_on, location_id, lot_number)
    select company_id, item_id, item_type, delta, on_hand + delta, unit_cost, value, coalesce(price - value, 0), worth + value, reason, note,
      (select app.user_id()), change_set_id, reverses, action_id, arrived_on, location_id, lot_number from valued
  )
  insert into public.stock_items (company_id, item_id, item_type, on_hand, value, average_cost, is_priced)
  select company_id, item_id, item_type, on_hand + delta, worth + value,
    case when reason = 'moved' then average when on_hand + delta <> 0 then (worth + value) / (on_hand + delta) when on_hand < 0 and delta > 0 then coalesce(unit_cost, average) else average end,
    is_priced or (delta > 0 and unit_cost is not null) from valued
  on conflict (company_id, item_id) do update set on_hand = excluded.on_hand, value = excluded.value, average_cost = excluded.average_cost,
    is_priced = excluded.is_priced;
  perform app.divide_stock(companies, lines);
  -- What is moved from place to place changes no record.
  foreach company in array companies loop perform app.tell(company || ' movement'); end loop;
end $$;

/* Posts movements in their order: an item with several movements has one in each turn. */
create or replace function app.post_in_turns(lines app.stock_line[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare turn record;
begin
  if cardinality(lines) = 1 then
    perform app.post_movements(lines);
    return;
  end if;
  for turn in
    select array_agg(t.line order by (t.line).item_id) as lines from (
      select o.line, row_number() over (partition by (o.line).item_id order by o.place) as turn
      from (select l as line, row_number() over () as place from unnest(lines) l) o) t
    group by t.turn order by t.turn
  loop
    perform app.post_movements(turn.lines);
  end loop;
end $$;

-- A line for app.post_movements.
create or replace function app.stock_line(company uuid, item_type text, item uuid, quantity numeric, reason text, unit_cost numeric default null,
  note text default null, reverses bigint default null, action uuid default null, arrived_on date default null, location uuid default null,
  lot text default null) returns app.stock_line
language sql immutable
return row(company, item_type, item, quantity, unit_cost, reason, note, reverses, action, arrived_on, location, lot)::app.stock_line;

/* Logs what some lines revalued, which changes no field: it is undone like one. Each is the newest movement of its item. What an edit of the cost
   revalues is in the log as that edit. */
create or replace function app.log_revaluations(lines app.stock_line[]) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into public.activity_logs (company_id, entity_type, entity_id, entity_name, action, field_changed, old_value, new_value, description, user_id,
    change_set_id)
  select m.company_id, m.item_type, m.item_id, n.entity_name, 'updated', 'stock_value', trim_scale(m.value_after - m.value)::text,
    trim_scale(m.value_after)::text, 'Changed stock value', (select app.user_id()), m.change_set_id
  from unnest(lines) l
  cross join lateral (select x.* from public.stock_movements x where x.company_id = l.company_id and x.item_id = l.item_id order by x.id desc limit 1) m
  cross join lateral (
    select p.entity_name from public.parts p where p.company_id = l.company_id and p.id = l.item_id
    union all select a.entity_name from public.assemblies a where a.company_id = l.company_id and a.id = l.item_id
    union all select r.entity_name from public.products r where r.company_id = l.company_id and r.id = l.item_id) n
  where l.reason = 'revalued'
$$;

/* Posts the movements of some items whose stock changed. `named` has them, those of each item in their order (app.name_movements); a quantity of
   null is the whole difference; without a place it is at the home place, but what is moved comes from, or goes to, no place. Without any an undo
   takes back the movements of its change set, newest first; otherwise the difference is one movement at the home place, and the kind of request
   gives its reason. */
create or replace function app.post_differences(type_of_item text, companies uuid[], items uuid[], quantities numeric[], named jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
declare
  undone uuid := case when current_setting('app.change_kind', true) = 'undo' then nullif(current_setting('app.undoes', true), '')::uuid end;
  usual text := case current_setting('app.change_kind', true) when 'import' then 'imported' when 'undo' then 'undone' else 'edited' end;
  has_places boolean := app.has_places(companies);
  lines app.stock_line[] := '{}';
begin
  if named <> '[]' then
    lines := array(select app.stock_line(m.company, type_of_item, m.id, coalesce(l.quantity, m.quantity), l.reason, l."unitCost", l.note, l.reverses,
        l."actionId", l."arrivedOn", coalesce(l."locationId", case when has_places and l.reason not in ('moved', 'revalued') then app.place_of(m.company, m.id, null) end), l."lotNumber")
      from rows from (jsonb_to_recordset(named) as ("itemId" uuid, quantity numeric, "unitCost" numeric, reason text, note text, reverses bigint,
        "actionId" uuid, "arrivedOn" date, "locationId" uuid, "lotNumber" text)) with ordinality
        l("itemId", quantity, "unitCost", reason, note, reverses, "actionId", "arrivedOn", "locationId", "lotNumber", number)
      join unnest(companies, items, quantities) m(company, id, quantity) on m.id = l."itemId" order by l.number);
  elsif undone is not null then
    lines := array(select app.stock_line(o.company_id, type_of_item, o.item_id, o.quantity, o.reason, reverses => o.reverses,
        location => o.location_id, lot => o.lot_number)
      from (select o.*, m.quantity = sum(o.quantity) over (partition by o.item_id) as is_all
        from app.opposites(companies, items, undone) o join unnest(items, quantities) m(id, quantity) on m.id = o.item_id) o
      where o.is_all order by o.number);
  end if;
  lines := lines || array(select app.stock_line(m.company, type_of_item, m.id, m.quantity, usual,
      location => case when has_places then app.place_of(m.company, m.id, null) end)
    from unnest(companies, items, quantities) m(company, id, quantity)
    where m.quantity <> 0 and not exists (select from unnest(lines) l where l.item_id = m.id));
  if lines <> '{}' then perform app.post_in_turns(lines); end if;
  if named <> '[]' then perform app.log_revaluations(lines); end if;
end $$;

-- Most updates of items touch neither stock nor cost. The rows that do say so, and only then the statement looks for them.
create or replace function app.note_stock() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('app.moves_stock', 'on', true);
  if new.location <> coalesce(old.location, '') then perform app.watch_homes(); end if;
  return new;
end $$;
create or replace function app.moves_stock() returns boolean language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(current_setting('app.moves_stock', true), '') = 'on' or not app.is_edited();
end $$;
grant execute on function app.note_stock, app.moves_stock to app_rt, app_worker, app_auth, app_audit;

-- The triggers gather what changed, with hash joins of the old and the new rows: a plan may be as old as a statement that changed one row.
create or replace function app.move_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
declare
  named jsonb := coalesce(nullif(current_setting('app.stock_lines', true), ''), '[]')::jsonb;
  counted uuid[] := array(select (l ->> 'itemId')::uuid from jsonb_array_elements(named) l);
begin
  if app.has_places(array(select distinct n.company_id from new_rows n)) then
    perform app.send_home(array_agg(n.company_id), array_agg(n.id))
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id where n.location is distinct from o.location
    having count(*) > 0;
  end if;
  perform app.post_differences(tg_argv[0], array_agg(n.company_id), array_agg(n.id), array_agg((n.stock_level - o.stock_level)::numeric), named)
  from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
  where n.stock_level <> o.stock_level or n.id = any (counted)
  having count(*) > 0;
  perform set_config('app.moves_stock', '', true);
  return null;
end $$;

-- What an item begins with is its first movement. What comes back by undo takes back its deletion.
create or replace function app.open_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
declare
  is_undo boolean := coalesce(current_setting('app.change_kind', true) = 'undo', false);
  companies uuid[] := array(select distinct n.company_id from new_rows n);
  has_places boolean;
  is_divided boolean := is_undo and exists (select from public.stock_movements m where m.company_id = any (companies)
    and m.change_set_id = nullif(current_setting('app.undoes', true), '')::uuid and m.reason = 'deleted' and num_nonnulls(m.location_id, m.lot_number) > 0);
begin
  if exists (select from new_rows n where n.location <> '') then perform app.watch_homes(); end if;
  has_places := app.has_places(companies);
  perform app.post_in_turns(array_agg(app.stock_line(n.company_id, tg_argv[0], n.id, coalesce(d.quantity, n.stock_level),
    case when is_undo then 'undone' else 'opening' end, reverses => d.id,
    location => case when d.id is not null then d.location_id when has_places then app.place_of(n.company_id, n.id, null) end, lot => d.lot_number)
    order by n.id, d.id desc))
  from new_rows n left join lateral (
    select x.* from app.deletions_of(n.company_id, n.id, n.stock_level) x where is_undo and (n.stock_level <> 0 or is_divided)) d on true
  where n.stock_level <> 0 or d.id is not null
  having count(*) > 0;
  return null;
end $$;

create or replace function app.close_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare is_divided boolean := app.is_divided(array(select distinct o.company_id from old_rows o));
begin
  perform app.post_in_turns(array_agg(app.stock_line(o.company_id, tg_argv[0], o.id, -coalesce(d.quantity, o.stock_level), 'deleted',
    location => d.location_id, lot => d.lot_number) order by o.id, d.location_id, d.lot_number))
  from old_rows o left join lateral app.divided_stock(o.company_id, array[o.id]) d on is_divided
  where o.stock_level <> 0 or d.quantity is not null
  having count(*) > 0;
  return null;
end $$;

-- Until an item has come in with a price, its stock is worth its cost, and an edit of the cost revalues it.
create or replace function app.post_costs(companies uuid[], items uuid[], costs numeric[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform app.post_movements(array_agg(app.stock_line(i.company_id, i.item_type, i.item_id, 0, 'revalued', c.cost) order by i.item_id))
  from unnest(companies, items, costs) c(company, item, cost)
  cross join lateral (select * from public.stock_items i where i.company_id = c.company and i.item_id = c.item offset 0) i
  where not i.is_priced and i.on_hand <> 0
  having count(*) > 0;
  update public.stock_items i set average_cost = c.cost from unnest(companies, items, costs) c(company, item, cost)
  where i.company_id = c.company and i.item_id = c.item and not i.is_priced and i.on_hand = 0;
end $$;

create or replace function app.revalue_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
begin
  perform app.post_costs(array_agg(n.company_id), array_agg(n.id), array_agg(n.cost))
  from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id where o.cost <> n.cost
  having count(*) > 0;
  return null;
end $$;

-- An assembly has no cost of its own.
do $$
declare item record;
begin
  for item in select * from (values ('parts', 'part', true), ('assemblies', 'assembly', false), ('products', 'product', true)) i(target, type, has_cost) loop
    execute format('create trigger stock_insert after insert on %I referencing new table as new_rows
      for each statement execute function app.open_stock(%L)', item.target, item.type);
    execute format('create trigger stock_note before update on %I for each row when (new.stock_level <> old.stock_level or new.location is distinct from old.location %s)
      execute function app.note_stock()', item.target, case when item.has_cost then 'or new.cost <> old.cost' end);
    execute format('create trigger stock_short_insert before insert on %I for each row when (new.stock_level < 0) execute function app.check_stock()',
      item.target);
    execute format('create trigger stock_short_update before update on %I for each row when (new.stock_level < 0 and new.stock_level < old.stock_level)
      execute function app.check_stock()', item.target);
    execute format('create trigger stock_update after update on %I referencing old table as old_rows new table as new_rows
      for each statement when (app.moves_stock()) execute function app.move_stock(%L)', item.target, item.type);
    execute format('create trigger stock_delete after delete on %I referencing old table as old_rows
      for each statement execute function app.close_stock(%L)', item.target, item.type);
    if item.has_cost then
      execute format('create trigger stock_cost after update on %I referencing old table as old_rows new table as new_rows
        for each statement when (app.moves_stock()) execute function app.revalue_stock()', item.target);
    end if;
  end loop;
end $$;

call app.give_to('app_audit', 'stock_line', 'with_lot', 'deletions_of', 'costs_of_parts', 'post_movements', 'post_in_turns', 'post_differences',
  'post_costs', 'log_revaluations', 'move_stock', 'open_stock', 'close_stock', 'revalue_stock');
