import type { Measure } from 'contract/units.ts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { NumberKind } from '../../form/typed-number.ts'

/** A column of a list. */
export type Column<Row> = {
  /** The sort key of the list route; also names the column. */
  key: string
  title: string
  isSortable?: boolean
  /** Right-aligned, with digits of equal width; for numbers. */
  isNumeric?: boolean
  /** Hidden until a person chooses it. */
  isOptional?: boolean
  /** CSS width in rem, for content that is not text; other columns are as wide as their content. */
  width?: string
  /** rem: never narrower (6), and no wider for its content (22). */
  min?: number
  max?: number
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
