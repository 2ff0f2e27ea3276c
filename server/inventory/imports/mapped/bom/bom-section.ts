// Takes the header and the rows of a bill of materials, makes its section, and the rows of its items.

import { type ColumnMapping, columnName, type ImportColumn } from 'contract/inventory/import-choices.ts'
import { problem } from 'contract/inventory/import-problems.ts'
import { foldText } from 'contract/same-text.ts'
import { each, type Measure } from 'contract/units.ts'
import type { CsvRow } from '../../rows/rows.ts'
import type { SectionRows } from '../../rows/split-sections.ts'
import { isCode } from '../columns/by-content.ts'
import { besideWarnings, closeWarning, factorWarnings, numberWarning, wordWarnings } from '../columns/column-doubts.ts'
import { normalHeader } from '../columns/header-names.ts'
import { rivalWarnings } from '../columns/rival-columns.ts'
import { isKnownName } from '../columns/type-of-header.ts'
import { firstOf } from '../first-of.ts'
import { describedWarnings, factsOf, sortItems, strayWarning, twinWarning, unitWarning } from '../item-types.ts'
import { notedWarnings } from '../noted-cells.ts'
import type { KnownNumbers } from '../reading-options.ts'
import type { RowWord } from '../row-words.ts'
import { Records } from '../sections/records.ts'
import { type Base, baseOf, type ImportSection, type SectionOptions } from '../sections/section-base.ts'
import { asWritten, type ImportBatch } from '../sections/section-rows.ts'
import { type ColumnFacts, noFacts, wholeNumbersOf } from '../survey.ts'
import { isHeading } from '../total-rows.ts'
import { bomFields, bomLabel } from './bom-columns.ts'
import { indentOf } from './bom-indents.ts'
import type { BomItem } from './bom-item.ts'
import { bomItems } from './bom-items.ts'
import { isRevision } from './bom-lists.ts'
import { matchBom } from './bom-match.ts'
import { describedPlaces, likelyUnits, placesOf, unitColumnOf } from './bom-places.ts'
import { isItemName } from './item-roles.ts'
import { withUnitsOpen } from './line-quantity.ts'
import { hasDots } from './line-signs.ts'
import { extraColumns, madeRows } from './made-rows.ts'
import { beginOfOther } from './other-bills.ts'

/** The section of the bill of materials itself: its columns, and what is wrong with them. It has no rows of its own. */
export function openBom(options: Omit<SectionOptions, 'type'>): ImportSection {
  const { mapping = {}, remembered, facts, isGrouped = false, lastItem = '' } = options
  const isSaid = Object.keys(mapping).length > 0
  const chosen =
    isSaid || !remembered
      ? { mapping, by: 'chosen' as const }
      : { mapping: remembered.mapping, by: 'remembered' as const }
  return bomSection(baseOf(options), { ...chosen, facts, isGrouped, lastItem })
}

type Matched = {
  mapping: ColumnMapping
  by: 'chosen' | 'remembered'
  facts: ColumnFacts[] | undefined
  isGrouped: boolean
  lastItem: string
}

function bomSection(base: Base, { mapping, by, facts, isGrouped, lastItem }: Matched): ImportSection {
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
  const unitAt = unitColumnOf(columns)
  // References only count lines without a quantity. Levels and positions say nothing that parents do not say.
  const unused = [
    ...(fed.has('bomQuantity') ? ['bomReference'] : []),
    ...(hasPositions ? [] : ['bomPosition']),
    ...(fed.has('bomParent') ? ['bomLevel'] : []),
  ]
  const taken = new Set(extraColumns(header, columns).map(({ index }) => index))
  const noted = columns.map((column, index) => (taken.has(index) ? { ...column, note: describesParts } : column))
  const section = { ...base, kind: 'bom' as const, type: null, columns: noted, missing }
  const beside = besideWarnings(columns, 'lines')
  return {
    ...section,
    leftOut: columns.flatMap(({ fields, header: name }, index) =>
      fields.every((field) => unused.includes(field)) && !taken.has(index) && name.trim() ? [name.trim()] : [],
    ),
    problems: [...match.clashes, ...missing.map((label) => problem('field_without_column', { label }))],
    warnings: [
      ...(isOpen ? [problem('bom_of_what', { last: lastItem })] : []),
      ...(isNested ? [] : parentsLeftOut(columns, facts)),
      ...(isGrouped && !isNested ? [problem('bom_groups_unread', {})] : []),
      ...columns.flatMap((column) => closeWarning(bomFields, column)),
      ...likelyUnits(columns).flatMap((index) =>
        index === unitAt ? [problem('close_name', { column: (header[index] ?? '').trim(), labels: ['Unit'] })] : [],
      ),
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
      ...beside,
      ...wordWarnings(
        bomFields,
        columns,
        facts,
        beside,
        (at, meaning) => taken.has(at) || readsWord(section, facts, at, meaning),
      ),
    ],
  }
}

