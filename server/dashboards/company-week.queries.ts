import type { WeekFigure } from 'contract/dashboards/company-week.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf } from '../platform/database/rows.ts'
import { getCounts } from './dashboard.queries.ts'

const Tasks = z.object({
  added: z.int(),
  addedBefore: z.int(),
  completed: z.int(),
  completedBefore: z.int(),
  open: z.int(),
  blocked: z.int(),
  overdue: z.int(),
})
const Hours = z.object({ hours: z.number(), hoursBefore: z.number() })
const Changes = z.object({ edits: z.int(), editsBefore: z.int(), imports: z.int(), importsBefore: z.int() })

/** Sums over the full days of the store; null without a store, and for readers who may not see the figures of the company. */
const Sales = z.object({
  orders: z.int().nullable(),
  ordersBefore: z.int().nullable(),
  revenue: z.number().nullable(),
  revenueBefore: z.number().nullable(),
  currency: z.string(),
})

const week = sql`interval '7 days'`

/** The figures of the last seven days that the session may read: the fence leaves out the rest. Without names. */
export async function listWeekFigures(db: Db, companyId: string): Promise<WeekFigure[]> {
  const [counts, tasks, hours, changes, sales] = await Promise.all([
    getCounts(db, companyId),
    tasksOf(db, companyId),
    hoursOf(db, companyId),
    changesOf(db, companyId),
    salesOf(db, companyId),
  ])
  const figure = (label: string, value: number, before: number | null = null, currency: string | null = null) => ({
    ...{ label, value, before, currency },
  })
  return [
    figure('Tasks added', tasks.added, tasks.addedBefore),
    figure('Tasks completed', tasks.completed, tasks.completedBefore),
    figure('Tasks open now', tasks.open),
    figure('Tasks blocked now', tasks.blocked),
    figure('Tasks overdue now', tasks.overdue),
    figure('Hours worked', hours.hours, hours.hoursBefore),
    figure('Edits', changes.edits, changes.editsBefore),
    figure('Imports', changes.imports, changes.importsBefore),
    figure('Parts now', counts.parts),
    figure('Parts low on stock now', counts.lowStock),
    figure('Products now', counts.products),
    figure('Vendors now', counts.vendors),
    ...(sales.orders === null ? [] : [figure('Orders of the store in 7 full days', sales.orders, sales.ordersBefore)]),
    ...(sales.revenue === null
      ? []
      : [figure('Revenue of the store in 7 full days', sales.revenue, sales.revenueBefore, sales.currency)]),
  ]
}

const tasksOf = (db: Db, companyId: string) =>
  onlyRowOf(
    db,
    Tasks,
    sql`select count(*) filter (where t.created_at > now() - ${week}) as added,
      count(*) filter (where t.created_at between now() - 2 * ${week} and now() - ${week}) as added_before,
      count(*) filter (where t.completed_at > now() - ${week}) as completed,
      count(*) filter (where t.completed_at between now() - 2 * ${week} and now() - ${week}) as completed_before,
      count(*) filter (where t.status <> 'complete') as open, count(*) filter (where t.status = 'blocked') as blocked,
      count(*) filter (where t.status <> 'complete' and t.due_on < (now() at time zone c.time_zone)::date) as overdue
    from tasks t join companies c on c.id = t.company_id where t.company_id = ${companyId}`,
  )

/** An entry counts with its part inside the week; an open one until now. */
const within = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`coalesce(round(sum(app.worked_seconds(e.started_at, e.ended_at, e.breaks, e.break_started_at, e.are_breaks_paid, ${from}, ${to})) / 3600, 1), 0)::float8`

const hoursOf = (db: Db, companyId: string) =>
  onlyRowOf(
    db,
    Hours,
    sql`select ${within(sql`now() - ${week}`, sql`now()`)} as hours,
      ${within(sql`now() - 2 * ${week}`, sql`now() - ${week}`)} as hours_before
    from time_entries e where e.company_id = ${companyId} and e.removed_at is null
      and (e.ended_at is null or e.ended_at > now() - 2 * ${week})`,
  )

const changesOf = (db: Db, companyId: string) =>
  onlyRowOf(
    db,
    Changes,
    sql`select count(*) filter (where s.kind <> 'import' and s.created_at > now() - ${week}) as edits,
      count(*) filter (where s.kind <> 'import' and s.created_at <= now() - ${week}) as edits_before,
      count(*) filter (where s.kind = 'import' and s.created_at > now() - ${week}) as imports,
      count(*) filter (where s.kind = 'import' and s.created_at <= now() - ${week}) as imports_before
    from change_sets s where s.company_id = ${companyId} and s.created_at > now() - 2 * ${week} and s.kind <> 'seed'`,
  )

/** The days of the company's calendar until yesterday, as stored for its dashboard. */
const salesOf = (db: Db, companyId: string) =>
  onlyRowOf(
    db,
    Sales,
    sql`select sum(d.orders) filter (where d.day >= today - 7) as orders, sum(d.orders) filter (where d.day < today - 7) as orders_before,
      (sum(d.revenue) filter (where d.day >= today - 7))::float8 as revenue,
      (sum(d.revenue) filter (where d.day < today - 7))::float8 as revenue_before,
      coalesce((select s.currency from app.store_reach(${companyId}) s), 'USD') as currency
    from company_days d join companies c on c.id = d.company_id, lateral (select (now() at time zone c.time_zone)::date as today) t
    where d.company_id = ${companyId} and d.day >= today - 14 and d.day < today`,
  )
