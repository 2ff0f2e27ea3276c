// Takes a header, says whether it names what was counted, the whole of a stock, what is free of it or what is reserved.

import { foldText } from 'contract/same-text.ts'

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
const withoutAccents = (word: string) =>
  word
    .normalize('NFD')
    .replace(/[\u0300-\u0302\u0327]/g, '')
    .normalize('NFC')
const isOneOf = (patterns: RegExp[]) => (word: string) =>
  patterns.some((pattern) => pattern.test(word) || pattern.test(withoutAccents(word)))
const says = (header: string, main: RegExp[], beside: RegExp[]): boolean => {
  const words = wordsOf(header)
  return words.some(isOneOf(main)) && words.every(isOneOf([...main, ...beside]))
}

/** 'Counted', 'Physical Count', 'Quantité comptée', 'Actual'; not 'Counted by', 'Actual Cost', nor 'Stock actual', which is Spanish for the present one. */
export const isCountName = (header: string): boolean =>
  !/^(?:stock|existencias?|inventario|cantidad) actual$/.test(foldText(header)) &&
  says(header, [counted, real], [amount])

/** 'Total Qty', 'Lagerbestand Gesamt', 'Fysieke voorraad'; not 'Total', which may be a sum of money. */
export const isWholeStock = (header: string): boolean =>
  says(header, [wholeNoun], []) || (says(header, [total], [amount]) && wordsOf(header).some(isOneOf([amount])))

/** 'Available', 'Vrije voorraad', 'Stock disponible'. */
export const isFreeStock = (header: string): boolean => says(header, [freeStock], [amount])

export const isReserved = (header: string): boolean => says(header, [reserved], [amount])
