// Takes the header and the rows of a bill of materials, makes sections of parts, assemblies and products with their rows.

import { maxLines } from 'contract/inventory/bom.ts'
import type { ColumnMapping, ImportColumn } from 'contract/inventory/import-choices.ts'
import { problem } from 'contract/inventory/import-problems.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { foldText } from 'contract/same-text.ts'
import { unitOf, usualUnits } from 'contract/units.ts'
import type { CsvRow } from '../../rows/rows.ts'
import type { SectionRows } from '../../rows/split-sections.ts'
import { besideWarnings, closeWarning, factorWarnings, numberWarning, rivalWarnings } from '../columns/column-doubts.ts'
import { matchColumns } from '../columns/columns.ts'
import { isBarePrice, isCurrencyName, isUnitName, normalHeader } from '../columns/header-names.ts'
import { firstOf } from '../first-of.ts'
import {
  describedWarnings,
  factsOf,
  type Sorted,
  sortItems,
  strayWarning,
  twinWarning,
  unitWarning,
} from '../item-types.ts'
import { notedWarnings } from '../noted-cells.ts'
import type { KnownNumbers } from '../reading-options.ts'
import { openSection } from '../sections/import-section.ts'
import { Records } from '../sections/records.ts'
import { type Base, baseOf, type ImportSection, type SectionOptions } from '../sections/section-base.ts'
import { asWritten, type ImportBatch, tableRows } from '../sections/section-rows.ts'
import { type ColumnFacts, noFacts, wholeNumbersOf } from '../survey.ts'
import { isHeading } from '../total-rows.ts'
import { bomFields, bomLabel } from './bom-columns.ts'
import { indentOf } from './bom-indents.ts'
import { type BomItem, bomItems } from './bom-items.ts'
import { matchBom } from './bom-match.ts'
import { describedPlaces, placesOf } from './bom-places.ts'
import { hasDots } from './line-signs.ts'

/** The section of the bill of materials itself: its columns, and what is wrong with them. It has no rows of its own. */
export function openBom(options: Omit<SectionOptions, 'type'>): ImportSection {
  const { mapping = {}, remembered, facts, isGrouped = false } = options
  const base = baseOf(options)
  const isSaid = Object.keys(mapping).length > 0
  return isSaid || !remembered
    ? bomSection(base, { mapping, by: 'chosen', facts, isGrouped })
    : bomSection(base, { mapping: remembered.mapping, by: 'remembered', facts, isGrouped })
}

type Matched = {
  mapping: ColumnMapping
  by: 'chosen' | 'remembered'
  facts: ColumnFacts[] | undefined
  isGrouped: boolean
}

function bomSection(base: Base, { mapping, by, facts, isGrouped }: Matched): ImportSection {
  const { header } = base
  const match = matchBom(header, mapping, facts)
  const columns = base.columns.map((column, index): ImportColumn => {
    const fields = (match.fieldsByIndex[index] ?? []).map(({ field }) => field)
    const isChosen = match.chosen.has(index)
    const found = match.close.has(index) ? 'close' : 'name'
    const numbers = fields.includes('bomQuantity') ? lineNumbers(column, facts?.[index], base) : column.numbers
    return { ...column, numbers, fields, match: isChosen ? by : fields.length > 0 ? found : null }
  })
  const fed = new Set([...match.columnOf.keys()].map(({ field }) => field))
  const hasPositions = hasDots(facts?.[columns.findIndex(({ fields }) => fields.includes('bomPosition'))]?.positions)
  const isNested = fed.has('bomParent') || fed.has('bomLevel') || hasPositions || indentOf(columns, facts) !== undefined
  const quantity = columns.find(({ fields }) => fields.includes('bomQuantity'))?.header ?? ''
  // A flat list belongs to the item that the user names.
  const isOpen = !isNested && base.choices.bomOf === null
  const missing = [...match.missing, ...(isOpen ? [`${bomLabel('bomParent')} or ${bomLabel('bomLevel')}`] : [])]
  // References only count lines. Levels and positions say nothing that parents do not say.
  const unused = [
    'bomReference',
    ...(hasPositions ? [] : ['bomPosition']),
    ...(fed.has('bomParent') ? ['bomLevel'] : []),
  ]
  const taken = new Set(extraColumns(header, columns).map(({ index }) => index))
  const noted = columns.map((column, index) => (taken.has(index) ? { ...column, note: describesParts } : column))
  return {
    ...base,
    ...{ kind: 'bom', type: null, columns: noted, missing },
    leftOut: columns.flatMap(({ fields, header: name }, index) =>
      fields.every((field) => unused.includes(field)) && !taken.has(index) && name.trim() ? [name.trim()] : [],
    ),
    problems: [...match.clashes, ...missing.map((label) => problem('field_without_column', { label }))],
    warnings: [
      ...(isOpen ? [problem('bom_of_what', {})] : []),
      ...(isGrouped && !isNested ? [problem('bom_groups_unread', {})] : []),
      ...columns.flatMap((column) => closeWarning(bomFields, column)),
      ...(fed.has('bomQuantity')
        ? []
        : [
            problem(fed.has('bomReference') ? 'bom_counts_references' : 'bom_counts_one', {}),
            ...rivalWarnings(bomFields, [], columns),
          ]),
      ...[...match.columnOf].flatMap(([field, index]) =>
        numberWarning({ field, header: (header[index] ?? '').trim() }, columns[index]),
      ),
      ...[...match.columnOf].flatMap(([field, index]) =>
        // A dash instead of a quantity has a warning of its own; new parts tell of words for nothing themselves.
        notedWarnings(field, (header[index] ?? '').trim(), facts?.[index]?.noted, true),
      ),
      ...factorWarnings(header, facts, isOfBatch(quantity)),
      ...besideWarnings(columns, 'lines'),
    ],
  }
}

