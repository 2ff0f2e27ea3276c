import type pg from 'pg'
import type { StoredStock } from './demo-places.ts'

/** What an item begins with is posted by triggers, with the time of now. The demo has a year behind it, so these wait. */
export async function withoutOpenings(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const turn = (to: 'enable' | 'disable') =>
    client.query(
      ['parts', 'assemblies', 'products'].map((table) => `alter table ${table} ${to} trigger stock_insert`).join(';'),
    )
  await turn('disable')
  await fill()
  await turn('enable')
}

/** A number from 0 to 1 for an item, a month and a purpose: always the same. */
const dice = (item: string, month: string, purpose: string) =>
  `(abs(hashtext(${item} || ${month} || '${purpose}')::bigint) % 1000 / 1000.0)`

/** What is left at the end of a month, about as much as before the newest receipt. */
const standAt = (month: string) =>
  `greatest(0, base + round(monthly * (1.4 * ${dice('number', month, 'left')} - 0.7), decimals))`

/**
 * A year of movements that ends with the stock of each item: what is bought comes in once a month at prices that rise, what is made at its cost;
 * it is used or sold, and counted three times a year. All of it is at the home place of the item, if it has one. What is inspected waits for a day
 * on hold; the oldest lot is used first. The ledger has no other past than this, so it is written in the order of its time.
 */
