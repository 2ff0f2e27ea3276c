import { useDraggable } from '@dnd-kit/core'
import { IconChecklist, IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ListedTask, TaskScope } from 'contract/tasks/tasks.ts'
import type { ReactNode } from 'react'
import { FileCount } from '../../files/public.tsx'
import { at } from '../../shared/page/at.ts'
import { assigneeOf, DueDate, ReportMark, TaskPriorityMark } from '../task-facts.tsx'
import classes from './task-board.module.css'

type Shown = {
  task: ListedTask
  /** In My Tasks a card names the person who gave the task, because the assignee is always the reader. */
  scope: TaskScope | undefined
}
type CardProps = Shown & { mayMove: boolean; isReturned: boolean; onOpen: () => void }

/** A task on the board. A press opens it; keys use the link in its title. */
export function TaskCard({ task, scope, mayMove, isReturned, onOpen }: CardProps) {
  const { listeners, attributes, isDragging, setNodeRef, setActivatorNodeRef } = useDraggable({
    id: task.id,
    data: { task },
    disabled: !mayMove,
  })
  const { onKeyDown, ...pointers } = listeners ?? {}
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys have the link in it
    <li
      ref={setNodeRef}
      className={`bg-raised cursor-pointer ${classes.card}`}
      data-movable={mayMove || undefined}
      data-dragged={isDragging || undefined}
      data-returned={isReturned || undefined}
      onClick={onOpen}
      {...pointers}
    >
      <CardFace
        task={task}
        scope={scope}
        title={
          <Link
            {...at(`/tasks/${task.id}`, true)}
            ref={setActivatorNodeRef}
            draggable={false}
            aria-describedby={mayMove ? attributes['aria-describedby'] : undefined}
            onClick={(event) => event.stopPropagation()}
            onKeyDown={onKeyDown as never}
          >
            {task.title}
          </Link>
        }
      />
    </li>
  )
}

/** The content of a card, also shown below the pointer while the card is dragged. */
export function CardFace({ task, scope, title }: Shown & { title?: ReactNode }) {
  const { priority, report, fileCount, commentCount, itemCount, doneItemCount } = task
  return (
    <>
      <p className={`font-medium break-words mb-1-5 ${classes.title}`}>{title ?? task.title}</p>
      <p className={`row flex-wrap text-muted text-xs ${classes.facts}`}>
        <TaskPriorityMark priority={priority} />
        <DueDate {...task} />
        <ReportMark report={report} />
      </p>
      <p className={`row flex-wrap text-muted text-xs ${classes.facts}`}>
        <span className="mr-auto">{scope === 'mine' ? giverOf(task) : assigneeOf(task)}</span>
        {itemCount > 0 && (
          <Fact icon={<IconChecklist size={14} aria-hidden />} label={`${doneItemCount} of ${itemCount} steps done`}>
            {doneItemCount}/{itemCount}
          </Fact>
        )}
        {commentCount > 0 && (
          <Fact icon={<IconMessage size={14} aria-hidden />} label={`${commentCount} comments`}>
            {commentCount}
          </Fact>
        )}
        <FileCount count={fileCount} />
      </p>
    </>
  )
}

const giverOf = ({ assignerName }: ListedTask) => `from ${assignerName ?? 'No name'}`

const Fact = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <span className="numeric inline-row gap-1" title={label}>
    {icon}
    {children}
  </span>
)
