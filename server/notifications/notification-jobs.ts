import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../platform/config/config.ts'
import { scalarsOf } from '../platform/database/rows.ts'
import { due, type Handler, handle, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'
import { digestJobs } from './digest.ts'

const Payload = z.strictObject({ companyId: z.uuid() })

/** Tells assignees of a company that a task is overdue, once for each task. */
const overdueKind: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'overdue-tasks', payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 3, retryDelay: 60, expireIn: 120 },
}

const tellOverdue = handle(overdueKind, async ({ companyId }, job) => {
  await job.work((db) => sql`select app.notice_overdue_tasks(${companyId})`.execute(db))
})

/** The notices by the clock: overdue tasks, and the daily mail. */
export function notificationJobs(config: Pick<Config, 'appUrl' | 'smtpUrl'>): {
  handlers: Handler[]
  schedules: Schedule[]
} {
  const digests = digestJobs(config)
  const overdue: Schedule = {
    name: 'overdue-tasks',
    cron: '4-59/10 * * * *',
    due: async (db) => {
      const companies = await scalarsOf(db, z.uuid(), sql`select company_id from app.companies_with_overdue_tasks()`)
      return companies.map((companyId) => due(overdueKind, { companyId }))
    },
  }
  return { handlers: [tellOverdue, ...digests.handlers], schedules: [overdue, ...digests.schedules] }
}
