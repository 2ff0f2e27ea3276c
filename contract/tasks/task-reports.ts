import { z } from 'zod'
import { savedOf } from '../list.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'
import { ReportKind, TaskReport } from './task-report.ts'
import { Task } from './tasks.ts'

/** @param max characters of a comment */
const commentLength = 5_000

/** What an assignee reports. `fileIds`: pictures that are files of the task. */
export const NewReport = z.strictObject({
  kind: ReportKind,
  comment: optionalText(commentLength).optional(),
  // uploaded first: POST …/files?entityType=task
  fileIds: z.array(z.uuid().toLowerCase()).max(10, 'At most 10 pictures').default([]),
})

const SentBack = requiredText(commentLength, 'Say briefly what is missing')

const one = { companyId: z.uuid(), id: z.uuid() }
const path = '/companies/{companyId}/tasks/{id}/reports'
const gone = { NOT_FOUND: { status: 404, message: 'That task no longer exists' } }
const answerErrors = {
  ...gone,
  REPORT_OVER: { status: 409, message: 'This report was answered or replaced meanwhile: look at the task again' },
}

export const taskReportsContract = {
  list: route
    .meta({ needs: 'task.read' })
    .route({ method: 'GET', path, summary: 'The reports on a task, oldest first' })
    .input(z.strictObject(one))
    .output(z.object({ items: z.array(TaskReport) }))
    .errors(gone),
  create: route
    .meta({ needs: 'task.report', refusal: 'report on tasks', makes: path })
    .route({ method: 'POST', path, summary: 'Report on a task of your own; its status stays', successStatus: 201 })
    .input(NewReport.extend(one))
    .output(Task)
    .errors({
      ...gone,
      FORBIDDEN: { status: 403, message: 'Only the assignee can report on a task' },
      TASK_MOVED: {
        status: 409,
        message: 'This task was given to somebody else meanwhile, so your report was not sent',
      },
      TASK_COMPLETE: { status: 409, message: 'This task is complete already, so your report was not sent' },
      UNPROCESSABLE: { status: 422, message: 'One of the pictures does not belong to this task any more' },
    }),
  takeBack: route
    .meta({ needs: 'task.report', refusal: 'take reports back' })
    .route({
      method: 'DELETE',
      path: `${path}/{reportId}`,
      summary:
        'Take back a report of your own that nobody has answered: the task stands as it did before, and its notice goes',
    })
    .input(z.strictObject({ ...one, reportId: z.uuid() }))
    .output(Task)
    .errors({
      ...gone,
      REPORT_OVER: { status: 409, message: 'This report was answered or replaced meanwhile, so it stays' },
    }),
  confirm: route
    .meta({ needs: 'task.setStatus', refusal: 'confirm tasks' })
    .route({ method: 'POST', path: `${path}/{reportId}/confirm`, summary: 'Confirm a report: the task is complete' })
    .input(z.strictObject({ ...one, reportId: z.uuid() }))
    .output(savedOf(Task))
    .errors(answerErrors),
  sendBack: route
    .meta({ needs: 'task.setStatus', refusal: 'send tasks back' })
    .route({ method: 'POST', path: `${path}/{reportId}/send-back`, summary: 'Send a task back, with a comment' })
    .input(z.strictObject({ ...one, reportId: z.uuid(), comment: SentBack }))
    .output(savedOf(Task))
    .errors(answerErrors),
}
