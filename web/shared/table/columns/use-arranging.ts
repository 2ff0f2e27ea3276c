import type { ListName, ListView } from 'contract/settings/preferences.ts'
import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react'
import { announce } from '../../feedback/announcer.ts'
import { useStableHandlers } from '../../page/stable-handlers.ts'
import { useListViewChange } from '../views/list-view.ts'
import { besideOf, type Column, moveColumn } from './columns.ts'

export type HeadColumn = Pick<Column<never>, 'key' | 'title' | 'isSortable' | 'isNumeric' | 'grows'>

/** The order and widths of the columns of a list, and where they are stored. */
export type Arrangement = {
  name: ListName
  viewId: string | undefined
  view: ListView
  /** All columns, also hidden ones, in the order of the person. */
  all: HeadColumn[]
  /** Draws the table with these widths until they are stored. px at the default text size, by key */
  draw: (widths: Record<string, number>) => void
  /** The text size, 1 for the default one. */
  scale: number
}

const [least, most] = [40, 1_200]

/** The changes of columns, by pointer, keys or menu. */
export function useArranging(
  columns: HeadColumn[],
  widths: Map<string, number>,
  { name, viewId, view, all, draw, scale }: Arrangement,
) {
  const remember = useListViewChange(name, viewId)
  const drawn = useRef<Record<string, number> | null>(null)
  const titleOf = (key: string) => columns.find((column) => column.key === key)?.title
  const clamped = (px: number) => Math.round(Math.min(Math.max(px / scale, least), most))
  const resize = (key: string, px: number) => {
    drawn.current = { ...view.columnWidths, ...drawn.current, [key]: clamped(px) }
    draw(drawn.current)
  }
  const finish = () => {
    if (drawn.current) remember({ ...view, columnWidths: drawn.current })
    drawn.current = null
  }
  const stable = useStableHandlers({ finish })
  const move = (key: string, place: string) =>
    remember({
      ...view,
      columnOrder: moveColumn(
        all.map((column) => column.key),
        key,
        place,
      ),
    })
  const fit = (key: string) => {
    const { [key]: _, ...others } = view.columnWidths ?? {}
    remember({ ...view, columnWidths: others })
  }
  const shown = columns.map(({ key }) => key)
  const change = {
    width: (key: string, by: number) => {
      const width = clamped((widths.get(key) ?? least) + by * scale)
      remember({ ...view, columnWidths: { ...view.columnWidths, [key]: width } })
      announce(`${titleOf(key)} is ${width} pixels wide`)
    },
    place: (key: string, way: 1 | -1) => {
      const beside = besideOf(shown, key, way)
      if (!beside) return
      move(key, beside)
      announce(`${titleOf(key)} is ${way > 0 ? 'after' : 'before'} ${titleOf(beside)}`)
    },
    fit,
    remember,
  }
  return { move, resize, change, finish: stable.finish }
}

export type Arranging = ReturnType<typeof useArranging>['change']

/** px that the pointer moves before a press becomes a drag. */
const slack = 6

/** Columns are moved by their heads, with a mouse or pen; a finger scrolls. @param onDrop the column, and the one whose place it takes */
export function useColumnDrag(onDrop: (key: string, place: string) => void) {
  const [drag, setDrag] = useState<{ key: string; over: string | null } | null>(null)

  const start = (key: string) => (event: ReactPointerEvent<HTMLElement>) => {
    const isHandle = (event.target as Element).closest('[data-resizer]')
    if (event.button !== 0 || event.pointerType === 'touch' || isHandle) return
    const head = event.currentTarget.closest('tr')
    const from = event.clientX
    let over: string | null = null
    let isMoving = false
    const listening = new AbortController()
    const { signal } = listening
    const end = (isDropped: boolean) => {
      listening.abort()
      setDrag(null)
      if (!isMoving) return
      swallowClick()
      if (isDropped && over && over !== key) onDrop(key, over)
    }
    const follow = ({ clientX }: PointerEvent) => {
      if (!isMoving && Math.abs(clientX - from) < slack) return
      isMoving = true
      over = keyAt(head, clientX)
      setDrag({ key, over })
    }
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener('pointerup', () => end(true), { signal })
    document.addEventListener('pointercancel', () => end(false), { signal })
    document.addEventListener('keydown', ({ key: pressed }) => pressed === 'Escape' && end(false), { signal })
  }

  return {
    /** @param columns the shown ones, from left to right */
    handlersOf: (key: string, columns: { key: string }[]) => {
      const place = (one: string | undefined) => columns.findIndex((column) => column.key === one)
      const isOver = drag !== null && drag.over === key && drag.key !== key
      return {
        onPointerDown: start(key),
        'data-moving': drag?.key === key || undefined,
        'data-drop': isOver ? (place(drag.key) < place(key) ? 'after' : 'before') : undefined,
      }
    },
  }
}

/** The column below the pointer; the first one does not move, so no column takes its place. */
function keyAt(head: Element | null, x: number): string | null {
  const cells = [...(head?.querySelectorAll<HTMLElement>('th[data-key]:not([data-primary])') ?? [])]
  const under = cells.find((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return x >= left && x < right
  })
  return under?.dataset.key ?? null
}

/** Ignores the click after a drag, which would sort. */
function swallowClick() {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
