import type { BulkEditResult } from 'contract/bulk-edit.ts'
import { type BulkTaskField, type TaskBulkEdit, taskPriorityLabels, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import { type ColumnEdit, countBulkEdit, runBulkEdit } from '../platform/database/bulk-edit.ts'
import { allowSeconds } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import { queueChangedEvents } from './calendar-job.ts'
import { notifyManyAssigned } from './task-notifications.ts'
import { countForeign, idsMatching } from './tasks.queries.ts'

type Refusals = { NOT_FOUND: () => Error; FORBIDDEN: () => Error }

/** The ids of a selection, each once. */
export const chosenTasks = async (
  db: Db,
  companyId: string,
  selection: TaskBulkEdit['selection'],
): Promise<string[]> =>
  'ids' in selection ? [...new Set(selection.ids)] : idsMatching(db, companyId, selection.matching)

/** Changes a field of many tasks, or shows what would change. All or none: a single task that is missing or not the caller's to change refuses the whole list (T2). */
export async function editMany(
  db: Db,
  enqueue: Enqueue,
  { companyId, selection, field, value, preview }: TaskBulkEdit,
  errors: Refusals,
): Promise<BulkEditResult> {
  await allowSeconds(db, 60)
  const ids = await chosenTasks(db, companyId, selection)
  const edit = { table: 'tasks', number: null, column: field, ...changeTo(field, value) }
  const rows = { companyId, selection: { ids } }
  const counts = await countBulkEdit(db, edit, rows)
  if (counts.matched !== ids.length) throw errors.NOT_FOUND()
  if ((await countForeign(db, companyId, ids, field === 'status')) > 0) throw errors.FORBIDDEN()
  const result = await runBulkEdit(db, edit, rows, counts, preview)
  if (!preview && result.count > 0) {
    await queueChangedEvents(db, enqueue, companyId, ids)
    if (field === 'assignedTo' && value) await notifyManyAssigned(db, companyId, value, ids)
  }
  return result
}

const wordsOf = (labels: Record<string, string>) => (value: RawBuilder<unknown>) =>
  sql`(${JSON.stringify(labels)}::jsonb ->> ${value})`

function changeTo(field: BulkTaskField, value: string | null): Pick<ColumnEdit, 'next' | 'shown'> {
  switch (field) {
    case 'status':
      return { next: sql`${value}::text`, shown: wordsOf(taskStatusLabels) }
    case 'priority':
      return { next: sql`${value}::text`, shown: wordsOf(taskPriorityLabels) }
    case 'assignedTo':
      return { next: sql`${value}::uuid`, shown: (id) => sql`app.shown_name(${id})` }
    case 'dueOn':
      return { next: sql`${value}::date`, shown: (on) => sql`(${on})::text` }
  }
}
