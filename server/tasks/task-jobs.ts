import { sql } from 'kysely'
import { z } from 'zod'
import { notify } from '../notifications/public.ts'
import { rowsOf, scalarsOf } from '../platform/database/rows.ts'
import { due, type Handler, handle, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'

const Payload = z.strictObject({ companyId: z.uuid() })

/** Tells the people of a company which tasks became overdue today, and which blocked tasks can go on. */
const taskNewsKind: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'task-news', payload: Payload, retryLimit: 5, retryDelay: 30, expireIn: 120, policy: 'singleton per key' },
}

const Untold = z.object({
  taskId: z.uuid(),
  kind: z.enum(['overdue', 'unblocked']),
  assignedTo: z.uuid(),
  assignedBy: z.uuid(),
})

const taskNews = handle(taskNewsKind, ({ companyId }, { work }) =>
  work(async (db) => {
    // Marked as told in the transaction that writes the notices, so two servers tell only once.
    const untold = await rowsOf(
      db,
      Untold,
      sql`with told as (
        insert into task_notices (company_id, task_id, kind, about)
        select ${companyId}, u.task_id, u.kind, u.about from app.untold_tasks(${companyId}) u on conflict do nothing returning task_id, kind)
      select n.task_id, n.kind, t.assigned_to, t.assigned_by from told n join tasks t on t.company_id = ${companyId} and t.id = n.task_id`,
    )
    for (const { taskId, kind, assignedTo, assignedBy } of untold)
      await notify(db, {
        companyId,
        topic: kind === 'overdue' ? 'task_overdue' : 'task_unblocked',
        to: [...new Set([assignedTo, assignedBy])],
        record: { type: 'task', id: taskId },
      })
  }),
)

const schedule: Schedule = {
  name: 'task-news',
  cron: '*/5 * * * *',
  due: async (db) => {
    const companies = await scalarsOf(db, z.uuid(), sql`select company_id from app.companies_with_task_news()`)
    return companies.map((companyId) => due(taskNewsKind, { companyId }, companyId))
  },
}

export const taskJobs: { handlers: Handler[]; schedules: Schedule[] } = { handlers: [taskNews], schedules: [schedule] }
