import type pg from 'pg'

/**
 * The figures of the last 90 days, so that the first start has something to compare with: what stock cost is that of the ledger, what it sells for
 * grew by an eighth and went up and down. Hours and orders are those of the demo's entries and its store. After the stock, the work and the store.
 */
export async function fillHistory(client: pg.Client, companyId: string | undefined): Promise<void> {
  await client.query(
    `with today as (select (now() at time zone time_zone)::date as day, hashtext(name) % 7 as shift from companies where id = $1)
     , days as (select d as ago, t.day - d as day, sin((d + t.shift) / 4.7) - sin(t.shift / 4.7) as wave
       from today t, generate_series(1, 90) d)
     , now as (
       select coalesce(sum(value_at_retail), 0) as at_retail,
         coalesce(sum(marked) filter (where table_name = 'parts'), 0) as low from row_counts
       where company_id = $1 and table_name in ('parts', 'products'))
     , work as (
       select count(*) as open, count(*) filter (where due_on < (select day from today)) as overdue, count(*) filter (where status = 'blocked') as blocked
       from tasks where company_id = $1 and status <> 'complete')
     insert into company_days (company_id, day, value_at_cost, value_at_retail, low_stock, buildable, open_tasks, overdue_tasks, blocked_tasks,
       seconds_worked, orders, revenue)
     select $1, d.day, v.value,
       round(at_retail * (1 - d.ago / 720.0 + d.wave * 0.02)::numeric, 2),
       greatest(0, low - round(d.ago / 30.0 + d.wave * 1.4)), b.buildable - (b.buildable > 1 and (d.ago + t.shift) / 12 % 2 = 1)::int,
       greatest(0, w.open + round(d.wave * 2)), greatest(0, w.overdue + (d.ago / 7 % 3 = 1)::int - (d.ago / 9 % 4 = 2)::int),
       greatest(0, w.blocked - (d.ago / 11 % 3 = 1)::int), f.seconds_worked, f.orders, f.revenue
     from days d cross join today t cross join now cross join work w cross join (select app.buildable_of($1)) b(buildable)
     join app.stock_value_on_days($1, array(select day from days)) v on v.day = d.day
     join app.flows_on_days($1, array(select day from days)) f on f.day = d.day`,
    [companyId],
  )
}
