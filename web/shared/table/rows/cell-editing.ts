import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queries, screens } from '../../api/queries.ts'
import { currentRowOf, messageOf } from '../../api/server-errors.ts'
import { failure, saved } from '../../feedback/toasts.ts'
import type { Column } from '../columns/columns.ts'

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

type CellSaving<Row> = {
  /** 'Part'. */
  noun: string
  companyId: string
  /** The key of all pages of the list. */
  listKey: QueryKey
  save: (row: Row, changes: Partial<Row>, version: number) => Promise<Row & { changeSetId: string | null }>
}

/** Saves one cell. @returns false when the server refused it and the cell shows the stored value again */
export type SaveCell<Row> = (row: Row, key: string, value: unknown) => Promise<boolean>

/**
 * Saves cells inside a list. The new value is shown at once, and visibly reset if the server refuses it. Saves
 * run one after the other; a version that only our own previous save raised is not a conflict.
 */
export function useCellSaving<Row extends { id: string; version: number }>(props: CellSaving<Row>): SaveCell<Row> {
  const { noun, companyId, listKey } = props
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const ownVersions = useRef(new Map<string, number>())

  function show(id: string, change: (row: Row) => Row) {
    queries.setQueriesData<{ items: Row[] }>(
      { queryKey: listKey },
      (page) => page && { ...page, items: page.items.map((row) => (row.id === id ? change(row) : row)) },
    )
  }

  async function send(row: Row, key: keyof Row, value: Row[keyof Row]) {
    let { version } = row
    for (let ours = ownVersions.current.get(`${row.id} ${version}`); ours; ) {
      version = ours
      ours = ownVersions.current.get(`${row.id} ${version}`)
    }
    const changes = { [key]: value } as unknown as Partial<Row>
    const result = await props.save(row, changes, version).catch((error: unknown) => {
      const current = currentRowOf<Row>(error)
      // Somebody changed another field: saving this field on their version does not lose their change.
      if (current && current[key] === row[key]) return props.save(row, changes, current.version)
      throw error
    })
    ownVersions.current.set(`${row.id} ${version}`, result.version)
    return result
  }

  return async (row, name, value) => {
    const key = name as keyof Row
    await queries.cancelQueries({ queryKey: listKey })
    show(row.id, (stored) => ({ ...stored, [key]: value }))
    const sending = queue.current.then(() => send(row, key, value as Row[keyof Row]))
    queue.current = sending.catch(() => undefined)
    try {
      const { changeSetId, version, ...result } = await sending
      show(row.id, (stored) => ({ ...stored, [key]: (result as unknown as Row)[key], version }))
      saved(noun, 'updated', { companyId, changeSetId })
      return true
    } catch (error) {
      const current = currentRowOf<Row>(error)
      show(row.id, (stored) => current ?? { ...stored, [key]: row[key] })
      failure(
        `Failed to save ${noun.toLowerCase()}`,
        current ? `${messageOf(error)}. The list shows their value now.` : messageOf(error),
      )
      return false
    }
  }
}
