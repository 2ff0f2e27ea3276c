// Takes the rows of a file, tells where its second bill of materials begins: whose lines those are, only a title says.

import type { CsvRow } from '../../rows/rows.ts'

const titleIn = ({ cells }: Pick<CsvRow, 'cells'>): string | undefined => {
  const [title, other] = cells.filter((cell) => cell.trim() !== '')
  return other === undefined ? title?.trim() : undefined
}

/** 'Bill of Material: DOOR', 'Sub-Assembly MOTOR contains:', alone in a row. */
export const namesBill = (row: Pick<CsvRow, 'cells'>): boolean =>
  /(?<!\p{L})bills? of materials?(?!\p{L})|stückliste(?!\p{L})|assembly .*contains:?$/iu.test(titleIn(row) ?? '')

/** The row in which another bill begins: a header that has words of several in the row above it, or a row that names a bill. */
export function beginOfOther(row: CsvRow, above: CsvRow | undefined, header: 'same' | 'other' | undefined) {
  if (namesBill(row)) return row.rowNumber
  const title = (header && above && titleIn(above)) ?? ''
  const isTitle = /[\s:]/.test(title) && !/^(?:page|seite|página|pagina|strona|sida|sivu|stránka)\s/i.test(title)
  return isTitle ? above?.rowNumber : header === 'other' ? row.rowNumber : undefined
}
