import { z } from 'zod'
import { countCandidates, listCandidates } from '../../tasks/public.ts'
import { ServiceError } from '../calls/service-error.ts'
import { markHealth } from '../health.ts'
import type { SyncContext } from '../sync-context.ts'
import { endRun, holdRun, resumeRun, saveProgress } from '../sync-runs.queries.ts'
import { type CalendarRoom, openCalendar } from './calendar-room.ts'
import { lookAtTask, settleTask } from './settle-task.ts'

/** The progress of a run: the last task, how many it has seen, and how many of them Google refused for good, with the last reason. */
const Place = z.object({
  after: z.uuid().nullable(),
  done: z.int(),
  refused: z.int().default(0),
  why: z.string().default(''),
})

/** One event that Google does not take must not keep the others out; a calendar that takes none is no use trying on. */
const mostRefused = 20

const pageSize = 50

/**
 * Brings all tasks of a company and its calendar together: at the first connection, and when changes could not be written for a while.
 * It looks at each event, since people move and delete them in the calendar itself. An interrupted run goes on after its last page.
 * @throws {ServiceError} when Google refuses; a passing one leaves the run open
 * @throws {RunStopped} when somebody stopped it
 */
export async function syncCalendar(context: SyncContext, runId: string): Promise<void> {
  const { companyId, work, signal } = context
  const begunRun = await work((db) => resumeRun(db, companyId, runId))
  const room = await openCalendar(context, true)
  if (!room) return work((db) => endRun(db, companyId, runId, 'failed', 'The calendar is off, or not connected'))
  let place = Place.safeParse(begunRun.cursor).data ?? { after: null, done: 0, refused: 0, why: '' }
  const total = await work((db) => countCandidates(db, companyId))
  for (;;) {
    const page = await work((db) => listCandidates(db, companyId, place.after, pageSize))
    if (page.length === 0) break
    let { refused, why } = place
    for (const taskId of page) {
      signal.throwIfAborted()
      const reason = await refusalOf(room, taskId)
      if (reason === undefined) continue
      refused += 1
      why = reason
      if (refused > mostRefused) throw new ServiceError(why)
    }
    place = { after: page.at(-1) ?? null, done: place.done + page.length, refused, why }
    const progress = { done: place.done, total: Math.max(total, place.done), message: 'Writing due dates' }
    await work(async (db) => {
      await holdRun(db, companyId, runId)
      await saveProgress(db, companyId, runId, { ...progress, cursor: place })
    })
  }
  await work(async (db) => {
    await markHealth(db, { companyId, name: 'google_calendar' }, { ok: true })
    await holdRun(db, companyId, runId)
    const tasks = `${place.done.toLocaleString('en-US')} ${place.done === 1 ? 'task' : 'tasks'}`
    if (place.refused === 0) return endRun(db, companyId, runId, 'done', `${tasks} compared with the calendar`)
    await endRun(db, companyId, runId, 'failed', `${place.refused} of ${tasks} could not be written. ${place.why}`)
  })
}

/** Why Google refuses the event of this task for good; undefined when the event is right. @throws {ServiceError} when no event could be written now */
async function refusalOf(room: CalendarRoom, taskId: string): Promise<string | undefined> {
  try {
    await lookAtTask(room, taskId)
    await settleTask(room, taskId)
    return undefined
  } catch (error) {
    if (error instanceof ServiceError && !error.isPassing && !error.isReconnectNeeded) return error.message
    throw error
  }
}
