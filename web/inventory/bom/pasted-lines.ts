import { parseQuantity } from 'contract/amounts.ts'
import { inUnitOf } from 'contract/typed-quantity.ts'
import { each, unitOf, usualUnits } from 'contract/units.ts'

/** A pasted line: the number of a component, the quantity, or the text that was in its place, and what the list calls it when a heading says so. */
export type PastedLine = { number: string; quantity: number | string; name?: string }

/**
 * The lines of a list copied from a spreadsheet or a text: numbers and quantities in columns, separated by tab, semicolon or comma. Headings
 * say which column is which. Without them the quantity may come first if the part numbers are not purely numeric, and positions 1, 2, 3 or 10, 20, 30
 * before three or more columns are ignored. A single column means one of each. Null when the text is not a list: then it is pasted as it is.
 */
export function readPastedLines(text: string): PastedLine[] | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const separator = ['\t', ';', ','].find((mark) => lines.some((line) => cellsOf(line, mark).length > 1))
  // A part number may contain a comma or semicolon: split a single line only if a quantity follows.
  if (lines.length === 0 || (lines.length === 1 && (!separator || !hasQuantity(lines[0] as string, separator))))
    return null
  const rows = withoutPositions(lines.map((line) => (separator ? cellsOf(line, separator) : [line.trim()])))
  const quantityAt = quantityColumn(rows)
  const namedAt = columnOf(headings.number, rows)
  const numberAt = namedAt >= 0 && namedAt !== quantityAt ? namedAt : quantityAt === 0 ? 1 : 0
  const nameAt = columnOf(headings.name, rows)
  return rows
    .filter((row, index) => index > 0 || rows.length === 1 || !isHeading(row, quantityAt, numberAt))
    .map((row) => ({
      ...{ number: row[numberAt] ?? '', quantity: quantityOf(row[quantityAt] ?? '') },
      ...(row[nameAt] && { name: row[nameAt] }),
    }))
    .filter(({ number, quantity }) => number !== '' || quantity !== 1)
}

/** What people write above the columns of a bill of materials. */
const headings = {
  position: /^(pos(ition)?|#|lfd|ln|line|find)(?!\p{L})/iu,
  quantity:
    /^(qty|qnty|quantity|count|amount|usage|pcs|menge|anz|anzahl|stk|stück|stückzahl|qté|quantité|cant|cantidad|qtà|quantità|aantal)(?!\p{L})/iu,
  name: /^(name|desc|description|title|bezeichnung|benennung|beschreibung|désignation|descripción|descrizione|omschrijving)(?!\p{L})/iu,
  number:
    /^(number|part|p\/n|mpn|sku|item|component|teile?-?(nr|nummer)|art(ikel)?[.-]*(nr|nummer)|sachnummer|référence|código|codice)s?( ?(no|nr|number|code|#))?\.?$/i,
}

const columnOf = (heading: RegExp, [first = []]: string[][]): number => first.findIndex((cell) => heading.test(cell))

/** Without a first column that only counts the lines: its heading says so, or its numbers do and at least two columns follow. */
function withoutPositions(rows: string[][]): string[][] {
  const [first = [], ...others] = rows
  const isNumbered = others.every(([cell = '']) => /^\d+\.?$/.test(cell))
  const counted = isNumbered && !/^\d+\.?$/.test(first[0] ?? '') ? others : rows
  const step = Number.parseInt(counted[0]?.[0] ?? '', 10)
  const isCounting =
    step > 0 && counted.every(([cell], index) => Number.parseInt(cell ?? '', 10) === step * (index + 1))
  const isNamed =
    isNumbered && headings.position.test(first[0] ?? '') && (first.length > 2 || !isQuantity(rows[1]?.[1]))
  const isPosition = isNamed || (isCounting && [1, 10].includes(step) && first.length > 2 && rows.length > 1)
  return isPosition ? rows.map((row) => row.slice(1)) : rows
}

const isQuantity = (cell = ''): boolean => {
  if (cell === '') return false
  const unit = /^[\d.,'’ ]*\d\s*(\p{L}.*)$/u.exec(cell)?.[1]
  return unit === undefined ? 'value' in parseQuantity(cell) : usualUnits.has(unitOf(unit))
}

const hasQuantity = (line: string, separator: string) =>
  separator === '\t' || cellsOf(line, separator).some((cell) => isQuantity(cell))

/** '4' and '4 pcs' are 4; '200 mm' is read once its part is known. */
function quantityOf(cell: string): number | string {
  if (cell === '') return 1
  const parsed = parseQuantity(cell)
  return 'value' in parsed ? Number(parsed.value) : (inUnitOf(cell, each) ?? cell)
}

/** The column that is named so, or in which most rows have a quantity; the first column only if no other has as many. -1 = none. */
function quantityColumn(rows: string[][]): number {
  const width = Math.max(...rows.map((row) => row.length))
  if (width === 1) return -1
  const counts = Array.from({ length: width }, (_, at) => rows.filter((row) => isQuantity(row[at])).length)
  const named = columnOf(headings.quantity, rows)
  if (named >= 0 && counts[named]) return named
  const best = Math.max(...counts.slice(1))
  if (best === 0 && counts[0] === 0) return 1
  return (counts[0] ?? 0) > best && best * 2 < rows.length ? 0 : counts.indexOf(best, 1)
}

/** The first row is a heading if it has a word where the other rows have quantities. */
const isHeading = (row: string[], quantityAt: number, numberAt: number): boolean => {
  const cell = row[quantityAt] ?? ''
  if (quantityAt < 0) return headings.number.test(row[numberAt] ?? '')
  return (
    cell !== '' && !isQuantity(cell) && (!/\d/.test(cell) || headings.quantity.test(cell) || headings.number.test(cell))
  )
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
