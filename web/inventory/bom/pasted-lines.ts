import { parseQuantity } from 'contract/amounts.ts'

/** A pasted line: the number of a component, and the quantity, or the text that was in its place. */
export type PastedLine = { number: string; quantity: number | string }

/**
 * The lines of a list copied from a spreadsheet or a text: numbers and quantities in columns, separated by tab, semicolon or
 * comma. The quantity may come first if the part numbers are not purely numeric; a heading is skipped; a single column means one of
 * each. Null when the text is not a list: then it is pasted as it is.
 */
export function readPastedLines(text: string): PastedLine[] | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const separator = ['\t', ';', ','].find((each) => lines.some((line) => cellsOf(line, each).length > 1))
  // A part number may contain a comma or semicolon: split a single line only if a quantity follows.
  if (lines.length === 0 || (lines.length === 1 && (!separator || !hasQuantity(lines[0] as string, separator))))
    return null
  const rows = lines.map((line) => (separator ? cellsOf(line, separator) : [line.trim()]))
  const quantityAt = quantityColumn(rows)
  const numberAt = quantityAt === 0 ? 1 : 0
  return rows
    .filter((row, index) => index > 0 || rows.length === 1 || !isHeading(row, quantityAt, numberAt))
    .map((row) => ({ number: row[numberAt] ?? '', quantity: quantityOf(row[quantityAt] ?? '') }))
    .filter(({ number, quantity }) => number !== '' || quantity !== 1)
}

const isQuantity = (cell: string | undefined): boolean => Boolean(cell) && 'value' in parseQuantity(cell as string)

const hasQuantity = (line: string, separator: string) =>
  separator === '\t' || cellsOf(line, separator).some((cell) => isQuantity(cell))

function quantityOf(cell: string): number | string {
  if (cell === '') return 1
  const parsed = parseQuantity(cell)
  return 'value' in parsed ? Number(parsed.value) : cell
}

/** The column in which most rows have a quantity; the first column only if no other has as many. -1 = none. */
function quantityColumn(rows: string[][]): number {
  const width = Math.max(...rows.map((row) => row.length))
  if (width === 1) return -1
  const counts = Array.from({ length: width }, (_, at) => rows.filter((row) => isQuantity(row[at])).length)
  const best = Math.max(...counts.slice(1))
  if (best === 0 && counts[0] === 0) return 1
  return (counts[0] ?? 0) > best && best * 2 < rows.length ? 0 : counts.indexOf(best, 1)
}

const headings =
  /^(qty|quantity|count|amount|pcs|menge|anzahl|number|part ?(no|number|#)?\.?|sku|item|component|name)\b/i

/** The first row is a heading if it has a word where the other rows have quantities. */
const isHeading = (row: string[], quantityAt: number, numberAt: number): boolean => {
  const cell = row[quantityAt] ?? ''
  if (quantityAt < 0) return /^(part ?(no|number|#)?\.?|sku|number|component|item)s?$/i.test(row[numberAt] ?? '')
  return cell !== '' && !isQuantity(cell) && (!/\d/.test(cell) || headings.test(cell))
}

/** Cells of a line; in quotes a separator is part of the cell, as spreadsheets write it. */
function cellsOf(line: string, separator: string): string[] {
  const cells = line.match(cellPatterns[separator] as RegExp) ?? []
  return cells
    .map((cell) => cell.replace(/^[\t;,]/, '').trim())
    .map((cell) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell))
}

const cellPatterns: Record<string, RegExp> = {
  '\t': /(?:^|\t)(?:"(?:[^"]|"")*"(?=\t|$)|[^\t]*)/g,
  ';': /(?:^|;)(?:"(?:[^"]|"")*"(?=;|$)|[^;]*)/g,
  ',': /(?:^|,)(?:"(?:[^"]|"")*"(?=,|$)|[^,]*)/g,
}
