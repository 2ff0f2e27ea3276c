// Takes the columns of quantities, finds which one is the stock: what was counted, what the books say, what is free of it.

import { columnName } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { foldText } from 'contract/same-text.ts'
import type { ImportField } from '../import-fields.ts'
import type { ColumnFacts } from '../survey.ts'
import { type ColumnMatch, leaveOut, suggest } from './columns.ts'
import { withoutVariant } from './header-names.ts'
import { isCountName, isFreeStock, isReserved, isWholeStock } from './stock-names.ts'

const isStock = ({ field }: ImportField) => field === 'stockLevel' || field === 'quantity'

/** The columns of figures that feed nothing and that the user left to us. */
const freeFigures = (match: ColumnMatch, header: string[], facts: ColumnFacts[]): number[] =>
  [...header.keys()].filter((at) => {
    const samples = facts[at]?.samples ?? []
    const isFree = match.fieldsByIndex[at]?.length === 0 && !match.chosen.has(at)
    return isFree && samples.length > 0 && samples.every((value) => figure.test(value) && !day.test(value))
  })

const figure = /^-?\d[\d.,' ]*(?:\p{L}{1,4}\.?)?$/u
const day = /^\d{1,2}\.\d{1,2}\.\d{2,4}$/

/**
 * The only count is the stock when nothing else feeds it. What is free of a stock is not the whole: its total is. With a part of it reserved and
 * no total, only the user can say.
 */
export function takeWholeStock(
  fields: ImportField[],
  header: string[],
  match: ColumnMatch,
  facts: ColumnFacts[] = [],
): void {
  const field = fields.find(isStock)
  if (!field) return
  const at = match.columnOf.get(field)
  const free = freeFigures(match, header, facts)
  const named = (isNamed: (name: string) => boolean) => free.filter((index) => isNamed(header[index] ?? ''))
  const isOpen = at === undefined
  if (!isOpen && (match.chosen.has(at) || !isFreeStock(header[at] ?? ''))) return
  const [index, other] = named(isOpen ? isCountName : isWholeStock)
  const hasReserved = named(isReserved).some((place) => facts[place]?.samples.some((value) => Number(value) !== 0))
  if (!isOpen && (index !== undefined || hasReserved)) {
    leaveOut(match, field, at)
    match.close.delete(at)
  }
  if (index === undefined || other !== undefined) return
  suggest(match, field, index)
  match.missing = match.missing.filter((label) => label !== field.label)
}

/** A count beside the stock of the books or beside another count: only the user can say which one is the stock. */
export function countsAgain(match: ColumnMatch, header: string[], facts: ColumnFacts[] = []): ImportProblem[] {
  const [field, at = -1] = [...match.columnOf].find(([known]) => isStock(known)) ?? []
  if (!field || match.chosen.has(at)) return []
  const isOfBooks = !isCountName(header[at] ?? '')
  const again = freeFigures(match, header, facts).find((index) => {
    const name = header[index] ?? ''
    const isSecond = secondCount.test(foldText(name)) || (countWord.test(foldText(name)) && withoutVariant(name) !== '')
    return isSecond || (isOfBooks && isCountName(name))
  })
  if (again === undefined) return []
  const columns = [at, again].toSorted((one, other) => one - other)
  return [
    problem(
      'columns_clash',
      { columns: columns.map((place) => columnName(header[place] ?? '', place)), label: field.label },
      field,
    ),
  ]
}

const countWord =
  /(?<!\p{L})(?:count|counted|zählung|gezählt|comptage|compté|recuento|conteo|contado|conteggio|telling)(?!\p{L})/u
/** 'Recount', 'Corrected Qty', 'Menge korrigiert'; not 'Adjusted Cost'. */
const secondCount =
  /^(?:(?:count|qty|quantity|stock|menge|bestand|quantité|cantidad) )?(?:re-?count(?:ed)?|re-?checked|verified|corrected|adjusted|check|control|second|2nd|final|nachgezählt|nachzählung|kontrollzählung|korrigiert|korrektur|geprüft|recompté|recomptage|vérifiée?|corrigée?|recuento|reconteo|corregid[oa]|verificad[oa]|ricontat[oa]|corrett[oa]|hertelling)(?: (?:count|qty|quantity|stock|menge|bestand|quantité|cantidad))?$/
