// Takes the rows of a bill of materials, makes its items with their lines.

import { maxLineQuantity } from 'contract/inventory/bom.ts'
import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import { listed } from 'contract/listed.ts'
import { foldText } from 'contract/same-text.ts'
import { addQuantities, unitOf } from 'contract/units.ts'
import type { CsvRow } from '../../rows/rows.ts'
import { isForNothing } from '../noted-cells.ts'
import { isComment, isRule, isTotal } from '../total-rows.ts'
import type { BomField } from './bom-columns.ts'
import type { BomItem, Line } from './bom-item.ts'
import {
  haveBrackets,
  isSameList,
  lostTopLines,
  numberAndName,
  ParentLists,
  RevisionBlocks,
  type TopLine,
} from './bom-lists.ts'
import { BomNotes } from './bom-notes.ts'
import { type BomPlaces, cellOf, depthOfRow, levelOf, listNameOf, otherNameOf, unitOfLine } from './bom-places.ts'
import { groupByPosition, whole } from './levels.ts'
import { inWords, measureBy, quantityOfLine } from './line-quantity.ts'
import { referencesIn } from './line-signs.ts'
import { doubtfulMark, isNotFitted, type LineKind, lineKindIn, saysYes } from './off-board.ts'

type Top = Pick<ImportChoices, 'bomOf' | 'bomName'>
export type BomItems = { items: BomItem[]; warnings: ImportProblem[]; lineCount: number }

/** Why a line is left out: its quantity is a dash, a mark says that it is not fitted, or it is no component. */
type LeftOut = 'dash' | Exclude<LineKind, 'phantom'>
const leftOutCodes = {
  dash: 'bom_lines_with_dash',
  mark: 'bom_lines_not_fitted',
  aside: 'bom_lines_aside',
} as const

/** @param top number and name of the item that the file describes, when the file does not contain it */
export function bomItems(rows: CsvRow[], places: BomPlaces, top: Top): BomItems {
  const { at } = places
  const numbersAt = [at.get('bomComponent'), at.get('bomParent')].flatMap((place) => place ?? [])
  const numbers = rows.flatMap(({ cells }) => numbersAt.flatMap((place) => cells[place]?.trim() || []))
  const bom = new BomReading(places, haveBrackets(numbers))
  if (!places.indent && places.at.has('bomParent')) bom.readPairs(rows)
  else bom.readLevels(rows, top)
  return bom.result()
}

class BomReading {
  readonly #places: BomPlaces
  readonly #hasBrackets: boolean
  readonly #items = new Map<string, BomItem>()
  readonly #leftOut = new Set<BomItem>()
  readonly #notes = new BomNotes()
  /** The first line of each component, by the list of lines: one item may have every row of the file. */
  readonly #lineOf = new Map<Line[], Map<BomItem, Line>>()
  /** The rows at each number in the list, by the list of lines. */
  readonly #rowsAt = new Map<Line[], Map<string, Map<BomItem, number>>>()
  readonly #lists = new ParentLists()
  readonly #revisions = new RevisionBlocks()
  readonly #tops: TopLine[] = []
  #lineCount = 0

  /** @param hasBrackets numbers stand in brackets before names */
  constructor(places: BomPlaces, hasBrackets: boolean) {
    this.#places = places
    this.#hasBrackets = hasBrackets
  }

