// Takes a header and a mapping, decides which column feeds which field.

import { type ColumnMapping, columnName } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import type { RowType } from 'contract/inventory/imports.ts'
import { refusal } from '../../import-file-error.ts'
import { bomFields } from '../bom/bom-columns.ts'
import { type ImportField, importFields } from '../import-fields.ts'
import { isNo, isYes } from '../yes-no.ts'
import {
  closeName,
  isAmountForOne,
  isBarePrice,
  isBomSwitch,
  isOrderMinimum,
  isPriceBreak,
  nameMatcher,
  normalHeader,
  saysFactor,
} from './header-names.ts'
import { isFreeStock } from './stock-names.ts'

/**
 * `columnOf`: field -> index of the column that feeds it. `fieldsByIndex`: for each column, the fields it feeds. `close`: the indexes of
 * columns whose names are only close. `clashes`: headers of which only the user can say which one feeds a field. `missing`: labels of
 * required fields that no column feeds.
 */
export type ColumnMatch = {
  columnOf: Map<ImportField, number>
  fieldsByIndex: ImportField[][]
  close: Set<number>
  chosen: Set<number>
  unmatched: string[]
  missing: string[]
  clashes: ImportProblem[]
}

const byUser = -1
const none = Number.POSITIVE_INFINITY

/**
 * Decides which column feeds which field: the user's mapping first, then our names, then aliases, then close names, then what other columns leave. By mapping, one column
 * may feed several fields; an empty list ignores it.
 * @param isBought the table lists what one buys
 * @throws ImportFileError when the mapping names an unknown field
 */
export function matchColumns(type: RowType, header: string[], mapping?: ColumnMapping, isBought = false): ColumnMatch {
  const match = matchFields(importFields[type], header, mapping)
  suggestCost(importFields[type], header, match, isBought)
  if (type === 'parts') takeItemForName(header, match)
  // Xero calls a vendor 'ContactName': then it is no person.
  const named = [...match.columnOf].filter(
    ([{ field }]) => type === 'vendors' && ['name', 'contactPerson'].includes(field),
  )
  const [[, nameAt] = [], contact] = named
  if (contact && contact[1] === nameAt && !match.chosen.has(contact[1])) leaveOut(match, ...contact)
  return match
}

/** 'Item' names a number, but beside another number and no name it is the name; NetSuite calls its numbers 'Name', beside a 'Display Name'. */
function takeItemForName(header: string[], match: ColumnMatch): void {
  const [number, name] = ['partNumber', 'name'].map((key) => importFields.parts.find(({ field }) => field === key))
  if (!number || !name) return
  const rankAt = (index: number) => number.ranks.get(normalHeader(header[index] ?? '')) ?? none
  const isFree = (index: number) => match.fieldsByIndex[index]?.length === 0 && !match.chosen.has(index)
  const free = [...header.keys()].filter(isFree)
  const [known = -1, named = -1] = [match.columnOf.get(number), match.columnOf.get(name)]
  if (match.chosen.has(known) || match.chosen.has(named)) return
  const isCalled = (index: number, called: string) => normalHeader(header[index] ?? '') === called
  const [numberAt] = free.filter((index) => rankAt(index) < none).toSorted((one, other) => rankAt(one) - rankAt(other))
  const displayAt = free.find((index) => isCalled(index, 'displayname'))
  if (named < 0 && isCalled(known, 'item') && numberAt !== undefined) feed({ number: numberAt, name: known })
  if (isCalled(named, 'name') && displayAt !== undefined && (known < 0 || match.close.has(known)))
    feed({ number: named, name: displayAt })

  function feed(at: { number: number; name: number }) {
    if (!number || !name) return
    if (known >= 0) leaveOut(match, number, known)
    match.close.delete(known)
    match.columnOf.set(number, at.number).set(name, at.name)
    match.fieldsByIndex[at.number] = [number]
    match.fieldsByIndex[at.name] = [name]
    match.missing = match.missing.filter((label) => label !== number.label)
    match.unmatched = header.filter((cell, index) => cell.trim() !== '' && match.fieldsByIndex[index]?.length === 0)
  }
}

/**
 * A unit price beside the price for customers is what one pays: it is suggested as the cost, if no other column is. So is the only price of a list
 * with suppliers, and of an order or a bill of materials (`isBought`).
 */
