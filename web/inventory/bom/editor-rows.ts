import type { ComponentType, NewBomLine } from 'contract/inventory/bom.ts'
import type { ComponentChoice, ResolvedNumber } from 'contract/inventory/components.ts'
import type { PastedLine } from './pasted-lines.ts'

/** A line as it is being typed. Without an id, `number` is what was typed or pasted; `quantity` may be what cannot be read. */
export type EditorRow = {
  /** for React and for messages that move with their line; never sent */
  key: number
  type: ComponentType
  id: string
  number: string
  name: string
  quantity: number | string
}

let lastKey = 0
export const newRow = (fields: Partial<EditorRow> = {}): EditorRow => {
  lastKey += 1
  return { type: 'part', id: '', number: '', name: '', quantity: 1, ...fields, key: lastKey }
}

export const isBlank = (row: EditorRow): boolean => row.id === '' && row.number.trim() === ''

/** What the form holds and the server gets: blank lines are left out. */
export const linesOf = (rows: EditorRow[]): NewBomLine[] =>
  rows
    .filter((row) => !isBlank(row))
    .map(({ type, id, number, name, quantity }) => ({ type, id, number, name, quantity }) as NewBomLine)

export const rowsOf = (lines: NewBomLine[]): EditorRow[] =>
  lines.map(({ type, id, number = '', name = '', quantity }) => newRow({ type, id, number, name, quantity }))

/** Puts pasted lines in the place of a blank row, or after one that is not. */
export function withPasted(rows: EditorRow[], at: EditorRow, pasted: PastedLine[]) {
  const added = pasted.map((line) => newRow({ ...line, type: at.type }))
  const place = rows.indexOf(at)
  return { rows: rows.toSpliced(isBlank(at) ? place : place + 1, isBlank(at) ? 1 : 0, ...added), added }
}

/** Gives rows without a component the item their number stands for: of the row's own kind, where there is one. */
export function withResolved(rows: EditorRow[], items: ResolvedNumber[]): EditorRow[] {
  const found = new Map(items.map(({ number, matches }) => [number, matches]))
  return rows.map((row) => {
    const matches = row.id === '' ? found.get(row.number.trim()) : undefined
    const match = matches?.find(({ type }) => type === row.type) ?? matches?.[0]
    return match ? { ...row, ...match } : row
  })
}

export type Merged = { row: EditorRow; added: number | string }

/** Each component once: a later row with the same one adds its quantity to the first and goes. */
export function withoutRepeats(rows: EditorRow[]): { rows: EditorRow[]; merged: Merged[] } {
  const first = new Map<string, number>()
  const kept: EditorRow[] = []
  const merged: Merged[] = []
  for (const row of rows) {
    const at = row.id === '' ? undefined : first.get(row.id)
    const earlier = at === undefined ? undefined : kept[at]
    // What is no number cannot be added: both lines stay, and the contract says which one is too many.
    if (at === undefined || !earlier || typeof earlier.quantity !== 'number' || typeof row.quantity !== 'number') {
      if (row.id !== '' && at === undefined) first.set(row.id, kept.length)
      kept.push(row)
      continue
    }
    kept[at] = { ...earlier, quantity: earlier.quantity + row.quantity }
    merged.push({ row: kept[at], added: row.quantity })
  }
  return { rows: kept, merged }
}

export const chosen = (row: EditorRow, { type, id, number, name }: ComponentChoice): EditorRow => ({
  ...row,
  type,
  id,
  number,
  name,
})

type Errors = Record<string, unknown>

/** Messages follow their lines when others are added or removed, until what they are about is changed. */
export function carryErrors<E extends Errors>(errors: E, field: string, before: EditorRow[], after: EditorRow[]): E {
  const [linesBefore, linesAfter] = [before, after].map((rows) => rows.filter((row) => !isBlank(row)))
  const carried = Object.entries(errors).flatMap(([path, message]) => {
    if (path === field) return []
    if (!path.startsWith(`${field}.`)) return [[path, message]]
    const [index, ...rest] = path.slice(field.length + 1).split('.')
    const row = linesBefore?.[Number(index)]
    const place = row ? (linesAfter?.findIndex(({ key }) => key === row.key) ?? -1) : -1
    const now = linesAfter?.[place]
    return !row || !now || isChanged(row, now, rest[0]) ? [] : [[[field, place, ...rest].join('.'), message]]
  })
  return Object.fromEntries(carried) as E
}

const isChanged = (before: EditorRow, after: EditorRow, field: string | undefined) =>
  field === 'quantity'
    ? before.quantity !== after.quantity
    : before.type !== after.type || before.id !== after.id || before.number !== after.number
