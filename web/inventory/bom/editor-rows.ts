import type { ComponentType, NewBomLine } from 'contract/inventory/bom.ts'
import type { ComponentChoice, ResolvedNumber } from 'contract/inventory/components.ts'
import { maxDecimals } from 'contract/money.ts'
import { each, type Measure } from 'contract/units.ts'
import { readNumber } from '../../shared/form/typed-number.ts'
import type { PastedLine } from './pasted-lines.ts'

/** A line that is being edited. Without an id, `number` is the typed or pasted text; `quantity` may be unreadable text. */
export type EditorRow = {
  /** React's key; error messages move with their line by this key; never sent */
  key: number
  type: ComponentType
  id: string
  number: string
  name: string
  quantity: number | string
  /** of the component, once it is chosen */
  unit: string
  decimals: number
}

/** What is not measured. */
export const unmeasured = { unit: each, decimals: 0 }

let lastKey = 0
export const newRow = (fields: Partial<EditorRow> = {}): EditorRow => {
  lastKey += 1
  return { type: 'part', id: '', number: '', name: '', quantity: 1, ...unmeasured, ...fields, key: lastKey }
}

export const isBlank = (row: EditorRow): boolean => row.id === '' && row.number.trim() === ''

/** The value of the form and the body for the server: without blank lines. */
export const linesOf = (rows: EditorRow[]): NewBomLine[] =>
  rows
    .filter((row) => !isBlank(row))
    .map(
      ({ type, id, number, name, quantity, unit, decimals }) =>
        ({ type, id, number, name, quantity, unit, decimals }) as NewBomLine,
    )

export const rowsOf = (lines: NewBomLine[]): EditorRow[] =>
  lines.map(({ type, id, number = '', name = '', quantity, unit = each, decimals = 0 }) =>
    newRow({ type, id, number, name, quantity, unit, decimals }),
  )

/** Inserts pasted lines: they replace a blank row, or follow a row that is not blank. */
export function withPasted(rows: EditorRow[], at: EditorRow, pasted: PastedLine[]) {
  const added = pasted.map((line) => newRow({ ...line, type: at.type }))
  const place = rows.indexOf(at)
  return { rows: rows.toSpliced(isBlank(at) ? place : place + 1, isBlank(at) ? 1 : 0, ...added), added }
}

/** Fills in the item for rows that have only a number; an item of the row's own type comes first. */
export function withResolved(rows: EditorRow[], items: ResolvedNumber[]): EditorRow[] {
  const matchesByNumber = new Map(items.map(({ number, matches }) => [number, matches]))
  return rows.map((row) => {
    const matches = row.id === '' ? matchesByNumber.get(row.number.trim()) : undefined
    const match = matches?.find(({ type }) => type === row.type) ?? matches?.[0]
    return match ? { ...row, ...match, ...measuredBy(match, row.quantity) } : row
  })
}

export type MergedRow = { row: EditorRow; added: number | string }

/** Merges rows with the same component: the first row gets the sum of the quantities, the later ones are removed. */
export function withoutRepeats(rows: EditorRow[]): { rows: EditorRow[]; merged: MergedRow[] } {
  const first = new Map<string, number>()
  const kept: EditorRow[] = []
  const merged: MergedRow[] = []
  for (const row of rows) {
    const at = row.id === '' ? undefined : first.get(row.id)
    const earlier = at === undefined ? undefined : kept[at]
    // A quantity that is not a number cannot be added: both lines stay, and the contract reports the duplicate.
    if (at === undefined || !earlier || typeof earlier.quantity !== 'number' || typeof row.quantity !== 'number') {
      if (row.id !== '' && at === undefined) first.set(row.id, kept.length)
      kept.push(row)
      continue
    }
    kept[at] = { ...earlier, quantity: Number((earlier.quantity + row.quantity).toFixed(maxDecimals)) }
    merged.push({ row: kept[at], added: row.quantity })
  }
  return { rows: kept, merged }
}

export const withComponent = (
  row: EditorRow,
  { type, id, number, name, unit, decimals }: ComponentChoice,
): EditorRow => ({
  ...row,
  type,
  id,
  number,
  name,
  ...measuredBy({ unit, decimals }, row.quantity),
})

/** A quantity that was typed before the component was known, '0,35' or '200 mm', read by its unit. */
const measuredBy = ({ unit, decimals }: Measure, quantity: number | string) => ({
  ...{ unit, decimals },
  quantity: typeof quantity === 'string' ? readNumber('quantity', quantity, { unit, decimals }) : quantity,
})

type Errors = Record<string, unknown>

/** Error messages move with their lines when lines are added or removed. A message disappears when its line is edited. */
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
