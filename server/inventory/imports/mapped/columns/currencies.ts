// Takes the columns of amounts, finds the currencies that they, their headers and a column of currencies name.

import { currencyInHeader } from 'contract/currency-in-header.ts'
import { isDollar } from 'contract/decimals.ts'
import type { ImportChoices, ImportColumn } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import type { NotedCells } from '../noted-cells.ts'
import type { ColumnFacts } from '../survey.ts'
import { isCurrencyName, normalHeader } from './header-names.ts'

/** The other currencies that the column of currencies of an amount names, and its place. @param at the place of the amount */
export function currencyBeside(header: string[], facts: ColumnFacts[] = [], at: number) {
  const besideAt = ownCurrency(header, at)
  const codes = facts[besideAt]?.noted.codes ?? []
  return codes.length > 0 ? { besideAt, codes } : null
}

/** 'Price Currency' belongs to 'Price'; else the nearest one counts, first that behind the amount. */
function ownCurrency(header: string[], at: number): number {
  const found = header.flatMap((name, place) => (isCurrencyName(name) ? [place] : []))
  const amount = normalHeader(header[at] ?? '')
  const distance = (place: number) =>
    normalHeader(header[place] ?? '').startsWith(amount) ? 0 : Math.abs(place - at) + (place < at ? 0.5 : 0)
  return found.toSorted((one, other) => distance(one) - distance(other))[0] ?? -1
}

export function withCurrencyBeside(
  { currencies }: ImportColumn,
  name: string,
  beside: ReturnType<typeof currencyBeside>,
  { inDollars }: ImportChoices,
) {
  if (beside === null) return currencies
  const { found, isTaken } = currencies ?? { found: [], isTaken: inDollars.includes(name) }
  return { found: [...new Set([...found, ...beside.codes])], isTaken, besideAt: beside.besideAt }
}

/** The currencies that a header and its amounts name; null when they are dollars. */
export function currenciesOf(header: string, name: string, { currencies }: NotedCells, inDollars: string[]) {
  const ofHeader = currencyInHeader(header)
  const found = [...new Set([...(ofHeader === null ? [] : [ofHeader]), ...currencies])]
  return found.every(isDollar) ? null : { found, isTaken: inDollars.includes(name) }
}

/** Amounts of several currencies that are all taken as dollars. */
export function mixedWarning(column: string, currencies: ImportColumn['currencies'] | undefined): ImportProblem[] {
  const found = currencies?.isTaken ? currencies.found : []
  return new Set(found.map(codeOf)).size > 1 ? [problem('currencies_mixed', { column, currencies: found })] : []
}

const codeOf = (name: string): string =>
  isDollar(name) ? 'USD' : (codes.get(name.toUpperCase().replace(/\.$/, '')) ?? name.toUpperCase())

const codes = new Map(
  'EUR € EURO EUROS, GBP £ POUND POUNDS STERLING, JPY ¥ ￥ 円 YEN, CNY 元 RMB YUAN, PLN ZŁ, CZK KČ, RUB ₽ РУБ Р, TRY ₺ TL, HUF FT, CHF FR SFR, UAH ₴ ГРН, INR ₹ RS'
    .split(', ')
    .map((names) => names.split(' '))
    .flatMap(([code = '', ...names]) => names.map((name): [string, string] => [name, code])),
)
