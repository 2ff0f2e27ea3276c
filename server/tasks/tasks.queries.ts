import {
  type BlockedBy,
  type NewTask,
  Task,
  type TaskChanges,
  TaskCounts,
  type TaskQuery,
  taskPriorities,
  taskStatuses,
} from 'contract/tasks/tasks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { fileCountOf } from '../files/public.ts'
import type { Db } from '../platform/database/handle.ts'
import { countCap, isOneOf } from '../platform/database/list-page.ts'
import { countOf, rowOf, rowsOf, scalarsOf } from '../platform/database/rows.ts'
import { readingOf } from '../sops/public.ts'
import { isOverdue, narrowedBy, type TaskFilters } from './task-filters.ts'
import { itemJson, sopJson } from './task-links.ts'
import { reportJson } from './task-reports.queries.ts'

/** How the assignee stands to what is published of the SOP, or to the version that the task asks for. */
const sopReadingJson = sql`case when t.sop_id is null or not exists (select from sop_versions v where v.sop_id = t.sop_id) then null
  when t.sop_version is null then ${readingOf('t.sopId', sql`t.company_id`, sql`t.assigned_to`)}
  else (select case when max(d.version) is null then 'unread' when max(d.version) >= t.sop_version then 'read' else 'again' end
    from sop_readings d where d.company_id = t.company_id and d.sop_id = t.sop_id and d.user_id = t.assigned_to) end`

const templateJson = sql`case when t.template_id is not null then (select jsonb_build_object('id', k.id, 'repeats', k.repeat is not null,
    'fileCount', ${fileCountOf('k')}) from task_templates k where k.company_id = t.company_id and k.id = t.template_id) end`

const columns = sql`t.id, t.company_id, t.title, t.description, t.priority, t.status, t.assigned_to, t.assigned_by, t.due_on,
  t.completed_at, t.version, t.created_at, t.updated_at,
  app.shown_name(t.assigned_to) as assignee_name, app.shown_name(t.assigned_by) as assigner_name,
  ${fileCountOf('t')} as file_count,
  (select count(*) from task_items i where i.company_id = t.company_id and i.task_id = t.id) as item_count,
  (select count(*) from task_items i where i.company_id = t.company_id and i.task_id = t.id and i.is_done) as done_item_count,
  (select count(*) from comments k where k.company_id = t.company_id and k.parent_id = t.id and k.removed_at is null) as comment_count,
  exists (select from user_roles r where r.company_id = t.company_id and r.user_id = t.assigned_to) as is_assignee_member,
  coalesce(${isOverdue} and t.status <> 'complete', false) as is_overdue,
  (select e.url from calendar_events e where e.company_id = t.company_id and e.task_id = t.id) as calendar_url,
  (select ${reportJson} from task_reports r where r.company_id = t.company_id and r.task_id = t.id and r.is_current) as report,
  app.block_of(t) as block, ${itemJson} as item, ${sopJson} as sop, t.sop_version, ${sopReadingJson} as sop_reading,
  ${templateJson} as template`

const tasksOf = (companyId: string, join = sql``) =>
  sql`tasks t join companies c on c.id = t.company_id ${join} where t.company_id = ${companyId}`

/** Reads each name once, not once per task, for sorting. */
const withNames = (companyId: string) => sql`join (select d.id, app.shown_name(d.id) as name
  from (select distinct assigned_to as id from tasks where company_id = ${companyId}) d) n on n.id = t.assigned_to`

const rank = (column: string, words: readonly string[]) =>
  sql`array_position(${[...words]}::text[], ${sql.ref(column)})`

const sorted: Record<TaskQuery['sort'], ReturnType<typeof sql>> = {
  createdAt: sql`t.created_at`,
  title: sql`t.title`,
  priority: rank('t.priority', taskPriorities),
  status: rank('t.status', taskStatuses),
  assigneeName: sql`n.name collate app.natural`,
  dueOn: sql`t.due_on`,
  completedAt: sql`t.completed_at`,
}

// Only for these keys: an index in the order of creation does not know that nulls come last.
const isNullable: Partial<Record<TaskQuery['sort'], true>> = { assigneeName: true, dueOn: true, completedAt: true }

