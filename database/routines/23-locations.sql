-- Places of stock, and what is at each place and in each lot (decision 0410). The posting of movements is in 23-stock.sql.

call app.tenant_table('locations', 'location', 'inventory.read', 'inventory.write', undo_order => 25, comes_first => true, number_column => 'code',
  rules => array['place_loop'],
  search_columns => array['code', 'name', 'kind', 'parent_id', 'created_at', 'updated_at'],
  sort_expressions => '{"code": "(app.places_around(r.company_id, r.id) || r.code) collate app.natural"}');
call app.allow_all_rows('locations', 'app_audit', 'select,update'); -- to lock them
create trigger version before update on locations for each row execute function app.bump_version();

call app.allow_all_rows('stock_balances', 'app_audit', 'select,insert,update,delete');
grant select on stock_balances to app_rt;
call app.let_jobs('stock_balances', 'select');
call app.let_people('stock_balances', 'select', 'inventory.read');

create or replace function app.has_places(companies uuid[]) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.locations l where l.company_id = any (companies))
$$;

/* The place of a movement: the one that it names, if there still is such a place; else the home place of the item, which is the place whose code
   its location spells; else null. */
create or replace function app.place_of(company uuid, item uuid, location uuid) returns uuid
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select l.id from public.locations l where l.company_id = company and l.id = location),
    (select l.id from public.locations l where l.company_id = company and app.folded(l.code) = app.folded(coalesce(
      (select p.location from public.parts p where p.company_id = company and p.id = item),
      (select a.location from public.assemblies a where a.company_id = company and a.id = item),
      (select r.location from public.products r where r.company_id = company and r.id = item)))))
$$;

/* The codes of the places around a place, the outermost first. A list that is sorted by them calls this for each place, and a loop is several times
   faster than a recursive query. */
create or replace function app.places_around(company uuid, location uuid) returns text[]
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  codes text[] := '{}';
  code text;
  outer_id uuid := (select l.parent_id from public.locations l where l.company_id = company and l.id = location);
begin
  while outer_id is not null loop
    select l.code, l.parent_id into code, outer_id from public.locations l where l.company_id = company and l.id = outer_id;
    codes := code || codes;
  end loop;
  return codes;
end $$;

-- Some places, each with itself and all places inside it.
create or replace function app.places_inside(company uuid, locations uuid[]) returns table (location_id uuid, inner_id uuid)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with recursive below as (
    select l.id as location_id, l.id as inner_id from unnest(locations) l(id)
    union all
    select b.location_id, l.id from below b join public.locations l on l.company_id = company and l.parent_id = b.inner_id)
  select b.location_id, b.inner_id from below b
$$;

create or replace function app.is_divided(companies uuid[]) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.stock_balances b where b.company_id = any (companies))
$$;

/* What is on hand of some items, divided: a row for each place and lot, and one for what has neither. Ask for many items at once: a call costs as
   much as a hundred of its rows. */
create or replace function app.divided_stock(company uuid, items uuid[])
returns table (item_id uuid, location_id uuid, lot_number text, quantity numeric)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with placed as (
    select b.item_id, b.location_id, b.lot_number, b.quantity from public.stock_balances b where b.company_id = company and b.item_id = any (items))
  select p.item_id, p.location_id, p.lot_number, p.quantity from placed p
  union all
  select i.item_id, null, null, i.on_hand - coalesce(p.quantity, 0)
  from public.stock_items i left join (select item_id, sum(quantity) as quantity from placed group by item_id) p on p.item_id = i.item_id
  where i.company_id = company and i.item_id = any (items) and i.on_hand <> coalesce(p.quantity, 0)
$$;
grant execute on function app.places_around to app_rt, app_auth; -- app_auth: lists in the order of the tree
grant execute on function app.places_inside to app_rt;
grant execute on function app.has_places, app.place_of, app.is_divided, app.divided_stock to app_rt, app_audit, app_worker;

/* Adds posted movements to what is at their places and in their lots. `lines`: at most one for each item.
   @throws place_short when less would be left than nothing, of one place and lot, and the company does not allow it; lot_missing when a part
   with lots comes in without one: an import refuses that in its preview, and brings back what came in before the part kept lots */
