import type { Catalogue, Field, FieldKind, Fields } from 'contract/catalogue.ts'
import { valueText } from '../../format/field-value.ts'
import type { Column } from './columns.ts'

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
  return { key, title: label, isSortable: sort !== undefined, isNumeric: isNumeric(kind) }
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