/** One page of the tasks that the session may read; the fence decides which. */
export async function listTasks(db: Db, query: TaskQuery) {
  const { companyId, sort, order, page, pageSize } = query
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  const matching = sql`${tasksOf(companyId, sort === 'assigneeName' ? withNames(companyId) : sql``)} ${narrowedBy(query)}`
  // Among equally urgent tasks, the one that is due first comes first.
  const second = sort === 'priority' ? sql`t.due_on nulls last,` : sql``
  const [items, hits] = await Promise.all([
    rowsOf(
      db,
      Task,
      sql`select ${columns} from ${matching} order by ${sorted[sort]} ${direction} ${isNullable[sort] ? sql`nulls last` : sql``}, ${second}
      t.created_at desc, t.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
    countOf(db, sql`select count(*) from (select from ${matching} limit ${countCap + 1}) n`),
  ])
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

export async function getTask(db: Db, companyId: string, id: string): Promise<Task | undefined> {
  return rowOf(db, Task, sql`select ${columns} from ${tasksOf(companyId)} and t.id = ${id}`)
}

/** @returns the id of the new task; the session's person assigns it. */
export async function insertTask(db: Db, companyId: string, { dueOn = null, ...fields }: NewTask): Promise<string> {
  const { id } = await db
    .insertInto('tasks')
    .values({ ...fields, dueOn, companyId, assignedBy: sql<string>`app.user_id()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param version the version that the caller saw; null takes any. False when no such task has that version within reach. */
export async function updateTask(
  db: Db,
  companyId: string,
  id: string,
  { blockedBy, ...said }: TaskChanges,
  version: number | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('tasks')
    .set({ ...said, ...(blockedBy !== undefined && blockColumns(blockedBy)) })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** @returns how many of them there were within reach */
export async function deleteTasks(db: Db, companyId: string, ids: string[]): Promise<number> {
  const gone = await db
    .deleteFrom('tasks')
    .where('companyId', '=', companyId)
    .where(isOneOf('id', ids))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

const blockColumns = (by: BlockedBy | null) => ({
  blockedByPart: by?.kind === 'part' ? by.id : null,
  blockedQuantity: by?.kind === 'part' ? by.quantity : null,
  blockedByPerson: by?.kind === 'person' ? by.id : null,
  blockedByTask: by?.kind === 'task' ? by.id : null,
})

/** The ids of all tasks that a list's search and filters match, for 'select all matching'. */
export const idsMatching = (db: Db, companyId: string, filters: TaskFilters): Promise<string[]> =>
  scalarsOf(db, z.uuid(), sql`select t.id from ${tasksOf(companyId)} ${narrowedBy(filters)} order by t.id`)

/** How many of these tasks the caller may not edit; with `onlyStatus`, whose status they may not set. */
export const countForeign = (db: Db, companyId: string, ids: string[], onlyStatus: boolean): Promise<number> =>
  countOf(
    db,
    sql`select count(*) from tasks t where t.company_id = ${companyId} and ${isOneOf('t.id', ids)}
      and not ((select app.reaches_all(${onlyStatus ? 'task.setStatus' : 'task.edit'})) or t.assigned_by = (select app.user_id())
        or (${onlyStatus}::boolean and t.assigned_to = (select app.user_id())))`,
  )

/** What waits for the reader; the fence decides which tasks count. */
export async function countTasks(db: Db, companyId: string): Promise<TaskCounts> {
  const counts = await rowOf(
    db,
    TaskCounts,
    sql`select
      (select count(*) from tasks t where t.company_id = c.id and t.assigned_to = (select app.user_id()) and t.status <> 'complete') as open,
      (select count(*) from tasks t where t.company_id = c.id and t.assigned_to = (select app.user_id()) and t.status <> 'complete'
        and ${isOverdue}) as overdue,
      case when app.may('task.setStatus') then (select count(*) from task_reports r join tasks t on t.company_id = r.company_id and t.id = r.task_id
        where r.company_id = c.id and r.is_current and r.answer is null and r.kind = 'done' and t.assigned_to <> (select app.user_id())) else 0
        end as reported,
      case when app.reaches_all('task.edit') then (select coalesce(sum(n.open), 0) from (
        select t.assigned_to, count(*) as open from tasks t where t.company_id = c.id and t.status <> 'complete' group by t.assigned_to) n
        where not exists (select from user_roles m where m.company_id = c.id and m.user_id = n.assigned_to)) else 0 end as left
    from companies c where c.id = ${companyId}`,
  )
  return counts ?? { open: 0, overdue: 0, reported: 0, left: 0 }
}
