import { dayAfterToday } from 'contract/tasks/repeats.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { scalarsOf } from '../platform/database/rows.ts'
import { due, type Enqueue, type Handler, handle, type JobKind, type Schedule } from '../platform/jobs/job-kinds.ts'
import { queueCalendarEvent } from './calendar-job.ts'
import { notifyAssigned } from './task-notifications.ts'
import { listDueRepeats, makeRepeatedTask, todayIn } from './task-templates.queries.ts'

const Payload = z.strictObject({ companyId: z.uuid() })

/** Makes the tasks of a company that repeat today. */
export const repeatsKind: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'task-repeats', payload: Payload, policy: 'singleton per key' },
  ...{ retryLimit: 3, retryDelay: 60, expireIn: 120 },
}

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

const makeRepeats = handle(repeatsKind, async ({ companyId }, job) => {
  await job.work(async (db) => makeDueTasks(db, job.enqueue, companyId, await todayIn(db, companyId)))
})

const schedule: Schedule = {
  name: 'task-repeats',
  cron: '1-59/5 * * * *',
  due: async (db) => {
    const companies = await scalarsOf(db, z.uuid(), sql`select company_id from app.companies_with_due_repeats()`)
    return companies.map((companyId) => due(repeatsKind, { companyId }, companyId))
  },
}

export const repeatJobs: { handlers: Handler[]; schedules: Schedule[] } = {
  handlers: [makeRepeats],
  schedules: [schedule],
}
