// Takes the items of a bill of materials, makes sections of parts, assemblies and products with their rows.

import { maxLines } from 'contract/inventory/bom.ts'
import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import { problem } from 'contract/inventory/import-problems.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { unitOf } from 'contract/units.ts'
import { matchColumns } from '../columns/columns.ts'
import { isBarePrice, isCurrencyName } from '../columns/header-names.ts'
import { firstOf } from '../first-of.ts'
import type { Sorted } from '../item-types.ts'
import { openSection } from '../sections/import-section.ts'
import type { ImportSection, SectionOptions } from '../sections/section-base.ts'
import { tableRows } from '../sections/section-rows.ts'
import { type ColumnFacts, noFacts } from '../survey.ts'
import type { BomItem } from './bom-item.ts'
import { placesOf, unitColumnOf } from './bom-places.ts'
import { isMeasure, type Misfit } from './line-quantity.ts'

/** The columns that describe new parts: those that feed no field of the bill of materials, but a field of parts. */
export function extraColumns(
  header: string[],
  columns: ImportColumn[],
): { index: number; header: string; fields: string[] }[] {
  const names = header.map((name, index) => (columns[index]?.fields.length === 0 ? name : ''))
  const currencies = names.flatMap((name, index) => (isCurrencyName(name) ? [{ index, header: name, fields: [] }] : []))
  // 'Stock', 'Quantity' and 'Min Qty' may be those of a supplier or of an order.
  const described = [...matchColumns('parts', names, {}, true).columnOf].flatMap(
    ([{ field, kind, isIgnored }, index]) =>
      ['partNumber', 'name'].includes(field) || isIgnored || (kind !== 'money' && kind !== 'text')
        ? []
        : [{ index, header: header[index] ?? '', fields: [field] }],
  )
  const unitAt = unitColumnOf(columns)
  const units = unitAt < 0 ? [] : [{ index: unitAt, header: header[unitAt] ?? '', fields: ['unit'] }]
  return described.length + units.length > 0 ? [...described, ...units, ...currencies] : []
}

type Making = {
  section: ImportSection
  /** receives the section */
  sections: ImportSection[]
  open: Omit<SectionOptions, 'header' | 'type'>
}

/** The rows of one type. A new part has the number of the row that names it, negative: it comes with that row. */
export function* madeRows(
  type: 'parts' | 'assemblies' | 'products',
  sorted: Sorted,
  { section, sections, open }: Making,
) {
  const items = sorted[type]
  if (items.length === 0) return
  const extra = type === 'parts' ? extraColumns(section.header, section.columns) : []
  const units = type === 'parts' ? unitsBeside(section, extra, items) : []
  const partHeader = [
    'Part Number',
    'Name',
    ...extra.map((column) => column.header),
    ...(units.length > 0 ? ['Unit'] : []),
  ]
  const header = type === 'parts' ? partHeader : headers[type]
  const choices = { ...section.choices, suppliers: 'text' as const, emptyCells: 'keep' as const }
  const facts =
    type === 'parts' ? header.map((name, at) => factsOf(open.facts?.[section.header.indexOf(name)], at)) : undefined
  const mapping = Object.fromEntries(
    extra.flatMap(({ header: name, fields }) =>
      isBarePrice(name) || fields.includes('unit') ? [[name.trim(), fields]] : [],
    ),
  )
  if (units.length > 0)
    section.warnings.push(problem('units_taken', { column: placesOf(section).quantityColumn, cells: firstOf(units) }))
  const made = {
    ...openSection({ ...open, type, header, choices, facts, mapping, remembered: undefined }),
    isOfBom: true,
  }
  sections.push(made)
  const receiver = tableRows(made)
  for (const item of items) {
    const measured = units.length > 0 ? [isMeasure(unitOf(item.unit)) ? item.unit : ''] : []
    const cells = type === 'parts' ? [...partCells(item, extra), ...measured] : parentCells(item, sorted)
    const rowNumber = type === 'parts' ? -item.row : item.parentRow
    const full = receiver.add({ rowNumber, cells, isQuoted: false, ...faultOf(item, section, type) })
    if (full) yield* full
  }
  yield* receiver.end()
}

/** A sign for nothing is no number of a part: its row is left out. */
const factsOf = (facts = noFacts(), at: number): ColumnFacts =>
  at === 0 ? { ...facts, noted: { ...facts.noted, nothing: noFacts().noted.nothing } } : facts

/** The units of new parts that stand only beside quantities. */
function unitsBeside(section: ImportSection, extra: { fields: string[] }[], items: BomItem[]): string[] {
  if (placesOf(section).withoutUnits || extra.some(({ fields }) => fields.includes('unit'))) return []
  const units = items.map(({ unit }) => unit).filter((unit) => isMeasure(unitOf(unit)))
  return [...new Set(units)]
}

const headers = {
  assemblies: ['Assembly Number', 'Name', 'Components'],
  products: ['SKU', 'Name', 'Bill of Materials'],
}

function partCells(item: BomItem, extra: { index: number }[]): string[] {
  return [item.number, item.name || item.number, ...extra.map(({ index }) => item.cells[index] ?? '')]
}

/** An existing item keeps its name. */
function parentCells(item: BomItem, { kinds, known }: Sorted): string[] {
  const lines = (item.lines ?? []).map(({ child, quantity, unread }) => ({
    type: kinds.get(child),
    number: child.number,
    quantity: unread ?? quantity,
  }))
  return [item.number, known.has(item) ? '' : item.name || item.number, JSON.stringify(lines)]
}

function faultOf({ badQuantities, misfits, lines }: BomItem, section: ImportSection, type: ItemType) {
  const field = type === 'assemblies' ? 'components' : 'bom'
  if (lines !== null && lines.length > maxLines) {
    const column = type === 'assemblies' ? 'Components' : 'Bill of Materials'
    return { problem: problem('bom_too_long', { column, max: maxLines }, { field }) }
  }
  const { quantityColumn: column } = placesOf(section)
  if (badQuantities.length === 0)
    return misfits.length > 0 ? { problem: problem('bom_units', { column, cells: placesIn(misfits) }, { field }) } : {}
  return { problem: problem('bom_quantities', { column, cells: badQuantities.slice(0, 5) }, { field }) }
}

const placesIn = (misfits: Misfit[]) => misfits.slice(0, 5).map(({ place }) => place)
