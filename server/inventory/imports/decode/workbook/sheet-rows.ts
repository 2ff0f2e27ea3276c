// Takes the bytes of a sheet, makes its rows.

import { refusal } from '../../import-file-error.ts'
import { type CellStyle, plainStyle } from './cell-styles.ts'
import { numberReading, type SheetNumber } from './number-formats.ts'
import { type CellText, type SharedTexts, textCollector, unescaped } from './shared-texts.ts'
import { maxCellCharacters, maxCells, maxEmptyCells, maxSheetColumns, maxTallCells } from './workbook-limits.ts'
import { readXml } from './xml-events.ts'

/**
 * The look of a row of a sheet. `isHidden`: by hand or by a filter. `isStruck`: something in it is crossed out. `isGrouped`: it can be folded
 * away. `colour`: the same text for the same colours.
 */
export type RowLook = { isHidden: boolean; isStruck: boolean; isGrouped: boolean; colour: string }

/**
 * A row of a sheet. `cells`: as text, up to the last one with a value; those that are indented begin with blanks. `numbers`: the cells that are
 * numbers in the file, by their place; their texts are the readings for fields of numbers. `shared`: the places below a number that reaches over rows.
 */
export type SheetRow = {
  rowNumber: number
  cells: string[]
  numbers: Map<number, SheetNumber>
  look: RowLook
  shared?: Set<number>
}

/** `formula`: dropped when its result is a text, which may be empty. */
type Cell = { place: number; type: string; style: number; value: string; formula: string | null }
/** A cell that reaches over rows: its column from 0, its first and its last row. */
export type TallCell = { place: number; from: number; to: number }
/**
 * What a sheet says beside its rows: the cells that reach over rows, which it names after them; ranges of hidden columns, from 0; cells with
 * a link behind them, and with a note; the rows at which pictures and boxes of text begin.
 */
export type SheetFindings = {
  tall: TallCell[]
  hiddenColumns: { from: number; to: number }[]
  links: string[]
  notes: string[]
  pictures: number[]
}
export type SheetContext = { shared: SharedTexts; styles: CellStyle[]; isSince1904: boolean; found: SheetFindings }

export const nothingFound = (): SheetFindings => ({ tall: [], hiddenColumns: [], links: [], notes: [], pictures: [] })

/**
 * A formula counts by its stored result; without one, the cell is the formula ('=A1*2') for a number, and an error for a text. Of merged cells, the first one has the value
 * (decision 0053).
 */
export async function* sheetRows(bytes: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<SheetRow[]> {
  const reader = rowReader(context)
  for await (const _ of readXml(bytes, reader)) {
    const rows = reader.take()
    if (rows.length > 0) yield rows
  }
}

function rowReader(context: SheetContext) {
  const inline = textCollector('is')
  let rows: SheetRow[] = []
  let row = newRow(0, {})
  let cells = 0
  let filled = 0
  let cell: Cell | undefined
  let place = -1
  let isValue = false
  let isFormula = false
  return {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'row') {
        const rowNumber = rowNumberOf(attributes.r, row.rowNumber)
        row = newRow(rowNumber, attributes)
        place = -1
      } else if (name === 'c') {
        cells += 1
        if (cells > maxCells) throw refusal('too_many_cells', { max: maxCells })
        if (cells > maxEmptyCells + 4 * filled) throw refusal('too_many_empty_cells', { max: maxEmptyCells })
        place = placeOf(attributes.r) ?? place + 1
        cell = { place, type: attributes.t ?? 'n', style: Number(attributes.s ?? -1), value: '', formula: null }
      } else if (name === 'v' && cell) {
        isValue = true
        if (cell.type === 'str') cell.formula = null
      } else if (name === 'f' && cell) {
        isFormula = true
        cell.formula = '='
      } else if (name === 'mergeCell') {
        const found = tallCellOf(attributes.ref)
        if (found && context.found.tall.push(found) > maxTallCells) throw refusal('workbook_too_complex', {})
      } else if (name === 'col') {
        const { hiddenColumns } = context.found
        const { min, max, hidden } = attributes
        if (isTrue(hidden) && hiddenColumns.length < maxSheetColumns)
          hiddenColumns.push({ from: Number(min) - 1, to: Number(max) - 1 })
      } else if (name === 'hyperlink') {
        if (context.found.links.length < maxTallCells) context.found.links.push(...cellIn(attributes.ref))
      } else inline.open(name, attributes)
    },
    text(text: string) {
      if (isFormula && cell) {
        cell.formula = (cell.formula + text).slice(0, longestFormula)
        return
      }
      if (!isValue || !cell) return inline.text(text)
      cell.value += text
      if (cell.value.length > maxCellCharacters) throw refusal('long_cell', { max: maxCellCharacters }, row.rowNumber)
    },
    close(name: string) {
      inline.close(name)
      if (name === 'v') isValue = false
      else if (name === 'f') isFormula = false
      else if (name === 'c' && cell) {
        if (put(row, cell, cell.type === 'inlineStr' ? inline.take() : undefined, context)) filled += 1
        cell = undefined
      } else if (name === 'row' && row.cells.length > 0) rows.push(row)
    },
    take() {
      const found = rows
      rows = []
      return found
    },
  }
}

