import type { ListName, ListView } from 'contract/settings/preferences.ts'
import { useRef } from 'react'
import { announce } from '../../feedback/announcer.ts'
import { useStableHandlers } from '../grid/stable-handlers.ts'
import { useListViewChange } from '../views/list-view-change.ts'
import { besideOf, movedTo } from './column-order.ts'
import type { Column } from './columns.ts'

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
      columnOrder: movedTo(
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
