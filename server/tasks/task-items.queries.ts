import { TaskItem } from 'contract/tasks/task-items.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { countOf, rowsOf } from '../platform/database/rows.ts'

export const listItems = (db: Db, companyId: string, taskId: string): Promise<TaskItem[]> =>
  rowsOf(
    db,
    TaskItem,
    sql`select i.id, i.text, i.is_done, app.shown_name(i.done_by) as done_by_name, i.done_at
    from task_items i where i.company_id = ${companyId} and i.task_id = ${taskId} order by i.position, i.id`,
  )

export const countItems = (db: Db, companyId: string, taskId: string): Promise<number> =>
  countOf(db, sql`select count(*) from task_items where company_id = ${companyId} and task_id = ${taskId}`)

/** Adds lines at the end, in their order. */
export async function insertItems(db: Db, companyId: string, taskId: string, texts: string[]): Promise<void> {
  await sql`insert into task_items (company_id, task_id, text, position)
    select ${companyId}, ${taskId}, t.text, m.last + t.place
    from unnest(${texts}::text[]) with ordinality t(text, place)
    cross join (select coalesce(max(position), 0) as last from task_items where company_id = ${companyId} and task_id = ${taskId}) m`.execute(
    db,
  )
}

/** Gives a task the checklist of the template that it is made from. */
export async function copyChecklist(db: Db, companyId: string, templateId: string, taskId: string): Promise<void> {
  await sql`insert into task_items (company_id, task_id, text, position)
    select ${companyId}, ${taskId}, i.text, i.place
    from task_templates t cross join unnest(t.items) with ordinality i(text, place)
    where t.company_id = ${companyId} and t.id = ${templateId}`.execute(db)
}

type Line = { companyId: string; id: string; itemId: string }

/** @returns whether there is such a line that the caller may tick */
export async function tickItem(db: Db, { companyId, id, itemId }: Line, isDone: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`update task_items set is_done = ${isDone},
      done_at = case when ${isDone}::boolean then now() end
    where company_id = ${companyId} and task_id = ${id} and id = ${itemId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** @returns whether there was such a line that the caller may remove */
export async function deleteItem(db: Db, { companyId, id, itemId }: Line): Promise<boolean> {
  const gone = await db
    .deleteFrom('taskItems')
    .where('companyId', '=', companyId)
    .where('taskId', '=', id)
    .where('id', '=', itemId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
