import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { actionMs, takeBack } from '../../shared/feedback/toast-message.tsx'
import type { Changed } from '../../shared/feedback/undo.ts'
import classes from './just-done.module.css'

/** What was just dealt with. `word`: what was done with it; default: 'Complete'. */
export type Completed = Changed & { id: string; title: string; version: number; word?: string }
export type Done = Completed & { place: number; until: number }

type JustDone<Item> = { rows: (Item | Done)[]; list: RefObject<HTMLElement | null>; add: (task: Completed) => void }

/**
 * Keeps a row for a moment after its task was completed, or its proposal decided, in place: otherwise the next row would slide under the
 * pointer. The row stays while the pointer is over the list.
 * @param taskOf the task or proposal that a row shows
 */
export function useJustDone<Item extends object>(
  items: Item[],
  taskOf: (item: Item) => Pick<Completed, 'id' | 'version'> | undefined,
): JustDone<Item> {
  const [done, setDone] = useState<Done[]>([])
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (done.length === 0) return
    const timer = setInterval(() => {
      if (!list.current?.matches(':hover')) setDone((all) => all.filter(({ until }) => until > Date.now()))
    }, 1_000)
    return () => clearInterval(timer)
  }, [done])

  // A task that was opened again has a later version.
  const isOpenAgain = ({ id, version }: Done) =>
    items.some((item) => taskOf(item)?.id === id && (taskOf(item)?.version ?? 0) > version)
  const kept = done.filter((each) => !isOpenAgain(each)).toSorted((one, other) => one.place - other.place)
  const rows: (Item | Done)[] = items.filter((item) => !kept.some(({ id }) => id === taskOf(item)?.id))
  for (const each of kept) rows.splice(each.place, 0, each)

  const add = (task: Completed) => {
    const place = rows.findIndex((row) => !('until' in row) && taskOf(row)?.id === task.id)
    const others = (all: Done[]) => all.filter(({ id }) => id !== task.id)
    if (place >= 0) setDone((all) => [...others(all), { ...task, place, until: Date.now() + actionMs }])
  }
  return { rows, list, add }
}

/** The row of what was just completed or decided, with Undo if there is one. */
export function DoneTask({ task }: { task: Completed }) {
  const undoing = useMutation({ mutationFn: () => takeBack(task) })
  return (
    <span className="row justify-between flex-1 col-span-full min-w-0 gap-3">
      <span className={`min-w-0 text-muted break-words ${classes.title}`}>
        <s>{task.title}</s> <span data-declined={task.word === 'Declined' || undefined}>{task.word ?? 'Complete'}</span>
      </span>
      {task.changeSetId && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Undo: ${task.title}`}
          loading={undoing.isPending}
          onClick={() => undoing.mutate()}
        >
          Undo
        </Button>
      )}
    </span>
  )
}
