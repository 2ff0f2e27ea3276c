/* Stock is a ledger (decision 0390). Every way of changing `stock_level` of a part, an assembly or a product posts movements, by the triggers
   here: nothing else writes them. The law, always:
     the sum of an item's movements = its stock_items.on_hand = its stock_level; the sum of their values = stock_items.value.
   The row of the item is locked while its stock changes, so its movements have the order of their ids. */

call app.allow_all_rows('stock_movements', 'app_audit', 'select,insert');
grant select on stock_movements to app_rt;
call app.let_jobs('stock_movements', 'select');
create policy movement_read on stock_movements for select to app_rt
  using (company_id = any ((select app.scope_for('inventory.read'))::uuid[]));
create trigger append_only before update or delete or truncate on stock_movements
  for each statement execute function app.refuse_change();

call app.allow_all_rows('stock_items', 'app_audit', 'select,insert,update');
call app.allow_all_rows('stock_items', 'app_auth', 'select');
grant select on stock_items to app_rt;
call app.let_jobs('stock_items', 'select');
create policy may_read on stock_items for select to app_rt
  using (company_id = any ((select app.scope_for('inventory.read'))::uuid[]));

/* By how much a movement changes the value of a stock. What comes in with a price is worth that; without one it
   takes the average. What goes out takes its share of the value; the last piece takes all of it. A stock below zero is worth less than
   nothing, at the average; a receipt that lifts it above zero leaves what is there at the price of that receipt.
   `on_hand`, `worth` and `average`: before the movement. A quantity of 0 revalues the stock. */
create or replace function app.value_moved(on_hand numeric, worth numeric, average numeric, quantity numeric, unit_cost numeric) returns numeric
language sql immutable parallel safe
return case
  when quantity = 0 then coalesce(round(on_hand * unit_cost, 6) - worth, 0)
  when on_hand + quantity = 0 then -worth
  when quantity > 0 and unit_cost is not null then case
    when on_hand >= 0 then round(quantity * unit_cost, 6)
    when on_hand + quantity < 0 then round((on_hand + quantity) * worth / on_hand, 6) - worth
    else round((on_hand + quantity) * unit_cost, 6) - worth end
  when on_hand > 0 and on_hand + quantity > 0 then round(worth * quantity / on_hand, 6)
  else round((on_hand + quantity) * case when on_hand > 0 then worth / on_hand else average end, 6) - worth end;

/* What an item's stock would be worth without one of its receipts: its later movements, computed again. A receipt among them that is reversed
   is left out with its reversal. */
create or replace function app.value_without(company uuid, item uuid, receipt bigint) returns numeric
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  skipped bigint[] := array[receipt];
  more bigint[];
  m record;
  on_hand numeric; worth numeric; average numeric; change numeric;
  took jsonb := '{}'; -- the value that each movement takes in this history, by its id
begin
  -- A receipt and its reversal, unless that is reversed itself, change nothing. The history begins before the first of them.
  loop
    select array_agg(x.id) into more from (
      select unnest(array[r.id, r.reverses]) as id from stock_movements r
      join stock_movements o on o.company_id = r.company_id and o.item_id = r.item_id and o.id = r.reverses and o.delta > 0 and o.reason <> 'moved'
      where r.company_id = company and r.item_id = item and r.id > (select min(s) from unnest(skipped) s)
        and not exists (select from stock_movements a where a.company_id = company and a.item_id = item and a.reverses = r.id)) x
    where x.id <> all (skipped);
    exit when more is null;
    skipped := skipped || more;
  end loop;
  select f.balance - f.delta, coalesce(f.value_after - f.value, 0) into on_hand, worth from stock_movements f
    where f.company_id = company and f.item_id = item and f.id = (select min(s) from unnest(skipped) s);
  average := case when on_hand > 0 then worth / on_hand else coalesce(
    (select f.value / f.delta from stock_movements f where f.company_id = company and f.item_id = item and f.delta <> 0 and f.value is not null
       and f.id < (select min(s) from unnest(skipped) s) order by f.id desc limit 1),
    (select p.cost from parts p where p.company_id = company and p.id = item), 0) end;
  for m in select x.*, o.delta < 0 as takes_back, o.value as took_then from stock_movements x
    left join stock_movements o on o.company_id = x.company_id and o.item_id = x.item_id and o.id = x.reverses
    where x.company_id = company and x.item_id = item and x.id > (select min(s) from unnest(skipped) s) and x.id <> all (skipped) order by x.id
  loop
    if m.reason = 'moved' then -- from place to place: neither the value nor the average changes
      on_hand := on_hand + m.delta;
      continue;
    end if;
    change := coalesce(case when m.takes_back then -coalesce((took ->> m.reverses::text)::numeric, m.took_then) end,
      app.value_moved(on_hand, worth, average, m.delta, m.unit_cost));
    if m.delta < 0 then took := took || jsonb_build_object(m.id::text, change); end if;
    if on_hand > 0 and on_hand + m.delta = 0 then average := worth / on_hand; end if;
    on_hand := on_hand + m.delta;
    worth := worth + change;
    if on_hand <> 0 then average := worth / on_hand; end if;
  end loop;
  return worth;