function suggestCost(fields: ImportField[], header: string[], match: ColumnMatch, isBought: boolean): void {
  const [cost, price, supplier] = ['cost', 'retailPrice', 'supplierName'].map((name) =>
    fields.find(({ field }) => field === name),
  )
  const priceAt = price && match.columnOf.get(price)
  if (!cost || !price || match.columnOf.has(cost) || priceAt === undefined) return
  const isOfSupplier = supplier && match.columnOf.has(supplier) && match.close.has(priceAt)
  const isPaid = isBought && isBarePrice(header[priceAt] ?? '') && !match.chosen.has(priceAt)
  if (isOfSupplier || isPaid) {
    match.columnOf.delete(price)
    suggest(match, cost, priceAt)
    return
  }
  const isFree = (index: number) => !match.chosen.has(index) && match.fieldsByIndex[index]?.length === 0
  const found = header.flatMap((name, index) => (isFree(index) && isBarePrice(name) ? [index] : []))
  const [index] = found
  if (index === undefined || found.length > 1) return
  suggest(match, cost, index)
  match.unmatched = match.unmatched.filter((name) => name !== header[index])
}

/** The column feeds the field, and the preview says so. */
export function suggest(match: ColumnMatch, field: ImportField, index: number): void {
  match.columnOf.set(field, index)
  match.fieldsByIndex[index] = [field]
  match.close.add(index)
}

/** 'Min Qty' of a price list is no minimum stock. A list of prices has no stock, or prices for several quantities. */
export function leaveOutMinimum(match: ColumnMatch, header: string[]): ImportProblem[] {
  const fed = ({ field, kind }: ImportField) => field === 'stockLevel' || kind === 'money'
  const at = [...match.columnOf].find(([{ field }]) => field === 'reorderThreshold')
  const [minimum, index = -1] = at ?? []
  const found = [...match.columnOf.keys()].filter(fed)
  const hasBreaks = header.some(isPriceBreak)
  const isPriceList = hasBreaks || (found.length > 0 && found.every(({ kind }) => kind === 'money'))
  if (!minimum || match.chosen.has(index) || !isPriceList || !isOrderMinimum(header[index] ?? '')) return []
  leaveOut(match, minimum, index)
  return [problem('order_minimum', { column: (header[index] ?? '').trim(), label: minimum.label }, minimum)]
}

/** A column of lot numbers does not say whether parts keep lots. */
export function leaveOutLotNumbers(match: ColumnMatch, facts: { samples: string[] }[] = []): void {
  const [field, index = -1] = [...match.columnOf].find(([{ kind }]) => kind === 'flag') ?? []
  const samples = facts[index]?.samples.map((sample) => sample.toLowerCase()) ?? []
  if (!field || match.chosen.has(index) || samples.every((word) => isYes(word) || isNo(word))) return
  leaveOut(match, field, index)
}

/** The column does not feed the field. */
export function leaveOut({ columnOf, fieldsByIndex }: ColumnMatch, field: ImportField, index: number): void {
  columnOf.delete(field)
  fieldsByIndex[index] = (fieldsByIndex[index] ?? []).filter((other) => other !== field)
}

/** Like matchColumns, for any fields. */
export function matchFields(fields: ImportField[], header: string[], mapping: ColumnMapping = {}): ColumnMatch {
  const names = namesOf(header, fields, mapping)
  const match: ColumnMatch = {
    columnOf: new Map(),
    fieldsByIndex: header.map(() => []),
    close: new Set(),
    chosen: new Set(names.flatMap(({ fields: chosen }, index) => (chosen ? [index] : []))),
    unmatched: [],
    missing: [],
    clashes: [],
  }
  for (const field of fields) {
    const [best, second] = ranked(names, (name) => rankOf(name, field)).toSorted(byPrecision(field, names))
    const index = best?.index ?? closeColumn(names, field)
    if (index !== undefined) {
      match.columnOf.set(field, index)
      match.fieldsByIndex[index]?.push(field)
      if (!best) match.close.add(index)
    } else if (field.isRequired) match.missing.push(field.label)
    if (best && second?.rank === best.rank) {
      const [one = 0, other = 0] = [best.index, second.index].toSorted((left, right) => left - right)
      match.clashes.push(
        clash(
          field,
          [one, other].map((at) => columnName(header[at] ?? '', at)),
        ),
      )
    }
  }
  match.unmatched = header.filter((cell, index) => cell.trim() !== '' && match.fieldsByIndex[index]?.length === 0)
  return match
}

