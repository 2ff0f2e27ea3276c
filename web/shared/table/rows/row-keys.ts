import type { RefObject } from 'react'
import { announce } from '../../feedback/announcer.ts'
import { type Keys, useKeys } from '../../page/keys.ts'
import { actionsFor, type RowAction } from './row-action.ts'
import { below, type MenuPlace } from './row-buttons.tsx'
import type { RowSelection } from './row-selection.ts'

type RowKeysProps<Row> = {
  /** The element around the rows; each has `data-row-id`, and a link or button with `data-row-link`. */
  box: RefObject<HTMLElement | null>
  rows: Row[] | undefined
  nameOf: (row: Row) => string
  actions: RowAction<Row>[] | undefined
  selection: RowSelection | undefined
  onMenu: (place: MenuPlace<Row>) => void
}

/** J and K move between the rows of a list, X selects, M opens the menu, and each action has its key. */
export function useRowKeys<Row extends { id: string }>(props: RowKeysProps<Row>): void {
  const { box, rows, nameOf, actions = [], selection, onMenu } = props
  const current = () => document.activeElement?.closest<HTMLElement>('[data-row-id]')
  const withRow = (act: (row: Row, element: HTMLElement) => void) => () => {
    const element = current()
    const row = rows?.find(({ id }) => id === element?.dataset.rowId)
    if (element && row && box.current?.contains(element)) act(row, element)
  }
  const select = withRow((row) => {
    if (!selection) return
    const isAdded = !selection.isSelected(row.id)
    selection.toggle(row.id)
    announce(`${nameOf(row)} ${isAdded ? 'selected' : 'not selected'}`)
  })
  const keys: Keys = {
    j: () => move(box.current, current(), 1),
    k: () => move(box.current, current(), -1),
    ...(selection && { x: select }),
    ...(actions.length > 0 && { m: withRow((row, element) => onMenu(below(element, row))) }),
  }
  for (const { keyName, run, label } of actions) {
    if (keyName?.length !== 1) continue
    keys[keyName.toLowerCase()] = withRow((row) => {
      if (actionsFor(actions, row).some((action) => action.label === label)) run(row)
    })
  }
  useKeys(keys)
}

/** To the next row; from outside the list, to the row that had the focus last. */
function move(box: HTMLElement | null, from: HTMLElement | null | undefined, step: 1 | -1) {
  const elements = [...(box?.querySelectorAll<HTMLElement>('[data-row-id]') ?? [])]
  const place = from ? elements.indexOf(from) : -1
  const last = elements.find((element) => element.querySelector('[data-row-link][tabindex="0"]'))
  const next = place >= 0 ? elements[place + step] : (last ?? elements[0])
  next?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
