import type { ReportKind } from 'contract/tasks/task-report.ts'
import type { DueFilter, TaskQuery } from 'contract/tasks/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../platform/database/list-page.ts'
import { changedSince } from '../platform/database/whole-list.ts'
import type { FoundTasks } from './task-search.queries.ts'

/** SQL, conditions on a task t. */

const isUnfinished = sql`and t.status <> 'complete'`

/** Today in the company's calendar. As a subquery it is computed once, so an index can use it as a bound. */
const today = (companyId: string) =>
  sql`(select (now() at time zone c.time_zone)::date from companies c where c.id = ${companyId})`
export const isOverdue = (companyId: string) => sql`t.due_on < ${today(companyId)}`

function withStatus(companyId: string, status: NonNullable<TaskQuery['status']>) {
  if (status === 'open') return isUnfinished
  return status === 'overdue' ? sql`${isUnfinished} and ${isOverdue(companyId)}` : sql`and t.status = ${status}`
}

const withDue = (companyId: string): Record<DueFilter, RawBuilder<unknown>> => ({
  overdue: sql`${isUnfinished} and ${isOverdue(companyId)}`,
  today: sql`and t.due_on = ${today(companyId)}`,
  week: sql`and t.due_on between ${today(companyId)} and ${today(companyId)} + 6`,
  none: sql`and t.due_on is null`,
})

const isReported = (companyId: string, kind: ReportKind) =>
  sql`t.id = any (array(select app.tasks_reported(${companyId}, ${kind})))`

/**
 * Reported done or in need of help, and the reader decides: nobody answers their own report. `in`, because an array that a query returns is
 * searched from its beginning for each task.
 */
export const waitsForReader = (companyId: string) =>
  sql`((select app.may('task.setStatus')) and t.assigned_to <> (select app.user_id()) and t.id in (
    select app.tasks_reported(${companyId}, 'done') union all select app.tasks_reported(${companyId}, 'needs_help')))`

const withReport = (companyId: string, report: NonNullable<TaskQuery['report']>) =>
  report === 'waiting' ? waitsForReader(companyId) : isReported(companyId, report)

/** Everybody who has tasks. Jumps from one assignee to the next in their index, instead of reading every task. */
export function assignees(companyId: string) {
  const first = (more = sql``) =>
    sql`select t.assigned_to from tasks t where t.company_id = ${companyId} ${more} order by t.assigned_to limit 1`
  return sql`with recursive p as ((${first()}) union all
    select (${first(sql`and t.assigned_to > p.assigned_to`)}) from p where p.assigned_to is not null)
    select assigned_to from p where assigned_to is not null`
}

/** An array of the assignees who have left the company. */
export const leavers = (companyId: string) =>
  sql`array(select a.assigned_to from (${assignees(companyId)}) a
    where a.assigned_to not in (select r.user_id from user_roles r where r.company_id = ${companyId}))`

export type TaskFilters = Partial<
  Pick<
    TaskQuery,
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
    | 'updatedSince'
  >
> &
  FoundTasks

/** The conditions of a list or a selection, each beginning with `and`. */
export function narrowedBy(companyId: string, filters: TaskFilters) {
  const { scope, status, priority, assignedTo, assignedBy, report, due, left, linkedTo, column, updatedSince } = filters
  const { ids, texts = [], beginnings = [] } = filters
  return sql.join(
    [
      ...(scope === 'mine' ? [sql`and t.assigned_to = (select app.user_id())`] : []),
      ...(scope === 'team' ? [sql`and t.assigned_by = (select app.user_id())`] : []),
      ...(ids ? [sql`and ${isOneOf('t.id', ids)}`] : []),
      ...(status ? [withStatus(companyId, status)] : []),
      ...(column ? [sql`and t.status = ${column}`] : []),
      changedSince('t', { updatedSince }),
      ...(priority ? [sql`and t.priority = ${priority}`] : []),
      ...(assignedTo ? [sql`and t.assigned_to = ${assignedTo}`] : []),
      ...(assignedBy ? [sql`and t.assigned_by = ${assignedBy}`] : []),
      ...(report ? [sql`and ${withReport(companyId, report)}`] : []),
      ...(due ? [withDue(companyId)[due]] : []),
      ...(left ? [sql`and t.assigned_to = any (${leavers(companyId)})`] : []),
      ...(linkedTo ? [sql`and t.id = any (array(select app.tasks_about(${companyId}, ${linkedTo})))`] : []),
      ...texts.map((pattern) => sql`and t.search_text like ${pattern}`),
      ...beginnings.map((word) => sql`and t.search_text ~ app.word_begins(${word})`),
      sql``,
    ],
    sql` `,
  )
}
