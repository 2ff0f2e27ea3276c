import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { NumberKind } from '../form/typed-number.ts'

/** A column of a list. */
export type Column<Row> = {
  /** The sort key of the list route; also names the column. */
  key: string
  title: string
  isSortable?: boolean
  /** Numbers stand at the right, with digits of one width. */
  isNumeric?: boolean
  /** Not shown until a person chooses it. */
  isOptional?: boolean
  /** CSS width; columns without one share the rest. */
  width?: string
  cell: (row: Row) => ReactNode
  /** What its copy button copies; for the numbers people know records by. */
  copy?: (row: Row) => string
  /** How the cell is edited where it stands; needs `saveCell`. */
  edit?: CellEdit<Row>
}

/** How a cell is edited where it stands. */
export type CellEdit<Row> = {
  kind: NumberKind | 'text'
  value: (row: Row) => string | number | null
  /** The contract's rule for the field. */
  schema: z.ZodType
}