/** Columns before the components that may name the items which the lines make, under a name that nobody knows: several rows have the same code in turn. */
function parentsLeftOut(columns: ImportColumn[], facts: ColumnFacts[] = []) {
  const componentAt = columns.findIndex(({ fields }) => fields.includes('bomComponent'))
  const isOnBoard = columns.some(({ fields }) => fields.includes('bomReference'))
  const open = columns.slice(0, isOnBoard ? 0 : Math.max(0, componentAt)).flatMap(({ header, fields, match }, at) => {
    const { values, filled, blank } = facts[at] ?? noFacts()
    const isFree = match === null || fields.join() === 'bomPosition'
    const isOfSeveral = filled.repeats || (filled.isFirst && blank > 0)
    const isOther = !isItemName(header) && (isKnownName(header) || isRevision(header))
    return isFree && isOfSeveral && !isOther && values.every(isCode) ? [columnName(header, at)] : []
  })
  return open.length > 0
    ? [problem('columns_open', { columns: open, label: bomLabel('bomParent') }, { field: 'bomParent' })]
    : []
}

/** Whether it is known what a word in a column says of its line: one that is not fitted is left out, whatever the header; an obsolete one counts. */
function readsWord(section: ImportSection, facts: ColumnFacts[] | undefined, at: number, meaning: RowWord): boolean {
  const { kindsAt, remarksAt, listsAt, unitAt, excludedAt, includedAt } = placesOf(section, facts)
  if ((meaning === 'lifecycle' || meaning === 'condition') && !remarksAt.includes(at)) return false
  const read = [...kindsAt.map(({ index }) => index), ...remarksAt, ...listsAt, unitAt, excludedAt, includedAt]
  return read.includes(at) || meaning === 'notFitted' || meaning === 'fitted'
}

/** 'Total Qty', 'Gesamtmenge' and 'Qté totale' count for the whole product. */
const saysTotal = (header: string) =>
  /^(?:total|tot|ext|extended|gesamt)(?:qty|quantity|menge|anzahl|stückzahl)|(?:qty|quantity|qté|quantité|cant|cantidad|quantità|qtà|menge)(?:total|totale|totaal|extended|gesamt)$|^totaalaantal$/.test(
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
  // '1,000 ST' and '18,500 L', as SAP writes three decimals: litres are no whole numbers, so nothing shows that these are thousands.
  if (numbers?.evidence === 'open' && whole?.evidence === 'point' && mark === null) return { ...numbers, hint: true }
  const isOpen = whole?.evidence === 'open' && !whole.isChosen
  return isOpen && whole.hint ? { ...whole, decimals: 'comma', hint: false } : whole
}

const describesParts = 'It describes components that become parts.'

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
  let otherBill: number | undefined
  // The columns that describe new parts feed no field of the bill of materials.
  const extra = new Map(extraColumns(section.header, section.columns).map(({ index, fields }) => [index, fields]))
  const described = section.columns.map((column, at) => ({
    ...column,
    fields: [...column.fields, ...(extra.get(at) ?? [])],
  }))
  return {
    add(row) {
      otherBill ??= beginOfOther(row, rows.at(-1), records.headerIn(row))
      if (otherBill !== undefined || !records.has(row)) return undefined
      section.rowCount += 1
      if (section.problems.length === 0) rows.push({ ...row, cells: asWritten({ columns: described }, row) })
      return undefined
    },
    *end() {
      if (section.problems.length > 0) {
        // Whether a unit is that of its part is known once the lines have been read.
        section.columns = withUnitsOpen(section.columns, placesOf(section, open.facts), [])
        return
      }
      const places = { ...placesOf(section, open.facts), describedAt: describedPlaces(section, extra) }
      const isFlat = places.level === undefined && !places.indent && !places.at.has('bomParent')
      const isNoLine = ({ cells }: CsvRow) => section.hasHeadings === true && isFlat && isHeading(cells)
      const isUnread = (row: CsvRow) => hasFault(row, section.header.length)
      // The title above a header was taken for a line.
      if (rows.at(-1)?.rowNumber === otherBill) rows.pop()
      const lines = rows.filter((row) => !isNoLine(row) && !isUnread(row))
      const measureOf = (number: string) => keptMeasure(known, foldText(number))
      const { items, warnings, lineCount } = bomItems(lines, { ...places, measureOf }, section.choices)
      const sorted = sortItems(items, known, section.choices)
      section.columns = withUnitsOpen(
        section.columns,
        places,
        items.flatMap(({ misfits }) => misfits),
      )
      section.bom = { ...factsOf(sorted), lines: lineCount }
      section.warnings.push(
        ...records.warnings(),
        ...(otherBill === undefined ? [] : [problem('bom_other_bill', { row: otherBill })]),
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

/** How a known item is measured; null for an unknown one. */
function keptMeasure(known: KnownNumbers | undefined, folded: string): Measure | null {
  const isKnown = known?.parts.has(folded) || known?.assemblies.has(folded) || known?.products.has(folded)
  return isKnown ? (known?.measures.get(folded) ?? { unit: each, decimals: 0 }) : null
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
