import { TaskReport } from 'contract/tasks/task-report.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf, rowsOf, scalarOf } from '../platform/database/rows.ts'

/** SQL of a report r as the contract shows it. */
export const reportJson = sql`jsonb_build_object('id', r.id, 'kind', r.kind, 'comment', r.comment, 'fileIds', r.file_ids,
  'reporterName', app.shown_name(r.reported_by), 'reportedAt', r.created_at, 'answer', r.answer, 'answerComment', r.answer_comment,
  'answererName', app.shown_name(r.answered_by), 'answeredAt', r.answered_at)`

/** Oldest first, as a conversation is read. */
export const listReports = (db: Db, companyId: string, taskId: string): Promise<TaskReport[]> =>
  rowsOf(
    db,
    TaskReport,
    sql`select r.id, r.kind, r.comment, r.file_ids, app.shown_name(r.reported_by) as reporter_name, r.created_at as reported_at, r.answer,
      r.answer_comment, app.shown_name(r.answered_by) as answerer_name, r.answered_at
    from task_reports r where r.company_id = ${companyId} and r.task_id = ${taskId} order by r.id`,
  )

const Reported = z.object({
  outcome: z.enum(['reported', 'known', 'moved', 'complete', 'files', 'gone']),
  reportId: z.uuid().nullable(),
})

type NewReport = { kind: string; comment?: string | null | undefined; fileIds: string[] }

/** See app.report_task for the outcomes. */
export const reportTask = (db: Db, companyId: string, taskId: string, { kind, comment = null, fileIds }: NewReport) =>
  onlyRowOf(
    db,
    Reported,
    sql`select outcome, report_id from app.report_task(${companyId}, ${taskId}, ${kind}, ${comment}, ${fileIds}::uuid[])`,
  )

const TakenBack = z.enum(['taken_back', 'over', 'gone'])

/** See app.take_back_report for the outcomes. */
export async function takeReportBack(db: Db, companyId: string, taskId: string, reportId: string) {
  const outcome = await scalarOf(db, TakenBack, sql`select app.take_back_report(${companyId}, ${taskId}, ${reportId})`)
  return outcome ?? 'gone'
}

const Answered = z.enum(['answered', 'known', 'over', 'gone'])

export type Answer = { reportId: string; answer: 'confirmed' | 'sent_back'; comment: string | null }

/** See app.answer_report for the outcomes. */
export async function answerReport(db: Db, companyId: string, taskId: string, { reportId, answer, comment }: Answer) {
  const outcome = await scalarOf(
    db,
    Answered,
    sql`select app.answer_report(${companyId}, ${taskId}, ${reportId}, ${answer}, ${comment})`,
  )
  return outcome ?? 'gone'
}
