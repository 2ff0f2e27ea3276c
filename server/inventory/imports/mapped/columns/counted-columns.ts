// Takes the columns of quantities, finds which one is the stock: what was counted, what the books say, what is free of it.

import { columnName } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { foldText } from 'contract/same-text.ts'
import type { ImportField } from '../import-fields.ts'
import type { ColumnFacts } from '../survey.ts'
import { type ColumnMatch, leaveOut, suggest } from './columns.ts'
import { withoutVariant } from './header-names.ts'

const isStock = ({ field }: ImportField) => field === 'stockLevel' || field === 'quantity'

/** The columns of figures that feed nothing and that the user left to us. */
const freeFigures = (match: ColumnMatch, header: string[], facts: ColumnFacts[]): number[] =>
  [...header.keys()].filter((at) => {
    const samples = facts[at]?.samples ?? []
    const isFree = match.fieldsByIndex[at]?.length === 0 && !match.chosen.has(at)
    return isFree && samples.length > 0 && samples.every((value) => /^-?\d[\d.,' ]*$/.test(value))
  })

/**
 * The only count is the stock when nothing else feeds it. What is free of a stock is not the whole: its total is. With a part of it reserved and
 * no total, only the user can say.
 */
export function takeWholeStock(fields: ImportField[], header: string[], match: ColumnMatch, facts: ColumnFacts[]): void {
  const field = fields.find(isStock)
  if (!field) return
  const at = match.columnOf.get(field)
  const free = freeFigures(match, header, facts)
  const named = (isNamed: (name: string) => boolean) => free.filter((index) => isNamed(header[index] ?? ''))
  if (at === undefined) return take(named(isCountName))
  if (match.chosen.has(at) || !isFreeStock(header[at] ?? '')) return
  const totals = named(isWholeStock)
  if (totals.length === 0 && named(isReserved).length === 0) return
  leaveOut(match, field, at)
  match.close.delete(at)
  take(totals)

  function take(found: number[]) {
    const [index] = found
    if (!field || index === undefined || found.length > 1) return
    suggest(match, field, index)
    match.missing = match.missing.filter((label) => label !== field.label)
  }
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

// Words in several languages, without accents; 'ä' stays, for 'gezahlt' is paid, and so does 'é' of 'réel', for a reel is another thing.
const counted =
  /^(?:count|counted|tally|tallied|zählung|zählmenge|zählbestand|gezählte?[rs]?|inventurmenge|inventurbestand|comptage|comptee?s?|recuento|conteo|contad[oa]s?|contagem|conteggio|contat[oa]|conta|telling|getelde?)$/
/** Alone or beside words of a quantity they say the same; beside a cost they do not. */
const real =
  /^(?:physical|actual|stock-?take|stocktaking|ist|istbestand|istmenge|inventur|tatsächliche?r?|aufgenommene?|réels?|reelles?|real|physique|inventoriee?s?|inventaire|relevee?s?|constatee?s?|rilevat[oa]|inventariat[oa]|inventariad[oa]s?|effettiv[oa]|fisic[oa]s?|reale|werkelijke?|fysieke?)$/
const amount =
  /^(?:qty|qnty|quantity|quantities|stock|inventory|units|pcs|menge|bestand|lagerbestand|anzahl|stückzahl|quantite|qte|cantidad|cant|existencias|inventario|quantita|qta|giacenza|quantidade|qtd|estoque|aantal|hoeveelheid|voorraad)$/
const total =
  /^(?:total|overall|gesamt|gesamter|insgesamt|totale|totales|totaux|totaal|physical|physique|fysieke?|physischer?|fisic[oa]s?|on|hand)$/
const wholeNoun = /^(?:gesamt(?:bestand|menge|lagerbestand)|totaalvoorraad)$/
const freeStock =
  /^(?:available|avail|availability|free|verfügbare?r?|freier?|disponibles?|disponibil[ei]|disponibilita|dispo|disponivel|beschikba(?:ar|re)|vrije)$/
const reserved =
  /^(?:reserved|allocated|committed|reservierte?r?|zugeteilt|reservee?s?|allouee?s?|reservad[oa]s?|comprometid[oa]s?|riservat[oa]|impegnat[oa]|gereserveerde?|toegewezen)$/

const wordsOf = (header: string): string[] => foldText(header).match(/\p{L}+(?:-\p{L}+)?/gu) ?? []
const withoutAccents = (word: string) => word.normalize('NFD').replace(/[\u0300-\u0302\u0327]/g, '').normalize('NFC')
const isOneOf = (patterns: RegExp[]) => (word: string) =>
  patterns.some((pattern) => pattern.test(word) || (pattern.test(withoutAccents(word))))
const says = (header: string, main: RegExp[], beside: RegExp[]): boolean => {
  const words = wordsOf(header)
  return words.some(isOneOf(main)) && words.every(isOneOf([...main, ...beside]))
}

/** 'Counted', 'Physical Count', 'Quantité comptée', 'Actual'; not 'Counted by', 'Actual Cost', nor 'Stock actual', which is Spanish for the present one. */
export const isCountName = (header: string): boolean =>
  !/^(?:stock|existencias?|inventario|cantidad) actual$/.test(foldText(header)) && says(header, [counted, real], [amount])

/** 'Total Qty', 'Lagerbestand Gesamt', 'Fysieke voorraad'; not 'Total', which may be a sum of money. */
const isWholeStock = (header: string): boolean =>
  says(header, [wholeNoun], []) || (says(header, [total], [amount]) && wordsOf(header).some(isOneOf([amount])))

/** 'Available', 'Vrije voorraad', 'Stock disponible'. */
export const isFreeStock = (header: string): boolean => says(header, [freeStock], [amount])

const isReserved = (header: string): boolean => says(header, [reserved], [amount])

const countWord =
  /(?<!\p{L})(?:count|counted|zählung|gezählt|comptage|compté|recuento|conteo|contado|conteggio|telling)(?!\p{L})/u
/** 'Recount', 'Corrected Qty', 'Menge korrigiert'; not 'Adjusted Cost'. */
const secondCount =
  /^(?:(?:count|qty|quantity|stock|menge|bestand|quantité|cantidad) )?(?:re-?count(?:ed)?|re-?checked|verified|corrected|adjusted|check|control|second|2nd|final|nachgezählt|nachzählung|kontrollzählung|korrigiert|korrektur|geprüft|recompté|recomptage|vérifiée?|corrigée?|recuento|reconteo|corregid[oa]|verificad[oa]|ricontat[oa]|corrett[oa]|hertelling)(?: (?:count|qty|quantity|stock|menge|bestand|quantité|cantidad))?$/
