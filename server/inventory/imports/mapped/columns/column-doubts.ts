// Takes the columns of a section, finds what they leave open: close names, decimal marks, rivals, and the currencies and factors that other columns name.

import { isDollar } from 'contract/decimals.ts'
import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import type { RowType } from 'contract/inventory/imports.ts'
import { foldText } from 'contract/same-text.ts'
import { each, unitOf } from 'contract/units.ts'
import { measureOfWord } from 'contract/units-of-files.ts'
import { isLineChoice } from '../bom/off-board.ts'
import { speaksOfStock } from '../bom/quantity-names.ts'
import { type ImportField, importFields, isMeasure } from '../import-fields.ts'
import { notedWarnings, unitsTaken } from '../noted-cells.ts'
import { noRowWords, type RowWord } from '../row-words.ts'
import type { ValueSource } from '../sections/section-base.ts'
import { type ColumnFacts, noFacts } from '../survey.ts'
import { areUnits } from '../units.ts'
import type { ColumnReading } from '../values.ts'
import { isNo } from '../yes-no.ts'
import { mixedWarning } from './currencies.ts'
import {
  factorIn,
  isBasisName,
  isCurrencyName,
  isFactorName,
  isLengthName,
  isModifierName,
  isOtherShare,
  isSeveral,
  isUnitName,
  isValidityName,
  normalHeader,
  unitInHeader,
} from './header-names.ts'
import { lotWord } from './rival-columns.ts'

/** What the values of the columns leave open. */
export function columnDoubts(
  type: RowType,
  {
    header,
    facts,
    columns,
    fed,
  }: { header: string[]; facts: ColumnFacts[] | undefined; columns: ImportColumn[]; fed: ValueSource[] },
): ImportProblem[] {
  return [
    ...columns.flatMap((column) => closeWarning(importFields[type], column)),
    ...fed.flatMap((source) => numberWarning(source, columns[source.index])),
    ...fed.flatMap(({ field, header: name, index, withoutUnits, takesUnit }) =>
      takesUnit && isMeasure(field)
        ? unitsTaken(field, name, facts?.[index]?.noted)
        : notedWarnings(field, name, facts?.[index]?.noted, withoutUnits && !field.isRequired),
    ),
    ...factorWarnings(header, facts),
    ...gapWarnings(columns),
    ...groupWarnings(fed, facts),
    ...stockLeftOut(type, columns),
    ...(type === 'parts' ? [...otherUnits(columns), ...thousands(columns)] : []),
    ...sideWarnings(type, columns),
    ...(type === 'stock' || fed.some(({ field: { kind } }) => kind === 'money')
      ? besideWarnings(columns, type === 'stock' ? 'stock' : 'prices')
      : []),
  ]
}

/** 'Component 1', 'Component 2': what a list of assemblies names in one row. */
function sideWarnings(type: RowType, columns: ImportColumn[]): ImportProblem[] {
  const found = columns.filter(({ header, fields }) => fields.length === 0 && oneOfComponents.test(foldText(header)))
  const isMade = type === 'assemblies' || type === 'products'
  return isMade && found.length > 1
    ? [problem('components_side_by_side', { columns: found.map(({ header }) => header.trim()) })]
    : []
}

