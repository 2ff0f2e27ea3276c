import { sql } from 'kysely'
import { z } from 'zod'
import { scalarsOf } from '../platform/database/rows.ts'
import { due, type Handler, handle, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'

const Payload = z.strictObject({ companyId: z.uuid() })

const forgottenKind: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'forgotten-clock-outs', payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 3, retryDelay: 60, expireIn: 120 },
}

const tellForgotten = handle(forgottenKind, async ({ companyId }, job) => {
  await job.work((db) => sql`select app.notice_forgotten_entries(${companyId})`.execute(db))
})

const forgotten: Schedule = {
  name: 'forgotten-clock-outs',
  cron: '7-59/10 * * * *',
  due: async (db) => {
    const companies = await scalarsOf(db, z.uuid(), sql`select company_id from app.companies_with_forgotten_entries()`)
    return companies.map((companyId) => due(forgottenKind, { companyId }))
  },
}

/** Tells managers who has been clocked in for longer than a shift, once for each entry. */
export const timeClockJobs: { handlers: Handler[]; schedules: Schedule[] } = {
  handlers: [tellForgotten],
  schedules: [forgotten],
}
