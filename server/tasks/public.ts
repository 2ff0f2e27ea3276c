import { TaskSummary } from 'contract/tasks/task-summary.ts'
import { PressingTask, TaskQuery, taskPriorities } from 'contract/tasks/tasks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'
import {
  type CalendarEntry,
  countCandidates,
  type DueTask,
  dropEntry,
  type EntryChanges,
  listCandidates,
  listWrittenEvents,
  markTakenOut,
  saveEntry,
  takeTask,
} from './calendar-events.queries.ts'
import { calendarEventKind } from './calendar-job.ts'
import { isOverdue, waitsForReader } from './task-filters.ts'
import { reportJson } from './task-reports.queries.ts'
import { listTasks } from './tasks.queries.ts'

export {
  type CalendarEntry,
  calendarEventKind,
  countCandidates,
  type DueTask,
  dropEntry,
  type EntryChanges,
  listCandidates,
  listWrittenEvents,
  markTakenOut,
  saveEntry,
  takeTask,
}

const Counts = TaskSummary.omit({ urgent: true })

/** The open tasks that the session may read, for the dashboard. */
export async function getTaskSummary(db: Db, companyId: string): Promise<TaskSummary> {
  const query = TaskQuery.parse({ companyId, status: 'open', sort: 'priority', order: 'desc', pageSize: 5 })
  const [{ items }, counts] = await Promise.all([
    listTasks(db, query),
    rowOf(
      db,
      Counts,
      sql`select count(*) as open, count(*) filter (where t.status = 'blocked') as blocked,
        count(*) filter (where t.due_on < (now() at time zone c.time_zone)::date) as overdue
      from tasks t join companies c on c.id = t.company_id where t.company_id = ${companyId} and t.status <> 'complete'`,
    ),
  ])
  return { ...(counts ?? { open: 0, blocked: 0, overdue: 0 }), urgent: items }
}

const Counted = PressingTask.extend({ total: z.int() })

/** The overdue, blocked and reported tasks that the session may read: the `limit` most urgent ones, and the number of all. */
export async function listPressingTasks(db: Db, companyId: string, limit: number) {
  const rows = await rowsOf(
    db,
    Counted,
    sql`with pressing as materialized (
        select t.id, t.priority, t.due_on, o.is_overdue, w.is_waiting from tasks t
        cross join lateral (select coalesce(${isOverdue(companyId)}, false) as is_overdue) o
        cross join lateral (select ${waitsForReader(companyId)} as is_waiting) w
        where t.company_id = ${companyId} and t.status <> 'complete' and (t.status = 'blocked' or o.is_overdue or w.is_waiting)),
      first as (
        select p.*, row_number() over (order by array_position(${[...taskPriorities]}::text[], p.priority) desc, p.due_on nulls last, p.id) as place,
          count(*) over () as total
        from pressing p order by place limit ${limit})
      select t.id, t.company_id, t.title, t.priority, t.status, t.due_on, f.is_overdue, app.shown_name(t.assigned_to) as assignee_name,
        t.version, f.total, case when f.is_waiting then (
          select ${reportJson} from task_reports r where r.company_id = t.company_id and r.task_id = t.id and r.is_current) end as report
      from first f join tasks t on t.company_id = ${companyId} and t.id = f.id order by f.place`,
  )
  return { items: rows.map(({ total: _total, ...task }) => task), total: rows[0]?.total ?? 0 }
}