  /** Rows of a parent and a component. An empty parent is that of the row above, as in merged cells. */
  readPairs(rows: CsvRow[]): void {
    let above = ''
    let [listName, begun, isContinued] = ['', 0, false]
    const isNested = rows.some((row) => this.#cell(row, 'bomParent') === '')
    for (const row of rows) {
      const number = this.#cell(row, 'bomComponent')
      if (this.#isNoRecord(number, row)) continue
      const named = this.#cell(row, 'bomParent')
      const list = listNameOf(this.#places, row)
      if (named || list) listName = list
      if (named && (named !== above || isContinued)) begun = row.rowNumber
      isContinued = named === ''
      above = isForNothing(named) ? '' : named || above
      if (!above || !number || isForNothing(number)) {
        this.#notes.add('bom_rows_left_out', String(row.rowNumber))
        continue
      }
      const parent = this.#item(above, row.rowNumber)
      parent.lines ??= []
      const revision = row.cells[this.#places.revisionAt]?.trim()
      if (revision) this.#revisions.add(parent.number, revision)
      if (listName || isNested) this.#lists.add({ parent: parent.number, list: listName, row: begun })
      if (parent.lines.length === 0) parent.parentRow = row.rowNumber
      this.#addLine(parent, parent.lines, this.#described(number, row), row)
    }
  }

  /** Rows of one item each; an item contains the rows below it that are one level deeper, or those whose positions begin with its own. Without levels, all rows belong to the top. */
  readLevels(rows: CsvRow[], { bomOf, bomName }: Top): void {
    const isDotted = rows.some((row) => /^\d+(?:\.\d+)+$/.test(whole(levelOf(this.#places, row))))
    const hasPositions = isDotted && !this.#places.indent
    const { grouped, orphans } = groupByPosition(rows, (row) => (hasPositions ? levelOf(this.#places, row) : ''))
    for (const { rowNumber } of orphans) this.#notes.add('bom_rows_left_out', String(rowNumber))
    const open: { item: BomItem; depth: number; lines: Line[] }[] = []
    const close = (depth: number) => {
      for (let last = open.at(-1); last && last.depth >= depth; last = open.at(-1)) {
        this.#settle(last.item, last.lines)
        open.pop()
      }
    }
    if (bomOf) {
      const item = this.#item(bomOf, (rows[0]?.rowNumber ?? 1) - 1)
      item.name ||= bomName ?? ''
      open.push({ item, depth: Number.NEGATIVE_INFINITY, lines: [] })
    }
    let unnumbered = Number.POSITIVE_INFINITY
    for (const row of grouped) {
      const depth = depthOfRow(this.#places, row, isDotted)
      const number = this.#cell(row, 'bomComponent')
      if (this.#isNoRecord(number, row)) continue
      if (depth === null || !number || isForNothing(number)) {
        this.#notes.add('bom_rows_left_out', String(row.rowNumber))
        // What stands below it is in no item that stands above it on its level.
        if (depth !== null && !this.#places.indent) close(depth)
        unnumbered = depth !== null && !this.#places.indent ? depth : Number.POSITIVE_INFINITY
        continue
      }
      close(depth)
      const item = this.#described(number, row)
      const above = open.at(-1)
      const isTop = above === undefined || above.depth === Number.NEGATIVE_INFINITY
      if (depth > unnumbered || (!isTop && !this.#places.indent && depth > above.depth + 1))
        this.#notes.add('bom_level_gap', String(row.rowNumber))
      unnumbered = Number.POSITIVE_INFINITY
      const list = listNameOf(this.#places, row)
      if (above && list) this.#lists.add({ parent: above.item.number, list, row: row.rowNumber })
      if (above) this.#addLine(above.item, above.lines, item, row)
      else this.#tops.push({ item, row: row.rowNumber, quantity: this.#cell(row, 'bomQuantity'), depth })
      open.push({ item, depth, lines: [] })
    }
    close(Number.NEGATIVE_INFINITY)
  }

  result(): BomItems {
    for (const items of [...this.#lists.several(), ...this.#revisions.several()])
      this.#notes.add('bom_lists_mixed', items)
    for (const lines of lostTopLines(this.#tops)) this.#notes.add('bom_top_lines', lines)
    for (const lines of this.#repeatedPositions()) this.#notes.add('bom_positions_repeat', lines)
    return {
      items: [...this.#items.values()].filter(
        (item) => !this.#leftOut.has(item) || item.isComponent || item.lines !== null,
      ),
      lineCount: this.#lineCount,
      warnings: this.#notes.warnings(),
    }
  }

  #cell(row: CsvRow, field: BomField): string {
    return cellOf(this.#places, row, field)
  }

  /** A total below the lines, or a comment. */
  #isNoRecord(number: string, row: CsvRow): boolean {
    const isShort = row.cells.filter((cell) => cell.trim() !== '').length <= 2
    if (!isTotal(number) && !(isRule(number) && (isShort || !isForNothing(number))) && !(isShort && isComment(number)))
      return false
    this.#notes.add('no_records', String(row.rowNumber))
    return true
  }

  #item(text: string, row: number): BomItem {
    const { number, name } = this.#hasBrackets ? numberAndName(text) : { number: text, name: '' }
    const key = foldText(number)
    const known = this.#items.get(key)
    if (known) return known
    const item: BomItem = {
      ...{ number, name, row, parentRow: row, cells: [], lines: null },
      ...{ isComponent: false, unit: '', badQuantities: [], misfits: [] },
    }
    this.#items.set(key, item)
    return item
  }

  /** The item of a row that also describes it. */
  #described(number: string, row: CsvRow): BomItem {
    const item = this.#item(number, row.rowNumber)
    if (item.cells.length === 0) {
      item.cells = [...row.cells]
      item.row = row.rowNumber
    } else this.#describeAgain(item, row)
    item.name ||= this.#cell(row, 'bomName') || otherNameOf(this.#places, row)
    item.unit ||= unitOfLine(this.#places, row)
    return item
  }

  /** Each row of an item may tell something of it that the rows above leave empty. */
  #describeAgain(item: BomItem, { cells, rowNumber }: CsvRow): void {
    for (const at of this.#places.describedAt) {
      const [known, other] = [(item.cells[at] ?? '').trim(), (cells[at] ?? '').trim()]
      if (known === '') item.cells[at] = other
      else if (other !== '' && foldText(other) !== foldText(known)) item.differsIn ??= rowNumber
    }
  }

  #whyLeftOut(row: CsvRow, kind: LineKind | undefined): LeftOut | undefined {
    if (/^[-–—]$/.test(this.#cell(row, 'bomQuantity'))) return 'dash'
    if (isNotFitted(row.cells, this.#cell(row, 'bomNotFitted'), this.#places)) return 'mark'
    return kind === 'phantom' ? undefined : kind
  }

  #addLine(parent: BomItem, lines: Line[], child: BomItem, row: CsvRow): void {
    const kind = lineKindIn(row.cells, this.#cell(row, 'bomPosition'), this.#places)
    if (kind === 'phantom') this.#notes.add('bom_phantoms', `${child.number} in row ${row.rowNumber}`)
    const why = this.#whyLeftOut(row, kind)
    if (why) {
      this.#leftOut.add(child)
      this.#notes.add(leftOutCodes[why], `${child.number} in row ${row.rowNumber}`)
      return
    }
    const fitting = this.#cell(row, 'bomNotFitted')
    const mark = this.#places.saysFitted && !saysYes(fitting) ? fitting : doubtfulMark(row.cells, this.#places)
    if (mark !== undefined) this.#notes.add('bom_fitting_unread', `'${mark.slice(0, 40)}' in row ${row.rowNumber}`)
    child.isComponent = true
    this.#lineCount += 1
    this.#notePosition(lines, child, row)
    const { quantity, unit, ...unread } = this.#quantity(parent, child, row)
    const known = this.#lineOf.get(lines) ?? new Map<BomItem, Line>()
    this.#lineOf.set(lines, known)
    const same = known.get(child)
    if (!same || same.quantity + quantity > maxLineQuantity) {
      const line = { child, quantity, row: row.rowNumber, unit, ...unread }
      lines.push(line)
      if (!same) known.set(child, line)
      return
    }
    if (unitOf(unit) !== unitOf(same.unit)) {
      const cells = `${same.quantity} ${same.unit}`.trim() + ` + ${quantity} ${unit}`.trimEnd()
      parent.badQuantities.push(`'${cells}' in row ${row.rowNumber}`)
      same.unread = cells
      return
    }
    this.#notes.add('bom_lines_summed', `${child.number} in ${parent.number}: rows ${same.row} and ${row.rowNumber}`)
    same.quantity = addQuantities(same.quantity, quantity)
    Object.assign(same, unread)
  }

  #notePosition(lines: Line[], child: BomItem, row: CsvRow): void {
    const position = this.#cell(row, 'bomPosition')
    if (position === '') return
    const rows = this.#rowsAt.get(lines) ?? new Map<string, Map<BomItem, number>>()
    this.#rowsAt.set(lines, rows.set(position, (rows.get(position) ?? new Map()).set(child, row.rowNumber)))
  }

  /** '1 in rows 2 and 3': several components with one number in the list may be alternates. */
  #repeatedPositions(): string[] {
    const all = [...this.#rowsAt.values()].flatMap((rows) => [...rows])
    return all.flatMap(([position, rows]) =>
      rows.size > 1 ? [`${position} in rows ${listed([...rows.values()].map(String))}`] : [],
    )
  }

  #quantity(parent: BomItem, child: BomItem, row: CsvRow): Pick<Line, 'quantity' | 'unit' | 'unread'> {
    const cell = this.#cell(row, 'bomReference')
    const references = referencesIn(cell)
    if (!this.#places.at.has('bomQuantity')) {
      if (references === null && cell !== '')
        this.#notes.add('bom_references_unread', `'${cell.slice(0, 40)}' in row ${row.rowNumber}`)
      return { quantity: references ?? 1, unit: '' }
    }
    const kept = this.#places.measureOf(child.number) ?? measureBy(child.unit)
    const found = quantityOfLine(this.#places, row, kept)
    const { quantity, unit, fault, written, at } = found
    if (references !== null && quantity >= 1 && quantity !== references)
      this.#notes.add('bom_references_differ', `${written} and ${references} in row ${row.rowNumber}`)
    if (found.converted)
      this.#notes.add('bom_units_converted', `${child.number} in row ${row.rowNumber} (${found.converted})`)
    if (!fault) return { quantity, unit }
    const place = `'${written}' in row ${row.rowNumber}`
    if (fault === 'quantity') parent.badQuantities.push(place)
    else parent.misfits.push({ written, at, place: `${place} (${child.number} ${inWords(kept)})` })
    return { quantity: 1, unit: fault === 'unit' ? kept.unit : unit, unread: written }
  }

  /** When a file lists an assembly several times, each time with its lines, the lines count once. */
  #settle(item: BomItem, lines: Line[]): void {
    if (lines.length === 0) return
    if (item.lines === null) {
      item.lines = lines
      item.parentRow = item.row
      return
    }
    if (!isSameList(item.lines, lines))
      this.#notes.add('bom_lists_differ', `${item.number}: rows ${item.lines[0]?.row} and ${lines[0]?.row}`)
  }
}