end $$;

-- What one piece of a product or an assembly is worth that has never been in stock: its cost, else what its parts cost.
create or replace function app.cost_of_made_item(company uuid, item_type text, item uuid) returns numeric
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  return coalesce(case when item_type = 'product' then (select nullif(p.cost, 0) from public.products p where p.company_id = company and p.id = item) end,
    (select r.cost from app.rolled_up_costs_of(company, array[item]) r));
end $$;

/* Posts one movement for each of some items. Of `lines` it takes the item, the quantity, the price, the reason, the note, what it reverses, the
   action, the day of arrival, the place and the lot. A movement that brings back what went out brings back exactly the value that it took. One
   from place to place changes neither the value nor the average.
   Each line looks up its item by its key: a plan for many lines would read all items for one. */
create or replace function app.post_movements(lines public.stock_movements[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  with line as materialized (
    select l.company_id, l.item_id, l.item_type, l.delta, l.unit_cost, l.reason, l.note, l.change_set_id, l.reverses, l.action_id, l.arrived_on,
      l.location_id, l.lot_number,
      coalesce(i.on_hand, 0) as on_hand, coalesce(i.value, 0) as worth, coalesce(i.is_priced, false) as is_priced,
      coalesce(i.average_cost, case when l.item_type = 'part'
        then (select p.cost from public.parts p where p.company_id = l.company_id and p.id = l.item_id)
        else app.cost_of_made_item(l.company_id, l.item_type, l.item_id) end, 0) as average
    from unnest(lines) l left join public.stock_items i on i.company_id = l.company_id and i.item_id = l.item_id
  ), valued as materialized (
    select l.*, case
        when l.reason = 'moved' then 0
        when r.value is not null and r.delta < 0 and l.on_hand + l.delta <> 0 then -r.value
        when r.value is not null and r.delta > 0 and l.on_hand + l.delta <> 0 then app.value_without(l.company_id, l.item_id, l.reverses) - l.worth
        else app.value_moved(l.on_hand, l.worth, l.average, l.delta, l.unit_cost) end as value,
      -- What it cost: its price, or what it reverses cost; otherwise what it is worth.
      case when l.delta > 0 and l.unit_cost is not null then round(l.delta * l.unit_cost, 6)
        when r.value is not null then -(r.value + r.variance) end as price
    from line l left join lateral (select m.delta, m.value, m.variance from public.stock_movements m
      where l.reverses is not null and m.company_id = l.company_id and m.item_id = l.item_id and m.id = l.reverses offset 0) r on true
  ), posted as (
    insert into public.stock_movements (company_id, item_id, item_type, delta, balance, unit_cost, value, variance, value_after, reason, note, user_id,
      change_set_id, reverses, action_id, arrived_on, location_id, lot_number)
    select company_id, item_id, item_type, delta, on_hand + delta, unit_cost, value, coalesce(price - value, 0), worth + value, reason, note,
      (select app.user_id()), change_set_id, reverses, action_id, arrived_on, location_id, lot_number from valued
  )
  insert into public.stock_items (company_id, item_id, item_type, on_hand, value, average_cost, is_priced)
  select company_id, item_id, item_type, on_hand + delta, worth + value,
    case when reason = 'moved' then average when on_hand + delta <> 0 then (worth + value) / (on_hand + delta) when on_hand > 0 then worth / on_hand else average end,
    is_priced or (delta > 0 and unit_cost is not null) from valued
  on conflict (company_id, item_id) do update set on_hand = excluded.on_hand, value = excluded.value, average_cost = excluded.average_cost,
    is_priced = excluded.is_priced;
  perform app.divide_stock(lines);
  -- What is moved from place to place changes no record.
  perform app.tell(c.company_id || ' movement') from (select distinct l.company_id from unnest(lines) l) c;
end $$;

/* Posts movements in their order: an item with several movements has one in each turn. */
create or replace function app.post_in_turns(lines public.stock_movements[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare turn record;
begin
  for turn in
    select array_agg(t.line order by (t.line).item_id) as lines from (
      select o.line, row_number() over (partition by (o.line).item_id order by o.place) as turn
      from (select l as line, row_number() over () as place from unnest(lines) l) o) t
    group by t.turn order by t.turn
  loop
    perform app.post_movements(turn.lines);
  end loop;
end $$;

-- The newest of a movement and its reversals, each of which reverses the one before. Their number is odd when the movement is reversed.
create or replace function app.reversals_of(company uuid, item uuid, movement bigint, out newest bigint, out is_reversed boolean)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare next bigint;
begin
  newest := movement;
  is_reversed := false;
  loop
    select r.id into next from public.stock_movements r where r.company_id = company and r.item_id = item and r.reverses = newest;
    exit when next is null;
    newest := next;
    is_reversed := not is_reversed;
  end loop;
end $$;
grant execute on function app.reversals_of to app_rt, app_audit;

-- Whether anything came in or went out since the item began. Its deletion, its return and its way from place to place move nothing.
create or replace function app.has_moved(company uuid, item uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.stock_movements m where m.company_id = company and m.item_id = item
    and m.reason not in ('opening', 'revalued', 'deleted', 'moved')
    and not exists (select from public.stock_movements d where d.company_id = company and d.item_id = item and d.id = m.reverses and d.reason = 'deleted'))
$$;
grant execute on function app.has_moved to app_rt;

-- A line for app.post_movements.
create or replace function app.stock_line(company uuid, item_type text, item uuid, quantity numeric, unit_cost numeric, reason text, note text,
  change_set uuid, reverses bigint, action uuid, arrived_on date, location uuid, lot text) returns public.stock_movements
language sql immutable set search_path = pg_catalog, public, pg_temp
return row(null, company, item, quantity, null, reason, note, null, change_set, null, reverses, item_type, unit_cost, null, null, null, action,
  arrived_on, location, lot)::public.stock_movements;

/* What takes back the movements of a change set, of those of some items that no other reversed; the newest first. What was moved from place to
   place is moved back; else it comes from and goes to where it was, or home when that place is gone. */
create or replace function app.opposites(companies uuid[], items uuid[], change_set uuid)
returns table (company_id uuid, item_id uuid, number bigint, quantity numeric, reason text, reverses bigint, location_id uuid, lot_number text)
language sql stable set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select m.company_id, m.item_id, row_number() over (partition by m.item_id order by m.id desc), -m.delta,
    case m.reason when 'moved' then 'moved' else 'undone' end, r.newest, app.place_of(m.company_id, m.item_id, m.location_id), m.lot_number
  from unnest(companies, items) i(company, item)
  join public.stock_movements m on m.company_id = i.company and m.item_id = i.item and m.change_set_id = change_set
    and m.delta <> 0 and m.reason not in ('opening', 'deleted')
  cross join lateral app.reversals_of(m.company_id, m.item_id, m.id) r where not r.is_reversed
$$;
grant execute on function app.opposites to app_rt, app_audit;

-- The movements of its deletion, of an item that comes back with all of its stock: what was at each place and in each lot.
create or replace function app.deletions_of(company uuid, item uuid, stock numeric)
returns table (id bigint, quantity numeric, location_id uuid, lot_number text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    select m.id, -m.delta as quantity, app.place_of(company, item, m.location_id) as location_id, m.lot_number, sum(-m.delta) over () as total
    from public.stock_movements m where m.company_id = company and m.item_id = item and m.reason = 'deleted' and m.change_set_id =
      (select l.change_set_id from public.stock_movements l where l.company_id = company and l.item_id = item order by l.id desc limit 1))
  select g.id, g.quantity, g.location_id, g.lot_number from gone g where g.total = stock
$$;

/* Posts the movements of some items whose stock changed. The setting `app.stock_lines` of the transaction names them, for each item in their
   order; a quantity of null is the whole difference, no place is the home place. Without it an undo takes back the movements of its change set,
   newest first; otherwise the difference is one movement at the home place, and the kind of request gives its reason. */
create or replace function app.post_differences(type_of_item text, companies uuid[], items uuid[], quantities numeric[], named jsonb) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
declare
  undone uuid := case when current_setting('app.change_kind', true) = 'undo' then nullif(current_setting('app.undoes', true), '')::uuid end;
  usual text := case current_setting('app.change_kind', true) when 'import' then 'imported' when 'undo' then 'undone' else 'edited' end;
  has_places boolean := exists (select from public.locations l where l.company_id = any (companies));
begin
  perform app.post_in_turns(p.lines) from (
    with moved as materialized (
      select m.company, m.id, m.quantity, s.change_set, case when has_places then app.place_of(m.company, m.id, null) end as home from unnest(companies, items, quantities) m(company, id, quantity)
      join (select c.company, app.change_set(c.company) as change_set from (select distinct unnest(companies) as company) c) s on s.company = m.company
    ), named_line as materialized (
      select m.id, l.number, coalesce(l.quantity, m.quantity) as quantity, l."unitCost" as unit_cost, l.reason, l.note, l.reverses,
        l."actionId" as action, l."arrivedOn" as arrived_on, coalesce(l."locationId", m.home) as location, l."lotNumber" as lot
      from rows from (jsonb_to_recordset(named) as ("itemId" uuid, quantity numeric, "unitCost" numeric, reason text, note text, reverses bigint,
        "actionId" uuid, "arrivedOn" date, "locationId" uuid, "lotNumber" text)) with ordinality
        l("itemId", quantity, "unitCost", reason, note, reverses, "actionId", "arrivedOn", "locationId", "lotNumber", number)
      join moved m on m.id = l."itemId"
    ), opposite as materialized (
      select o.item_id as id, o.number, o.quantity, o.reason, o.reverses, o.location_id as location, o.lot_number as lot, m.quantity = sum(o.quantity) over (partition by o.item_id) as is_all
      from app.opposites(case when named = '[]' and undone is not null then companies end, items, undone) o join moved m on m.id = o.item_id
    ), line as (
      select id, number, quantity, unit_cost, reason, note, reverses, action, arrived_on, location, lot from named_line
      union all
      select id, number, quantity, null, reason, null, reverses, null, null, location, lot from opposite where is_all
      union all
      select id, 1, quantity, null, usual, null, null, null, null, home, null from moved
      where quantity <> 0 and id not in (select id from named_line) and id not in (select id from opposite where is_all)
    )
    select array_agg(app.stock_line(m.company, type_of_item, m.id, l.quantity, l.unit_cost, l.reason, l.note, m.change_set, l.reverses, l.action,
      l.arrived_on, l.location, l.lot) order by l.id, l.number) as lines
    from line l join moved m on m.id = l.id having count(*) > 0) p;
end $$;

-- Most updates of items touch neither stock nor cost. The rows that do say so, and only then the statement looks for them.
create or replace function app.note_stock() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('app.moves_stock', 'on', true);
  return new;
end $$;
create or replace function app.moves_stock() returns boolean language sql stable
return coalesce(current_setting('app.moves_stock', true), '') = 'on' or not app.is_edited();
grant execute on function app.note_stock, app.moves_stock to app_rt, app_worker, app_auth, app_audit;

-- The triggers gather what changed, with hash joins of the old and the new rows: a plan may be as old as a statement that changed one row.
create or replace function app.move_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
declare
  named jsonb := coalesce(nullif(current_setting('app.stock_lines', true), ''), '[]')::jsonb;
  counted uuid[] := array(select (l ->> 'itemId')::uuid from jsonb_array_elements(named) l);
begin
  if exists (select from public.locations l where l.company_id = (select n.company_id from new_rows n limit 1)) then
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
  has_places boolean := exists (select from public.locations l where l.company_id = (select n.company_id from new_rows n limit 1));
begin
  perform app.post_in_turns(array_agg(app.stock_line(n.company_id, tg_argv[0], n.id, coalesce(d.quantity, n.stock_level), null,
    case when is_undo then 'undone' else 'opening' end, null, s.id, d.id, null, null,
    case when d.id is not null then d.location_id when has_places then app.place_of(n.company_id, n.id, null) end, d.lot_number) order by n.id, d.id desc))
  from new_rows n
  join (select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from new_rows where stock_level <> 0) c) s
    on s.company_id = n.company_id
  left join lateral app.deletions_of(n.company_id, n.id, n.stock_level) d on is_undo
  where n.stock_level <> 0
  having count(*) > 0;
  return null;
end $$;

create or replace function app.close_stock() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare is_divided boolean := app.is_divided(array(select distinct o.company_id from old_rows o));
begin
  perform app.post_in_turns(array_agg(app.stock_line(o.company_id, tg_argv[0], o.id, -coalesce(d.quantity, o.stock_level), null, 'deleted', null, s.id, null, null, null,
    d.location_id, d.lot_number) order by o.id, d.location_id, d.lot_number))
  from old_rows o
  join (select c.company_id, app.change_set(c.company_id) as id from (select distinct company_id from old_rows where stock_level <> 0) c) s
    on s.company_id = o.company_id
  left join lateral app.divided_stock(o.company_id, o.id) d on is_divided
  where o.stock_level <> 0
  having count(*) > 0;
  return null;
end $$;

-- Until an item has come in with a price, its stock is worth its cost, and an edit of the cost revalues it.
create or replace function app.post_costs(companies uuid[], items uuid[], costs numeric[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform app.post_movements(array_agg(app.stock_line(i.company_id, i.item_type, i.item_id, 0, c.cost, 'revalued', null, app.change_set(i.company_id), null,
    null, null, null, null) order by i.item_id))
  from unnest(companies, items, costs) c(company, item, cost)
  join public.stock_items i on i.company_id = c.company and i.item_id = c.item and not i.is_priced and i.on_hand <> 0
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

call app.give_to('app_audit', 'value_moved', 'value_without', 'cost_of_made_item', 'stock_line', 'deletions_of', 'post_movements', 'post_in_turns', 'post_differences',
  'post_costs', 'move_stock', 'open_stock', 'close_stock', 'revalue_stock');

/* Adds everything up again, for the command `stock:check` and the job of each night. `fault`: a sentence for people. @returns the items whose
   movements, stock and value differ: none */
create or replace function app.stock_differences(company uuid)
returns table (item_id uuid, number text, fault text)
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
  with chain as (
    select m.item_id, m.delta, m.balance, m.value, m.value_after, lag(m.balance, 1, 0) over same as before, lag(m.value_after) over same as worth
    from public.stock_movements m where m.company_id = company window same as (partition by m.item_id order by m.id)
  ), summed as (
    select c.item_id, sum(c.delta) as quantity, sum(c.value) as value, bool_or(c.before + c.delta <> c.balance) as has_gap,
      bool_or(coalesce(c.worth, 0) + c.value <> c.value_after) as has_step
    from chain c group by c.item_id
  ), item as (
    select p.id, p.part_number::text as number, p.stock_level::numeric as stock from public.parts p where p.company_id = company
    union all select a.id, a.assembly_number, a.stock_level from public.assemblies a where a.company_id = company
    union all select r.id, r.sku, r.stock_level from public.products r where r.company_id = company
  ), compared as (
    select coalesce(i.id, s.item_id, l.item_id) as id, i.number, coalesce(i.stock, 0) as stock, coalesce(l.on_hand, 0) as on_hand,
      coalesce(l.value, 0) as worth, coalesce(s.quantity, 0) as quantity, coalesce(s.value, 0) as value, s.has_gap, s.has_step
    from item i full join summed s on s.item_id = i.id
    full join (select * from public.stock_items where company_id = company) l on l.item_id = coalesce(i.id, s.item_id)
  ), divided as (
    select item_id, location_id, lot_number, sum(moved) as moved, sum(kept) as kept from (
      select m.item_id, m.location_id, m.lot_number, m.delta as moved, 0 as kept from public.stock_movements m
        where m.company_id = company and num_nonnulls(m.location_id, m.lot_number) > 0
      union all
      select b.item_id, b.location_id, b.lot_number, 0, b.quantity from public.stock_balances b where b.company_id = company) d
    group by item_id, location_id, lot_number having sum(moved) <> sum(kept)
  )
  select c.id, coalesce(c.number, 'a deleted item'), f.fault from compared c cross join lateral (values
    (c.stock <> c.on_hand, format('its stock level is %s, the ledger has %s', trim_scale(c.stock), trim_scale(c.on_hand))),
    (c.quantity <> c.on_hand, format('its movements add up to %s, the ledger has %s', trim_scale(c.quantity), trim_scale(c.on_hand))),
    (c.value <> c.worth, format('the values of its movements add up to %s, the ledger has %s', trim_scale(c.value), trim_scale(c.worth))),
    (exists (select from divided d where d.item_id = c.id), (select format('its movements at one place, of one lot, add up to %s, the ledger has %s there',
      trim_scale(d.moved), trim_scale(d.kept)) from divided d where d.item_id = c.id limit 1)),
    (c.on_hand = 0 and c.worth <> 0, format('nothing is on hand, and it is worth %s', trim_scale(c.worth))),
    (c.has_gap, 'a movement does not begin where the one before ended'),
    (c.has_step, 'a movement does not begin with the value that the one before left')) f(is_wrong, fault)
  where f.is_wrong
$$;
grant execute on function app.stock_differences to app_worker;

create or replace function app.companies_with_stock() returns table (company_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id from public.companies c where exists (select from public.stock_items i where i.company_id = c.id)
$$;
call app.give_to('app_auth', 'companies_with_stock');
grant execute on function app.companies_with_stock to app_worker;
