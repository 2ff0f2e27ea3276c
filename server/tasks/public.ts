import { TaskSummary } from 'contract/tasks/task-summary.ts'
import { TaskQuery } from 'contract/tasks/tasks.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { rowOf } from '../platform/database/rows.ts'
import {
  type CalendarEntry,
  countCandidates,
  type DueTask,
  dropEntry,
  type EntryChanges,
  listCandidates,
  listStanding,
  markTakenOut,
  saveEntry,
  takeTask,
} from './calendar-events.queries.ts'
import { calendarEventKind } from './calendar-job.ts'
import { listTasks } from './tasks.queries.ts'

export {
  type CalendarEntry,
  calendarEventKind,
  countCandidates,
  type DueTask,
  dropEntry,
  type EntryChanges,
  listCandidates,
  listStanding,
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
