import { dayAfterToday } from 'contract/tasks/repeats.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { companyJobs } from '../platform/jobs/company-jobs.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import { queueCalendarEvent } from './calendar-job.ts'
import { notifyAssigned } from './task-notifications.ts'
import { listDueRepeats, makeRepeatedTask, todayIn } from './task-templates.queries.ts'

/** Makes the tasks of a company that repeat today. */
export const repeatJobs = companyJobs({
  ...{ name: 'task-repeats', cron: '1-59/5 * * * *', companies: () => sql`app.companies_with_due_repeats()` },
  run: ({ companyId, work, enqueue }) =>
    work(async (db) => makeDueTasks(db, enqueue, companyId, await todayIn(db, companyId))),
})

/**
 * Makes one task for each template that is due today or earlier, and tells the assignees. Each task is made once, however many servers do this at
 * the same time: the same statement moves the day of the template on.
 * @param today a day of the company's calendar
 * @returns the ids of the tasks
 */
export async function makeDueTasks(db: Db, enqueue: Enqueue, companyId: string, today: string): Promise<string[]> {
  const ids: string[] = []
  for (const { id: templateId, repeat, nextOn } of await listDueRepeats(db, companyId, today)) {
    const next = dayAfterToday(repeat, nextOn, today)
    const task = await makeRepeatedTask(db, companyId, { templateId, due: nextOn, made: today, next })
    if (!task) continue
    ids.push(task.id)
    await notifyAssigned(db, task)
    await queueCalendarEvent(db, enqueue, companyId, task.id)
  }
  return ids
}
