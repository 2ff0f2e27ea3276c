import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { scalarsOf } from '../platform/database/rows.ts'
import { due, type Handler, handle, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'

const Payload = z.object({ companyId: z.uuid() })

const kind = (name: string): JobKind<z.infer<typeof Payload>> => ({
  ...{ name, payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 3, retryDelay: 60, expireIn: 600 },
})

const keepDays = kind('company-days')
const keepFigures = kind('company-figures')

const Company = z.uuid()
const companies = async (db: Db, job: JobKind<z.infer<typeof Payload>>, which: ReturnType<typeof sql>) =>
  (await scalarsOf(db, Company, sql`select company_id from ${which}`)).map((companyId) => due(job, { companyId }))

/**
 * The history of the figures: the days of a company are written after its midnight, with all missing ones, and again when orders of a
 * day have changed. Figures that need all bills of materials are computed again when the inventory has changed.
 */
export const historyJobs: { handlers: Handler[]; schedules: Schedule[] } = {
  handlers: [
    handle(keepDays, async ({ companyId }, job) => {
      await job.work((db) => sql`select app.keep_company_days(${companyId})`.execute(db))
    }),
    handle(keepFigures, async ({ companyId }, job) => {
      await job.work((db) => sql`select app.keep_company_figures(${companyId})`.execute(db))
    }),
  ],
  schedules: [
    {
      name: 'company-days',
      cron: '*/5 * * * *',
      due: (db) => companies(db, keepDays, sql`app.companies_behind()`),
    },
    {
      name: 'company-figures',
      cron: '2-59/5 * * * *',
      due: (db) => companies(db, keepFigures, sql`app.companies_with_old_figures()`),
    },
  ],
}
