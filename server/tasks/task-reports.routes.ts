import type { Identity } from '../platform/database/caller.ts'
import { undoableBy } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'
import { queueCalendarEvent } from './calendar-job.ts'
import { notifyReported, notifySentBack } from './task-notifications.ts'
import { type Answer, answerReport, listReports, reportTask, takeReportBack } from './task-reports.queries.ts'
import { getTask, updateTask } from './tasks.queries.ts'

const { taskReports } = api

export const taskReportsRoutes = taskReports.router({
  list: taskReports.list.handler(({ input: { companyId, id }, context, errors }) =>
    context.read(async (db) => {
      const [task, items] = await Promise.all([getTask(db, companyId, id), listReports(db, companyId, id)])
      if (!task) throw errors.NOT_FOUND()
      return { items }
    }),
  ),

  create: taskReports.create.handler(({ input: { companyId, id, ...report }, context, errors }) =>
    context.write(async (db) => {
      const { outcome } = await reportTask(db, companyId, id, report)
      if (outcome === 'moved') throw errors.TASK_MOVED()
      if (outcome === 'complete') throw errors.TASK_COMPLETE()
      if (outcome === 'files') throw errors.UNPROCESSABLE()
      const task = await getTask(db, companyId, id)
      if (!task) throw errors.NOT_FOUND()
      if (outcome === 'gone') throw errors.FORBIDDEN()
      if (outcome === 'reported') await notifyReported(db, task, report.kind)
      return task
    }),
  ),

  takeBack: taskReports.takeBack.handler(({ input: { companyId, id, reportId }, context, errors }) =>
    context.write(async (db) => {
      const outcome = await takeReportBack(db, companyId, id, reportId)
      if (outcome === 'over') throw errors.REPORT_OVER()
      const task = await getTask(db, companyId, id)
      if (!task || outcome === 'gone') throw errors.NOT_FOUND()
      // The report before it waits again. Its notice may have become that of the report taken back.
      if (task.report && !task.report.answer) await notifyReported(db, task, task.report.kind)
      return task
    }),
  ),

  confirm: taskReports.confirm.handler(({ input: { companyId, id, reportId }, context, errors }) =>
    context.write(async (db, identity) => {
      const answer = { reportId, answer: 'confirmed', comment: null } as const
      const outcome = await answered(db, companyId, id, answer, errors)
      if (outcome === 'answered') await updateTask(db, companyId, id, { status: 'complete' }, null)
      await queueCalendarEvent(db, context.jobs.enqueue, companyId, id)
      return savedTask(db, identity, companyId, id, errors.NOT_FOUND)
    }),
  ),

  sendBack: taskReports.sendBack.handler(({ input: { companyId, id, reportId, comment }, context, errors }) =>
    context.write(async (db, identity) => {
      const outcome = await answered(db, companyId, id, { reportId, answer: 'sent_back', comment }, errors)
      const task = await savedTask(db, identity, companyId, id, errors.NOT_FOUND)
      if (outcome === 'answered') await notifySentBack(db, task)
      return task
    }),
  ),
})

type Refusals = { NOT_FOUND: () => Error; REPORT_OVER: () => Error }

async function answered(db: Db, companyId: string, id: string, answer: Answer, errors: Refusals) {
  const outcome = await answerReport(db, companyId, id, answer)
  if (outcome === 'gone') throw errors.NOT_FOUND()
  if (outcome === 'over') throw errors.REPORT_OVER()
  return outcome
}

async function savedTask(db: Db, identity: Identity, companyId: string, id: string, gone: () => Error) {
  const task = await getTask(db, companyId, id)
  if (!task) throw gone()
  return { ...task, changeSetId: await undoableBy(identity, db) }
}
