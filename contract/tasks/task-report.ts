import { z } from 'zod'

export const reportKinds = ['started', 'needs_help', 'done'] as const
/** What an assignee reports of a task. */
export const ReportKind = z.enum(reportKinds)
export type ReportKind = z.infer<typeof ReportKind>
export const reportLabels: Record<ReportKind, string> = {
  started: 'Reported started',
  needs_help: 'Needs help',
  done: 'Reported done',
}

export const reportAnswers = ['confirmed', 'sent_back'] as const

/** What an assignee reported about a task, and the answer. `fileIds`: files of the task that came with the report. A report does not change the status. */
export const TaskReport = z.object({
  id: z.uuid(),
  kind: ReportKind,
  comment: z.string().nullable(),
  fileIds: z.array(z.uuid()),
  reporterName: z.string().nullable(),
  reportedAt: z.string(),
  answer: z.enum(reportAnswers).nullable(),
  answerComment: z.string().nullable(),
  answererName: z.string().nullable(),
  answeredAt: z.string().nullable(),
})
export type TaskReport = z.infer<typeof TaskReport>

/** 'Reported done: Twice, with fine paste', or without words 'Reported done'. */
export const reportWords = ({ kind, comment }: Pick<TaskReport, 'kind' | 'comment'>): string =>
  `${kind === 'needs_help' ? 'Reported a need for help' : reportLabels[kind]}${comment ? `: ${comment}` : ''}`
