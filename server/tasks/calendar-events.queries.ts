/** The events of tasks in a company's calendar: those that are there, and those that should be. */
import { TaskPriority, TaskStatus } from 'contract/tasks/tasks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf, onlyRowOf, rowOf, rowsOf, scalarsOf } from '../platform/database/rows.ts'

const Entry = z.object({
  calendarId: z.string().nullable(),
  generation: z.int(),
  isTried: z.boolean(),
  etag: z.string().nullable(),
  sent: z.string().nullable(),
})
export type CalendarEntry = z.infer<typeof Entry>

/** `isOpen`: it has a due date and is not complete, so it belongs in the calendar. */
const TaskNow = z.object({
  title: z.string(),
  description: z.string().nullable(),
  priority: TaskPriority,
  status: TaskStatus,
  dueOn: z.string().nullable(),
  isOpen: z.boolean(),
})

/** A task that belongs in the calendar. */
export type DueTask = Omit<z.infer<typeof TaskNow>, 'isOpen'> & { dueOn: string }

/** `due`: null when there should be no event. `isGone`: the task was deleted. */
export type TakenTask = { entry: CalendarEntry; due: DueTask | null; isGone: boolean }

/**
 * Locks the entry of a task for writing; a job that is added from now on waits. It reads the task after it has the lock, so it sees a change
 * that was under way.
 */
export async function takeTask(db: Db, companyId: string, taskId: string): Promise<TakenTask> {
  const entry = await onlyRowOf(
    db,
    Entry,
    sql`insert into calendar_events as e (company_id, task_id) values (${companyId}, ${taskId})
      on conflict (company_id, task_id) do update set is_queued = false
      returning calendar_id, generation, is_tried, etag, sent`,
  )
  const task = await rowOf(
    db,
    TaskNow,
    sql`select title, description, priority, status, due_on, due_on is not null and status <> 'complete' as is_open
      from tasks where company_id = ${companyId} and id = ${taskId}`,
  )
  const dueOn = task?.isOpen ? task.dueOn : null
  return { entry, due: task && dueOn !== null ? { ...task, dueOn } : null, isGone: task === undefined }
}

export type EntryChanges = Partial<CalendarEntry> & { url?: string | null; isChanged?: boolean }

/**
 * Notes what was found or done in the calendar. A property that is left out keeps its value.
 * @param before the entry as it was read: when another worker has written it since, nothing is noted
 */
export async function saveEntry(
  db: Db,
  companyId: string,
  taskId: string,
  changes: EntryChanges,
  before?: CalendarEntry,
): Promise<void> {
  await db
    .updateTable('calendarEvents')
    .set(changes)
    .where('companyId', '=', companyId)
    .where('taskId', '=', taskId)
    .$if(before !== undefined, (query) =>
      query
        .where('generation', '=', before?.generation ?? 0)
        .where(sql<boolean>`(etag, sent) is not distinct from (${before?.etag}::text, ${before?.sent}::text)`),
    )
    .execute()
}

/** The task is gone, and so is its event. */
export async function dropEntry(db: Db, companyId: string, taskId: string): Promise<void> {
  await db.deleteFrom('calendarEvents').where('companyId', '=', companyId).where('taskId', '=', taskId).execute()
}

const candidates = (companyId: string) => sql`(
    select id from tasks where company_id = ${companyId} and due_on is not null and status <> 'complete'
    union select task_id from calendar_events where company_id = ${companyId}) t`

/** The tasks that have an event or should have one, in the order of their ids, after a given task. */
export const listCandidates = (db: Db, companyId: string, after: string | null, limit: number): Promise<string[]> =>
  scalarsOf(
    db,
    z.uuid(),
    sql`select id from ${candidates(companyId)} where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by id limit ${limit}`,
  )

export const countCandidates = (db: Db, companyId: string): Promise<number> =>
  countOf(db, sql`select count(*) from ${candidates(companyId)}`)

const Standing = z.object({ taskId: z.uuid(), calendarId: z.string(), generation: z.int() })
export type WrittenEvent = z.infer<typeof Standing>

/** The events in the calendar. Only people who may change the connection get them. */
export const listWrittenEvents = (db: Db, companyId: string): Promise<WrittenEvent[]> =>
  rowsOf(db, Standing, sql`select task_id, calendar_id, generation from app.standing_events(${companyId})`)

/** Notes that events were removed from the calendar. For the person who disconnects it. */
export async function markTakenOut(db: Db, companyId: string, taskIds: string[]): Promise<void> {
  await sql`select app.mark_taken_out(${companyId}, ${taskIds}::uuid[])`.execute(db)
}
