import { Repeat } from 'contract/tasks/repeats.ts'
import { TaskTemplate, type TaskTemplateFields, type TaskTemplateQuery } from 'contract/tasks/task-templates.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { fileCountOf } from '../files/public.ts'
import type { Db } from '../platform/database/handle.ts'
import { countCap } from '../platform/database/list-page.ts'
import { countOf, rowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { changedSince, slicePage } from '../platform/database/whole-list.ts'
import { itemJson, sopJson } from './task-links.ts'

const columns = sql`t.id, t.company_id, t.title, t.description, t.priority, t.assigned_to, app.shown_name(t.assigned_to) as assignee_name,
  exists (select from user_roles r where r.company_id = t.company_id and r.user_id = t.assigned_to) as is_assignee_member,
  t.due_days, ${itemJson} as item, ${sopJson} as sop, t.items, t.repeat, t.next_on, ${fileCountOf('t')} as file_count,
  (select count(*) from tasks k where k.company_id = t.company_id and k.template_id = t.id and k.status <> 'complete') as open_count,
  t.created_by, app.shown_name(t.created_by) as creator_name, t.version, t.created_at, t.updated_at`

const sorted: Record<TaskTemplateQuery['sort'], ReturnType<typeof sql>> = {
  title: sql`t.title`,
  nextOn: sql`t.next_on`,
  createdAt: sql`t.created_at`,
}

export async function listTemplates(db: Db, query: TaskTemplateQuery) {
  const { companyId, sort, order, repeats } = query
  const inOrder = sql`${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`} nulls last, t.title, t.id`
  const pattern = patternOf(query.q)
  const matching = sql`task_templates t where t.company_id = ${companyId}
    ${repeats ? sql`and t.repeat is not null` : sql``} ${changedSince('t', query)} ${pattern ? sql`and t.search_text like ${pattern}` : sql``}`
  const [items, hits] = await Promise.all([
    rowsOf(db, TaskTemplate, sql`select ${columns} from ${matching} ${slicePage(query, inOrder, 't')}`),
    countOf(db, sql`select count(*) from ${matching}`),
  ])
  return { items, total: Math.min(hits, countCap), isCapped: hits > countCap }
}

export const getTemplate = (db: Db, companyId: string, id: string): Promise<TaskTemplate | undefined> =>
  rowOf(
    db,
    TaskTemplate,
    sql`select ${columns} from task_templates t where t.company_id = ${companyId} and t.id = ${id}`,
  )

/** Today by the company's clock. */
export async function todayIn(db: Db, companyId: string): Promise<string> {
  const today = await scalarOf(db, z.string(), sql`select app.today_in(${companyId})::text`)
  if (!today) throw new Error('There is no such company')
  return today
}

const asStored = ({ repeat, ...fields }: TaskTemplateFields | Partial<TaskTemplateFields>) => ({
  ...fields,
  ...(repeat !== undefined && { repeat: repeat && JSON.stringify(repeat) }),
})

/** @returns the id of the new template; the signed-in person is its creator. */
export async function insertTemplate(db: Db, companyId: string, fields: TaskTemplateFields): Promise<string> {
  const { id } = await db
    .insertInto('taskTemplates')
    .values({ ...asStored(fields), title: fields.title, companyId, createdBy: sql<string>`app.user_id()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param version the version that the caller saw; null takes any. False when no such template has that version within reach. */
export async function updateTemplate(
  db: Db,
  companyId: string,
  id: string,
  fields: Partial<TaskTemplateFields>,
  version: number | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('taskTemplates')
    .set({ ...asStored(fields), updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** @returns whether there was such a template within reach */
export async function deleteTemplate(db: Db, companyId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('taskTemplates')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

const DueRepeat = z.object({ id: z.uuid(), repeat: Repeat, nextOn: z.string() })

/** The templates of a company that are due today or earlier. @param today a day of the company's calendar */
export const listDueRepeats = (db: Db, companyId: string, today: string) =>
  rowsOf(
    db,
    DueRepeat,
    sql`select id, repeat, next_on from task_templates where company_id = ${companyId} and next_on <= ${today}::date order by next_on, id`,
  )

type Day = { templateId: string; due: string; made: string; next: string | null }

const Made = z.object({ id: z.uuid(), companyId: z.uuid(), assignedTo: z.uuid(), assignedBy: z.uuid() })

/** Makes the task of a template for its day. Undefined when another server was faster, or when neither assignee nor creator is left to do it. */
export async function makeRepeatedTask(db: Db, companyId: string, { templateId, due, made, next }: Day) {
  const id = await scalarOf(
    db,
    z.uuid().nullable(),
    sql`select app.make_repeated_task(${companyId}, ${templateId}, ${due}::date, ${made}::date, ${next}::date)`,
  )
  if (!id) return
  return rowOf(
    db,
    Made,
    sql`select id, company_id, assigned_to, assigned_by from tasks where company_id = ${companyId} and id = ${id}`,
  )
}
