import type { KeyboardEvent } from 'react'
import type { RowSelection } from '../rows/row-selection.ts'

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