export async function fillStock(
  client: pg.Client,
  companyId: string | undefined,
  { lots, serials, hold, inspected, build, staged }: StoredStock,
): Promise<void> {
  await client.query(
    `with recursive place as (
       select id, code, code = $4 as is_hold, code = $6 as is_build from locations where company_id = $1
     ), rolled_up as materialized (
       select * from app.rolled_up_costs_of($1, array(select id from assemblies where company_id = $1 and stock_level > 0))
     ), item as (
       select id, 'part' as type, part_number::text as number, location, stock_level as stock, cost, decimals,
         greatest(1, round(stock_level * 0.3 + reorder_threshold * 0.2, decimals)) as monthly, is_low_stock as is_low from parts where company_id = $1
       union all
       select a.id, 'assembly', assembly_number, location, stock_level, r.cost, 0, greatest(1, round(stock_level * 0.6)), false from assemblies a
         join rolled_up r on r.id = a.id where company_id = $1 and stock_level > 0
       union all
       select id, 'product', sku, location, stock_level, cost, 0, greatest(1, round(stock_level * 0.8)), false from products where company_id = $1 and stock_level > 0
     ), based as (
       -- Of most items something has just come in, so that what all of them are worth goes up and down and not to its lowest today.
       select i.*, abs(hashtext(number)) % 28 + 1 as shift, case when abs(hashtext(number)) % 3 > 0 and not is_low then round(stock * 0.5, decimals) else stock end as base
       from item i
     ), month as (
       select i.*, m, m * 30 + shift as ago, case when m = 0 then base else ${standAt('m')} end as remains, ${standAt('(m + 1)')} as begins,
         round(monthly * (1.4 + 0.4 * ${dice('number', 'm', 'used')}), decimals) as used from based i cross join generate_series(0, 11) m
     ), spent as (
       select m.*, round(used * 0.6, decimals) as first, case when (m + length(number)) % 4 = 0
         then least(round(2 * ${dice('number', 'm', 'lost')}, decimals), used - round(used * 0.6, decimals)) end as lost from month m
     ), planned as (
       select id, type, number, 390 as ago, begins as delta, round(cost * 0.92, 4) as unit_cost, 'opening' as reason, null as note
         from spent where m = 11
       union all
       select id, type, number, b.ago, b.quantity, round(cost * (1 - 0.08 * b.ago / 390 + 0.04 * (${dice('number', 'm', 'price')} - 0.5)), 4),
         case type when 'part' then 'received' else 'other' end, case when type <> 'part' then 'Made' end
         from spent s cross join lateral (values (s.ago + 23, remains + used - begins), (s.ago, case when m = 0 then stock - base else 0 end)) b(ago, quantity)
       union all
       select id, type, number, spent.ago + u.ago, -u.quantity, null, case type when 'product' then 'other' else 'used' end,
         case type when 'product' then 'Sold' end
         from spent cross join lateral (values (14, first), (3, used - first - coalesce(lost, 0))) u(ago, quantity)
       union all
       select id, type, number, ago + 1, -lost, null, 'counted', 'Cycle count' from spent where lost is not null
     ), flow as (
       select p.*, number = any ($2 || $3::text[]) as is_in_lots, sum(abs(delta)) over (partition by id, delta > 0 order by ago desc) as upto
         from planned p where delta <> 0 or reason = 'counted'
     ), lot as (
       select id, begins, begins + size as ends, case when number = any ($3) then number || '-' || (1001 + begins)::int
           else to_char(current_date - ago, 'YYMMDD') end as lot_number
         from flow cross join lateral (select case when number = any ($3) then 1 else delta end as size) s
         cross join lateral (select upto - delta + size * k as begins from generate_series(0, (delta / size)::int - 1) k) b
         where is_in_lots and delta > 0
     ), piece as (
       select id, type, number, ago, delta, unit_cost, reason, note, null as lot_number from flow where not is_in_lots or delta = 0
       union all
       select f.id, type, number, ago, sign(delta) * (least(upto, ends) - greatest(upto - abs(delta), begins)), unit_cost, reason, note, lot_number
         from flow f join lot l on l.id = f.id and l.begins < f.upto and l.ends > f.upto - abs(f.delta)
     ), leg as (
       select p.id, p.type, p.number, l.ago, l.delta, l.unit_cost, l.reason, l.note, lot_number, l.turn, l.location_id
         from piece p join item i on i.id = p.id
         cross join lateral (select max(id::text) filter (where code = i.location)::uuid as home, max(id::text) filter (where is_hold)::uuid as hold from place) at
         cross join lateral (select p.number = any ($5) and reason = 'received' as is_inspected) q
         cross join lateral (values (0, p.ago, p.delta, unit_cost, reason, note, case when is_inspected then hold else home end),
           (1, p.ago - 1, -p.delta, null, 'moved', 'Inspected', hold), (2, p.ago - 1, p.delta, null, 'moved', 'Inspected', home))
           l(turn, ago, delta, unit_cost, reason, note, location_id)
         where turn = 0 or is_inspected and p.ago > 6
       union all
       select i.id, i.type, i.number, 1, g.delta, null, 'moved', 'Staged for this week', null, g.turn, g.location_id
         from item i join unnest($7::text[], $8::int[]) s(number, quantity) using (number) join place h on h.code = i.location
         join place b on b.is_build cross join lateral (values (3, -s.quantity, h.id), (4, s.quantity, b.id)) g(turn, delta, location_id)
     ), event as (
       select l.*, row_number() over (partition by id order by ago desc, turn > 2, lot_number, turn) as step from leg l
     ), walk as (
       select e.*, e.delta as on_hand, round(e.delta * e.unit_cost, 6) as value, round(e.delta * e.unit_cost, 6) as worth, e.unit_cost as average
         from event e where step = 1
       union all
       select e.*, w.on_hand + e.delta, v.value, w.worth + v.value,
         case when e.reason = 'moved' or w.on_hand + e.delta = 0 then w.average else (w.worth + v.value) / (w.on_hand + e.delta) end
       from walk w join event e on e.id = w.id and e.step = w.step + 1
       cross join lateral (select case when e.reason = 'moved' then 0 else app.value_moved(w.on_hand, w.worth, w.average, e.delta, e.unit_cost) end as value) v
     ), people as (
       select array_agg(r.user_id order by p.email) as ids from user_roles r join profiles p using (user_id) where r.company_id = $1
     ), posted as (
       insert into stock_movements (company_id, item_id, item_type, delta, balance, unit_cost, value, variance, value_after, reason, note, user_id,
         change_set_id, created_at, location_id, lot_number)
       select $1, w.id, w.type, w.delta, w.on_hand, w.unit_cost, w.value, 0, w.worth, w.reason, w.note, p.ids[1 + w.ago % cardinality(p.ids)], app.change_set($1),
         t.moved_at, w.location_id, w.lot_number
       from walk w cross join people p join companies c on c.id = $1
       cross join lateral (select ((now() at time zone c.time_zone)::date - w.ago + interval '8 hours'
         + ${dice('w.number', 'w.ago', 'hour')} * interval '9 hours') at time zone c.time_zone as moved_at) t
       order by t.moved_at, w.number, w.step
     ), divided as (
       insert into stock_balances (company_id, item_id, location_id, lot_number, quantity)
       select $1, id, location_id, lot_number, sum(delta) from walk where num_nonnulls(location_id, lot_number) > 0
       group by id, location_id, lot_number having sum(delta) <> 0
     )
     insert into stock_items (company_id, item_id, item_type, on_hand, value, average_cost, is_priced)
     select distinct on (id) $1, id, type, on_hand, worth, average, true from walk order by id, step desc`,
    [companyId, lots, serials, hold, inspected, build, Object.keys(staged), Object.values(staged)],
  )
}
