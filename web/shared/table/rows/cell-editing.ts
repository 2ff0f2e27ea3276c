import { useEffect, useState } from 'react'
import { screens } from '../../api/queries.ts'
import type { Column } from '../columns/columns.ts'
import type { SaveCell } from './cell-saving.ts'

/** Where the focus goes after an edit: it stays on the cell, or moves to the previous or next one. */
export type Direction = 'stay' | 'next' | 'previous' | 'away'

type Place = { id: string; key: string }

export type CellEditing<Row> = {
  keyIn: (id: string) => string | null
  flashIn: (id: string) => string | null
  start: (id: string, key: string) => void
  /** @param value undefined cancels the edit */
  finish: (row: Row, key: string, value: unknown, direction: Direction) => void
}

const flashMs = 1_600

/** The cell of a table that is being edited, and the cell that was just reset to its stored value. */
export function useCellEditing<Row extends { id: string }>(table: {
  rows: Row[]
  columns: Column<Row>[]
  saveCell: SaveCell<Row> | undefined
}): CellEditing<Row> {
  const { rows, columns, saveCell } = table
  const [place, setPlace] = useState<Place | null>(null)
  const [flash, setFlash] = useState<Place | null>(null)
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(null), flashMs)
    return () => clearTimeout(timer)
  }, [flash])
  useEffect(() => {
    if (!place) screens.resume()
  }, [place])

  function neighbourOf(id: string, key: string, step: number): Place | null {
    const keys = columns.filter(({ edit }) => edit).map((column) => column.key)
    const cells = rows.flatMap((row) => keys.map((each) => ({ id: row.id, key: each })))
    const index = cells.findIndex((cell) => cell.id === id && cell.key === key)
    return cells[index + step] ?? null
  }

  async function save(row: Row, key: string, value: unknown) {
    if (saveCell && !(await saveCell(row, key, value))) setFlash({ id: row.id, key })
  }

  return {
    keyIn: (id) => (place?.id === id ? place.key : null),
    flashIn: (id) => (flash?.id === id ? flash.key : null),
    start: (id, key) => saveCell && setPlace({ id, key }),
    finish: (row, key, value, direction) => {
      const steps = { stay: 0, away: 0, next: 1, previous: -1 }
      setPlace(steps[direction] === 0 ? null : neighbourOf(row.id, key, steps[direction]))
      if (value !== undefined) void save(row, key, value)
      if (direction === 'stay') focusCell(row.id, key)
    },
  }
}

/** Waits until the cell has rendered. */
function focusCell(id: string, key: string) {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-row-id="${id}"] [data-edit-cell="${key}"]`)?.focus(),
  )
}
