import { componentTypeLabels } from 'contract/inventory/bom.ts'
import type { BomPart, BomTreeRow } from 'contract/inventory/bom-analysis.ts'
import { withoutEnd } from 'contract/text.ts'

/** More rows than a spreadsheet is read with; a file that is cut says so in its last row. */
export const maxFileRows = 50_000

const treeHeader = 'Level,Type,Number,Name,Quantity,Total Quantity,Unit Cost,Extended Cost'.split(',')
const partsHeader =
  'Type,Part Number,Name,Location,Quantity,Required,On Hand,Missing,Unit Cost,Extended Cost,Limiting'.split(',')

/** @param rows up to one more than a file holds */
export function* treeFile(rows: BomTreeRow[]): Generator<string[]> {
  yield treeHeader
  for (const row of rows.slice(0, maxFileRows)) {
    const numbers = [row.quantity, row.totalQuantity, row.unitCost, row.extendedCost].map(String)
    yield [String(row.level), componentTypeLabels[row.type], row.number, row.name, ...numbers]
  }
  if (rows.length > maxFileRows) yield cutBefore(treeHeader, `Only the first ${maxFileRows} rows are in this file`)
}

export function* partsFile(items: BomPart[], total: number): Generator<string[]> {
  yield partsHeader
  for (const item of items) {
    const { quantity, required, onHand, missing, unitCost, extendedCost } = item
    const numbers = [quantity, required, onHand ?? '', missing ?? '', unitCost, extendedCost].map(String)
    yield [
      componentTypeLabels[item.type],
      item.number,
      item.name,
      item.location ?? '',
      ...numbers,
      item.isLimiting ? 'yes' : '',
    ]
  }
  if (total > items.length) yield cutBefore(partsHeader, `${total - items.length} more rows are not in this file`)
}

const cutBefore = (header: string[], sentence: string) => [sentence, ...header.slice(1).map(() => '')]

/** 'A-1 / B' -> 'A-1-B-tree.csv': plain ASCII that needs no quoting and begins no formula. */
export function fileNameOf(number: string, end: string): string {
  const plain = withoutEnd(number.replace(/[^A-Za-z0-9._]+/g, '-').replace(/^[-.]+/, ''), '-.')
  return `${plain.slice(0, 80) || 'bom'}-${end}.csv`
}
