import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { takeBack } from '../shared/feedback/toast-message.tsx'
import type { Changed } from '../shared/feedback/undo.ts'
import classes from './just-done.module.css'

export type Completed = Changed & { id: string; title: string; version: number }
export type Done = Completed & { place: number; until: number }

/** As long as the toast offers Undo. */
const momentMs = 9_000

type JustDone<Item> = { rows: (Item | Done)[]; list: RefObject<HTMLElement | null>; add: (task: Completed) => void }

/**
 * Keeps the row of a task for a moment after it was completed in place: otherwise the next row would slide under the pointer. The row stays
 * while the pointer is over the list.
 * @param taskOf the task that a row shows
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
    if (place >= 0) setDone((all) => [...others(all), { ...task, place, until: Date.now() + momentMs }])
  }
  return { rows, list, add }
}

/** The row of a task that was just completed, with Undo. */
export function DoneTask({ task }: { task: Completed }) {
  const undoing = useMutation({ mutationFn: () => takeBack(task) })
  return (
    <span className={classes.done}>
      <span className={classes.title}>
        <s>{task.title}</s> <span>Complete</span>
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
