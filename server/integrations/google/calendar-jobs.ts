import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import { type FeatureJobs, handle, type JobContext } from '../../platform/jobs/job-kinds.ts'
import { calendarEventKind, takeTask } from '../../tasks/public.ts'
import { markHealth } from '../health.ts'
import { handleSync, recordFailure, syncsOf } from '../sync-jobs.ts'
import { openCalendar } from './calendar-room.ts'
import { syncCalendar } from './calendar-sync.ts'
import { settleTask } from './settle-task.ts'

/** All jobs of calendars. The scheduled sync writes the changes that a job could not write, or that no job was added for. */
export function calendarJobs({ baseUrls, appUrl }: Config): FeatureJobs {
  const of = (job: JobContext) => ({ ...job, baseUrls, appUrl })
  const handlers = [
    handle(calendarEventKind, ({ companyId, taskId }, job) =>
      recordFailure(job, 'google_calendar', async () => {
        // If this job fails, the next change of the task adds another one.
        await job.work((db) => takeTask(db, companyId, taskId))
        const room = await openCalendar(of(job))
        if (!room) return
        await settleTask(room, taskId)
        await job.work((db) => markHealth(db, { companyId, name: 'google_calendar' }, { ok: true }))
      }),
    ),
    handleSync('google_calendar', (runId, job) => syncCalendar(of(job), runId)),
  ]
  return { handlers, schedules: [syncsOf('google_calendar', '4-59/10 * * * *', sql`app.calendars_behind()`)] }
}
