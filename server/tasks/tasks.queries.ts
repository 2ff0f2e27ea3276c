import type { BlockedBy } from 'contract/tasks/task-block.ts'
import { ListedTask, type NewTask, Task, type TaskChanges, TaskCounts, type TaskQuery } from 'contract/tasks/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { attachedTo, fileCountOf } from '../files/public.ts'
import { eachOf } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { isOneOf } from '../platform/database/list-page.ts'
import { countOf, rowOf, rowsOf, scalarsOf } from '../platform/database/rows.ts'
import { readingOf, versionsRead } from '../sops/public.ts'
import { isOverdue, leavers, narrowedBy, type TaskFilters, waitsForReader } from './task-filters.ts'
import { itemJson, sopJson } from './task-links.ts'
import { allIds, pageOfIds } from './task-pages.ts'
import { reportJson } from './task-reports.queries.ts'
import { searchTasks, type TaskSearch } from './task-search.queries.ts'

/** Whether the assignee has read the published version of the SOP, or the version that the task asks for. */
const sopReadingJson = sql`case when t.sop_id is null or not exists (select from sop_versions v where v.sop_id = t.sop_id) then null
  when t.sop_version is null then ${readingOf('t.sopId', sql`t.company_id`, sql`t.assigned_to`)}
  else (select case when max(d.version) is null then 'unread' when max(d.version) >= t.sop_version then 'read' else 'again' end
    from ${versionsRead('t.sopId', sql`t.company_id`, sql`t.assigned_to`)} d) end`

const templateJson = sql`case when t.template_id is not null then (select jsonb_build_object('id', k.id, 'repeats', k.repeat is not null) from task_templates k where k.company_id = t.company_id and k.id = t.template_id) end`

/** The columns of ListedTask, of a task t and its company c. @param names SQL: the columns with the names of its people */
function columnsWith({ assignee, assigner }: Record<'assignee' | 'assigner', RawBuilder<unknown>>) {
  return sql`t.id, t.company_id, t.title, t.description, t.priority, t.status, t.assigned_to, t.assigned_by, t.due_on,
  t.completed_at, t.version, t.created_at, t.updated_at,
  ${assignee} as assignee_name, ${assigner} as assigner_name,
  ${fileCountOf('t')} as file_count,
  (select count(*) from task_items i where i.company_id = t.company_id and i.task_id = t.id) as item_count,
  (select count(*) from task_items i where i.company_id = t.company_id and i.task_id = t.id and i.is_done) as done_item_count,
  (select count(*) from comments k where k.company_id = t.company_id and k.parent_id = t.id and k.removed_at is null) as comment_count,
  exists (select from user_roles r where r.company_id = t.company_id and r.user_id = t.assigned_to) as is_assignee_member,
  coalesce(t.due_on < (now() at time zone c.time_zone)::date and t.status <> 'complete', false) as is_overdue,
  (select e.url from calendar_events e where e.company_id = t.company_id and e.task_id = t.id) as calendar_url,
  (select ${reportJson} from task_reports r where r.company_id = t.company_id and r.task_id = t.id and r.is_current) as report,
  case when num_nonnulls(t.blocked_by_part, t.blocked_by_person, t.blocked_by_task) > 0 then app.block_of(t) end as block,
  ${itemJson} as item, ${sopJson} as sop, t.sop_version`
}

const details = sql`${columnsWith({ assignee: sql`app.shown_name(t.assigned_to)`, assigner: sql`app.shown_name(t.assigned_by)` })}, ${sopReadingJson} as sop_reading, ${templateJson} as template,
  ${attachedTo('t')} as attachments`

const tasksOf = (companyId: string) =>
  sql`tasks t join companies c on c.id = t.company_id where t.company_id = ${companyId}`

const listed = columnsWith({ assignee: sql`a.name`, assigner: sql`g.name` })

/** One page of the tasks that the session may read; the fence decides which. Names and other derived values are computed for this page only. */
export async function listTasks(db: Db, query: TaskQuery) {
  const { ids, ...counted } = await pageOfIds(db, query)
  return { items: await tasksWith(db, query.companyId, ids), ...counted }
}

