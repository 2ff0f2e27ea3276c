import { type TaskQuery, taskPriorities, taskStatuses } from 'contract/tasks/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf, scalarsOf } from '../platform/database/rows.ts'
import { behindCursor } from '../platform/database/whole-list.ts'
import { assignees, narrowedBy } from './task-filters.ts'
import { countCap, searchTasks } from './task-search.queries.ts'

/**
 * The ids of one page of the tasks that the session may read, and their number, up to the cap. There is an index for the order of every list, so
 * 50,000 tasks need not be sorted for a page. Only the hits of a rare word are sorted: they are few.
 */
export async function pageOfIds(db: Db, query: TaskQuery) {
  const { isRare, narrowed } = await narrow(db, query)
  const ordered = query.cursor
    ? followingIds(query, narrowed)
    : isRare
      ? sql`${sortedIds(query, narrowed)} ${sliceOf(query)}`
      : walkedIds(query, narrowed)
  const [ids, hits] = await Promise.all([scalarsOf(db, z.uuid(), ordered), countSome(db, query.companyId, narrowed)])
  return { ids, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

/** SQL, the next tasks in the order of their ids. */
const followingIds = (query: TaskQuery, narrowed: RawBuilder<unknown>) =>
  sql`select t.id from tasks t where t.company_id = ${query.companyId} ${narrowed} ${behindCursor('t', query)}
    order by t.id limit ${query.pageSize}`

/** SQL, the ids of all tasks of a list in its order, whatever page its query names. For a whole list, sorting once is quicker than walking an index. */
export const allIds = async (db: Db, query: TaskQuery) => sortedIds(query, (await narrow(db, query)).narrowed)

async function narrow(db: Db, { companyId, q, ...filters }: TaskQuery) {
  const hits = await searchTasks(db, companyId, q)
  return { isRare: hits.ids !== undefined, narrowed: narrowedBy(companyId, { ...filters, ...hits }) }
}

const countSome = (db: Db, companyId: string, narrowed: RawBuilder<unknown>) =>
  countOf(
    db,
    sql`select count(*) from (select from tasks t where t.company_id = ${companyId} ${narrowed} limit ${sql.lit(countCap + 1)}) n`,
  )

const directed = (order: TaskQuery['order']) => (order === 'desc' ? sql`desc` : sql`asc`)

/**
 * The assignees of a company by their names. Reads each name once, not once per task, and gives each a rank, because texts are slow to
 * compare. They come in order, so the page is often full before all assignees were looked at.
 */
const people = ({ companyId, order }: TaskQuery) =>
  sql`(select p.id, p.place from (select s.id, dense_rank() over (order by s.name collate app.natural) as place
    from app.shown_names(array(${assignees(companyId)})) s) p order by p.place ${directed(order)}) n`

const rankOfPriority = sql`array_position(${sql.lit(`{${taskPriorities.join(',')}}`)}::text[], t.priority)`

/** The first sort key of a list of tasks. */
const sorted: Record<TaskQuery['sort'], RawBuilder<unknown>> = {
  createdAt: sql`t.created_at`,
  title: sql`t.title`,
  priority: rankOfPriority,
  status: sql`array_position(${sql.lit(`{${taskStatuses.join(',')}}`)}::text[], t.status)`,
  assigneeName: sql`n.place`,
  dueOn: sql`t.due_on`,
  completedAt: sql`t.completed_at`,
  urgency: sql`t.status = 'complete'`,
}

const newestFirst = sql`t.created_at desc, t.id`
// Among equally urgent tasks, the one that is due first comes first.
const soonestFirst = sql`t.due_on, ${newestFirst}`
const openDay = sql`case when t.status <> 'complete' then t.due_on end`
const openPriority = sql`case when t.status <> 'complete' then ${rankOfPriority} end desc nulls last`

/** What decides between tasks with the same first sort key. */
const further: Partial<Record<TaskQuery['sort'], RawBuilder<unknown>>> = {
  priority: soonestFirst,
  urgency: sql`${openDay} nulls last, ${openPriority}, ${newestFirst}`,
}

/** For few tasks, or for a whole list: fetches them and sorts. */
function sortedIds(query: TaskQuery, narrowed: RawBuilder<unknown>) {
  const { companyId, sort, order } = query
  const named = sort === 'assigneeName' ? sql`join ${people(query)} on n.id = t.assigned_to` : sql``
  return sql`select t.id from tasks t ${named} where t.company_id = ${companyId} ${narrowed}
    order by ${sorted[sort]} ${directed(order)} nulls last, ${further[sort] ?? newestFirst}`
}

const sliceOf = ({ page, pageSize }: TaskQuery) => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`

/**
 * For many tasks: walks an index in its order, no further than the page reaches. With a sort key of few values it walks one value after the other.
 */
function walkedIds(query: TaskQuery, narrowed: RawBuilder<unknown>) {
  const { companyId, sort, order } = query
  if (sort === 'createdAt' || sort === 'title') {
    return sql`select t.id from tasks t where t.company_id = ${companyId} ${narrowed} order by ${inOrder(sort, order)}
      ${query.page === 1 ? sql`limit ${reach(query)}` : sliceOf(query)}`
  }
  const walk = ({ where, by }: Walk, place: RawBuilder<unknown>) =>
    sql`(select t.id, row_number() over (order by ${by}) as nth, ${place} as place from tasks t
      where t.company_id = ${companyId} ${where} ${narrowed} order by ${by} limit ${reach(query)})`
  const walks =
    sort === 'assigneeName'
      ? sql`${people(query)} cross join lateral ${walk({ where: sql`and t.assigned_to = n.id`, by: newestFirst }, sql`n.place`)}`
      : sql`(${sql.join(
          walksOf(sort, order).map((each, place) => walk(each, sql.lit(place))),
          sql` union all `,
        )})`
  return sql`select t.id from ${walks} t order by ${sort === 'assigneeName' ? sql`n.place ${directed(order)}` : sql`t.place`}, t.nth
    ${sliceOf(query)}`
}

const inOrder = (sort: Exclude<TaskQuery['sort'], 'assigneeName'>, order: TaskQuery['order']) =>
  sql`${sorted[sort]} ${directed(order)}, ${newestFirst}`

type Walk = { where: RawBuilder<unknown>; by: RawBuilder<unknown> }

/** Open tasks have an index by day (tasks_unfinished), so that 50,000 complete ones are not read first. */
const openByDay: Walk = {
  where: sql`and t.status <> 'complete' and t.due_on is not null`,
  by: sql`t.due_on, ${rankOfPriority} desc, ${newestFirst}`,
}
const openWithoutDay: Walk = {
  where: sql`and t.status <> 'complete' and t.due_on is null`,
  by: sql`${rankOfPriority} desc, ${newestFirst}`,
}
const complete: Walk = { where: sql`and t.status = 'complete'`, by: newestFirst }

type WalkedSort = 'priority' | 'status' | 'dueOn' | 'completedAt' | 'urgency'

function walksOf(sort: WalkedSort, order: TaskQuery['order']): Walk[] {
  if (sort === 'urgency') {
    return order === 'desc' ? [complete, openByDay, openWithoutDay] : [openByDay, openWithoutDay, complete]
  }
  if (sort === 'dueOn' || sort === 'completedAt') {
    return [
      { where: sql`and ${sorted[sort]} is not null`, by: inOrder(sort, order) },
      { where: sql`and ${sorted[sort]} is null`, by: newestFirst },
    ]
  }
  const values: readonly string[] = sort === 'priority' ? taskPriorities : taskStatuses
  const within = sort === 'priority' ? soonestFirst : newestFirst
  const walks = values.map((value) => ({ where: sql`and ${sql.ref(`t.${sort}`)} = ${sql.lit(value)}`, by: within }))
  return order === 'desc' ? walks.toReversed() : walks
}

/** A usual first page has its limit as a literal: with a parameter PostgreSQL plans the statement again each time. */
const reach = ({ page, pageSize }: TaskQuery) =>
  page === 1 && (pageSize === 25 || pageSize === 50) ? sql.lit(pageSize) : sql`${page * pageSize}`