const oneOfComponents =
  /^(?:components?|parts?|items?|ingredients?|komponente|bauteil|teil|composant|componente|materials?)[ _#]?(?:\d{1,3}|(?<=[ _#])[a-z])$/

/** Columns beside prices or lines that nothing here keeps, though they change what these mean: discounts and waste, and days between which they count. */
export function besideWarnings(columns: ImportColumn[], beside: 'prices' | 'lines' | 'stock'): ImportProblem[] {
  const isEach = (value: string) => unitOf(value) === each || Number(value) === 1 || isNo(value.toLowerCase())
  const left = columns.filter(({ fields, samples }) => fields.length === 0 && !samples.every(isEach))
  const free = left.map(({ header }) => header.trim())
  const isChoice = ({ header, samples }: ImportColumn) => beside === 'lines' && isLineChoice(header, samples)
  const choices = left.filter(isChoice).map(({ header }) => header.trim())
  const shares = left
    .filter(
      ({ header, samples }) =>
        !isOtherShare(header) && samples.every((value) => /^\d{1,2}(?:[.,]\d{1,2})? ?%$/.test(value)),
    )
    .map(({ header }) => header.trim())
  const changes = (name: string) =>
    isModifierName(name) ||
    shares.includes(name) ||
    (beside === 'lines' && (isLengthName(name) || isBasisName(name) || measureOfWord(name) !== null))
  const counts = (name: string) => isValidityName(name) || (beside === 'lines' && isPhaseName(name))
  const [modifiers, days] = [free.filter(changes), free.filter(counts)]
  const code = { lines: 'line_days_left_out', prices: 'validity_left_out', stock: 'modifiers_left_out' } as const
  return [
    ...(modifiers.length > 0 ? [problem('modifiers_left_out', { columns: modifiers })] : []),
    ...(days.length > 0 ? [problem(code[beside], { columns: days })] : []),
    ...(choices.length > 0 ? [problem('line_choices_left_out', { columns: choices })] : []),
  ]
}

/**
 * Columns that feed nothing and nobody knows, whose words say something of the whole row: 'Variant' with 'DNI', 'Ativo' with 'Sim' and 'Não'.
 * @param warnings the others, which may name the column
 */
export function wordWarnings(
  known: ImportField[],
  columns: ImportColumn[],
  facts: ColumnFacts[] = [],
  warnings: ImportProblem[] = [],
  isRead: (at: number, meaning: RowWord) => boolean = () => false,
): ImportProblem[] {
  const named = new Set(
    warnings.flatMap(({ params: { column = [], columns = [], others = [] } }) => [column, columns, others].flat()),
  )
  const isKnown = (name: string) =>
    named.has(name.trim()) ||
    isUnitName(name) ||
    isCurrencyName(name) ||
    known.some(({ ranks }) => ranks.has(normalHeader(name)))
  const found = columns.flatMap(({ header, fields }, at) => {
    const { seen, count, first } = facts[at]?.words ?? noRowWords()
    const speaks = fields.length === 0 && header.trim() !== '' && count > 0 && count * 2 >= seen
    const open = first.flatMap(({ cell, meaning }) => (isRead(at, meaning) ? [] : [cell]))
    return speaks && !isKnown(header) && open.length > 0 ? [`'${header.trim()}' (${open.join(', ')})`] : []
  })
  return found.length > 0 ? [problem('words_left_out', { columns: found })] : []
}

/** Since when or until when a line counts: 'Date In', 'Phase Out'. */
const isPhaseName = (header: string) =>
  /^(?:date|phase)[ -]?(?:in|out)(?: date)?$|^(?:in|out|phase[ -]in|phase[ -]out) date$/.test(foldText(header).trim())

const ofGroups = new Set(['supplierName', 'vendorId', 'location', 'place', 'category'])

/** Values that stand only in the first row of a group, as programs print them: the first row has one, many have none, and none stands twice. */
function groupWarnings(fed: { field: ImportField; header: string; index: number }[], facts: ColumnFacts[] = []) {
  return fed.flatMap(({ field, header, index }) => {
    const { filled, blank } = facts[index] ?? noFacts()
    const isOfGroups = filled.isFirst && !filled.repeats && blank > 0 && blank * 2 >= filled.count
    return isOfGroups && ofGroups.has(field.field)
      ? [problem('groups_left_open', { column: header, rows: blank }, field)]
      : []
  })
}

/** Two tables may stand side by side: the rows of one would get the values of the other. */
function gapWarnings(columns: ImportColumn[]): ImportProblem[] {
  const isGap = ({ header, samples }: ImportColumn) => header.trim() === '' && samples.length === 0
  const gap = columns.findIndex((column, index) => index > 0 && isGap(column))
  const behind = gap < 0 ? [] : columns.slice(gap).filter((column) => !isGap(column))
  const [first] = behind
  const isFed = behind.some(({ fields }) => fields.length > 0)
  return first && behind.length > 1 && isFed ? [problem('behind_empty_column', { column: first.header.trim() })] : []
}

/** The columns that say how many the figures of a row are for, unless that is one: 100 in 'Per', '100 pcs' in 'Unit'. */
export function factorWarnings(
  header: string[],
  facts: ColumnFacts[] = [],
  isOther: (name: string) => boolean = () => false,
): ImportProblem[] {
  return header.flatMap((name, index) => {
    const isUnit = isUnitName(name) || areUnits(facts[index]?.samples ?? [])
    const counts = (value: string) => /\d/.test(value) && !/^1(?:[.,]0*)?$/.test(value)
    const found = facts[index]?.samples.find((value) =>
      isUnit ? isSeveral(value) || (counts(value) && /\p{L}/u.test(value)) : counts(value) || isForSeveral(value),
    )
    return (isUnit || isFactorName(name) || isOther(name)) && found !== undefined
      ? [problem('factor_column', { column: name.trim(), found })]
      : []
  })
}

/** A column of units beside that of the stock, with another one: what is counted may have a cost for a kilogram. */
function otherUnits(columns: ImportColumn[]): ImportProblem[] {
  const kept = columns.find(({ fields }) => fields.includes('unit'))
  return columns.flatMap(({ header, fields, samples }) => {
    const isOther =
      fields.length === 0 && isUnitName(header) && !samples.some((word) => isSeveral(word) || /\d/.test(word))
    const found = samples.filter((word) => unitOf(word) !== each && !kept?.samples.includes(word))
    return isOther && found.length > 0
      ? [problem('unit_left_out', { column: header.trim(), found: found.join(', ') })]
      : []
  })
}

/** 'M' below an English header of a list of stock is a thousand in America, unless other units of the column are metric. */
function thousands(columns: ImportColumn[]): ImportProblem[] {
  const columnOf = (field: string) => columns.find(({ fields }) => fields.includes(field))
  const kept = columnOf('stockLevel') && columnOf('unit')
  const isMetric = kept?.samples.some((word) => /^(?:m|[cdk]?m[²³23]?|[mk]?g|[mc]?l|sqm)$/i.test(word) && word !== 'M')
  return kept && !isMetric && kept.samples.includes('M') && englishUnits.test(kept.header.trim())
    ? [problem('metre_or_thousand', { column: kept.header.trim(), found: 'M' })]
    : []
}

const englishUnits = /^(?:.* )?(?:uom|u\/m|units? of measure(?:ment)?(?: code)?|unit)$/i

/** What says more about quantities than a file of this type keeps: lots in a list of parts, stock in one of products, the unit in a file of stock. */
function stockLeftOut(type: RowType, columns: ImportColumn[]): ImportProblem[] {
  const isOurs = importFields.stock.every(({ label }) => columns.some(({ header }) => header.trim() === label))
  const free = columns.filter(({ fields, samples }) => fields.length === 0 && (samples.length > 0 || isOurs))
  if (type === 'stock')
    return free.flatMap(({ header, samples }) => {
      const isOfUnits = isUnitName(header) || areUnits(samples)
      const found = isOfUnits ? samples.filter((word) => unitOf(word) !== each) : []
      return found.length === 0 ? [] : [problem('unit_left_out', { column: header.trim(), found: found.join(', ') })]
    })
  const isKept = type === 'parts' && columns.some(({ fields }) => fields.includes('stockLevel'))
  if (!isKept && type !== 'assemblies' && type !== 'products') return []
  const field = isKept
    ? importFields.stock.find((one) => one.field === 'lot')
    : importFields.parts.find((one) => one.field === 'stockLevel')
  const hasSides = sideWarnings(type, columns).length > 0
  const isLot = (name: string) => isKept && lotWord.test(name) && !isFactorName(name)
  return free.flatMap(({ header }) =>
    !header.trim().endsWith('?') &&
    (field?.ranks.has(normalHeader(header)) || isLot(header) || (!isKept && !hasSides && speaksOfStock(header)))
      ? [problem('stock_left_out', { column: header.trim() })]
      : [],
  )
}

/** 'Per' a hundred, a thousand or a gross, where a unit would be a metre or a gram. */
const isForSeveral = (value: string) => isSeveral(value) || /^(?:m|gro?)$/i.test(value.trim())

export function closeWarning(known: ImportField[], { header, match, fields }: ImportColumn): ImportProblem[] {
  const labels = known.filter(({ field }) => fields.includes(field)).map(({ label }) => label)
  const [field = null] = fields
  return match === 'close' ? [problem('close_name', { column: header.trim(), labels }, { field })] : []
}

/** The warnings for a column whose numbers can be read in two ways, or are in other currencies. */
export function numberWarning(
  { field, header, foreign }: { field: ImportField; header: string } & Pick<ColumnReading, 'foreign'>,
  column: ImportColumn | undefined,
): ImportProblem[] {
  const { numbers, currencies } = column ?? {}
  const isMoney = field.kind === 'money'
  const isCount = field.kind === 'quantity' || field.field === 'bomQuantity'
  const other = isMoney && foreign ? (currencies?.found ?? []).filter((found) => !isDollar(found)) : []
  const factor = isMoney || isCount ? factorIn(header) : undefined
  const unit = isCount && factor === undefined ? unitInHeader(header) : undefined
  const about = [
    ...(isMoney ? mixedWarning(header, currencies) : []),
    ...(other.length > 0 ? [problem('other_currencies', { column: header, currencies: other }, field)] : []),
    ...(factor === undefined ? [] : [problem('factor_column', { column: header, found: factor })]),
    ...(unit ? [problem('unit_in_header', { column: header, unit }, field)] : []),
  ]
  if (!numbers || numbers.isChosen || (!isMoney && !isCount)) return about
  const { evidence, examples } = numbers
  if (evidence === 'each') return [...about, problem('marks_as_written', { column: header, examples }, field)]
  if (evidence === 'both') return [...about, problem('mixed_marks', { column: header, examples }, field)]
  if (evidence !== 'open') return about
  const decimals = numbers.decimals ?? 'point'
  return [...about, problem('open_marks', { column: header, examples, decimals }, field)]
}
