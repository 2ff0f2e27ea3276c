import { CompanyDay, CompanyFigures, type FiguresInTime, PortfolioRow } from 'contract/dashboards/figures.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'

const Row = PortfolioRow.omit({ monthlyRevenue: true }).extend({
  hasStore: z.boolean(),
  /** of now: year x 12 + month */
  month: z.int(),
  /** by month, written like that */
  revenue: z.record(z.string(), z.number()).nullable(),
})

/** The most changed companies whose figures are computed during a request. */
const maxComputed = 20

/**
 * The figures of companies, in one query whatever their number: counters that triggers update, the few open tasks and entries, and
 * company_figures for figures that need all bills of materials. Where the inventory has changed since they were stored, they are computed,
 * for a few companies per request; the others wait for the job that stores them.
 * @param chosen a condition on companies c
 */
const figuresOf = (chosen: RawBuilder<unknown>) => sql`with company as materialized (
    select c.*, t.today, date_trunc('week', t.today::timestamp) at time zone c.time_zone as monday,
      (extract(year from t.today) * 12 + extract(month from t.today))::int as month, extract(year from t.today)::int as year
    from (select id, name, company_type, status, is_sbr, time_zone, color from companies c where ${chosen}) c
    cross join lateral (select (now() at time zone c.time_zone)::date as today) t
  ), kept as (
    select company_id, coalesce(sum(value_at_cost) filter (where table_name = 'stock_items'), 0) as at_cost,
      coalesce(sum(value_at_retail) filter (where table_name = 'parts'), 0) as parts_at_retail,
      coalesce(sum(value_at_retail) filter (where table_name = 'products'), 0) as products_at_retail,
      coalesce(sum(total) filter (where table_name = 'parts'), 0)::int8 as parts, coalesce(sum(marked) filter (where table_name = 'parts'), 0)::int8 as low,
      coalesce(sum(total) filter (where table_name = 'products'), 0)::int8 as products,
      coalesce(sum(changes) filter (where table_name <> 'stock_items'), 0)::int8 as changes
    from row_counts where company_id in (select id from company) and table_name in ('parts', 'products', 'assemblies', 'bom_lines', 'stock_items')
    group by company_id
  ), known as (
    select c.id, f.average_margin, f.buildable, f.unbuildable, f.company_id is not null as is_kept, coalesce(k.products, 0) = 0 as is_empty,
      f.company_id is null and k.products > 0
        and row_number() over (partition by f.company_id is null and k.products > 0 order by c.id) <= ${sql.lit(maxComputed)} as is_computed
    from company c left join kept k on k.company_id = c.id
    left join company_figures f on f.company_id = c.id and f.changes = coalesce(k.changes, 0)
  ), task as (
    select t.company_id, count(*) as open, count(*) filter (where t.due_on < c.today) as overdue, count(*) filter (where t.status = 'blocked') as blocked
    from company c join tasks t on t.company_id = c.id and t.status <> 'complete' group by t.company_id
  ), earned as (
    select company_id, json_object_agg(month, amount) as revenue from (
      select company_id, year * 12 + month as month, sum(amount) as amount from revenue_months
      -- One month more than shown: the company's clock may be behind.
      where year * 12 + month >= extract(year from now())::int * 12 + extract(month from now())::int - 12
      group by 1, 2) m
    group by company_id
  )
  select c.id, c.name, c.company_type as type, c.status, c.is_sbr, c.time_zone, c.color,
    coalesce(k.parts_at_retail + k.products_at_retail, 0) as total_value, coalesce(k.parts_at_retail, 0) as parts_at_retail,
    coalesce(k.products_at_retail, 0) as products_at_retail, coalesce(k.at_cost, 0) as value_at_cost,
    case when n.is_kept then n.average_margin
      when n.is_computed then (select m.mean from app.mean_margin(c.id) m) end as average_margin,
    coalesce(k.low, 0) as low_stock, coalesce(k.parts, 0) as part_count,
    case when n.is_kept then n.buildable when n.is_computed then b.buildable when n.is_empty then 0 end as buildable,
    case when n.is_kept then n.unbuildable when n.is_computed then b.unbuildable when n.is_empty then 0 end as unbuildable,
    coalesce(k.products, 0) as product_count,
    coalesce(t.open, 0) as open_tasks, coalesce(t.overdue, 0) as overdue_tasks, coalesce(t.blocked, 0) as blocked_tasks,
    ${workedBetween(sql`c.id`, sql`c.monday`, sql`now()`)} as seconds_this_week,
    s.company_id is not null as has_store, s.currency, c.month, e.revenue,
    case when s.company_id is not null then coalesce((e.revenue ->> c.month::text)::numeric, 0) end as revenue_this_month,
    case when s.company_id is not null then coalesce((
      select sum(value::numeric) from json_each_text(e.revenue) where (key::int - 1) / 12 = c.year), 0) end as revenue_this_year
  from company c left join kept k on k.company_id = c.id
  join known n on n.id = c.id
  left join lateral (
    select count(*) filter (where m.buildable > 0)::int as buildable, count(*) filter (where m.buildable = 0)::int as unbuildable
    from app.max_buildable(c.id) m where n.is_computed) b on true
  left join task t on t.company_id = c.id left join stores s on s.company_id = c.id and s.orders_until is not null left join earned e on e.company_id = c.id`

