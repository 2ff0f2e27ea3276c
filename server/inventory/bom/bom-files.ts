import { componentTypeLabels } from 'contract/inventory/bom.ts'
import type { BomPart, BomTreeRow } from 'contract/inventory/bom-analysis.ts'
import { withoutEnd } from 'contract/text.ts'

/** More rows than a spreadsheet can read; a file that is cut says so in its last row. */
export const maxFileRows = 50_000

const treeHeader = 'Level,Type,Number,Name,Quantity,Total Quantity,Unit Cost,Extended Cost'.split(',')
const partsHeader =
  'Type,Part Number,Name,Location,Quantity,Required,On Hand,Missing,Unit Cost,Extended Cost,Limiting'.split(',')

/** @param rows at most one more than a file holds */
export async function* treeFile(rows: AsyncIterable<Omit<BomTreeRow, 'pictureId'>>): AsyncGenerator<string[]> {
  yield treeHeader
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > maxFileRows) {
      yield cutBefore(treeHeader, `Only the first ${maxFileRows} rows are in this file`)
      continue
    }
    const numbers = [row.quantity, row.totalQuantity, row.unitCost, row.extendedCost].map(String)
    yield [String(row.level), componentTypeLabels[row.type], row.number, row.name, ...numbers]
  }
}

/** @param items at most as many as a file holds; each carries the total number */
export async function* partsFile(items: AsyncIterable<BomPart & { total: number }>): AsyncGenerator<string[]> {
  yield partsHeader
  let left = 0
  let count = 0
  for await (const item of items) {
    count += 1
    left = item.total - count
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
  if (left > 0) yield cutBefore(partsHeader, `${left} more rows are not in this file`)
}

const cutBefore = (header: string[], sentence: string) => [sentence, ...header.slice(1).map(() => '')]

/** 'A-1 / B' -> 'A-1-B-tree.csv': plain ASCII that needs no quoting and cannot begin a formula. */
export function fileNameOf(number: string, end: string): string {
  const plain = withoutEnd(number.replace(/[^A-Za-z0-9._]+/g, '-').replace(/^[-.]+/, ''), '-.')
  return `${plain.slice(0, 80) || 'bom'}-${end}.csv`
}
