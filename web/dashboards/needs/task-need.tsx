import { IconAlertTriangle, IconInbox } from '@tabler/icons-react'
import {
  type Completed,
  DueDay,
  OverdueMark,
  ReportAnswer,
  ReportMark,
  TaskPriorityMark,
  TaskStatusControl,
} from '../../tasks/public.tsx'
import { type About, icon, Line } from './need-line.tsx'

type TaskNeedProps = { task: About<'task'>; onComplete: (task: Completed) => void }

/** A task that is late or blocked, or whose report waits for an answer. */
export function TaskNeed({ task, onComplete }: TaskNeedProps) {
  const { id, title, priority, dueOn, assigneeName, report } = task
  return (
    <Line
      icon={report ? <IconInbox {...icon} /> : <IconAlertTriangle {...icon} />}
      to={`/tasks/${id}`}
      title={title}
      facts={
        <>
          <ReportMark report={report} />
          <TaskPriorityMark priority={priority} />
          <OverdueMark {...task} />
          {dueOn && <DueDay on={dueOn} />}
          <span>{assigneeName ?? 'No name'}</span>
          {report?.comment && <span className="basis-full">“{report.comment}”</span>}
        </>
      }
      action={
        report ? (
          <ReportAnswer task={task} report={report} size="compact-sm" onComplete={onComplete} />
        ) : (
          <TaskStatusControl task={task} onComplete={onComplete} />
        )
      }
    />
  )
}
