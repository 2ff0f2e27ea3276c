import type { Announcements, CollisionDetection, KeyboardCoordinateGetter } from '@dnd-kit/core'
import { pointerWithin, rectIntersection } from '@dnd-kit/core'
import { type ListedTask, type TaskStatus, taskStatusLabels } from 'contract/tasks/tasks.ts'

/** Space picks a task up and puts it down; Enter opens it. */
export const boardKeys = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

/** Left and right lead to the next column; up and down do nothing, because a column has the order of the list. */
export const toNextColumn: KeyboardCoordinateGetter = (
  event,
  { currentCoordinates, context: { droppableRects, droppableContainers, collisionRect } },
) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
  if (['ArrowUp', 'ArrowDown'].includes(event.code)) event.preventDefault()
  if (!step || !collisionRect) return
  event.preventDefault()
  const columns = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => droppableRects.get(id) ?? [])
    .toSorted((one, other) => one.left - other.left)
  const middle = collisionRect.left + collisionRect.width / 2
  const here = columns.findIndex(({ left, right }) => middle >= left && middle <= right)
  const next = columns[here + step]
  if (!next) return
  return { x: next.left + (next.width - collisionRect.width) / 2, y: currentCoordinates.y }
}

/** The column below the pointer; for keys, which have no pointer, the one that is covered most. */
export const columnUnder: CollisionDetection = (about) => {
  const pointed = pointerWithin(about)
  return pointed.length > 0 ? pointed : rectIntersection(about)
}

export const boardInstructions = {
  draggable:
    'Press Space to take the task up, then the left and right arrow keys, Space to put it down, Escape to stop.',
}

type Named = { active: { data: { current?: { task?: ListedTask } } }; over?: { id: string | number } | null }

const titleOf = ({ active }: Named) => active.data.current?.task?.title ?? 'The task'
const columnOf = ({ over }: Named) => (over ? taskStatusLabels[over.id as TaskStatus] : undefined)

/** What screen readers say while a task is moved. */
export const announcements: Announcements = {
  onDragStart: (about) => `${titleOf(about)} was taken up.`,
  onDragOver: (about) => (columnOf(about) ? `Above ${columnOf(about)}.` : 'Above no column.'),
  onDragEnd: (about) =>
    columnOf(about) ? `${titleOf(about)} was put down in ${columnOf(about)}.` : `${titleOf(about)} was put back.`,
  onDragCancel: (about) => `${titleOf(about)} was put back.`,
}