/** All tasks of a list, in its order, whatever page its query names, with what a file of tasks shows. Only a few are in memory at a time. */
export async function* eachTask(db: Db, query: TaskQuery): AsyncGenerator<FileTask> {
  yield* eachOf(db, await allIds(db, query), (ids) => shownTasks(db, FileTask, filed, query.companyId, ids))
}

const FileTask = ListedTask.pick({
  ...{ title: true, status: true, priority: true, description: true, sopVersion: true },
  ...{ assignedTo: true, assignedBy: true, assigneeName: true, assignerName: true },
  ...{ dueOn: true, createdAt: true, completedAt: true },
})
export type FileTask = z.infer<typeof FileTask>

// Counts, reports and blocks are work for each task, of which a file shows nothing.
const filed = sql`t.title, t.status, t.priority, t.description, t.sop_version, t.assigned_to, t.assigned_by, a.name as assignee_name,
  g.name as assigner_name, t.due_on, t.created_at, t.completed_at`

const tasksWith = (db: Db, companyId: string, ids: string[]) => shownTasks(db, ListedTask, listed, companyId, ids)

const shownTasks = <Shape extends z.ZodObject>(
  db: Db,
  shape: Shape,
  columns: RawBuilder<unknown>,
  companyId: string,
  ids: string[],
) =>
  rowsOf(
    db,
    shape,
    sql`with n as materialized (select s.id, s.name from app.shown_names(array(select unnest(array[t.assigned_to, t.assigned_by])
        from tasks t where t.company_id = ${companyId} and ${isOneOf('t.id', ids)})) s)
      select ${columns} from unnest(${ids}::uuid[]) with ordinality u(task_id, place)
      join tasks t on t.company_id = ${companyId} and t.id = u.task_id join companies c on c.id = t.company_id
      left join n a on a.id = t.assigned_to left join n g on g.id = t.assigned_by order by u.place`,
  )

export async function getTask(db: Db, companyId: string, id: string): Promise<Task | undefined> {
  return rowOf(db, Task, sql`select ${details} from ${tasksOf(companyId)} and t.id = ${id}`)
}

/** @returns the id of the new task; the signed-in person is its creator. */
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
  { blockedBy, ...fields }: TaskChanges,
  version: number | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('tasks')
    .set({ ...fields, ...(blockedBy !== undefined && blockColumns(blockedBy)) })
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
export async function idsMatching(db: Db, companyId: string, { q, ...filters }: TaskFilters & TaskSearch) {
  const narrowed = narrowedBy(companyId, { ...filters, ...(await searchTasks(db, companyId, q)) })
  return scalarsOf(db, z.uuid(), sql`select t.id from ${tasksOf(companyId)} ${narrowed} order by t.id`)
}

/** How many of these tasks the caller may not edit. With `onlyStatus`: whose status the caller may not set. */
export const countForeign = (db: Db, companyId: string, ids: string[], onlyStatus: boolean): Promise<number> =>
  countOf(
    db,
    sql`select count(*) from tasks t where t.company_id = ${companyId} and ${isOneOf('t.id', ids)}
      and not ((select app.reaches_all(${onlyStatus ? 'task.setStatus' : 'task.edit'})) or t.assigned_by = (select app.user_id())
        or (${onlyStatus}::boolean and t.assigned_to = (select app.user_id())))`,
  )

/** The number of tasks that wait for the reader; the fence decides which ones count. */
export async function countTasks(db: Db, companyId: string): Promise<TaskCounts> {
  const counts = await rowOf(
    db,
    TaskCounts,
    sql`select
      (select count(*) from tasks t where t.company_id = c.id and t.assigned_to = (select app.user_id()) and t.status <> 'complete') as open,
      (select count(*) from tasks t where t.company_id = c.id and t.assigned_to = (select app.user_id()) and t.status <> 'complete'
        and ${isOverdue(companyId)}) as overdue,
      case when app.may('task.setStatus')
        then (select count(*) from tasks t where t.company_id = c.id and ${waitsForReader(companyId)}) else 0 end as reported,
      case when app.reaches_all('task.edit') then (select count(*) from tasks t where t.company_id = c.id and t.status <> 'complete'
        and t.assigned_to = any (${leavers(companyId)})) else 0 end as left
    from companies c where c.id = ${companyId}`,
  )
  return counts ?? { open: 0, overdue: 0, reported: 0, left: 0 }
}
