import {
  RevenueStore,
  type RevenueSummary,
  RevenueTotals,
  StoreReach,
  unsoldStatuses,
} from 'contract/revenue/revenue.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'

const Year = z.int()

/** The current year in the company's time zone; undefined when the caller may not see the company. */
export const currentYearOf = (db: Db, companyId: string): Promise<number | undefined> =>
  scalarOf(
    db,
    Year,
    sql`select extract(year from now() at time zone time_zone)::int from companies where id = ${companyId}`,
  )

const Sums = z.object({
  month: z.int().nullable(),
  status: z.string().nullable(),
  amount: z.number(),
  orders: z.int(),
  refunded: z.number(),
})

/** A voided or expired payment is no sale: it counts only in its own row of 'by status'. */
const isSale = sql`status <> all (${[...unsoldStatuses]}::text[])`

type Figures = Pick<
  RevenueSummary,
  'totalRevenue' | 'orderCount' | 'paidOrderCount' | 'monthlyRevenue' | 'revenueByStatus' | 'refundedAmount'
>

/** PostgreSQL adds up, in exact decimals: a row for the year, one for each month and one for each status. Voided and expired orders are only in the last. */
export async function getFigures(db: Db, companyId: string, year: number): Promise<Figures> {
  const sums = await rowsOf(
    db,
    Sums,
    sql`with found as (select * from revenue_months where company_id = ${companyId} and year = ${year} and orders <> 0)
      select month, null as status, coalesce(sum(amount), 0) as amount, coalesce(sum(orders), 0)::int8 as orders, coalesce(sum(refunded), 0) as refunded
      from found where ${isSale} group by grouping sets ((), (month))
      union all
      select null, status, sum(amount), sum(orders)::int8, sum(refunded) from found group by status`,
  )
  const whole = sums.find(({ month, status }) => month === null && status === null)
  const monthly = new Map(sums.map(({ month, amount }) => [month, amount]))
  const statuses = sums.flatMap(({ status, amount, orders }) => (status ? [[status, { amount, count: orders }]] : []))
  const byStatus: Figures['revenueByStatus'] = Object.fromEntries(statuses)
  return {
    totalRevenue: whole?.amount ?? 0,
    orderCount: whole?.orders ?? 0,
    paidOrderCount: byStatus.paid?.count ?? 0,
    monthlyRevenue: Array.from({ length: 12 }, (_, index) => monthly.get(index + 1) ?? 0),
    revenueByStatus: byStatus,
    refundedAmount: whole?.refunded ?? 0,
  }
}

const Counted = z.object({ customerCount: z.int(), productCount: z.int() })

/** Customers and products of the store, from the counters that the triggers keep. */
export async function getStoreCounts(db: Db, companyId: string): Promise<z.infer<typeof Counted>> {
  const counts = await rowOf(
    db,
    Counted,
    sql`select coalesce(sum(total) filter (where table_name = 'store_customers'), 0)::int8 as customer_count,
      coalesce(sum(total) filter (where table_name = 'store_products'), 0)::int8 as product_count
    from row_counts where company_id = ${companyId} and table_name in ('store_customers', 'store_products')`,
  )
  return counts ?? { customerCount: 0, productCount: 0 }
}

const Store = RevenueStore.shape.store.unwrap()

export const getStore = (db: Db, companyId: string): Promise<z.infer<typeof Store> | undefined> =>
  rowOf(
    db,
    Store,
    sql`select s.name, s.domain, s.foreign_orders, r.currency, r.orders_since, r.has_all_orders, r.is_connected, r.read_at
    from stores s cross join app.store_reach(s.company_id) r where s.company_id = ${companyId}`,
  )

const MonthOfYear = z.object({ year: z.int(), month: z.int(), amount: z.number(), orders: z.int() })

/** All years that have orders, the newest first. */
export async function listYears(db: Db, companyId: string): Promise<RevenueStore['years']> {
  const rows = await rowsOf(
    db,
    MonthOfYear,
    sql`select year, month, sum(amount) as amount, sum(orders)::int8 as orders from revenue_months
    where company_id = ${companyId} and orders <> 0 and ${isSale} group by year, month order by year desc, month`,
  )
  return [...new Set(rows.map(({ year }) => year))].map((year) => {
    const months = rows.filter((row) => row.year === year)
    return {
      year,
      orderCount: months.reduce((count, { orders }) => count + orders, 0),
      monthlyRevenue: Array.from(
        { length: 12 },
        (_, index) => months.find((row) => row.month === index + 1)?.amount ?? 0,
      ),
    }
  })
}

const Zone = z.object({ timeZone: z.string(), currentYear: z.int() })

export const getZone = (db: Db, companyId: string): Promise<z.infer<typeof Zone> | undefined> =>
  rowOf(
    db,
    Zone,
    sql`select time_zone, extract(year from now() at time zone time_zone)::int as current_year from companies where id = ${companyId}`,
  )

const Reach = StoreReach.extend({ currency: z.string() })

const Totals = RevenueTotals.omit({ year: true, store: true, currency: true })

/** Without persons and months, so everybody in the company may see it (security.md 2.2, row 39). */
export async function getTotals(
  db: Db,
  companyId: string,
  year: number,
): Promise<Omit<RevenueTotals, 'year'> | undefined> {
  const [reach, totals] = await Promise.all([
    rowOf(db, Reach, sql`select * from app.store_reach(${companyId})`),
    rowOf(
      db,
      Totals,
      sql`select exists (select from revenue_months where company_id = ${companyId} and orders <> 0 and ${isSale}) as has_orders,
        coalesce(sum(amount), 0) as total_revenue, coalesce(sum(orders), 0)::int8 as order_count,
        (select coalesce(sum(total), 0)::int8 from row_counts where company_id = ${companyId} and table_name = 'store_customers')
          as customer_count
      from revenue_months where company_id = ${companyId} and year = ${year} and ${isSale}`,
    ),
  ])
  return totals && { ...totals, currency: reach?.currency ?? 'USD', store: reach ? StoreReach.parse(reach) : null }
}
