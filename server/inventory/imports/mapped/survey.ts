// Takes all rows once, makes facts about the numbers of each column.

import { type Decimals, decimalsShown } from 'contract/decimals.ts'
import type { ColumnNumbers } from 'contract/inventory/import-choices.ts'
import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import type { RowType } from 'contract/inventory/imports.ts'
import { type SheetNumber, shownText } from '../decode/workbook/number-formats.ts'
import type { FilePlan } from '../rows/file-rows.ts'
import type { CsvRow } from '../rows/rows.ts'
import { bomFields } from './bom/bom-columns.ts'
import {
  lookForPositions,
  lookForReferences,
  noPositions,
  noReferences,
  type Positions,
  type References,
} from './bom/line-signs.ts'
import { closeName, isCurrencyName, normalHeader } from './columns/header-names.ts'
import { importFields } from './import-fields.ts'
import { type NotedCells, noteCell, nothingNoted } from './noted-cells.ts'
import { noRowWords, noteRowWord, type RowWords } from './row-words.ts'
import { noteLook, type SectionLook } from './sheet-look.ts'
import { isHeading } from './total-rows.ts'
import { bareNumber } from './units.ts'

/**
 * The facts about a column's values: a few samples, one value that can only have a decimal point, one that can only have a decimal comma,
 * and a few that allow both, with their `signs`. `broken`: the marks that would make one of them a fraction. `number`: a value that is a number in a sheet,
 * where the mark is certain. `filled`: how many rows have a value, whether the first has one, and whether two of them that follow each other have the same;
 * `blank`: how many have none. `indent`: how some of its values are indented; `steps`: how many begin with two blanks or a tab, and how many at the edge. `references`, `positions`: whether its values are those of a bill
 * of materials. `words`: what they say of their rows. `values`: the first ones; `known`: how many of these are numbers of items that the company has.
 */
export type ColumnFacts = {
  samples: string[]
  values: string[]
  known: number
  point: string | null
  comma: string | null
  open: string[]
  signs: Decimals[]
  broken: Decimals[]
  number: string | null
  filled: { count: number; isFirst: boolean; repeats: boolean; last: string }
  blank: number
  indent: 'blanks' | 'signs' | null
  steps: { deep: number; none: number }
  noted: NotedCells
  references: References
  positions: Positions
  words: RowWords
}

/** What the quantities of a table are instead of stock levels: those of a bill of materials, or of an order. */
export type Likeness = 'bom' | 'order' | null

/** The facts about a section before its first row is read; `type`: from its title, or the type that the user wants. `mended`: its first rows with mended quotes. `look`: how its rows look in a sheet; `hidden`: columns that a sheet does not show. `nameless`: the first row with a cell in each column without a header, by its place. `rowCount`, `headingCount`: its rows, and those that look like headings of groups. */
export type SurveyedSection = {
  type: RowType | null
  header: string[]
  columns: ColumnFacts[]
  isBom: boolean
  looksLike: Likeness
  mended: string[]
  look: SectionLook
  hidden: string[]
  nameless: Map<number, number>
  rowCount: number
  headingCount: number
}

/** The findings about an upload; `beside`: what a sheet has beside its cells; `plan`: where its rows are. */
export type Survey = { sections: SurveyedSection[]; beside: ImportProblem[]; plan: FilePlan }

const maxSamples = 3
const maxValues = 40
const maxMended = 20

export const noFacts = (): ColumnFacts => ({
  ...{
    samples: [],
    values: [],
    known: 0,
    point: null,
    comma: null,
    open: [],
    signs: [],
    broken: [],
    number: null,
    blank: 0,
    indent: null,
  },
  ...{ filled: { count: 0, isFirst: false, repeats: false, last: '' }, steps: { deep: 0, none: 0 } },
  ...{ noted: nothingNoted(), references: noReferences(), positions: noPositions(), words: noRowWords() },
})

