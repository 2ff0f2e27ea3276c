import { z } from 'zod'
import { CompanyName } from '../companies/companies.ts'
import { route } from '../route.ts'

/** The current figures of a company. Each figure is the same here, in the portfolio and in the lists that it counts. */
export const CompanyFigures = z.object({
  /** retail price x stock of parts + retail prices of products (product.md 9) */
  totalValue: z.number(),
  /** the two terms of totalValue */
  partsAtRetail: z.number(),
  productsAtRetail: z.number(),
  /** what the stock of all items is worth, at the moving average */
  valueAtCost: z.number(),
  /** mean margin in percent, as InventorySummary */
  averageMargin: z.number().nullable(),
  /** parts whose stock is at or below their reorder threshold */
  lowStock: z.int(),
  partCount: z.int(),
  /** products that can be built at least once from the parts in stock, and the others; products without parts count in neither */
  buildable: z.int(),
  unbuildable: z.int(),
  productCount: z.int(),
  /** tasks that are not complete; of these, overdue ones and blocked ones */
  openTasks: z.int(),
  overdueTasks: z.int(),
  blockedTasks: z.int(),
  /** worked since Monday by the company's clock, with entries that are still open */
  secondsThisWeek: z.int(),
  /**
   * of the store: orders made this month by the company's calendar, after refunds; null without a store, and until all its orders are read
   */
  revenueThisMonth: z.number().nullable(),
  revenueThisYear: z.number().nullable(),
  currency: z.string().nullable(),
})
export type CompanyFigures = z.infer<typeof CompanyFigures>

/** The figures at the end of a day of the company's calendar, and those of the day itself. null means unknown. */
export const CompanyDay = z.object({
  day: z.string(),
  totalValue: z.number().nullable(),
  valueAtCost: z.number().nullable(),
  lowStock: z.int().nullable(),
  buildable: z.int().nullable(),
  openTasks: z.int().nullable(),
  overdueTasks: z.int().nullable(),
  blockedTasks: z.int().nullable(),
  secondsWorked: z.int().nullable(),
  orders: z.int().nullable(),
  revenue: z.number().nullable(),
})
export type CompanyDay = z.infer<typeof CompanyDay>

/** `days`: the last 90, the oldest first, as far as they are stored. `today` and `monday`: days of the company's calendar. */
export const FiguresInTime = z.object({
  now: CompanyFigures,
  today: z.string(),
  monday: z.string(),
  /** the day 30 days ago; null when it is not stored */
  before: CompanyDay.nullable(),
  /** worked last week until the same moment of that week */
  secondsLastWeek: z.int(),
  /** of the same days of last month; null when one of them is unknown */
  revenueLastMonth: z.number().nullable(),
  days: z.array(CompanyDay),
})
export type FiguresInTime = z.infer<typeof FiguresInTime>

/**
 * A company in the table of all companies. `monthlyRevenue`: of the last twelve months, this one last; null without a store. `buildable`,
 * `unbuildable` and the margin are null while many companies have just changed: they are known within minutes.
 */
export const PortfolioRow = CompanyName.extend({
  ...CompanyFigures.shape,
  buildable: z.int().nullable(),
  unbuildable: z.int().nullable(),
  monthlyRevenue: z.array(z.number()).length(12).nullable(),
})
export type PortfolioRow = z.infer<typeof PortfolioRow>

/**
 * Sorts companies by urgency: first the one with more overdue and blocked tasks, then with more products that cannot be built, then with
 * more parts low on stock. Companies that are not active come last. Negative when `one` comes first.
 */
export function byTrouble(one: PortfolioRow, other: PortfolioRow): number {
  const of = (row: PortfolioRow) => [
    row.status === 'active' ? 1 : 0,
    row.overdueTasks + row.blockedTasks,
    row.unbuildable ?? 0,
    row.lowStock,
  ]
  const [left, right] = [of(one), of(other)]
  const decisive = left.findIndex((value, place) => value !== right[place])
  return decisive < 0 ? one.name.localeCompare(other.name, 'en') : (right[decisive] ?? 0) - (left[decisive] ?? 0)
}

export const figuresContract = {
  get: route
    .meta({ needs: 'figures.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/dashboard/figures',
      summary: 'How the company stands now, and on each of the last 90 days',
    })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(FiguresInTime)
    .errors({ NOT_FOUND: { status: 404, message: 'Not found' } }),
  portfolio: route
    .meta({ needs: 'portfolio.read' })
    .route({ method: 'GET', path: '/portfolio', summary: 'How all companies stand now, the most troubled first' })
    .output(z.object({ items: z.array(PortfolioRow) })),
}
