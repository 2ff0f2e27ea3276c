import { notifications } from '@mantine/notifications'
import type { TaskReport } from 'contract/tasks/task-report.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { client } from '../../shared/api/api.ts'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { useCan, useSession } from '../../shared/session/session.ts'

/** The reader's own report on a task while nobody has answered it: then it can be taken back. */
export function useOwnReport({ assignedTo, report }: Pick<Task, 'assignedTo' | 'report'>): TaskReport | undefined {
  const { user } = useSession()
  const canReport = useCan('task.report')
  // A report goes with its assignee: the one that a task shows is theirs.
  return canReport && report && !report.answer && assignedTo === user.id ? report : undefined
}

/** Takes a report back and confirms it. Whoever was told of the report finds no notice of it any more. */
export async function takeReportBack({ companyId, id }: Pick<Task, 'companyId' | 'id'>, reportId: string) {
  try {
    await client.taskReports.takeBack({ companyId, id, reportId })
    notifications.hide(reportId) // the toast that offered this
    success('Report taken back')
  } catch (error) {
    failedTo('take the report back')(error)
  }
}
