import { z } from 'zod'
import { countCandidates, listCandidates } from '../../tasks/public.ts'
import { markHealth } from '../health.ts'
import type { SyncContext } from '../sync-context.ts'
import { endRun, holdRun, resumeRun, saveProgress } from '../sync-runs.queries.ts'
import { openCalendar } from './calendar-room.ts'
import { settleTask } from './settle-task.ts'

/** The progress of a run: the last task, and how many it has seen. */
const Place = z.object({ after: z.uuid().nullable(), done: z.int() })

const pageSize = 50

/**
 * Brings all tasks of a company and its calendar together: at the first connection, and when changes could not be written for a while.
 * A task whose event is right costs no call. An interrupted run goes on after its last page.
 * @throws {ServiceError} when Google refuses; a passing one leaves the run open
 * @throws {RunStopped} when somebody stopped it
 */
export async function syncCalendar(context: SyncContext, runId: string): Promise<void> {
  const { companyId, work, signal } = context
  const found = await work((db) => resumeRun(db, companyId, runId))
  const room = await openCalendar(context)
  if (!room) return work((db) => endRun(db, companyId, runId, 'failed', 'The calendar is off, or not connected'))
  let place = Place.safeParse(found.cursor).data ?? { after: null, done: 0 }
  const total = await work((db) => countCandidates(db, companyId))
  for (;;) {
    const page = await work((db) => listCandidates(db, companyId, place.after, pageSize))
    if (page.length === 0) break
    for (const taskId of page) {
      signal.throwIfAborted()
      await settleTask(room, taskId)
    }
    place = { after: page.at(-1) ?? null, done: place.done + page.length }
    const progress = { done: place.done, total: Math.max(total, place.done), message: 'Writing due dates' }
    await work(async (db) => {
      await holdRun(db, companyId, runId)
      await saveProgress(db, companyId, runId, { ...progress, cursor: place })
    })
  }
  await work(async (db) => {
    const message = `${place.done.toLocaleString('en-US')} ${place.done === 1 ? 'task' : 'tasks'} compared with the calendar`
    await markHealth(db, { companyId, name: 'google_calendar' }, { ok: true })
    await holdRun(db, companyId, runId)
    await endRun(db, companyId, runId, 'done', message)
  })
}