/** A name that says more comes first: 'On Hand' before 'Quantity', 'Unit Cost' before 'Cost'. A choice of the user comes before all names. */
const byPrecision = (field: ImportField, names: ColumnName[]) => (one: Ranked, other: Ranked) => {
  const saysLess = ({ index, rank }: Ranked) => {
    const { normal = '', isFree = false } = names[index] ?? {}
    return rank === byUser ? 0 : isFree ? 2 : Number(isVague(normal))
  }
  return field.field === 'stockLevel' || field.field === 'cost' ? saysLess(one) - saysLess(other) : 0
}

type Ranked = { index: number; rank: number }

const isVague = nameMatcher(
  'Quantity, Qty, Menge, Anzahl, Stückzahl, Quantité, Qté, Cantidad, Cant., Quantità, Quantidade, Aantal, Pieces, Pcs, Units, Antal, Antall, Ilość, Cost, Kosten, Coût, Costo, Coste, Количество, Кол-во, 数量',
)

/** `fields`: the user's choice for the column. `close`: empty when a field has exactly this name. `isQuestion`: 'In stock?' is answered by yes or no, not by a figure. `isFree`: what is free of a stock is not all of it. */
type ColumnName = {
  normal: string
  close: string
  isQuestion: boolean
  isFree: boolean
  fields: ImportField[] | undefined
}

function namesOf(header: string[], fields: ImportField[], mapping: ColumnMapping): ColumnName[] {
  const chosen = choicesOf(mapping, fields)
  return header.map((cell, index) => {
    // 'Cost %' is no cost, and 'Cost (¢)' is none in dollars.
    const name = isAmountForOne(cell) ? 'Unit Price' : cell
    const normal = /[%¢]/.test(name) ? '' : normalHeader(name)
    const isName = fields.some(({ ranks }) => ranks.has(normal))
    return {
      normal,
      close: isName || normal === '' || saysFactor(name) || isBomSwitch(name) ? '' : closeName(name),
      isQuestion: /[?？]\s*$/.test(cell),
      isFree: isFreeStock(cell),
      fields: chosen.get(columnName(cell, index)) ?? chosen.get(cell.trim()),
    }
  })
}

function ranked(names: ColumnName[], rank: (name: ColumnName) => number) {
  return names
    .map((name, index) => ({ index, rank: rank(name) }))
    .filter((name) => name.rank < none)
    .toSorted((one, other) => one.rank - other.rank)
}

const rankOf = ({ normal, isQuestion, fields }: ColumnName, field: ImportField) =>
  fields
    ? fields.includes(field)
      ? byUser
      : none
    : isQuestion && field.kind === 'quantity'
      ? none
      : (field.ranks.get(normal) ?? none)

/** When two columns are equally close, takes neither: that would be a guess. */
function closeColumn(names: ColumnName[], field: ImportField): number | undefined {
  const [best, second] = ranked(names, ({ close, isQuestion, fields }) =>
    fields || close === '' || (isQuestion && field.kind === 'quantity') ? none : (field.closeRanks.get(close) ?? none),
  )
  return best && second?.rank !== best.rank ? best.index : undefined
}

// In a file of several sections, a choice for a section of another type does not count here.
function choicesOf(mapping: ColumnMapping, fields: ImportField[]): Map<string, ImportField[]> {
  const choices = new Map<string, ImportField[]>()
  for (const [header, names] of Object.entries(mapping)) {
    const unknown = names.find((name) => !everyField.has(name))
    if (unknown !== undefined)
      throw refusal('unknown_field', { name: unknown, known: fields.map(({ field }) => field) })
    const chosen = fields.filter((field) => names.includes(field.field))
    if (chosen.length > 0 || names.length === 0) choices.set(header.trim(), chosen)
  }
  return choices
}

const everyField = new Set([
  ...Object.values(importFields).flatMap((fields) => fields.map(({ field }) => field)),
  ...bomFields.map(({ field }) => field),
])

function clash({ field, label }: ImportField, columns: string[]): ImportProblem {
  return problem('columns_clash', { columns, label }, { field })
}
