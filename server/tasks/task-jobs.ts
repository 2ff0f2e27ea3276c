import { sql } from 'kysely'
import { z } from 'zod'
import { notify } from '../notifications/public.ts'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { companyJobs } from '../platform/jobs/company-jobs.ts'

/** Tells the people of a company which tasks are overdue, and which blocked tasks can go on. */
export const taskJobs = companyJobs({
  ...{ name: 'task-news', cron: '*/5 * * * *', companies: () => sql`app.companies_with_task_notices()` },
  ...{ retryLimit: 5, retryDelay: 30 },
  run: ({ companyId, work }) => work((db) => notifyOfTasks(db, companyId)),
})

const DueNotice = z.object({
  taskId: z.uuid(),
  kind: z.enum(['overdue', 'unblocked']),
  assignedTo: z.uuid(),
  assignedBy: z.uuid(),
})

async function notifyOfTasks(db: Db, companyId: string) {
  // Noted in the transaction that writes the notices, so two servers tell only once.
  const dueNotices = await rowsOf(
    db,
    DueNotice,
    sql`with noted as (
      insert into task_notices (company_id, task_id, kind, about)
      select ${companyId}, u.task_id, u.kind, u.about from app.due_task_notices(${companyId}) u on conflict do nothing returning task_id, kind)
    select n.task_id, n.kind, t.assigned_to, t.assigned_by from noted n join tasks t on t.company_id = ${companyId} and t.id = n.task_id`,
  )
  for (const { taskId, kind, assignedTo, assignedBy } of dueNotices)
    await notify(db, {
      companyId,
      topic: kind === 'overdue' ? 'task_overdue' : 'task_unblocked',
      to: [...new Set([assignedTo, assignedBy])],
      record: { type: 'task', id: taskId },
    })
}
