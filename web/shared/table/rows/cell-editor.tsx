import { Tooltip } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { hintFor, problemWith, readNumber, showNumber } from '../../form/typed-number.ts'
import type { CellEdit } from '../columns/columns.ts'
import type { Direction } from './cell-editing.ts'
import classes from './rows.module.css'

type CellEditorProps<Row> = {
  row: Row
  edit: CellEdit<Row>
  /** 'Stock Level of N-1 Nut'. */
  label: string
  onFinish: (value: unknown, direction: Direction) => void
}

/** The input of a cell. Enter and Tab save, Escape cancels, leaving the cell saves a valid value. */
export function CellEditor<Row>({ row, edit, label, onFinish }: CellEditorProps<Row>) {
  const { kind } = edit
  const schema = typeof edit.schema === 'function' ? edit.schema(row) : edit.schema
  const measure = edit.measure?.(row)
  const [before] = useState(() => edit.value(row))
  const [draft, setDraft] = useState(() => (kind === 'text' ? (before ?? '').toString() : showNumber(kind, before)))
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => input.current?.select(), [])

  function end(value: unknown, direction: Direction) {
    if (isDone.current) return
    isDone.current = true
    onFinish(value, direction)
  }

  function save(direction: Direction) {
    const checked = schema.safeParse(kind === 'text' ? draft : readNumber(kind, draft, measure))
    if (checked.success) return end(checked.data === before ? undefined : checked.data, direction)
    if (direction === 'away') return end(undefined, direction)
    const problem = checked.error.issues[0]?.message ?? 'Not valid'
    setError(kind === 'quantity' ? problemWith(problem, draft, measure) : problem)
  }

  function onKeyDown(event: KeyboardEvent) {
    // The table handles keys of its own.
    event.stopPropagation()
    if (event.key === 'Enter') save('stay')
    else if (event.key === 'Escape') end(undefined, 'stay')
    else if (event.key === 'Tab') save(event.shiftKey ? 'previous' : 'next')
    else return
    event.preventDefault()
  }

  const hint = error ?? (kind === 'text' ? null : hintFor(draft, measure))
  return (
    <Tooltip label={hint} opened={hint !== null} position="bottom" {...(error && { color: 'red' })}>
      <input
        ref={input}
        className={`bg-surface text-plain h-7 ${classes.cellInput}`}
        data-cell-input
        data-numeric={kind === 'text' ? undefined : true}
        aria-label={label}
        aria-invalid={error !== null}
        autoComplete="off"
        value={draft}
        onChange={(event) => {
          setDraft(event.currentTarget.value)
          setError(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => save('away')}
        onClick={(event) => event.stopPropagation()}
      />
    </Tooltip>
  )
}
