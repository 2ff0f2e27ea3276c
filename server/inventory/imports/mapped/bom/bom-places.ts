// Takes the columns of a bill of materials, says in which place stands what, and reads the cells of its rows.

import { columnName, type ImportColumn } from 'contract/inventory/import-choices.ts'
import type { Measure } from 'contract/units.ts'
import type { CsvRow } from '../../rows/rows.ts'
import { isBomSwitch, isUnitName, normalHeader } from '../columns/header-names.ts'
import { isKnownName } from '../columns/type-of-header.ts'
import type { ImportSection } from '../sections/section-base.ts'
import type { ColumnFacts } from '../survey.ts'
import { areUnits, unitOf } from '../units.ts'
import { type ColumnDecimals, marksOf } from '../values.ts'
import { type BomField, bomLabel, isNamed, isRemark } from './bom-columns.ts'
import { type BomIndent, indentOf } from './bom-indents.ts'
import { isListName, isRevision } from './bom-lists.ts'
import { depthOf } from './levels.ts'
import { hasDots } from './line-signs.ts'
import { type FittingPlaces, isLineKind, kindName } from './off-board.ts'
import { isNamedAs } from './quantity-names.ts'

/**
 * The places of the columns; `decimals`: how quantities are written. `indent`: the column whose indentation shows the levels. `listsAt`: they tell the
 * lists of one item apart. `namesAt`: other names of the components. `describedAt`: what describes them, the name among it.
 */
export type BomPlaces = FittingPlaces & {
  at: Map<BomField, number>
  /** the column of levels, or of positions with dots */
  level: number | undefined
  decimals: ColumnDecimals
  withoutUnits: boolean
  /** how the company measures a component, by its number; null when it has none of that number */
  measureOf: (number: string) => Measure | null
  quantityColumn: string
  indent: BomIndent | undefined
  unitAt: number
  listsAt: number[]
  /** the column of revisions that are not beside the parent; -1 without one */
  revisionAt: number
  namesAt: number[]
  describedAt: number[]
  /** the columns of the kind of a line, with their normal names */
  kindsAt: { index: number; name: string }[]
}

/** The places of the name and of the columns that describe new parts, in the order of the file. */
export const describedPlaces = ({ columns }: ImportSection, extra: Map<number, string[]>): number[] =>
  columns.flatMap(({ fields }, at) => (fields.includes('bomName') || extra.has(at) ? [at] : []))

/** The place of the units of the lines: of several columns of units that which is nearest to the quantities, first behind them; -1 without one. */
export function unitColumnOf(columns: ImportColumn[]): number {
  const quantityAt = columns.findIndex(({ fields }) => fields.includes('bomQuantity'))
  const named = columns.flatMap(({ header }, at) =>
    at !== quantityAt && (isUnitName(header) || isNamedAs(['unit'], header)) ? [at] : [],
  )
  const units = named.length > 0 || quantityAt < 0 ? named : likelyUnits(columns)
  const distance = (at: number) => Math.abs(at - quantityAt) + (at < quantityAt ? 0.5 : 0)
  return units.toSorted((one, other) => distance(one) - distance(other))[0] ?? -1
}

/** The columns that feed nothing under a name that nobody knows, whose values are units. */
export const likelyUnits = (columns: Pick<ImportColumn, 'header' | 'fields' | 'match' | 'samples'>[]): number[] =>
  columns.flatMap(({ header, fields, match, samples }, at) =>
    fields.length === 0 && match === null && !isNamedHeader(header) && areUnits(samples) ? [at] : [],
  )

const isNamedHeader = (header: string) => isUnitName(header) || isKnownName(header)