/** Looks at the rows of one section without converting them. */
export function surveyRows(section: SurveyedSection) {
  const { header, nameless } = section
  const isNameless = header.map((name) => name.trim() === '')
  const isCurrency = header.map(isCurrencyName)
  // A header may be repeated on each page.
  const namesCurrency = (index: number, cell: string) =>
    isCurrency[index] === true && normalHeader(cell) !== normalHeader(header[index] ?? '')
  const noteNameless = (place: number, cell: string, row: number) => {
    if (cell.trim() !== '' && !nameless.has(place)) nameless.set(place, row)
  }
  return {
    add({ cells, problem, numbers, guarded, beside = [], rowNumber: row, isMended, look: seen }: CsvRow) {
      const { columns, mended } = section
      if (seen) noteLook(section.look, row, seen, cells)
      section.rowCount += 1
      if (isHeading(cells)) section.headingCount += 1
      if (isMended && mended.length <= maxMended) mended.push(mended.length < maxMended ? String(row) : '… more')
      if (problem !== undefined) return undefined
      for (const [behind, cell] of beside.entries()) noteNameless(cells.length + behind, cell, row)
      for (const [index, facts] of columns.entries()) {
        const cell = cells[index]
        if (!cell) continue
        noteFilled(facts.filled, cell.trim(), section.rowCount)
        if (isNameless[index]) noteNameless(index, cell, row)
        const number = numbers?.get(index)
        look(facts, cell, number)
        const isGuarded = guarded?.has(index) ?? false
        noteCell(facts.noted, { cell, row, number, isGuarded, isCurrency: namesCurrency(index, cell) })
      }
      return undefined
    },
    end() {
      for (const facts of section.columns) facts.blank = section.rowCount - facts.filled.count
      return []
    },
  }
}

function noteFilled(filled: ColumnFacts['filled'], text: string, rowCount: number): void {
  if (text === '') return
  filled.count += 1
  if (rowCount === 1) filled.isFirst = true
  if (text === filled.last) filled.repeats = true
  filled.last = text
}

function look(facts: ColumnFacts, cell: string, number: SheetNumber | undefined): void {
  const text = number ? shownText(number) : cell
  lookForReferences(facts.references, text)
  lookForPositions(facts.positions, text)
  noteRowWord(facts.words, text)
  if (facts.samples.length < maxSamples) sample(facts.samples, text)
  if (facts.values.length < maxValues && text.trim() !== '') facts.values.push(text.trim().slice(0, 100).toWellFormed())
  if (/^(?:[ \u00a0]{2}|\t)/.test(cell)) facts.steps.deep += 1
  else if (/^\S/.test(cell)) facts.steps.none += 1
  if (facts.indent !== 'blanks') facts.indent = indentIn(cell) ?? facts.indent
  if (number) {
    if (cell.includes('.') && number.format.kind !== 'date' && number.format.kind !== 'formula') facts.number ??= cell
    return
  }
  if (!/[.,]/.test(cell)) return
  const shown = decimalsShown(bareNumber(cell))
  if (shown === 'point') facts.point ??= cell.trim()
  else if (shown === 'comma') facts.comma ??= cell.trim()
  else if (shown === 'open') lookAtOpen(facts, cell)
}

/** A value like '1.200' or '1,234': one mark, with three digits after it. */
function lookAtOpen({ open, signs, broken }: ColumnFacts, cell: string): void {
  if (open.length < maxSamples) sample(open, cell)
  const [, sign, digits] = /([.,])(\d{3})(?!\d)/.exec(cell) ?? []
  const mark = sign === '.' ? 'point' : 'comma'
  if (!signs.includes(mark)) signs.push(mark)
  if (digits !== undefined && digits !== '000' && !broken.includes(mark)) broken.push(mark)
}

/** How a cell is indented: by blanks, by signs, or not at all (null). */
function indentIn(cell: string): ColumnFacts['indent'] {
  const first = cell.charAt(0)
  if (first === ' ' || first === '\t' || first === '\u00a0') return 'blanks'
  return /^[.·•>|│├└]\s*[^\s\d]/.test(cell) || /^[.·•>|│├└]\s*[.·•>|│├└─\s]/.test(cell) ? 'signs' : null
}

/** Whether rows with one text stand between fuller ones: headings of groups. A list of numbers and names alone has none. */
export const hasHeadings = ({ header, rowCount, headingCount }: SurveyedSection): boolean =>
  header.length > 2 && headingCount * 2 < rowCount

