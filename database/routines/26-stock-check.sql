-- Whether the stock of a company is what its movements say.

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
grant execute on function app.companies_with_stock to app_worker;
