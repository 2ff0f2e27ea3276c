import type { Catalogue, Field, FieldKind, Fields } from 'contract/catalogue.ts'
import { valueText } from '../format/field-value.ts'
import type { Column } from './columns.ts'

/** rem */
const least: Partial<Record<FieldKind, number>> = { code: 7, money: 6, quantity: 6 }

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

function columnOf<Row>(key: string, field: Field): Column<Row> {
  const { label, kind, sort, list } = field
  const stored = (row: Row) => (row as Record<string, unknown>)[key]
  const min = least[kind]
  return {
    key,
    title: label,
    isSortable: sort !== undefined,
    isNumeric: kind === 'money' || kind === 'quantity',
    isOptional: list === 'optional',
    cell: (row) => valueText(field, stored(row)),
    ...(min && { min }),
    ...(key === 'name' && nameWidths),
    ...(kind === 'code' && { copy: (row: Row) => String(stored(row)) }),
  }
}
