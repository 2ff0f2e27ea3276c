-- What movements do to the value of a stock (decision 0390). 23-stock.sql posts them.

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
  when on_hand <> 0 then round((on_hand + quantity) * worth / on_hand, 6) - worth
  else round(quantity * average, 6) end;

/* What went out comes back with exactly the value that it took. Into a stock below zero it comes as a receipt does, at the price of what went out.
   What a reversal took out comes back there with the value that the stock would have without that reversal (app.value_without): it had a price, and
   may even have raised the value.
   `taken`: the value of that movement, below 0; null when it is none. */
create or replace function app.value_back(on_hand numeric, worth numeric, average numeric, quantity numeric, taken numeric) returns numeric
language sql immutable strict parallel safe
return case
  when on_hand + quantity = 0 then -worth
  when on_hand < 0 and on_hand + quantity > 0 then round((on_hand + quantity) * -taken / quantity, 6) - worth
  when on_hand < 0 then round((on_hand + quantity) * worth / on_hand, 6) - worth
  else -taken end;

/* What an item's stock would be worth without one of its receipts or revaluations, or without the reversal of one: its later movements, computed again.
   What is reversed among them is left out with its reversal. */
create or replace function app.value_without(company uuid, item uuid, receipt bigint) returns numeric
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  skipped bigint[] := array[receipt];
  more bigint[];
  m record;
  first public.stock_movements; -- of those that are left out
  on_hand numeric; worth numeric; average numeric; change numeric; taken numeric;
  took jsonb := '{}'; -- the value that each movement takes in this history, by its id
begin
  -- A receipt and its reversal, unless that is reversed itself, change nothing. The history begins before the first of them.
  loop
    select array_agg(x.id) into more from (
      select unnest(array[r.id, r.reverses]) as id from stock_movements r
      join stock_movements o on o.company_id = r.company_id and o.item_id = r.item_id and o.id = r.reverses
        and (o.delta > 0 and o.reason <> 'moved' or o.reason = 'revalued')
      where r.company_id = company and r.item_id = item and r.id > (select min(s) from unnest(skipped) s) and r.id <> all (skipped)
        and not exists (select from stock_movements a where a.company_id = company and a.item_id = item and a.reverses = r.id)) x
    where x.id <> all (skipped);
    exit when more is null;
    skipped := skipped || more;
  end loop;
  select f.* into first from stock_movements f
    where f.company_id = company and f.item_id = item and f.id = (select min(s) from unnest(skipped) s);
  on_hand := first.balance - first.delta;
  worth := coalesce(first.value_after - first.value, 0);
  average := case when on_hand <> 0 then worth / on_hand else coalesce(
    (select coalesce(case when f.delta > 0 then f.unit_cost end, f.value / f.delta) from stock_movements f where f.company_id = company and f.item_id = item and f.delta <> 0 and f.value is not null
       and f.reason <> 'moved' and f.id < first.id order by f.id desc limit 1),
    app.cost_of(company, first.item_type, item), 0) end;
  -- What came in without a price says what one was worth that day; the cost may have been edited since.
  if on_hand = 0 and first.delta > 0 and first.unit_cost is null and first.reverses is null and round(first.delta * average, 6) <> first.value then
    average := first.value / first.delta;
  end if;
  for m in select x.*, o.delta < 0 as takes_back, o.reason = 'deleted' as returns, o.value as took_then from stock_movements x
    left join stock_movements o on o.company_id = x.company_id and o.item_id = x.item_id and o.id = x.reverses
    where x.company_id = company and x.item_id = item and x.id > first.id and x.id <> all (skipped) order by x.id
  loop
    if m.reason = 'moved' then -- from place to place: neither the value nor the average changes
      on_hand := on_hand + m.delta;
      continue;
    end if;
    taken := case when m.takes_back then coalesce((took ->> m.reverses::text)::numeric, m.took_then) end;
    change := coalesce(case when m.returns then -taken else app.value_back(on_hand, worth, average, m.delta, taken) end,
      app.value_moved(on_hand, worth, average, m.delta, m.unit_cost));
    if m.delta < 0 then took := took || jsonb_build_object(m.id::text, change); end if;
    if on_hand > 0 and on_hand + m.delta = 0 then average := worth / on_hand; end if;
    if on_hand < 0 and on_hand + m.delta = 0 then average := coalesce(m.unit_cost, average); end if;
    if on_hand = 0 and m.delta = 0 then average := coalesce(m.unit_cost, average); end if;
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

-- What the next one costs.
create or replace function app.cost_of(company uuid, item_type text, item uuid) returns numeric
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case item_type when 'part' then (select p.cost from public.parts p where p.company_id = company and p.id = item)
    else app.cost_of_made_item(company, item_type, item) end
$$;

call app.give_to('app_audit', 'value_moved', 'value_back', 'value_without');
grant execute on function app.cost_of_made_item, app.cost_of to app_rt, app_audit;
