import {
  type NewTask,
  Task,
  type TaskChanges,
  type TaskQuery,
  taskPriorities,
  taskStatuses,
} from 'contract/tasks/tasks.ts'
import { sql } from 'kysely'
import { fileCountOf } from '../files/public.ts'
import type { Db } from '../platform/database/handle.ts'
import { countCap, isOneOf, patternOf } from '../platform/database/list-page.ts'
import { countOf, rowOf, rowsOf } from '../platform/database/rows.ts'
import { reportJson } from './task-reports.queries.ts'

const isUnfinished = sql`and t.status <> 'complete'`
const isOverdue = sql`t.due_on < (now() at time zone c.time_zone)::date`

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
  (select ${reportJson} from task_reports r where r.company_id = t.company_id and r.task_id = t.id and r.is_current) as report`

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

const withStatus: { [status in string]?: typeof isOverdue } = {
  open: isUnfinished,
  overdue: sql`${isUnfinished} and ${isOverdue}`,
}

const reported = (kind: string) => sql`and exists (select from task_reports r
  where r.company_id = t.company_id and r.task_id = t.id and r.is_current and r.answer is null and r.kind = ${kind})`

function narrowedBy({ q, scope, status, priority, assignedTo, report }: TaskQuery) {
  const pattern = patternOf(q)
  return sql.join(
    [
      ...(scope === 'mine' ? [sql`and t.assigned_to = (select app.user_id())`] : []),
      ...(scope === 'team' ? [sql`and t.assigned_by = (select app.user_id())`] : []),
      ...(status ? [withStatus[status] ?? sql`and t.status = ${status}`] : []),
      ...(priority ? [sql`and t.priority = ${priority}`] : []),
      ...(assignedTo ? [sql`and t.assigned_to = ${assignedTo}`] : []),
      ...(report ? [reported(report)] : []),
      ...(pattern ? [sql`and t.search_text like ${pattern}`] : []),
      sql``,
    ],
    sql` `,
  )
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
  fields: TaskChanges,
  version: number | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('tasks')
    .set(fields)
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
