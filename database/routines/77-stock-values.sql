/* What stock is worth, now and at the end of a day, by the ledger (23-stock.sql). Days that ended before a company's ledger began have what the
   log says (76-stock-on-days.sql): the stock of parts at their cost. */

call app.counted_table('stock_items', at_cost => 'r.value');

-- Movements from before the ledger have no value.
create or replace function app.ledger_began(company uuid) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select m.created_at from stock_movements m
  where m.company_id = company
    and m.id > coalesce((select max(b.id) from stock_movements b where b.company_id = company and b.value_after is null), -9223372036854775808)
  order by m.id limit 1
$$;

create or replace function app.end_of_day(company uuid, day date) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (day + 1)::timestamp at time zone c.time_zone from companies c where c.id = company
$$;

-- What was on hand of each item that had moved before a moment: after its last movement until then, of which the index finds one for each item.
create or replace function app.stock_at(company uuid, moment timestamptz)
returns table (item_id uuid, item_type text, on_hand numeric, value numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
  select i.item_id, i.item_type, i.on_hand, i.value from stock_items i where i.company_id = company and moment > now()
  union all
  select i.item_id, i.item_type, m.balance, m.value_after from stock_items i
  cross join lateral (select s.balance, s.value_after from stock_movements s
    where s.company_id = company and s.item_id = i.item_id and s.created_at < moment order by s.created_at desc, s.id desc limit 1) m
  where i.company_id = company and moment <= now()
$$;

/* The stock at the end of a day of the company's calendar: all parts, and what was on hand of assemblies, products and items that are deleted by now.
   `cost`: what one of them was worth; of nothing on hand, the cost of the part. */
create or replace function app.stock_on_day(company uuid, day date)
returns table (id uuid, item_type text, part_number text, name text, unit text, stock_level numeric, cost numeric, value numeric)
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
declare ends_at timestamptz := app.end_of_day(company, day);
begin
  if ends_at <= app.ledger_began(company) then
    return query select s.id, 'part', s.part_number, s.name, coalesce(p.unit, 'each'), s.stock_level, s.cost, s.stock_level * s.cost
      from app.parts_on_day(company, day) s left join parts p on p.company_id = company and p.id = s.id;
    return;
  end if;
  return query
    with stock as materialized (select s.*, round(s.value / nullif(s.on_hand, 0), 6) as average from app.stock_at(company, ends_at) s)
    select p.id, 'part', p.part_number::text, p.name::text, p.unit, coalesce(s.on_hand, 0), coalesce(s.average, p.cost), coalesce(s.value, 0)
      from parts p left join stock s on s.item_id = p.id where p.company_id = company and (p.created_at < ends_at or s.on_hand <> 0)
    union all
    select s.item_id, s.item_type, coalesce(a.assembly_number, r.sku, gone.number)::text, coalesce(a.name, r.name, gone.name)::text, 'each', s.on_hand,
      s.average, s.value
    from stock s
    left join parts p on p.company_id = company and p.id = s.item_id
    left join assemblies a on a.company_id = company and a.id = s.item_id
    left join products r on r.company_id = company and r.id = s.item_id
    left join lateral (select l.entity_number as number, l.entity_name as name from activity_logs l
      where l.company_id = company and l.entity_id = s.item_id and l.action = 'deleted' and a.id is null and r.id is null
      order by l.id desc limit 1) gone on true
    where p.id is null and s.on_hand <> 0;
end $$;

/* The sums of app.stock_on_day for several days, in one pass over the movements since the first of them. Null: the ledger had not begun. */
create or replace function app.stock_value_on_days(company uuid, days date[]) returns table (day date, value numeric)
language sql stable set search_path = pg_catalog, public, pg_temp set jit = off as $$
  with span as (select d.day, app.end_of_day(company, d.day) as ends_at, row_number() over (order by d.day) as place from unnest(days) d(day)
  ), moved as materialized (
    -- `place`: the last of the days that had ended before.
    select width_bucket(m.created_at, array(select s.ends_at from span s order by s.place)) as place, sum(m.value) as value from stock_items i
    -- By the index, for each item: a join would read the movements of all companies.
    cross join lateral (select l.created_at, l.value from stock_movements l
      where l.company_id = company and l.item_id = i.item_id and l.created_at >= (select min(s.ends_at) from span s) offset 0) m
    where i.company_id = company group by 1
  )
  select s.day, case when s.ends_at > app.ledger_began(company) then
    (select coalesce(sum(i.value), 0) from stock_items i where i.company_id = company)
    - coalesce((select sum(m.value) from moved m where m.place >= s.place), 0) end
  from span s
$$;

call app.allow_all_rows('stock_movements', 'app_auth', 'select');
grant execute on function app.ledger_began, app.end_of_day, app.stock_at, app.stock_on_day to app_rt;
grant execute on function app.ledger_began, app.end_of_day, app.stock_value_on_days to app_auth;
