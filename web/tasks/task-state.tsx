import type { ListedTask } from 'contract/tasks/tasks.ts'
import { FileCount } from '../files/public.tsx'
import { useIsPhone } from '../shared/page/use-is-phone.ts'
import { useCan } from '../shared/session/session.ts'
import { isReportedDone, ReportMark } from './task-facts.tsx'
import { TaskStatusBadge, TaskStatusControl } from './task-status.tsx'
import classes from './tasks.module.css'

type Stated = Pick<ListedTask, 'companyId' | 'id' | 'title' | 'status' | 'version' | 'report'>

/**
 * The state of a task. People who set it have a dropdown, with the report beside it. A report says more than the status, which it does not
 * change, so it stands alone: for those who set the status when it waits for their word, for others always. But all see that a
 * task is blocked or complete.
 * @param isOpen the record is open: it shows the report itself. Only there has a phone the room for a dropdown.
 */
export function TaskState({ task, isOpen = false }: { task: Stated; isOpen?: boolean }) {
  const maySet = useCan('task.setStatus')
  const canSet = useIsPhone() ? maySet && isOpen : maySet
  const { status, report } = task
  const isReported = report !== null && (status === 'not_started' || status === 'in_progress')
  const isReportAlone = isReported && (!maySet || isReportedDone(task))
  return (
    <>
      {!isReportAlone && (canSet ? <TaskStatusControl task={task} /> : <TaskStatusBadge status={status} />)}
      {(isReportAlone || !(canSet && isOpen)) && <ReportMark report={report} />}
    </>
  )
}

/** The title of a task or a template in a list, with its files. */
export const TitleCell = ({ of: { title, fileCount } }: { of: { title: string; fileCount: number } }) => (
  <span className="row min-w-0 gap-2">
    <span className={`overflow-hidden text-ellipsis ${classes.words}`} title={title}>
      {title}
    </span>
    <FileCount count={fileCount} />
  </span>
)
