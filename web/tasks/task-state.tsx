import type { ListedTask } from 'contract/tasks/tasks.ts'
import { useCan } from '../shared/session/session.ts'
import { ReportMark } from './task-facts.tsx'
import { TaskStatusControl } from './task-status.tsx'

type Stated = Pick<ListedTask, 'companyId' | 'id' | 'title' | 'status' | 'version' | 'report'>

/**
 * The state of a task. People who set it have a dropdown, with the report beside it. For others a report says more than the status, which
 * it does not change, so it stands alone; but they see that a task is blocked or complete.
 * @param isOpen the record is open: it shows the report itself
 */
export function TaskState({ task, isOpen = false }: { task: Stated; isOpen?: boolean }) {
  const canSet = useCan('task.setStatus')
  const { status, report } = task
  const isSaid = report !== null && (status === 'not_started' || status === 'in_progress')
  return (
    <>
      {(canSet || !isSaid) && <TaskStatusControl task={task} />}
      {!(canSet && isOpen) && <ReportMark report={report} />}
    </>
  )
}
