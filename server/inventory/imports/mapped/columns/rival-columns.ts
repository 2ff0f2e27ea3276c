// Takes the columns of a section, finds those that could feed a field as well as the ones that do.

import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { foldText } from 'contract/same-text.ts'
import { mayBePlace, speaksOfQuantity, speaksOfStock } from '../bom/quantity-names.ts'
import type { ImportField } from '../import-fields.ts'
import {
  breaksIn,
  closeName,
  factorIn,
  isFactorName,
  isModifierName,
  isPieceOf,
  isPriceBreak,
  isUnitName,
  nameMatcher,
  normalHeader,
  speaksOfMoney,
  withoutVariant,
} from './header-names.ts'
import { isKnownName } from './type-of-header.ts'

/** Columns of numbers that have a name of a field, too, but feed nothing: 'Qty' beside 'On Hand', 'Price 10' beside 'Price', 'Qty A' and 'Qty B'. */
export function rivalWarnings(
  known: ImportField[],
  fed: { field: ImportField; header: string }[],
  columns: ImportColumn[],
): ImportProblem[] {
  const left = columns.filter(
    ({ header, fields, match, samples }) =>
      header.trim() && fields.length === 0 && match === null && samples.length > 0,
  )
  const free = left.map(({ header }) => header.trim())
  const amounts = left
    .filter(({ header, samples }) => samples.every((value) => /\d/.test(value)) && !isFactorName(header))
    .map(({ header }) => header.trim())
  const counts = countsBeside(columns)
  const breaks = breaksIn(free)
  return known.flatMap((field) => {
    const { label, kind } = field
    const column = fed.find((source) => source.field === field)?.header
    // Beside a name a description is usual, and beside a number another one.
    const isOne = kind === 'money' || kind === 'quantity' || ['location', 'place', 'address'].includes(field.field)
    if (column !== undefined && !isOne) return []
    const isOpen = column === undefined && field.field === 'stockLevel'
    const others = free.filter(
      (name) =>
        isNamedLike(field, name) ||
        (column && field.ranks.has(normalHeader(name))) ||
        isPieceOf(field.field, name) ||
        (isOpen &&
          (speaksOfStock(name) || (amounts.includes(name) && (isPresent(name) || factorIn(name) !== undefined))) &&
          speaksOfMoney(name) === null &&
          !isFactorName(name)) ||
        (isOpen && counts.includes(name) && !breaks.includes(name)) ||
        (field.field === 'retailPrice' && breaks.includes(name)) ||
        (column === undefined && field.kind === 'money' && amounts.includes(name) && mayBePaid(field.field, name)),
    )
    if (others.length === 0) return []
    return column
      ? [problem('other_columns', { column, others, label }, field)]
      : [problem('columns_open', { columns: others, label }, field)]
  })
}

/** In a file of stock any price may be what one cost: 'EK je 100', 'Price per 1000'. */
const mayBePaid = (field: string, name: string): boolean =>
  field === 'unitCost'
    ? speaksOfMoney(name) !== null || /(?<!\p{L})ek(?!\p{L})/u.test(foldText(name))
    : speaksOfMoney(name) === field

/** 'Current', as it stands below 'Stock' in a header of two rows. */
const isPresent = nameMatcher('Current, Aktuell, Actuel, Actuelle, Attuale, Huidig')

/** Columns of whole numbers side by side under names that nobody knows, and their sum: 'Main', 'Van 1', 'Total'. */
function countsBeside(columns: ImportColumn[]): string[] {
  const isCount = ({ header, fields, samples }: ImportColumn) =>
    fields.length === 0 &&
    samples.length > 0 &&
    samples.every((value) => /^\d+$/.test(value)) &&
    !isKnownName(header) &&
    !isFactorName(header) &&
    !isModifierName(header) &&
    mayBePlace(header) &&
    speaksOfMoney(header) === null
  const isBeside = (at: number) => [columns[at - 1], columns[at + 1]].some((column) => column && isCount(column))
  return columns.flatMap((column, at) => (isCount(column) && isBeside(at) ? [column.header.trim()] : []))
}

/** A name that is close to that of a field, or is one of several: 'Qty A', 'Price Break 10', and '100+' of a price. */
function isNamedLike({ field, ranks, closeRanks }: ImportField, name: string): boolean {
  if (name.includes('%') || isUnitName(name) || isFactorName(name)) return false
  const names = [name, withoutVariant(name)].filter(Boolean)
  return (
    names.some((each) => closeRanks.has(closeName(each)) || (each !== name && ranks.has(normalHeader(each)))) ||
    (field === 'retailPrice' && isPriceBreak(name)) ||
    (field === 'bomQuantity' && speaksOfQuantity(name)) ||
    (field === 'lot' && lotWord.test(name))
  )
}

export const lotWord = /(?<!\p{L})(?:lots?|batch|serial|charge|lote|lotto|partij)(?!\p{L})/iu
