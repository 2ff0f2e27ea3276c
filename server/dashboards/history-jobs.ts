import { sql } from 'kysely'
import { companyJobs } from '../platform/jobs/company-jobs.ts'

/** The days of a company are written after its midnight, with all missing ones, and again when orders of a day have changed. */
export const companyDayJobs = companyJobs({
  ...{ name: 'company-days', cron: '*/5 * * * *', expireIn: 600, companies: () => sql`app.companies_behind()` },
  run: ({ companyId, work }) => work((db) => sql`select app.keep_company_days(${companyId})`.execute(db)),
})

/** Figures that need all bills of materials are computed again when the inventory has changed. */
export const companyFigureJobs = companyJobs({
  ...{ name: 'company-figures', cron: '2-59/5 * * * *', expireIn: 600 },
  companies: () => sql`app.companies_with_old_figures()`,
  run: ({ companyId, work }) => work((db) => sql`select app.keep_company_figures(${companyId})`.execute(db)),
})