/** Seconds: the part of each entry that was worked between two moments. An open entry lasts until now. */
const workedBetween = (companyId: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => {
  const columns = sql`started_at, ended_at, breaks, break_started_at, are_breaks_paid`
  return sql`(select coalesce(sum(app.worked_seconds(${columns}, ${from}, ${to})), 0)::int8 from (
      select ${columns} from time_entries where company_id = ${companyId} and ended_at > ${from} and removed_at is null
      union all select ${columns} from time_entries where company_id = ${companyId} and ended_at is null and removed_at is null) e)`
}

const asPortfolioRow = ({ hasStore, month, revenue, ...row }: z.infer<typeof Row>): PortfolioRow => ({
  ...row,
  monthlyRevenue: hasStore ? Array.from({ length: 12 }, (_, place) => revenue?.[month - 11 + place] ?? 0) : null,
})

/** All companies that the session sees. */
export const listPortfolio = async (db: Db): Promise<PortfolioRow[]> =>
  (await rowsOf(db, Row, figuresOf(sql`true`))).map(asPortfolioRow)

export async function getFigures(db: Db, companyId: string): Promise<CompanyFigures | undefined> {
  const row = await rowOf(db, Row, figuresOf(sql`c.id = ${companyId}`))
  return row && CompanyFigures.parse(row)
}

const Comparison = z.object({
  today: z.string(),
  monday: z.string(),
  secondsLastWeek: z.int(),
  revenueLastMonth: z.number().nullable(),
})

/** The earlier figures for comparison with those of this week and month. */
export const getComparison = (db: Db, companyId: string): Promise<z.infer<typeof Comparison> | undefined> =>
  rowOf(
    db,
    Comparison,
    sql`with company as (
      select c.id, t.today, date_trunc('week', t.today::timestamp)::date as monday, date_trunc('month', t.today - interval '1 month')::date as month,
        date_trunc('week', t.today::timestamp) at time zone c.time_zone as week_began
      from companies c cross join lateral (select (now() at time zone c.time_zone)::date as today) t where c.id = ${companyId}
    )
    select c.today, c.monday,
      ${workedBetween(sql`c.id`, sql`(c.week_began - interval '7 days')`, sql`(now() - interval '7 days')`)} as seconds_last_week,
      (select case when count(d.revenue) = count(*) and count(*) > 0 then sum(d.revenue) end
       from generate_series(c.month, least(c.month + extract(day from c.today)::int, date_trunc('month', c.today)::date) - 1, '1 day') wanted
       left join company_days d on d.company_id = c.id and d.day = wanted::date) as revenue_last_month
    from company c`,
  )

/** The stored days from 90 days ago on, the oldest first. */
export const listDays = (db: Db, companyId: string): Promise<FiguresInTime['days']> =>
  rowsOf(
    db,
    CompanyDay,
    sql`select d.day, d.value_at_retail as total_value, d.value_at_cost, d.low_stock, d.buildable, d.open_tasks, d.overdue_tasks, d.blocked_tasks,
      d.seconds_worked, d.orders, d.revenue
    from companies c join company_days d on d.company_id = c.id and d.day >= (now() at time zone c.time_zone)::date - 90
    where c.id = ${companyId} order by d.day`,
  )