/** 'Total Qty' and 'Extended Quantity' count for the whole product. */
const saysTotal = (header: string) =>
  /^(?:total|tot|ext|extended|gesamt)(?:qty|quantity|menge)|(?:qty|quantity)(?:total|extended)$/.test(
    normalHeader(header),
  )

/** Beside the quantities of lines, as Odoo and ERPNext write them, 'Quantity' is that of the product which they make. */
const isOfBatch = (lineQuantity: string) => (header: string) =>
  /^bomlines?(?:ids)?product|^bomlinesquantity|items$/.test(normalHeader(lineQuantity)) &&
  /^(?:quantity|qty|productqty)$/.test(normalHeader(header))

/** A line counts pieces. In a file with decimal commas '2,000' is 2, as SAP writes it. */
function lineNumbers(
  { numbers }: ImportColumn,
  facts: ColumnFacts = noFacts(),
  { mark }: Base,
): ImportColumn['numbers'] {
  const whole = wholeNumbersOf(numbers, facts, mark)
  const isOpen = whole?.evidence === 'open' && !whole.isChosen
  return isOpen && whole.hint ? { ...whole, decimals: 'comma', hint: false } : whole
}

const describesParts = 'It describes components that become parts.'

/** The columns that describe new parts: those that feed no field of the bill of materials, but a field of parts. */
function extraColumns(
  header: string[],
  columns: ImportColumn[],
): { index: number; header: string; fields: string[] }[] {
  const names = header.map((name, index) => (columns[index]?.fields.length === 0 ? name : ''))
  const currencies = names.flatMap((name, index) => (isCurrencyName(name) ? [{ index, header: name, fields: [] }] : []))
  // 'Stock', 'Quantity' and 'Min Qty' may be those of a supplier or of an order.
  const described = [...matchColumns('parts', names, {}, true).columnOf].flatMap(
    ([{ field, kind, isIgnored }, index]) =>
      ['partNumber', 'name'].includes(field) || isIgnored || (kind !== 'money' && kind !== 'text' && kind !== 'unit')
        ? []
        : [{ index, header: header[index] ?? '', fields: [field] }],
  )
  const unitAt = names.findIndex(isUnitName)
  const hasUnit = described.some(({ fields }) => fields.includes('unit')) || unitAt < 0
  const units = hasUnit ? [] : [{ index: unitAt, header: header[unitAt] ?? '', fields: ['unit'] }]
  return described.length + units.length > 0 ? [...described, ...units, ...currencies] : []
}

type BomOptions = {
  section: ImportSection
  /** receives the sections for the items, at the end */
  sections: ImportSection[]
  known: KnownNumbers | undefined
  open: Omit<SectionOptions, 'header' | 'type'>
}

