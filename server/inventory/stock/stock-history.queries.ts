import { StockHistory } from 'contract/inventory/stock-history.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf } from '../../platform/database/rows.ts'

/** One look into the index for each day, however many movements there are. Undefined when there is no such item. */
export const historyOf = (db: Db, companyId: string, itemId: string): Promise<StockHistory | undefined> =>
  rowOf(
    db,
    StockHistory,
    sql`with clock as materialized (
        select c.time_zone, (now() at time zone c.time_zone)::date as today from companies c where c.id = ${companyId}
      ), stood as (
        select d::date as day, m.balance, m.value_after, lag(m.balance) over by_day as balance_before, lag(m.value_after) over by_day as value_before
        from clock cross join generate_series(clock.today - 365, clock.today, '1 day') d
        cross join lateral (select s.balance, s.value_after from stock_movements s
          where s.company_id = ${companyId} and s.item_id = ${itemId} and s.created_at < (d::date + 1)::timestamp at time zone clock.time_zone
          order by s.created_at desc, s.id desc limit 1) m
        window by_day as (order by d)
      )
      select clock.today::text, coalesce((
        select json_agg(json_build_object('day', s.day, 'onHand', trim_scale(s.balance), 'value', trim_scale(s.value_after)) order by s.day) from stood s
        where (s.balance, s.value_after) is distinct from (s.balance_before, s.value_before)), '[]') as points
      from clock where exists (select from parts where company_id = ${companyId} and id = ${itemId}
        union all select from assemblies where company_id = ${companyId} and id = ${itemId}
        union all select from products where company_id = ${companyId} and id = ${itemId})`,
  )
