// Takes the header of a section, decides which value comes from which column, and what the user should know about it.

import {
  type ColumnMapping,
  columnName,
  type ImportChoices,
  type ImportColumn,
} from 'contract/inventory/import-choices.ts'
import { problem } from 'contract/inventory/import-problems.ts'
import type { RowType } from 'contract/inventory/imports.ts'
import { withAnswers } from '../answers.ts'
import { likelyUnits } from '../bom/bom-places.ts'
import { isOfCustomer } from '../bom/likeness.ts'
import { isStockName } from '../bom/quantity-names.ts'
import { suggestByContent } from '../columns/by-content.ts'
import { columnDoubts, numberWarning, wordWarnings } from '../columns/column-doubts.ts'
import {
  type ColumnMatch,
  leaveOut,
  leaveOutLotNumbers,
  leaveOutMinimum,
  matchColumns,
  suggest,
} from '../columns/columns.ts'
import { countsAgain, takeWholeStock } from '../columns/counted-columns.ts'
import { currencyBeside, withCurrencyBeside } from '../columns/currencies.ts'
import { normalHeader } from '../columns/header-names.ts'
import { rivalWarnings } from '../columns/rival-columns.ts'
import { isShopifyHeader, isShopList, typeOfHeader, typeOfName } from '../columns/type-of-header.ts'
import { type ImportField, importFields, isMeasure } from '../import-fields.ts'
import { notedWarnings } from '../noted-cells.ts'
import type { RememberedChoices } from '../reading-options.ts'
import { isOfRow, valueColumn } from '../row-values.ts'
import { shopifyColumns, shopifyFields, shopifyNote } from '../shopify.ts'
import { type ColumnFacts, type Likeness, noFacts, wholeNumbersOf } from '../survey.ts'
import { measureOf } from '../units.ts'
import { hasUnitBeside, readingOf } from '../values.ts'
import {
  type Base,
  baseOf,
  type ImportSection,
  namesOf,
  type SectionOptions,
  type ValueSource,
} from './section-base.ts'

/**
 * The section that a header row begins. With `type` null, the header decides the type, or else the mapping. Also rebuilds a section from
 * its stored header, to correct a single row.
 * @throws ImportFileError for a mapping to unknown fields
 */
export function openSection({ type, ...options }: SectionOptions): ImportSection {
  const { header, mapping = {}, remembered } = options
  const base = baseOf(options)
  const isMapped = Object.values(mapping).some((fields) => fields.length > 0)
  if ((type === null || type === 'products') && !isMapped && isShopifyHeader(header))
    return shopifySection(base, options.facts)
  const found = type ?? typeOfHeader(header) ?? typeOfMapping(mapping) ?? typeOf(remembered)
  const as = (one: RowType) => tableSection({ ...options, ...base }, one, mapping)
  if (found !== null) return as(found)
  // The values of a column may be the numbers of parts, beside columns that say what parts have.
  const asParts = as('parts')
  const isList = asParts.columns.filter(({ fields }) => fields.length > 0).length > leastOfParts
  const isKnown = options.facts?.some(({ known, values }) => known > 0 && known * 2 >= values.length)
  if ((isList || isKnown) && asParts.problems.length === 0) return asParts
  const named = (options.called ?? []).map(typeOfName).find((one) => one !== null)
  if (named) return as(named)
  const problems = [problem('unknown_type', {})]
  const asVendors = as('vendors')
  const hasAddress = asVendors.sources.some(({ field }) => field.kind === 'email')
  // Customers and employees have addresses, too: vendors are only proposed.
  if (hasAddress && asVendors.problems.length === 0) return { ...asVendors, problems }
  const columns = base.columns.map((column, index) => proposed(column, index, remembered?.mapping))
  return { ...base, columns, kind: 'table', type: null, leftOut: namesOf(base.columns), problems }
}

const leastOfParts = 3

const typeOf = (remembered: RememberedChoices | undefined): RowType | null =>
  remembered?.type === undefined || remembered.type === 'bom' ? null : remembered.type

const proposed = (column: ImportColumn, index: number, mapping: ColumnMapping = {}): ImportColumn => {
  const fields = mapping[columnName(column.header, index)]
  return fields ? { ...column, fields, match: 'remembered' } : column
}

type Known = Base & Pick<SectionOptions, 'facts' | 'remembered' | 'answers' | 'looksLike' | 'hasUnits'>

/** The mapping of the last such file is applied when the file can be read without it; otherwise it is only proposed. */
function tableSection({ remembered, ...base }: Known, type: RowType, mapping: ColumnMapping): ImportSection {
  const asFound = mappedSection(base, type, mapping, 'chosen')
  if (Object.keys(mapping).length > 0 || !remembered || Object.keys(remembered.mapping).length === 0) return asFound
  const asBefore = mappedSection(base, type, remembered.mapping, 'remembered')
  return asFound.problems.length > 0 ? { ...asFound, columns: asBefore.columns } : asBefore
}

