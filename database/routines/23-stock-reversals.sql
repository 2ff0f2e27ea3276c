-- What takes movements of stock back: reversals of reversals, undo, and the return of a deleted item. Postings: 23-stock.sql.

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

/* Whether anything came in or went out since the item began. Its deletion, its return and its way from place to place move nothing. An undo asks
   about what moved apart from the unit: what a change moved together with the unit goes back together with it. */
create or replace function app.has_moved(company uuid, item uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.stock_movements m where m.company_id = company and m.item_id = item
    and m.reason not in ('opening', 'revalued', 'deleted', 'moved')
    and not exists (select from public.stock_movements d where d.company_id = company and d.item_id = item and d.id = m.reverses and d.reason = 'deleted')
    and not (current_setting('app.change_kind', true) is not distinct from 'undo' and (m.change_set_id = app.open_change_set()
      or exists (select from public.activity_logs l where l.company_id = company and l.entity_id = item and l.change_set_id = m.change_set_id
        and l.field_changed = 'unit'))))
$$;
grant execute on function app.has_moved to app_rt;

-- Whether the home of an item is the place that a change set wrote as its Location.
create or replace function app.has_home_by(company uuid, item uuid, change_set uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.activity_logs l join public.locations h on h.company_id = company and app.folded(h.code) = app.folded(l.new_value)
    where l.company_id = company and l.change_set_id = change_set and l.entity_id = item and l.field_changed = 'location'
      and h.id = app.place_of(company, item, null))
$$;
grant execute on function app.has_home_by to app_rt, app_audit;

-- Whether a movement can be taken back. What an edit of the cost revalued goes back with that edit.
create or replace function app.is_reversible(reason text, delta numeric, action uuid, reverses bigint) returns boolean language sql immutable parallel safe
return reason not in ('opening', 'deleted') and (delta <> 0 or reason = 'revalued' and num_nonnulls(action, reverses) > 0);
grant execute on function app.is_reversible to app_rt, app_audit;

/* What takes back the movements of a change set, of those of some items that no other reversed; the newest first. What was moved from place to
   place is moved back; else it comes from and goes to where it was, or home when that place is gone. What went home with an edit of the item's
   Location goes back to no place: that edit is undone too. */
create or replace function app.opposites(companies uuid[], items uuid[], change_set uuid)
returns table (company_id uuid, item_id uuid, number bigint, quantity numeric, reason text, reverses bigint, location_id uuid, lot_number text)
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select m.company_id, m.item_id, row_number() over (partition by m.item_id order by m.id desc), -m.delta,
    case when m.reason in ('moved', 'revalued') then m.reason else 'undone' end, r.newest,
    case when (select app.has_places(companies)) and m.reason <> 'revalued'
      and (m.location_id is not null or m.reason <> 'moved' or not app.has_home_by(m.company_id, m.item_id, change_set))
      then app.place_of(m.company_id, m.item_id, m.location_id) end, m.lot_number
  from unnest(companies, items) i(company, item)
  -- Looked up for each item: a plan that begins with a new change set, of which the statistics know nothing, reads all items for each movement.
  cross join lateral (select x.* from public.stock_movements x where x.company_id = i.company and x.item_id = i.item and x.change_set_id = change_set
    and app.is_reversible(x.reason, x.delta, x.action_id, x.reverses) offset 0) m
  left join lateral (select v.id from public.stock_movements v where v.company_id = m.company_id and v.item_id = m.item_id and v.reverses = m.id
    offset 0) taken on true
  -- Few are reversed, and a call for each of the others takes longer than all else.
  cross join lateral (select m.id as newest where taken.id is null
    union all select c.newest from app.reversals_of(m.company_id, m.item_id, m.id) c where taken.id is not null and not c.is_reversed) r
$$;
grant execute on function app.opposites to app_rt, app_audit;

-- Of some items, those of which another change set reversed a movement of this one. Looked up for each item, as above.
create or replace function app.reversed_by_hand(company uuid, items uuid[], change_set uuid) returns setof uuid
language sql stable set search_path = pg_catalog, public, pg_temp set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  select distinct m.item_id from unnest(items) i(item)
  cross join lateral (select x.* from public.stock_movements x where x.company_id = (select company) and x.item_id = i.item and x.change_set_id = change_set
    and app.is_reversible(x.reason, x.delta, x.action_id, x.reverses) offset 0) m
  cross join lateral (select from public.stock_movements v where v.company_id = (select company) and v.item_id = m.item_id and v.reverses = m.id
    and v.change_set_id <> change_set offset 0) taken
  cross join lateral app.reversals_of(company, m.item_id, m.id) c where c.is_reversed
$$;
grant execute on function app.reversed_by_hand to app_rt;

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
