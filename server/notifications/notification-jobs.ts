import type { NoticeRecord, Topic } from 'contract/notifications/topics.ts'
import type { Action } from 'contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import { companyJobs } from '../platform/jobs/company-jobs.ts'
import type { FeatureJobs } from '../platform/jobs/job-kinds.ts'
import { digestJobs } from './digest.ts'

type Reminder = {
  name: string
  cron: string
  topic: Topic
  about: NoticeRecord
  /** SQL of the records without a notification yet, in all companies: `company_id`, `record_id`, and the `people` who get it */
  records: RawBuilder<unknown>
  /** also tells the members of the company whose role may do this */
  may?: Action
}

const reminderJobs = ({ name, cron, topic, about, records, may }: Reminder) =>
  companyJobs({
    ...{ name, cron, companies: () => sql`(select distinct company_id from ${records}) u` },
    run: ({ companyId, work }) =>
      work((db) =>
        sql`select app.notify_people(${companyId}, ${topic}, ${about}, u.record_id, null, u.people, ${may ?? null})
          from ${records} u where u.company_id = ${companyId}`.execute(db),
      ),
  })

/** Tells managers who has been clocked in for longer than a shift, once for each entry. */
export const forgottenEntryJobs = reminderJobs({
  ...{ name: 'forgotten-clock-outs', cron: '7-59/10 * * * *', records: sql`app.forgotten_entries()` },
  ...{ topic: 'clock_out_forgotten', about: 'time_entry', may: 'time.decide' },
})

/** Tells the people who look after the SOPs of a company which SOPs are due for review, once for each date. */
export const reviewJobs = reminderJobs({
  ...{ name: 'sop-reviews', cron: '17 * * * *', records: sql`app.due_sop_reviews()` },
  ...{ topic: 'sop_review', about: 'sop' },
})

/** The notices by the clock, and the daily mail. */
export function notificationJobs(config: Pick<Config, 'appUrl' | 'smtpUrl'>): FeatureJobs {
  const all = [forgottenEntryJobs, reviewJobs, digestJobs(config)]
  return {
    handlers: all.flatMap(({ handlers }) => handlers),
    schedules: all.flatMap(({ schedules }) => schedules),
  }
}
