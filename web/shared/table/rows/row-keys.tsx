import { type KeyboardEvent, type RefObject, useState } from 'react'
import { announce } from '../../feedback/announcer.ts'
import { type Keys, useKeys } from '../../page/keys.ts'
import { lateComponent } from '../../page/later.tsx'
import { actionsFor, type MenuPlace, placeBelow, type RowAction } from './row-actions.tsx'
import type { RowSelection } from './row-selection.tsx'

const RowMenu = lateComponent(async () => (await import('./row-menu.tsx')).RowMenu)

type RowMenuProps<Row> = {
  /** The element around the rows; each has `data-row-id`, and a link or button with `data-row-link`. */
  box: RefObject<HTMLElement | null>
  rows: Row[] | undefined
  nameOf: (row: Row) => string
  actions: RowAction<Row>[] | undefined
  selection: RowSelection | undefined
}

/** The menu of a row, and the keys: J and K move between the rows of a list, X selects, M opens the menu, and each action has its key. */
export function useRowMenu<Row extends { id: string }>(props: RowMenuProps<Row>) {
  const { nameOf, actions, selection } = props
  const [place, openMenu] = useState<MenuPlace<Row> | null>(null)
  useRowKeys({ ...props, onMenu: openMenu })
  const menu = place && actions && (
    <RowMenu {...{ place, actions, selection }} name={nameOf(place.row)} onClose={() => openMenu(null)} />
  )
  return { menu, openMenu }
}

function useRowKeys<Row extends { id: string }>(
  props: RowMenuProps<Row> & { onMenu: (place: MenuPlace<Row>) => void },
) {
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
    ...(actions.length > 0 && { m: withRow((row, element) => onMenu(placeBelow(element, row))) }),
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

const stops = '[data-row-link], [data-edit-cell]'

/** Arrow keys in a table body: up and down in a column, left and right among the link of a row and its editable cells. */
export const tableKeys = (selection: RowSelection | undefined) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Escape' && selection && selection.count > 0) selection.clear()
  const row = (event.target as Element).closest('tr')
  if (!row?.dataset.rowId || event.defaultPrevented) return
  const target = isSideways(event.key) ? besides(row, event) : aboveOrBelow(row, event)
  if (!target) return
  event.preventDefault()
  target.focus()
}

const isSideways = (key: string) => key === 'ArrowLeft' || key === 'ArrowRight'

function besides(row: HTMLElement, event: KeyboardEvent): HTMLElement | undefined {
  const all = [...row.querySelectorAll<HTMLElement>(stops)]
  const place = all.indexOf(event.target as HTMLElement)
  return place < 0 ? undefined : all[place + (event.key === 'ArrowRight' ? 1 : -1)]
}

function aboveOrBelow(row: HTMLElement, { key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(':scope > [data-row-id]')]
  const place = rows.indexOf(row)
  const wanted = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: rows.length - 1 }[key]
  const next = wanted === undefined ? undefined : rows[wanted]
  const column = (target as HTMLElement).dataset.editCell
  const cell = column && next?.querySelector<HTMLElement>(`[data-edit-cell="${column}"]`)
  return cell || next?.querySelector<HTMLElement>('[data-row-link]')
}