create or replace function app.divide_stock(companies uuid[], lines app.stock_line[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare short record;
begin
  if exists (select from public.parts p where p.company_id = any (companies) and p.has_lots)
    and exists (select from unnest(lines) l join public.parts p on p.company_id = l.company_id and p.id = l.item_id and p.has_lots
    where l.lot_number is null and l.delta > 0 and l.reverses is null and l.reason not in ('moved', 'imported')) then
    raise exception 'lot_missing' using errcode = 'SB001';
  end if;
  if not app.is_divided(companies) and not exists (select from unnest(lines) l where num_nonnulls(l.location_id, l.lot_number) > 0) then return; end if;
  -- Before what is there: a deletion locks the place first, and then looks for what is there.
  perform from public.locations p where p.company_id = any (companies) and p.id in (select l.location_id from unnest(lines) l)
    order by p.id for key share;
  insert into public.stock_balances as b (company_id, item_id, location_id, lot_number, quantity)
  select l.company_id, l.item_id, l.location_id, l.lot_number, l.delta from unnest(lines) l
  where num_nonnulls(l.location_id, l.lot_number) > 0 and l.delta <> 0
  on conflict (company_id, item_id, location_id, lot_number) do update set quantity = b.quantity + excluded.quantity;
  -- What a deletion took comes back, and what is missing without a place is missing at home once the item has one.
  select l.item_id, d.location_id, d.lot_number, d.quantity - l.delta as quantity into short
    from unnest(lines) l join lateral app.divided_stock(l.company_id, array[l.item_id]) d
      on (d.location_id, d.lot_number) is not distinct from (l.location_id, l.lot_number)
    where l.delta < 0 and d.quantity < 0 and not app.allows_negative_stock(l.company_id)
      and not (l.reason = 'moved' and l.action_id is null and l.reverses is null)
      and not exists (select from public.stock_movements m where m.company_id = l.company_id and m.item_id = l.item_id and m.id = l.reverses
        and m.reason = 'deleted') limit 1;
  if found then
    raise exception 'place_short' using errcode = 'SB001', detail = app.shortage(lines[1].company_id, short.item_id, short.location_id, short.lot_number,
      short.quantity);
  end if;
  delete from public.stock_balances b using unnest(lines) l
    where b.company_id = l.company_id and b.item_id = l.item_id and b.quantity = 0 and num_nonnulls(l.location_id, l.lot_number) > 0;
end $$;

-- 'M3-BOLT has 4 at A-1', 'WIRE-7 has 2,400 m', 'WIRE-7 is kept in lots at A-1: choose one with Adjust Stock': what there is of an item at one place, of one lot.
create or replace function app.shortage(company uuid, item uuid, location uuid, lot text, quantity numeric) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select concat((select coalesce(
      (select p.part_number from public.parts p where p.company_id = company and p.id = item),
      (select a.assembly_number from public.assemblies a where a.company_id = company and a.id = item),
      (select r.sku from public.products r where r.company_id = company and r.id = item))),
    case when lot is null and exists (select from public.stock_balances b where b.company_id = company and b.item_id = item
        and b.location_id is not distinct from location and b.lot_number is not null)
      then ' is kept in lots, choose one with Adjust Stock:' else ' has' end,
    ' ', app.quantity_text(quantity, (select p.unit from public.parts p where p.company_id = company and p.id = item)), case when lot is not null then ' of lot ' || lot when exists (select from public.stock_balances b
      where b.company_id = company and b.item_id = item and b.lot_number is not null) then ' without a lot' end,
    ' at ' || (select l.code from public.locations l where l.company_id = company and l.id = location))
$$;

/* Moves what has no place to the home place of its item, once the item has one: a place was made with the code that the item's location spells, or
   the location was edited. Who calls it holds the items: nobody else posts meanwhile. */
create or replace function app.send_home(companies uuid[], items uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.post_in_turns(array_agg(line order by s.item, s.turn)) from (
    select i.item, leg.turn, app.stock_line(i.company, s.item_type, i.item, leg.quantity, 'moved', location => leg.location, lot => d.lot_number) as line
    from unnest(companies, items) i(company, item)
    join public.stock_items s on s.company_id = i.company and s.item_id = i.item and (s.on_hand <> 0
      or exists (select from public.stock_balances b where b.company_id = i.company and b.item_id = i.item))
    cross join lateral (select app.place_of(i.company, i.item, null) as id offset 0) home
    cross join lateral (select x.lot_number, x.quantity, row_number() over () as number from app.divided_stock(i.company, array[i.item]) x
      where x.location_id is null) d
    cross join lateral (values (2 * d.number, -d.quantity, null), (2 * d.number + 1, d.quantity, home.id)) leg(turn, quantity, location)
    where home.id is not null) s
  having count(*) > 0;
end $$;

/* What begins, comes back or gets another Location while somebody makes its home place: neither transaction sees what the other has written. Both
   look again at their end, one after the other, and the second sees what the first has committed. So nobody waits for a long import, only for ends. */
create or replace function app.watch_homes() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce(current_setting('app.homes_watched', true), '') = '' then
    perform set_config('app.homes_watched', pg_current_snapshot()::text, true);
  end if;
end $$;

-- Whether others have changed records of some kinds and committed that, since this transaction began to watch homes.
create or replace function app.have_others_changed(company uuid, kinds text[]) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from (select current_setting('app.homes_watched')::pg_snapshot as seen) w
    join public.change_sets s on s.company_id = company and s.transaction_id >= pg_snapshot_xmin(w.seen)::text::bigint
      and not pg_visible_in_snapshot(s.transaction_id::text::xid8, w.seen) and s.transaction_id <> pg_current_xact_id()::text::bigint
    where exists (select from public.activity_logs l where l.company_id = company and l.change_set_id = s.id and l.entity_type = any (kinds)))
$$;

-- Sends the items of a change set home whose home place was made meanwhile.
create or replace function app.settle_change_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(current_setting('app.homes_watched', true), '') = '' then return null; end if;
  perform pg_advisory_xact_lock_shared(7203113, hashtext(new.company_id::text));
  if app.have_others_changed(new.company_id, array['location']) then
    perform app.send_home(array_agg(new.company_id), array_agg(i.item_id)) from (
      select m.item_id from public.stock_movements m where m.company_id = new.company_id and m.change_set_id = new.id and m.location_id is null
      union
      select l.entity_id from public.activity_logs l where l.company_id = new.company_id and l.change_set_id = new.id and l.field_changed = 'location') i
    where app.place_of(new.company_id, i.item_id, null) is not null having count(*) > 0;
  end if;
  return null;
end $$;
create constraint trigger settle_at_end after insert on change_sets deferrable initially deferred
  for each row execute function app.settle_change_set();

/* A place keeps its items when its code is edited, and takes in the items whose location spells its code already. With an argument: at the end of
   the transaction, again. */
create or replace function app.settle_items() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_renamed boolean := tg_op = 'UPDATE' and current_setting('app.change_kind', true) is distinct from 'undo'; -- an undo takes back both
  item record;
  items uuid[];
begin
  if tg_nargs = 0 then
    perform app.watch_homes();
  else
    perform pg_advisory_xact_lock(7203113, hashtext(new.company_id::text));
    if not app.have_others_changed(new.company_id, array['part', 'product', 'assembly']) then return null; end if;
  end if;
  for item in select * from (values ('parts'), ('assemblies'), ('products')) t(target) loop
    -- Whoever moves stock holds its item, and has looked for its home before: what is not moved yet would stay without a place.
    execute format('select array_agg(i.id) from (select x.id from public.%I x where x.company_id = $1
      and app.folded(x.location) = any ($2) order by x.id for no key update) i', item.target)
      into items using new.company_id, array[app.folded(new.code), case when is_renamed then app.folded(old.code) end];
    continue when items is null;
    if is_renamed then
      execute format('update public.%I set location = $2 where company_id = $1 and id = any ($4) and app.folded(location) = app.folded($3)', item.target)
        using new.company_id, new.code, old.code, items;
    end if;
    perform app.send_home(array_fill(new.company_id, array[cardinality(items)]), items);
  end loop;
  return null;
end $$;
create trigger settle_insert after insert on locations for each row execute function app.settle_items();
create trigger settle_update after update of code on locations for each row when (new.code <> old.code) execute function app.settle_items();
create constraint trigger settle_insert_at_end after insert on locations deferrable initially deferred
  for each row execute function app.settle_items('at end');
create constraint trigger settle_update_at_end after update of code on locations deferrable initially deferred
  for each row when (new.code <> old.code) execute function app.settle_items('at end');

create or replace function app.check_place() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7203112, hashtext(new.company_id::text)); -- two people who move two places into each other
  if exists (
    with recursive above as (
      select l.id, l.parent_id from public.locations l where l.company_id = new.company_id and l.id = new.parent_id
      union
      select l.id, l.parent_id from above a join public.locations l on l.company_id = new.company_id and l.id = a.parent_id)
    select from above where id = new.id
  ) then raise exception 'place_loop' using errcode = 'SB001'; end if;
  return new;
end $$;
create trigger place_loop before insert or update of parent_id on locations for each row when (new.parent_id is not null)
  execute function app.check_place();
grant execute on function app.settle_items, app.check_place, app.send_home, app.have_others_changed to app_rt, app_auth;
grant execute on function app.watch_homes to app_rt, app_worker, app_auth, app_audit;

call app.give_to('app_audit', 'divide_stock', 'shortage', 'send_home', 'have_others_changed', 'settle_change_set');
