import { useMutation } from '@tanstack/react-query'
import { type Task, type TaskStatus, taskStatuses, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { failedTo, saved } from '../shared/feedback/toasts.ts'
import { Choice } from '../shared/form/choice.tsx'
import { lazyDialog } from '../shared/form/lazy-dialog.tsx'
import { useCan } from '../shared/session/session.ts'
import type { Completed } from './board/just-done.tsx'
import classes from './tasks.module.css'

// Loads only when somebody chooses Blocked, because dashboards show the status too.
const BlockDialog = lazyDialog(async () => ({ default: (await import('./block.tsx')).BlockDialog }))

type ShownTask = Pick<Task, 'companyId' | 'id' | 'title' | 'status' | 'version'>
type StatusProps = { task: ShownTask; onComplete?: (task: Completed) => void }

/** The status: a dropdown for people who may set it, in any order (product.md 4), else a badge. */
export function TaskStatusControl(props: StatusProps) {
  return useCan('task.setStatus') ? <StatusSelect {...props} /> : <TaskStatusBadge status={props.task.status} />
}

export const TaskStatusBadge = ({ status }: { status: TaskStatus }) => (
  <span className={`inline-block nowrap ${classes.status}`} data-status={status}>
    {taskStatusLabels[status]}
  </span>
)

function StatusSelect({ task: { companyId, id, title, status, version }, onComplete }: StatusProps) {
  const setting = useMutation({
    mutationFn: (next: TaskStatus) => client.tasks.update({ companyId, id, status: next }, { context: { version } }),
    onSuccess: (task) => {
      saved('Task', 'updated', task)
      if (task.status === 'complete') onComplete?.(task)
    },
    onError: failedTo('update task'),
  })
  const [asksBlock, setAsksBlock] = useState(false)
  const shown = setting.isPending ? setting.variables : status
  return (
    <>
      <Choice
        className={`inline-block flex-none ${classes.select}`}
        size="xs"
        // As wide as the field: all its words fit.
        comboboxProps={{ width: 'target' }}
        aria-label={`Status of ${title}`}
        data-status={shown}
        // Not disabled while it saves: that would take the focus away.
        readOnly={setting.isPending}
        value={shown}
        onChange={(next) => (next === 'blocked' ? setAsksBlock(true) : setting.mutate(next))}
        // In a list arrow keys move between rows.
        onKeyDown={(event) => event.stopPropagation()}
        data={taskStatuses.map((value) => ({ value, label: taskStatusLabels[value] }))}
      />
      {asksBlock && <BlockDialog task={{ companyId, id, version }} onClose={() => setAsksBlock(false)} />}
    </>
  )
}
