import { useMutation } from '@tanstack/react-query'
import type { ReportKind } from 'contract/tasks/task-report.ts'
import type { ListedTask, TaskStatus } from 'contract/tasks/tasks.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { screens } from '../../shared/api/queries.ts'
import { failedTo, saved } from '../../shared/feedback/toasts.ts'
import { useCan, useSession } from '../../shared/session/session.ts'

/** A task that was dropped in another column before the server has answered. */
export type Move = { task: ListedTask; to: TaskStatus }

/** The question of a drop, before anything changes: what blocks the task, or the words of a report. */
export type OpenDialog = { task: ListedTask; block: true } | { task: ListedTask; report: ReportKind }

/** The report that a drop on a column means, for people who may not set the status of their own task. */
const reports: Partial<Record<TaskStatus, ReportKind>> = {
  in_progress: 'started',
  blocked: 'needs_help',
  complete: 'done',
}

const returnedMs = 2_000

/** Moves tasks between columns: at once on the screen, and visibly back when the server refuses. */
export function useBoardMoves() {
  const canSet = useCan('task.setStatus')
  const { user } = useSession()
  const [moves, setMoves] = useState<Move[]>([])
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [returnedId, setReturnedId] = useState<string | null>(null)
  const leave = (id: string) => setMoves((before) => before.filter(({ task }) => task.id !== id))

  const moving = useMutation({
    mutationFn: ({ task: { companyId, id, version }, to }: Move) =>
      client.tasks.update({ companyId, id, status: to }, { context: { version } }),
    onMutate: (move) => setMoves((before) => [...before, move]),
    onSuccess: async (task) => {
      saved('Task', 'updated', task)
      // It stays where it was dropped until the columns are loaded again, so that it does not jump back for a moment.
      await screens.shown()
      leave(task.id)
    },
    onError: (error, { task: { id } }) => {
      failedTo('update task')(error)
      leave(id)
      setReturnedId(id)
      setTimeout(() => setReturnedId((shown) => (shown === id ? null : shown)), returnedMs)
    },
  })

  return {
    moves,
    open,
    /** The task that has just moved back because the server refused. */
    returnedId,
    close: () => setOpen(null),
    /** Whether the reader may pick a task up: to set its status, or to report on it. */
    mayMove: (task: ListedTask) =>
      !moves.some((move) => move.task.id === task.id) &&
      (canSet || (task.assignedTo === user.id && task.status !== 'complete')),
    drop(task: ListedTask, to: TaskStatus) {
      if (to === task.status) return
      const report = reports[to]
      if (!canSet && report) setOpen({ task, report })
      if (canSet && to === 'blocked') setOpen({ task, block: true })
      else if (canSet) moving.mutate({ task, to })
    },
  }
}

/** The tasks of a column after the moves: those that were dropped here come first. */
export function withMoves(status: TaskStatus, items: ListedTask[], moves: Move[]): ListedTask[] {
  const there = moves.filter(({ to }) => to === status).map(({ task }) => ({ ...task, status }))
  const isMoved = ({ id }: ListedTask) => moves.some(({ task }) => task.id === id)
  return [...there, ...items.filter((item) => !isMoved(item))]
}

/** How many tasks a column has after the moves. `listed`: the tasks that the server has sent. */
export function countWithMoves(status: TaskStatus, total: number, listed: ListedTask[], moves: Move[]): number {
  const has = (id: string) => listed.some((task) => task.id === id)
  const come = moves.filter(({ task, to }) => to === status && !has(task.id)).length
  const gone = moves.filter(({ task, to }) => to !== status && has(task.id)).length
  return Math.max(0, total + come - gone)
}
