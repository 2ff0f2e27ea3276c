import type { Catalogue, Field, FieldKind, Fields } from 'contract/catalogue.ts'
import type { Measure } from 'contract/units.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { NumberKind } from '../../form/typed-number.ts'
import { valueText } from '../../format/field-value.ts'

/** A column of a list. */
export type Column<Row> = {
  /** The sort key of the list route; also names the column. */
  key: string
  title: string
  isSortable?: boolean
  /** Right-aligned, with digits of equal width; for numbers. */
  isNumeric?: boolean
  /** A time, shown by `Moment`: whole with the name of its zone, in a narrow list as wide as `min`. */
  isMoment?: boolean
  /** Hidden until a person chooses it. */
  isOptional?: boolean
  /** CSS width in rem, for content that is not text; other columns are as wide as their content. */
  width?: string
  /** rem: never narrower (6), and no wider for its content (22). */
  min?: number
  max?: number
  /** The same in a list as narrow as on an upright tablet, for a name whose end is worth less than the columns beside it. */
  narrow?: number
  /** The column takes the room that is left. */
  grows?: boolean
  /** When there is not enough room, 1 leaves first; without a number the column stays. */
  leaves?: number
  /** The place on a phone, where a row has two lines: 'title' and 'end' are in the first, 'under' (the default) is in the second. */
  phone?: 'title' | 'end' | 'under' | 'off'
  /** The text of a cell that is more than a text: its width is measured. */
  text?: (row: Row) => string
  cell: (row: Row) => ReactNode
  /** The cell brings the link of its row, with `data-row-link`: the rows are no records at addresses below the list. */
  isLink?: boolean
  /** The text for its copy button; for the numbers people know records by. */
  copy?: (row: Row) => string
  /** How the cell is edited in the list; needs `saveCell`. */
  edit?: CellEdit<Row>
}

/** The place of a column on a phone, by default: the name is the title. */
export const phonePlaceOf = <Row>({ phone, grows, copy }: Column<Row>, isFirst: boolean) =>
  phone ?? (grows || (isFirst && !copy) ? 'title' : 'under')

/** How a cell is edited in the list. */
export type CellEdit<Row> = {
  kind: NumberKind | 'text'
  value: (row: Row) => string | number | null
  /** The contract's rule for the field. */
  schema: z.ZodType | ((row: Row) => z.ZodType)
  /** In what a quantity of the row is measured. */
  measure?: (row: Row) => Measure
}

/** rem */
const least: Partial<Record<FieldKind, number>> = { money: 6, quantity: 6 }

/** The name leads: it is never squeezed, and takes the room that is left. rem */
export const nameWidths = { min: 16, max: 40, grows: true }

/**
 * The columns of a list, from the catalogue of its noun.
 * @param own additions for a column: width, cell, how a cell is edited
 */
export function columnsOf<Row, Of extends Fields>(
  catalogue: Catalogue<Of>,
  own: { [Key in keyof Of]?: Partial<Column<Row>> },
): Column<Row>[] {
  const listed = Object.entries(catalogue.fields as Fields).filter(([, field]) => field.list)
  return listed.map(([key, field]) => ({ ...columnOf<Row>(key, field), ...own[key] }))
}

/** The head of a column whose cell a screen draws itself. */
export const headOf = <Of extends Fields>(fields: Of, key: keyof Of & string) => {
  const { label, kind, sort } = fields[key] as Field
  return { key, title: label, isSortable: sort !== undefined, isNumeric: isNumeric(kind), isMoment: kind === 'moment' }
}

const isNumeric = (kind: FieldKind) => kind === 'money' || kind === 'quantity' || kind === 'hours'

function columnOf<Row>(key: string, field: Field): Column<Row> {
  const { kind, list } = field
  const stored = (row: Row) => (row as Record<string, unknown>)[key]
  const min = least[kind]
  return {
    ...headOf({ [key]: field }, key),
    isOptional: list === 'optional',
    cell: (row) => valueText(field, stored(row)),
    ...(min && { min }),
    ...(key === 'name' && nameWidths),
    ...(kind === 'code' && { copy: (row: Row) => String(stored(row)) }),
  }
}

type Keyed = { key: string }

/** The columns in the order that a person gave them. The first one stays first; columns that the order does not name come last. */
export function inOrder<Column extends Keyed>(columns: Column[], order: string[] | undefined): Column[] {
  if (!order) return columns
  const [first, ...others] = columns
  const placeOf = ({ key }: Keyed) => (order.indexOf(key) + 1 || Number.POSITIVE_INFINITY) - 1
  const moved = others.toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)))
  return first ? [first, ...moved] : []
}

/**
 * The order after a column was moved to the place of another: the columns in between move up.
 * @param order all keys; the first one stays
 */
export function moveColumn(order: string[], key: string, place: string): string[] {
  const [from, to] = [order.indexOf(key), order.indexOf(place)]
  if (from < 1 || to < 1) return order
  return order.toSpliced(from, 1).toSpliced(to, 0, key)
}

/** The key of the column beside one, among those that may move; null at the ends. @param shown the keys on screen */
export function besideOf(shown: string[], key: string, step: 1 | -1): string | null {
  const place = shown.indexOf(key)
  return place < 1 || place + step < 1 ? null : (shown[place + step] ?? null)
}
