// Takes a cell of a column of numbers, makes the number alone: '3 m' is 3, '$1.10/ea' is $1.10, 'TBD' is empty.

import { currencyOf, longestNumber } from 'contract/decimals.ts'
import { each, unitOf as usualUnitOf } from 'contract/units.ts'
import { measureOfWord } from 'contract/units-of-files.ts'
import { isMultiple } from '../decode/multiples.ts'

const counted = /^\s*(\d{1,10})\s*([\p{L}\p{M}]{1,12}\.?)\s*$/u

/** The number of a count with the word for pieces, which says no more than the number: '165 pcs'. Null for any other cell. */
export function piecesIn(cell: string): string | null {
  const [, number = '', word = ''] = counted.exec(cell) ?? []
  return word !== '' && usualUnitOf(word) === each ? number : null
}

/** The word for pieces in such a cell; empty for any other one. */
export const wordForPieces = (cell: string): string => (piecesIn(cell) === null ? '' : (counted.exec(cell)?.[2] ?? ''))

/** How often, as lists of parts say it: '2x', 'x 2'. Only there: in a stock column '2x50' may follow. */
const times = /^\s*(?:[x×]\s*)?(\d{1,9})(?:\s*[x×])?\s*$/iu

/** The count of a line of a list of parts, without the sign for times; any other cell as it is. */
export const countOfLine = (cell: string): string => times.exec(cell)?.[1] ?? cell

const noNumber =
  /^(?:tb[dac]|p\.?o\.?a\.?|rfq|(?:price )?on (?:request|application)|auf anfrage|sur demande|n[/.]?\s?[ad]\.?|none|null|nil|nan|unknown|unk|open|pending|ask|call|quote|k\.?\s?a\.?|offen|unbekannt|s\/o|n[.]?c[.]?|nd|inconnu|sin dato|desconocido|\?{1,3}|[-–—.]{1,3})$/iu

// Most cells of a file are long texts: they need no further look.
const isShortOrNumber = /^(?:.{1,16}$|[\d\p{Sc}+−(-])/u

/** '/ea', ' per m', ' pro Stk'; not '/100 pcs', whose number counts, nor '/C' and '/M', which price hundreds and thousands. */
const perOne =
  /\s{0,3}(?:\/|(?<=\s)(?:per|pro|je|por|par|à)\s)\s{0,3}(?:([\p{L}µμ]{1,12})[²³]?|[cdkmµμ]?m[23]|ft[23]|in[23])\.?$/iu
const unit =
  /(?<=[\d.])\s*(?:(?:(?:(?:sq|cu|fl)\.?\s)?([\p{L}µμ]{1,12})[²³]?|[cdkmµμ]?m[23]|ft[23]|in[23])\.?|["″'′]{1,2})$/iu
/** 'c. 40', '~5': a figure that nobody has counted. */
const about = /^(?:c\.|ca(?:\.|(?=[\s\d]))|circa|approx\.?|about|~|≈|etwa|env\.?|aprox\.?)\s{0,3}(?=[\p{Sc}\d])/iu

/** The number of a cell without its unit, an empty text for a word that stands for no number; any other cell as it is. */
export function bareNumber(cell: string): string {
  const text = cell.trim().replace(about, '')
  if (text.length > longestNumber || !isShortOrNumber.test(text)) return cell
  if (noNumber.test(text)) return ''
  if (!/\d/.test(text)) return cell
  const [per, counted = ''] = perOne.exec(text) ?? []
  if (isMultiple(counted)) return cell
  const single = per === undefined ? text : text.slice(0, -per.length)
  // Behind a number '3 EUR' names a currency; behind '$3 ea' stands a unit.
  const amount = single.replace(/^\p{Sc}\s?/u, '')
  const [whole, word] = currencyOf(amount) === null ? (unit.exec(amount) ?? []) : []
  if (whole === undefined) return single === cell.trim() ? cell : single
  return word !== undefined && isMultiple(word) ? cell : single.slice(0, -whole.length)
}

const packed = /^(\d[\d.,'’ \u00a0\u2009\u202f]{0,30}?)\s*(\p{L}{2,12})\.?$/u

/** The same for a quantity: it may count packings and pairs ('3 boxes'), which multiply the price of one. */
export function bareQuantity(cell: string): string {
  const [, number = '', word = ''] = packed.exec(cell.trim()) ?? []
  return isMultiple(word) && measureOfWord(word) !== null ? number : bareNumber(cell)
}

/** What a cell has beside its number: 'm' of '3 m', 'c.' of 'c. 40', 'tbd' of 'TBD'; null when it is a number alone, a count of pieces or another text. */
export function unitOf(cell: string): string | null {
  const text = cell.trim()
  if (text.length > longestNumber || piecesIn(text) !== null) return null
  const bare = bareQuantity(text)
  if (bare === text || !(bare === '' || startsAsNumber.test(bare))) return null
  return text.replace(bare, '').trim().toLowerCase()
}

/** Whether the values of a column without a known name are units: all are words for them, and one of them is no other word or size. */
export const areUnits = (samples: string[]): boolean =>
  samples.some(isClearUnit) &&
  samples.every((word) => usualUnitOf(word) === each || measureOfWord(word) !== null || isMultiple(word))

/** A word for a unit that is no other word or size. */
export const isClearUnit = (word: string): boolean => clearUnit.test(word)
const clearUnit =
  /^(?:ea|each|pcs?|pce|pieces?|stk|stck|stück|szt|ks|kpl|adet|uds|pzas?|pz|pièces?|шт|mm|mtrs?|met(?:er|re)s?|kgs?|kgm|grams?|ml|ltrs?|lit(?:er|re)s?|ft|feet|lbs?|oz|個|个|件|개)\.?$/i

/** The unit behind a quantity: m of '150 metres', box of '3 boxes'. Null for pieces, for other words and for other texts. */
export const measureOf = (cell: string): string | null => measureOfWord(unitOf(cell) ?? '')?.unit ?? null

/** Not the number of a drawing or of a thread: 'M8', '10-32 UNF'. */
const startsAsNumber = /^[-+−(]?\s?(?:\p{Sc}|[A-Z]{3})?\s?\d[\d.,'’ \u00a0\u2009\u202f]{0,40}(?:\p{Sc}|[A-Z]{3})?$/u
