import type { Given } from '../given/given.ts'

/**
 * The items of a company that break the law of stock (I1): each movement starts where the one before ended, in quantity and value; the sums
 * of movements are what the ledger has on hand and its value; and that is the stock level of the item. The sums by place and lot are what is
 * there. Only a company that allows it has less than nothing. Empty when all is well.
 */
export const stockFaults = (given: Given, companyId: string) =>
  given.sql(
    `
    with chain as (
      select company_id, item_id, delta, balance, value, value_after,
        lag(balance) over w as before, lag(value_after) over w as value_before
      from stock_movements where company_id = $1 window w as (partition by company_id, item_id order by id)
    ), summed as (
      select company_id, item_id, sum(delta) as quantity, sum(value) as value,
        bool_and(coalesce(before, 0) + delta = balance and coalesce(value_before, 0) + value = value_after) as is_chain
      from chain group by company_id, item_id
    ), items as (
      select company_id, id, part_number::text as number, stock_level::numeric from parts where company_id = $1
      union all select company_id, id, assembly_number, stock_level from assemblies where company_id = $1
      union all select company_id, id, sku, stock_level from products where company_id = $1
    )
    select i.number, i.stock_level, s.quantity, s.value, s.is_chain, l.on_hand, l.value as ledger_value
    from items i full join summed s on s.company_id = i.company_id and s.item_id = i.id
    full join (select * from stock_items where company_id = $1) l on l.item_id = coalesce(i.id, s.item_id)
    where coalesce(s.is_chain, true) is not true or coalesce(i.stock_level, 0) <> coalesce(l.on_hand, 0)
      or coalesce(s.quantity, 0) <> coalesce(l.on_hand, 0) or coalesce(s.value, 0) <> coalesce(l.value, 0)
      or (l.on_hand = 0 and l.value <> 0) or (l.on_hand < 0 and not app.allows_negative_stock(l.company_id)) or l.on_hand * l.value < 0
    union all
    select d.item_id::text, l.on_hand, sum(d.moved), sum(d.kept), null, l.on_hand - min(d.all_kept), null from (
      select company_id, item_id, location_id, lot_number, delta as moved, 0 as kept, 0 as all_kept from stock_movements
      where company_id = $1 and (location_id is not null or lot_number is not null)
      union all
      select company_id, item_id, location_id, lot_number, 0, quantity, sum(quantity) over (partition by company_id, item_id)
      from stock_balances where company_id = $1
    ) d left join stock_items l using (company_id, item_id)
    group by d.company_id, d.item_id, d.location_id, d.lot_number, l.on_hand
    having sum(d.moved) <> sum(d.kept)
      or ((sum(d.kept) < 0 or max(d.all_kept) > coalesce(l.on_hand, 0)) and not app.allows_negative_stock(d.company_id))`,
    [companyId],
  )
