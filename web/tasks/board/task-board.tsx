import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import {
  type ListedTask,
  type TaskQuery,
  type TaskStatus,
  taskStatuses,
  taskStatusLabels,
} from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { formatTotal } from '../../shared/table/grid/pager.tsx'
import { BlockDialog } from '../block.tsx'
import { ReportDialog } from '../reports/report-dialog.tsx'
import { countWithMoves, useBoardMoves, withMoves } from './board-moves.ts'
import classes from './task-board.module.css'
import { CardFace, TaskCard } from './task-card.tsx'

const pageSize = 25

/** The board scrolls slowly at its edge, so that a person can stop at a column. At the library's own speed a finger on a phone passes all of them. */
const unhurried = { acceleration: 4, interval: 10, threshold: { x: 0.15, y: 0.15 } }

type BoardProps = {
  /** The query of the list: the board shows the same tasks. */
  input: z.input<typeof TaskQuery>
  onOpen: (id: string) => void
}

/** The tasks of a list as cards, a column for each status. Dragging by mouse, finger or keys sets the status, or reports on a task of your own. */
export function TaskBoard({ input, onOpen }: BoardProps) {
  const board = useBoardMoves()
  const [dragged, setDragged] = useState<ListedTask | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A short touch scrolls, a long one picks the card up.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn, keyboardCodes: boardKeys }),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      autoScroll={unhurried}
      accessibility={{ announcements, screenReaderInstructions: boardInstructions }}
      onDragStart={({ active }) => setDragged((active.data.current?.task as ListedTask | undefined) ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        setDragged(null)
        if (dragged && over) board.drop(dragged, over.id as TaskStatus)
      }}
    >
      <section
        className={`flex flex-1 gap-3 ${classes.board}`}
        aria-label="Board"
        data-dragging={dragged ? true : undefined}
      >
        {shownColumns(input.status).map((status) => (
          <Column key={status} status={status} input={input} board={board} onOpen={onOpen} />
        ))}
      </section>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={`bg-raised cursor-pointer ${classes.card}`} data-lifted>
            <CardFace task={dragged} scope={input.scope} />
          </div>
        )}
      </DragOverlay>
      {board.open && 'block' in board.open && <BlockDialog task={board.open.task} onClose={board.close} />}
      {board.open && 'report' in board.open && (
        <ReportDialog task={board.open.task} kind={board.open.report} onClose={board.close} />
      )}
    </DndContext>
  )
}

/** The columns that the filter by status leaves visible. */
const shownColumns = (filter: z.input<typeof TaskQuery>['status']): TaskStatus[] =>
  taskStatuses.filter((status) =>
    filter === 'open' || filter === 'overdue' ? status !== 'complete' : !filter || status === filter,
  )

type ColumnProps = BoardProps & { status: TaskStatus; board: ReturnType<typeof useBoardMoves> }

function Column({ status, input, board, onOpen }: ColumnProps) {
  const { moves, returnedId, mayMove } = board
  const { isOver, setNodeRef } = useDroppable({ id: status })
  const { page: _page, pageSize: _size, ...filters } = input
  const tasks = useInfiniteQuery(
    api.tasks.list.infiniteOptions({
      input: (page: number) => ({ ...filters, column: status, page, pageSize }),
      initialPageParam: 1,
      getNextPageParam: ({ items }, _all, page) => (items.length === pageSize ? page + 1 : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const [first] = tasks.data?.pages ?? []
  const listed = tasks.data?.pages.flatMap(({ items }) => items) ?? []
  const shown = withMoves(status, listed, moves)
  const total = first && { ...first, total: countWithMoves(status, first.total, listed, moves) }
  const label = taskStatusLabels[status]
  return (
    <section
      ref={setNodeRef}
      className={`surface stack ${classes.column}`}
      aria-label={label}
      data-status={status}
      data-over={isOver || undefined}
    >
      <h2 className="row flex-none gap-2 text-sm py-2-5 px-3">
        {label} {total && <span className="numeric text-muted font-normal">{formatTotal(total)}</span>}
      </h2>
      {tasks.error && !tasks.data ? (
        <LoadFailure what="tasks" error={tasks.error} onRetry={() => void tasks.refetch()} />
      ) : (
        <ul className={`stack flex-1 gap-2 overflow-y-auto ${classes.cards}`} aria-busy={tasks.isPending || undefined}>
          {tasks.isPending && [1, 2, 3].map((place) => <Skeleton key={place} component="li" height={72} />)}
          {shown.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              scope={input.scope}
              mayMove={mayMove(task)}
              isReturned={task.id === returnedId}
              onOpen={() => onOpen(task.id)}
            />
          ))}
          {tasks.data && shown.length === 0 && <li className={`text-muted text-sm ${classes.none}`}>No tasks</li>}
          {tasks.hasNextPage && (
            <li>
              <Button
                fullWidth
                size="xs"
                variant="default"
                loading={tasks.isFetchingNextPage}
                onClick={() => void tasks.fetchNextPage()}
              >
                Show More
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** Space picks a task up and puts it down; Enter opens it. */
const boardKeys = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

/** Left and right lead to the next column; up and down do nothing, because a column has the order of the list. */
const toNextColumn: KeyboardCoordinateGetter = (
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
const columnUnder: CollisionDetection = (about) => {
  const pointed = pointerWithin(about)
  return pointed.length > 0 ? pointed : rectIntersection(about)
}

const boardInstructions = {
  draggable:
    'Press Space to take the task up, then the left and right arrow keys, Space to put it down, Escape to stop.',
}

type Named = { active: { data: { current?: { task?: ListedTask } } }; over?: { id: string | number } | null }

const titleOf = ({ active }: Named) => active.data.current?.task?.title ?? 'The task'
const columnOf = ({ over }: Named) => (over ? taskStatusLabels[over.id as TaskStatus] : undefined)

/** What screen readers say while a task is moved. */
const announcements: Announcements = {
  onDragStart: (about) => `${titleOf(about)} was taken up.`,
  onDragOver: (about) => (columnOf(about) ? `Above ${columnOf(about)}.` : 'Above no column.'),
  onDragEnd: (about) =>
    columnOf(about) ? `${titleOf(about)} was put down in ${columnOf(about)}.` : `${titleOf(about)} was put back.`,
  onDragCancel: (about) => `${titleOf(about)} was put back.`,
}