function mappedSection(
  { facts, looksLike = null, hasUnits = false, answers, ...base }: Omit<Known, 'remembered'>,
  type: RowType,
  mapping: ColumnMapping,
  by: 'chosen' | 'remembered',
): ImportSection {
  const { header, choices } = base
  const isBought = looksLike === 'order' && !header.some(isOfCustomer)
  const match = matchColumns(type, header, linked(type, header, mapping, choices), isBought)
  const notes = suggestByContent(type, header, match, facts)
  const isLeftOut = looksLike !== null && leaveOutQuantity(match, header, looksLike)
  const minimum = type === 'parts' ? leaveOutMinimum(match, header) : []
  if (type === 'parts') leaveOutLotNumbers(match, facts)
  if (!isLeftOut) takeWholeStock(importFields[type], header, match, facts)
  if (type === 'stock') suggestValue(match, header)
  match.clashes.push(...countsAgain(match, header, facts))
  const open = importFields[type].filter(
    ({ field }) => !(isLeftOut && field === 'stockLevel') && !(minimum.length > 0 && field === 'reorderThreshold'),
  )
  if (type === 'parts') {
    suggestUnit(match, base.columns)
    takeUnit(match, by === 'remembered', facts)
  }
  // A quantity may repeat the unit of its row.
  const hasUnit = [...match.columnOf.keys()].some(({ kind }) => kind === 'unit')
  const columns = base.columns.map((column, index): ImportColumn => {
    const fields = [...match.columnOf].flatMap(([{ field, isIgnored }, at]) =>
      at === index && !isIgnored ? [field] : [],
    )
    const isOurs = match.fieldsByIndex[index]?.every(({ ranks }) => ranks.get(normalHeader(column.header)) === 0)
    const how = match.chosen.has(index) ? by : match.close.has(index) ? 'close' : isOurs ? 'name' : 'alias'
    const isWhole = match.fieldsByIndex[index]?.some(({ kind }) => kind === 'quantity') ?? false
    const numbers = isWhole ? wholeNumbersOf(column.numbers, facts?.[index] ?? noFacts(), base.mark) : column.numbers
    const isFiles = match.fieldsByIndex[index]?.some(({ isIgnored }) => isIgnored)
    const isMoney = match.fieldsByIndex[index]?.some(({ kind }) => kind === 'money') ?? false
    const currencies = isMoney
      ? withCurrencyBeside(column, columnName(column.header, index), currencyBeside(header, facts, index), choices)
      : column.currencies
    const shown: ImportColumn = {
      ...{ ...column, numbers, currencies, fields },
      note: isFiles ? attachesFiles : (notes.get(index) ?? column.note),
      units: hasUnitBeside(fields) || (hasUnit && isWhole) ? exceptMeasures(column.units) : column.units,
      match: fields.length > 0 || match.chosen.has(index) ? how : null,
    }
    return answers ? withAnswers(shown, answers) : shown
  })
  const fed = [...match.columnOf].map(([field, index]) => ({
    field,
    header: header[index]?.trim() || field.label,
    index,
    ...readingOf(columns[index]),
    isMeasured: hasUnits || [...match.columnOf.keys()].some(isMeasure),
  }))
  const ignored = fed.filter(({ field }) => field.isIgnored)
  const warnings = [
    ...(isLeftOut ? [problem(looksLike === 'bom' ? 'looks_like_bom' : 'looks_like_order', {})] : []),
    ...(type === 'parts' && isShopList(header) ? [problem('looks_like_products', {})] : []),
    ...columnDoubts(type, { header, facts, columns, fed }),
    ...minimum,
    ...fed.filter(isOfRow).map((source) => problem('value_divided', { column: source.header }, source.field)),
    ...(match.clashes.length > 0 ? [] : rivalWarnings(open, fed, columns)),
  ]
  return {
    ...{ ...base, kind: 'table', type, columns },
    sources: fed.filter(({ field }) => !field.isIgnored),
    leftOut: namesOf(columns.filter((_, index) => !ignored.some((source) => source.index === index))),
    filesAt: ignored[0]?.index ?? null,
    missing: match.missing,
    problems: [...match.clashes, ...match.missing.map((label) => problem('field_without_column', { label }))],
    // A column of vendors that nobody knows may hold bank data: no warning shows its values.
    warnings:
      type === 'vendors' ? warnings : [...warnings, ...wordWarnings(importFields[type], columns, facts, warnings)],
  }
}

/** Where no column has the cost of one, the value of the row gives it. */
function suggestValue(match: ColumnMatch, header: string[]): void {
  const cost = importFields.stock.find(({ field }) => field === 'unitCost')
  const index = valueColumn(header, (at) => !match.chosen.has(at) && match.fieldsByIndex[at]?.length === 0)
  if (cost && index >= 0 && !match.columnOf.has(cost)) suggest(match, cost, index)
}

/** A column without a known name may have the units of the quantities. */
function suggestUnit(match: ColumnMatch, columns: ImportColumn[]): void {
  const [stock, unit] = ['stockLevel', 'unit'].map((name) => importFields.parts.find(({ field }) => field === name))
  if (!stock || !unit || !match.columnOf.has(stock) || match.columnOf.has(unit)) return
  const isFree = (index: number) => !match.chosen.has(index) && match.fieldsByIndex[index]?.length === 0
  const [index] = likelyUnits(columns).filter(isFree)
  if (index !== undefined) suggest(match, unit, index)
}

