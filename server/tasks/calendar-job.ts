import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, scalarsOf } from '../platform/database/rows.ts'
import type { Enqueue, JobKind } from '../platform/jobs/job-kinds.ts'

const Payload = z.strictObject({ companyId: z.uuid(), taskId: z.uuid() })

/** Writes one task into the calendar of its company, or removes it. server/integrations/google runs it. */
export const calendarEventKind: JobKind<z.infer<typeof Payload>> = {
  ...{ name: 'calendar-event', payload: Payload, retryLimit: 8, retryDelay: 5, expireIn: 300 },
}

/**
 * Adds the job of a task that has just changed, in the same transaction. It adds none without a connected calendar, and none while a job
 * of the task waits: that job reads the task when it begins.
 */
export async function queueCalendarEvent(db: Db, enqueue: Enqueue, companyId: string, taskId: string): Promise<void> {
  const isWanted = await isTrue(db, sql`select app.queue_calendar_event(${companyId}, ${taskId})`)
  if (isWanted) await enqueue(db, calendarEventKind, { companyId, taskId })
}

/** The same for many tasks that have just changed: one job for each task that has an event or should have one. */
export async function queueChangedEvents(db: Db, enqueue: Enqueue, companyId: string, ids: string[]): Promise<void> {
  const changed = await scalarsOf(db, z.uuid(), sql`select app.changed_events(${companyId}, ${ids}::uuid[])`)
  for (const id of changed) await queueCalendarEvent(db, enqueue, companyId, id)
}
