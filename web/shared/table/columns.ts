import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { NumberKind } from '../form/typed-number.ts'

/** A column of a list. */
export type Column<Row> = {
  /** The sort key of the list route; also names the column. */
  key: string
  title: string
  isSortable?: boolean
  /** Right-aligned, with digits of equal width; for numbers. */
  isNumeric?: boolean
  /** Not shown until a person chooses it. */
  isOptional?: boolean
  /** CSS width; columns without one share the rest. */
  width?: string
  cell: (row: Row) => ReactNode
  /** The text for its copy button; for the numbers people know records by. */
  copy?: (row: Row) => string
  /** How the cell is edited in the list; needs `saveCell`. */
  edit?: CellEdit<Row>
}

/** How a cell is edited in the list. */
export type CellEdit<Row> = {
  kind: NumberKind | 'text'
  value: (row: Row) => string | number | null
  /** The contract's rule for the field. */
  schema: z.ZodType
}