/**
 * Where no column has the units, they may stand behind the quantities ('150 m'), unless the user says what that column feeds. Units say how many
 * decimals they usually have, if no column does.
 */
function takeUnit({ columnOf, chosen }: ColumnMatch, isRemembered: boolean, facts: ColumnFacts[] = []): void {
  const [stock, unit, decimals] = ['stockLevel', 'unit', 'decimals'].map((name) =>
    importFields.parts.find(({ field }) => field === name),
  )
  if (!stock || !unit || !decimals) return
  const stockAt = columnOf.get(stock)
  if (!columnOf.has(unit) && stockAt !== undefined && (isRemembered || !chosen.has(stockAt))) {
    const units = [...(facts[stockAt]?.noted.units.values() ?? [])]
    if (units.some((cell) => measureOf(cell) !== null)) columnOf.set(unit, stockAt)
  }
  const unitAt = columnOf.get(unit)
  if (unitAt !== undefined && !columnOf.has(decimals)) columnOf.set(decimals, unitAt)
}

/** The values that nobody reads: units of quantities give new parts their unit. */
function exceptMeasures(units: ImportColumn['units']): ImportColumn['units'] {
  const examples = units?.examples.filter((cell) => measureOf(cell) === null) ?? []
  return units && examples.length > 0 ? { ...units, examples } : null
}

const attachesFiles = 'Files that the company has are attached, by path and size.'

/**
 * The quantities of a bill of materials or an order become stock levels only when the user says so, nor does the stock of a supplier in an order.
 * @returns whether there are any
 */
function leaveOutQuantity(match: ColumnMatch, header: string[], likeness: Likeness): boolean {
  const [stock, index = -1] = [...match.columnOf].find(([{ field }]) => field === 'stockLevel') ?? []
  if (!stock || match.chosen.has(index) || (likeness === 'bom' && isStockName(header[index] ?? ''))) return false
  leaveOut(match, stock, index)
  return true
}

/** When suppliers become links, the column of their names also feeds the vendor, unless another column does. */
function linked(type: RowType, header: string[], mapping: ColumnMapping, { suppliers }: ImportChoices) {
  if (type !== 'parts' || suppliers === 'text') return mapping
  const { columnOf } = matchColumns(type, header, mapping)
  const places = new Map([...columnOf].map(([{ field }, index]) => [field, index]))
  const at = places.get('supplierName')
  if (at === undefined || places.has('vendorId')) return mapping
  const fields = [...columnOf].flatMap(([{ field }, index]) => (index === at ? [field] : []))
  return { ...mapping, [columnName(header[at] ?? '', at)]: [...fields, 'vendorId'] }
}

function shopifySection(base: Base, facts: ColumnFacts[] = []): ImportSection {
  const columns = base.columns.map((column): ImportColumn => {
    const fields = shopifyFields(column.header)
    return { ...column, fields, match: fields.length > 0 ? 'name' : null, note: shopifyNote(column.header) }
  })
  const sources = shopifyColumns.flatMap((name, index) => {
    const column = columns.find((candidate) => normalHeader(candidate.header) === normalHeader(name))
    return shopifyFields(name).flatMap((wanted): ValueSource[] => {
      const field = importFields.products.find((candidate) => candidate.field === wanted)
      const isGiven = column !== undefined || wanted === 'sku'
      return field && isGiven ? [{ field, header: name, index, ...readingOf(column) }] : []
    })
  })
  // A handle feeds no field, but it groups rows and replaces a missing SKU.
  const leftOut = namesOf(columns).filter((header) => normalHeader(header) !== 'handle')
  const rest = { header: [...shopifyColumns], columns, sources, leftOut }
  const warnings = sources.flatMap((source) => {
    const at = columns.findIndex(({ fields }) => fields.includes(source.field.field))
    return [...numberWarning(source, columns[at]), ...notedWarnings(source.field, source.header, facts[at]?.noted)]
  })
  return { ...base, ...rest, warnings, kind: 'shopify', type: 'products' }
}

const keys = new Map<string, RowType>([
  ['partNumber', 'parts'],
  ['assemblyNumber', 'assemblies'],
  ['sku', 'products'],
  ['itemNumber', 'stock'],
])

function typeOfMapping(mapping: ColumnMapping): RowType | null {
  const key = Object.values(mapping)
    .flat()
    .find((field) => keys.has(field))
  return keys.get(key ?? '') ?? null
}

/** The fields of a type for a mapping screen. */
export const mappableFields = (type: RowType) => mappable(importFields[type])

export const mappable = (fields: ImportField[]) =>
  fields
    .filter(({ isIgnored }) => !isIgnored)
    .map(({ field, label, isRequired, isNeededForNew, kind }) => ({
      ...{ field, label, isRequired, isNeededForNew },
      isNumber: kind === 'money' || kind === 'quantity' || field === 'bomQuantity',
    }))