/** Collects the rows; at the end, it yields the rows of the items. */
export function bomRows({ section, sections, known, open }: BomOptions): SectionRows<ImportBatch> {
  const rows: CsvRow[] = []
  const records = new Records(section)
  // The columns that describe new parts feed no field of the bill of materials.
  const extra = new Map(extraColumns(section.header, section.columns).map(({ index, fields }) => [index, fields]))
  const described = section.columns.map((column, at) => ({
    ...column,
    fields: [...column.fields, ...(extra.get(at) ?? [])],
  }))
  return {
    add(row) {
      if (!records.has(row)) return undefined
      section.rowCount += 1
      if (section.problems.length === 0) rows.push({ ...row, cells: asWritten({ columns: described }, row) })
      return undefined
    },
    *end() {
      if (section.problems.length > 0) return
      const places = { ...placesOf(section, open.facts), describedAt: describedPlaces(section, extra) }
      const isFlat = places.level === undefined && !places.indent && !places.at.has('bomParent')
      const isNoLine = ({ cells }: CsvRow) => section.hasHeadings === true && isFlat && isHeading(cells)
      const isUnread = (row: CsvRow) => hasFault(row, section.header.length)
      const lines = rows.filter((row) => !isNoLine(row) && !isUnread(row))
      const decimalsOf = (number: string, unit: string) => lineDecimals(known, foldText(number), unit)
      const { items, warnings, lineCount } = bomItems(lines, { ...places, decimalsOf }, section.choices)
      const sorted = sortItems(items, known, section.choices)
      section.bom = { ...factsOf(sorted), lines: lineCount }
      section.warnings.push(
        ...records.warnings(),
        ...rowsWarning('headings_left_out', rows.filter(isNoLine)),
        ...rowsWarning('bom_rows_unread', rows.filter(isUnread)),
        ...warnings,
        ...totalWarning(section, items),
        ...strayWarning(items),
        ...describedWarnings(section.header, [...extra.keys()], sorted, known),
        ...twinWarning(sorted, known),
        ...unitWarning(items, known),
      )
      for (const type of ['assemblies', 'products', 'parts'] as const) {
        if (type !== 'parts' || section.choices.components === 'create') {
          yield* madeRows(type, sorted, { section, sections, open })
        }
      }
    },
  }
}

/** The decimals of a known part, or the usual ones of the unit of a new part. */
function lineDecimals(known: KnownNumbers | undefined, folded: string, unit: string): number {
  const isKnown = known?.parts.has(folded) || known?.assemblies.has(folded) || known?.products.has(folded)
  return (isKnown ? known?.measures.get(folded)?.decimals : usualUnits.get(unitOf(unit))) ?? 0
}

/** An unread cell, or more of them than columns: the values may stand below other headers than their own. */
const hasFault = ({ cells, problem: fault }: CsvRow, width: number) =>
  fault !== undefined || cells.slice(width).some((cell) => cell.trim() !== '')

function rowsWarning(code: 'headings_left_out' | 'bom_rows_unread', found: CsvRow[]) {
  const rows = firstOf(found.map(({ rowNumber }) => String(rowNumber)))
  return rows.length > 0 ? [problem(code, { rows })] : []
}

/** Below an assembly, a total is not the quantity for one of it. */
function totalWarning({ columns }: ImportSection, items: BomItem[]) {
  const column = columns.find(({ fields }) => fields.includes('bomQuantity'))?.header.trim() ?? ''
  const isDeep = items.some(({ isComponent, lines }) => isComponent && lines !== null)
  return isDeep && saysTotal(column) ? [problem('bom_total_quantity', { column })] : []
}

type Making = Pick<BomOptions, 'section' | 'sections' | 'open'>

/** The rows of one type. A new part has the number of the row that names it, negative: it comes with that row. */
function* madeRows(type: 'parts' | 'assemblies' | 'products', sorted: Sorted, { section, sections, open }: Making) {
  const items = sorted[type]
  if (items.length === 0) return
  const extra = type === 'parts' ? extraColumns(section.header, section.columns) : []
  const header = type === 'parts' ? ['Part Number', 'Name', ...extra.map((column) => column.header)] : headers[type]
  const choices = { ...section.choices, suppliers: 'text' as const, emptyCells: 'keep' as const }
  const facts =
    type === 'parts' ? header.map((name) => open.facts?.[section.header.indexOf(name)] ?? noFacts()) : undefined
  const mapping = Object.fromEntries(
    extra.flatMap(({ header: name, fields }) =>
      isBarePrice(name) || fields.includes('unit') ? [[name.trim(), fields]] : [],
    ),
  )
  const made = {
    ...openSection({ ...open, type, header, choices, facts, mapping, remembered: undefined }),
    isOfBom: true,
  }
  sections.push(made)
  const receiver = tableRows(made)
  for (const item of items) {
    const cells = type === 'parts' ? partCells(item, extra) : parentCells(item, sorted)
    const rowNumber = type === 'parts' ? -item.row : item.parentRow
    const full = receiver.add({ rowNumber, cells, isQuoted: false, ...faultOf(item, section, type) })
    if (full) yield* full
  }
  yield* receiver.end()
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

function faultOf({ badQuantities, lines }: BomItem, section: ImportSection, type: ItemType) {
  const field = type === 'assemblies' ? 'components' : 'bom'
  if (lines !== null && lines.length > maxLines) {
    const column = type === 'assemblies' ? 'Components' : 'Bill of Materials'
    return { problem: problem('bom_too_long', { column, max: maxLines }, { field }) }
  }
  if (badQuantities.length === 0) return {}
  const { quantityColumn: column } = placesOf(section)
  return { problem: problem('bom_quantities', { column, cells: badQuantities.slice(0, 5) }, { field }) }
}