/** Keeps a value that is not among the samples yet. */
function sample(samples: string[], cell: string): void {
  const value = cell.trim().slice(0, 100).toWellFormed()
  if (value && !samples.includes(value)) samples.push(value)
}

/**
 * The decimal mark that the amounts of a file show; null when none does, or they differ. Positions, revisions and threads ('1.1', 'G1.5') are no
 * amounts.
 */
export function fileMark(header: string[], facts: Pick<ColumnFacts, 'comma' | 'point'>[]): Decimals | null {
  const amounts = facts.filter((_, index) => isAmountName(header[index] ?? ''))
  const hasComma = amounts.some(({ comma, point }) => comma !== null && point === null)
  const hasPoint = amounts.some(({ comma, point }) => comma === null && point !== null)
  return hasComma === hasPoint ? null : hasComma ? 'comma' : 'point'
}

const amountFields = [...Object.values(importFields).flat(), ...bomFields].filter(
  ({ kind, field }) => kind === 'money' || kind === 'quantity' || field === 'bomQuantity',
)
const isAmountName = (header: string): boolean =>
  amountFields.some(({ ranks, closeRanks }) => ranks.has(normalHeader(header)) || closeRanks.has(closeName(header)))

/**
 * The facts for a column of whole numbers: a mark that would make one of them a fraction is not its decimal mark, unless the other columns show
 * that it is: systems write 500 pieces as '500.000' and 12.5 m as '12.500'. It stays open where the file speaks against it.
 */
export function wholeNumbersOf(
  numbers: ColumnNumbers | null,
  { broken, signs }: ColumnFacts,
  mark: Decimals | null,
): ColumnNumbers | null {
  if (numbers?.evidence !== 'open' || numbers.isChosen) return numbers
  // '1,000' beside a cost of 0.12: the file uses the comma for thousands.
  if (mark !== null && !signs.includes(mark)) return { ...numbers, evidence: mark, decimals: mark, hint: false }
  const [sign, other] = broken
  if (!sign || other) return numbers
  if (sign === mark) return { ...numbers, decimals: sign, hint: false }
  const evidence = sign === 'point' ? 'comma' : 'point'
  if (mark === null && numbers.hint !== (evidence === 'comma')) return numbers
  return { ...numbers, evidence, decimals: evidence, hint: false }
}

/** `chosen`: by the user for this file. `remembered`: from the last file with this header. `hint`: as in ColumnNumbers. */
type Speakers = { chosen: Decimals | undefined; remembered: Decimals | undefined; hint: boolean }

/**
 * Decides how the numbers of a column are read: by the user's choice, else by all of its values, else by the choice for the last such file,
 * else with a decimal point (product.md 5). Null when no value has a mark.
 */
export function numbersOf(facts: ColumnFacts, { chosen, remembered, hint }: Speakers): ColumnNumbers | null {
  const { comma, open, number } = facts
  // The numbers of a sheet decide only when the texts of the column do not.
  const point = facts.point ?? (comma === null && open.length === 0 ? number : null)
  const evidence = evidenceOf(point, comma, open)
  if (evidence === null) return null
  // Each value shows its mark: there is nothing to choose.
  if (evidence === 'each')
    return { evidence, decimals: null, isChosen: false, examples: shown(point, comma), hint: false }
  const isShown = evidence === 'point' || evidence === 'comma'
  const said = chosen ?? (isShown ? undefined : remembered)
  return {
    evidence,
    decimals: said ?? (isShown ? evidence : evidence === 'open' ? 'point' : null),
    isChosen: said !== undefined,
    examples: isShown ? shown(point, comma) : open,
    hint: evidence === 'open' && hint,
  }
}

const shown = (...cells: (string | null)[]) => cells.flatMap((cell) => cell?.slice(0, 100) ?? [])

function evidenceOf(point: string | null, comma: string | null, open: string[]): ColumnNumbers['evidence'] | null {
  if (point !== null && comma !== null) return open.length > 0 ? 'both' : 'each'
  if (point !== null) return 'point'
  return comma !== null ? 'comma' : open.length > 0 ? 'open' : null
}
