import { sql } from 'kysely'
import { z } from 'zod'
import { scalarsOf } from '../platform/database/rows.ts'
import { due, type Handler, handle, type JobContext, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'

const Payload = z.strictObject({ companyId: z.uuid() })

/** Tells the people who look after the SOPs of a company which SOPs are due for review, once for each date. */
const reviewKind: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'sop-reviews', payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 3, retryDelay: 60, expireIn: 120 },
}

/** Tells of the due reviews of a company that nobody was told of yet. */
export const tellOfReviews = async ({ companyId }: { companyId: string }, job: Pick<JobContext, 'work'>) => {
  await job.work((db) => sql`select app.notice_sop_reviews(${companyId})`.execute(db))
}

const reviews: Schedule = {
  name: 'sop-reviews',
  cron: '17 * * * *',
  due: async (db) => {
    const companies = await scalarsOf(db, z.uuid(), sql`select company_id from app.companies_with_sop_reviews()`)
    return companies.map((companyId) => due(reviewKind, { companyId }))
  },
}

/** The schedule of these notices. */
export const reviewJobs: { handlers: Handler[]; schedules: Schedule[] } = {
  handlers: [handle(reviewKind, tellOfReviews)],
  schedules: [reviews],
}
