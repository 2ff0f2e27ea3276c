import { Day } from '../../shared/format/moment.tsx'
import type { Column } from '../../shared/table/columns/columns.ts'
import { StockFigure } from './stock-figure.tsx'

/** A column that counts what belongs to an item. */
export const countColumn = <Key extends string>(key: Key, title: string): Column<Record<Key, number>> => ({
  key,
  title,
  isNumeric: true,
  cell: (row) => row[key].toLocaleString('en-US'),
})

/** items-page.tsx decides whether the list has it. */
export const stockColumn: Partial<Column<{ stockLevel: number }>> = {
  ...{ isNumeric: true, isOptional: false, min: 5 },
  cell: ({ stockLevel }) => <StockFigure quantity={stockLevel} />,
}

/** The day of the last change; the first column to go in a narrow list. */
export const updatedColumn: Partial<Column<{ updatedAt: string }>> = {
  width: '7.75rem',
  leaves: 1,
  cell: ({ updatedAt }) => <Day at={updatedAt} />,
}