/** The places of the other columns. @param facts of the columns, where the rows have been surveyed */
export function placesOf(
  { columns, choices }: ImportSection,
  facts?: ColumnFacts[],
): Omit<BomPlaces, 'measureOf' | 'describedAt'> {
  const at = new Map(columns.flatMap(({ fields }, index) => fields.map((field) => [field as BomField, index] as const)))
  const quantity = columns[at.get('bomQuantity') ?? -1]
  const decimals = marksOf(quantity?.numbers)
  const indent = indentOf(columns, facts)
  const position = at.get('bomPosition')
  // Positions without dots (1, 2, 3) number the lines; they are no levels.
  const level = at.get('bomLevel') ?? (hasDots(facts?.[position ?? -1]?.positions) ? position : undefined)
  const saysFitted = /^(?:fitted|fit|populated?|mount(?:ed)?|bestückung|実装|実装有無|贴装|是否贴装)$/.test(
    normalHeader(columns[at.get('bomNotFitted') ?? -1]?.header ?? ''),
  )
  const nameAt = (place: number) => columnName(columns[place]?.header ?? '', place)
  const quantityColumn = quantity ? nameAt(columns.indexOf(quantity)) : bomLabel('bomQuantity')
  const freeAt = (is: (header: string) => boolean) =>
    columns.flatMap(({ header, fields }, index) => (fields.length === 0 && is(header) ? [index] : []))
  const placeOf = (is: (header: string) => boolean) => columns.findIndex(({ header }) => is(header))
  const unitAt = unitColumnOf(columns)
  return {
    ...{ at, level, saysFitted, decimals, indent, quantityColumn },
    unitAt,
    withoutUnits: [quantityColumn, nameAt(unitAt)].some((name) => choices.withoutUnits.includes(name)),
    listsAt: columns.flatMap(({ header, fields }, index) => {
      const isFree = fields.length === 0 || (fields.join() === 'bomPosition' && isOfWords(facts?.[index]))
      return isFree && (isListName(header) || (isRevision(header) && isBesideParent(at, index))) ? [index] : []
    }),
    revisionAt: columns.findIndex(
      ({ header, fields }, index) => fields.length === 0 && isRevision(header) && !isBesideParent(at, index),
    ),
    namesAt: freeAt((header) => isNamed('bomName', header)),
    remarksAt: columns.flatMap(({ header }, index) => (isRemark(header) ? [index] : [])),
    wordsAt: columns.flatMap(({ fields }, index) => (fields.every((field) => field === 'bomName') ? [index] : [])),
    excludedAt: placeOf((header) => normalHeader(header) === 'excludefrombom'),
    includedAt: placeOf((header) => isBomSwitch(header) && normalHeader(header) !== 'excludefrombom'),
    kindsAt: columns.flatMap(({ header, fields, samples }, index) =>
      fields.length === 0 && isLineKind(header) ? [{ index, name: kindName(header, samples) }] : [],
    ),
  }
}

/** Whether the item to the left of a column is the parent of the row, or else the first one to its right. */
function isBesideParent(at: Map<BomField, number>, index: number): boolean {
  const [parent, component] = [at.get('bomParent') ?? -1, at.get('bomComponent') ?? -1]
  if (parent < 0) return false
  return parent < index ? component > index || component < parent : component > parent
}

/** 'Index' may number the lines, or tell revisions by letters. */
const isOfWords = (facts: ColumnFacts | undefined) =>
  facts !== undefined && facts.positions.others > 0 && facts.positions.wholes + facts.positions.dots === 0

/** The cell of a field, without the indentation that shows its level. */
export function cellOf({ at, indent }: BomPlaces, { cells }: CsvRow, field: BomField): string {
  const cell = cells[at.get(field) ?? -1] ?? ''
  return (indent?.field === field ? cell.replace(indent.by, '') : cell).trim()
}

export function levelOf({ level }: BomPlaces, { cells }: CsvRow): string {
  const cell = (cells[level ?? -1] ?? '').trim()
  // '1-1' and '1/1' are positions like '1.1'.
  return /\d[-/]\d/.test(cell) ? cell.replaceAll(/[-/]/g, '.') : cell
}

/** The depth of a row: its level, or the length of its indentation. */
export function depthOfRow(places: BomPlaces, row: CsvRow, isDotted: boolean): number | null {
  const { at, level, indent } = places
  if (!indent && level === undefined) return 1
  if (!indent) return depthOf(levelOf(places, row), isDotted)
  return indent.by.exec(row.cells[at.get(indent.field) ?? -1] ?? '')?.[0].length ?? 0
}

/** How a row names the list that it belongs to; empty without a column that does. */
export const listNameOf = ({ listsAt }: BomPlaces, { cells }: CsvRow): string =>
  listsAt.flatMap((at) => cells[at]?.trim() || []).join(' ')

/** The first other name that a row gives its component. */
export const otherNameOf = ({ namesAt }: BomPlaces, { cells }: CsvRow): string =>
  namesAt.map((at) => (cells[at] ?? '').trim()).find(Boolean) ?? ''

/** The unit of a line, from its own column or beside the quantity. */
export const unitOfLine = (places: BomPlaces, row: CsvRow): string =>
  ownUnitOf(places, row) || (unitOf(cellOf(places, row, 'bomQuantity')) ?? '')

/** The unit of a line from the column of units. */
export const ownUnitOf = ({ unitAt }: BomPlaces, { cells }: CsvRow): string =>
  (cells[unitAt] ?? '').trim().slice(0, 20).toLowerCase()