const newRow = (rowNumber: number, { hidden, outlineLevel = '0' }: Record<string, string>): SheetRow => ({
  ...{ rowNumber, cells: [], numbers: new Map() },
  look: { isHidden: isTrue(hidden), isStruck: false, isGrouped: outlineLevel !== '0', colour: '' },
})

const longestFormula = 60
/** The colours of a row beyond these characters make no difference. */
const longestColour = 200

const isTrue = (attribute: string | undefined) => attribute === '1' || attribute === 'true'

/** The cell 'A4:C6', if it reaches over rows. */
function tallCellOf(reference = ''): TallCell | undefined {
  const [, from = '', to = ''] = /^[A-Za-z]{1,3}(\d{1,7}):[A-Za-z]{1,3}(\d{1,7})$/.exec(reference) ?? []
  const place = placeOf(reference)
  return place !== undefined && place < maxSheetColumns && Number(to) > Number(from)
    ? { place, from: Number(from), to: Number(to) }
    : undefined
}

function rowNumberOf(said: string | undefined, last: number): number {
  const number = Number(said)
  return Number.isInteger(number) && number > last && number <= 1_048_576 ? number : last + 1
}

/** The first cell of a reference: C7 of 'C7:C9'; none for a text that is no reference. */
export const cellIn = (reference = ''): string[] => /^[A-Za-z]{1,3}\d{1,7}(?=:|$)/.exec(reference)?.slice(0, 1) ?? []

/** The place of 'C7' is 2. */
export function placeOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Za-z]{1,3}(?=\d)/.exec(reference ?? '')?.[0].toUpperCase()
  if (!letters) return undefined
  let place = 0
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64
  return place - 1
}

/** @returns whether the cell has a value */
function put(row: SheetRow, cell: Cell, inline: CellText | undefined, context: SheetContext): boolean {
  const style = context.styles[cell.style] ?? plainStyle
  const found = inline ?? readCell(cell, style, context)
  const text = 'text' in found ? found.text : numberReading(found)
  const { look } = row
  if (look.colour.length < longestColour && !look.colour.includes(style.colour)) look.colour += `${style.colour};`
  if (text.trim() === '') return false
  if (cell.place >= maxSheetColumns) throw refusal('too_many_columns', { max: maxSheetColumns }, row.rowNumber)
  while (row.cells.length < cell.place) row.cells.push('')
  row.cells[cell.place] = style.indent > 0 ? '  '.repeat(style.indent) + text : text
  if (style.isStruck || ('text' in found && found.isStruck)) look.isStruck = true
  if (!('text' in found)) row.numbers.set(cell.place, found)
  return true
}

const plain = (text: string): CellText => ({ text, isStruck: false })

function readCell(
  { type, value, formula }: Cell,
  { format }: CellStyle,
  { shared, isSince1904 }: SheetContext,
): CellText | SheetNumber {
  if (formula !== null && value.trim() === '')
    return { value: Number.NaN, format: { kind: 'formula', code: formula, currency: null } }
  if (value.trim() === '') return plain('')
  if (type === 's') return sharedText(shared, Number(value))
  if (type === 'b') return plain(isTrue(value) ? 'TRUE' : 'FALSE')
  if (type === 'd') return plain(value.slice(0, 10))
  const number = Number(value)
  if (type !== 'n' || !Number.isFinite(number)) return plain(unescaped(value))
  // Old Macintosh files count days from 1904.
  const isLater = format.kind === 'date' && isSince1904
  return { value: isLater ? number + daysUntil1904 : number, format }
}

function sharedText({ texts, struck }: SharedTexts, number: number): CellText {
  const text = texts[number]
  if (text === undefined) throw refusal('workbook_broken', {})
  return { text, isStruck: struck.has(number) }
}

const daysUntil1904 = 1_462
