import type { DueFilter, TaskQuery } from 'contract/tasks/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import { patternOf } from '../platform/database/search-words.ts'

/** SQL, conditions on a task t and its company c. */

const isUnfinished = sql`and t.status <> 'complete'`
const today = sql`(now() at time zone c.time_zone)::date`
export const isOverdue = sql`t.due_on < ${today}`

const withStatus: { [status in string]?: RawBuilder<unknown> } = {
  open: isUnfinished,
  overdue: sql`${isUnfinished} and ${isOverdue}`,
}

const withDue: Record<DueFilter, RawBuilder<unknown>> = {
  overdue: sql`${isUnfinished} and ${isOverdue}`,
  today: sql`and t.due_on = ${today}`,
  week: sql`and t.due_on between ${today} and ${today} + 6`,
  none: sql`and t.due_on is null`,
}

const reported = (companyId: string, kind: string) =>
  sql`and t.id = any (array(select app.tasks_reported(${companyId}, ${kind})))`

const hasLeft = sql`and not exists (select from user_roles r where r.company_id = t.company_id and r.user_id = t.assigned_to)`

export type TaskFilters = Partial<
  Pick<
    TaskQuery,
    | 'q'
    | 'scope'
    | 'status'
    | 'priority'
    | 'assignedTo'
    | 'assignedBy'
    | 'report'
    | 'due'
    | 'left'
    | 'linkedTo'
    | 'column'
  >
>

/** The conditions of a list or a selection, each beginning with `and`. */
export function narrowedBy(companyId: string, filters: TaskFilters) {
  const { q, scope, status, priority, assignedTo, assignedBy, report, due, left, linkedTo, column } = filters
  const pattern = patternOf(q)
  return sql.join(
    [
      ...(scope === 'mine' ? [sql`and t.assigned_to = (select app.user_id())`] : []),
      ...(scope === 'team' ? [sql`and t.assigned_by = (select app.user_id())`] : []),
      ...(status ? [withStatus[status] ?? sql`and t.status = ${status}`] : []),
      ...(column ? [sql`and t.status = ${column}`] : []),
      ...(priority ? [sql`and t.priority = ${priority}`] : []),
      ...(assignedTo ? [sql`and t.assigned_to = ${assignedTo}`] : []),
      ...(assignedBy ? [sql`and t.assigned_by = ${assignedBy}`] : []),
      ...(report ? [reported(companyId, report)] : []),
      ...(due ? [withDue[due]] : []),
      ...(left ? [hasLeft] : []),
      ...(linkedTo
        ? [
            sql`and ${linkedTo}::uuid in (coalesce(t.part_id, t.assembly_id, t.product_id), t.sop_id, t.blocked_by_part)`,
          ]
        : []),
      ...(pattern ? [sql`and t.search_text like ${pattern}`] : []),
      sql``,
    ],
    sql` `,
  )
}
