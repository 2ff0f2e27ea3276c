import { parseMoney, parseQuantity } from 'contract/amounts.ts'
import { calculate } from 'contract/calculation.ts'
import { maxDecimals, moneyDecimals } from 'contract/money.ts'
import { inUnitOf, misfitOf, showRest } from 'contract/typed-quantity.ts'
import { each, excessDecimals, type Measure } from 'contract/units.ts'

export type NumberKind = 'money' | 'quantity'

/**
 * Parses a typed number by the rules of the import, or calculates it. Unreadable text stays a text.
 * @param measure of a quantity: '200 mm' is 0.2 for a part in m
 */
export function readNumber(kind: NumberKind, text: string, { unit, decimals } = counted): number | string {
  const converted = unit === each ? null : inUnitOf(text, unit)
  if (converted !== null) return converted
  const calculated = calculate(text)
  if (calculated) return 'value' in calculated ? resultOf(kind, calculated) : text
  const parsed = kind === 'money' ? parseMoney(text) : parseQuantity(text, undefined, decimals)
  if ('value' in parsed) return Number(parsed.value)
  // A plain number that breaks a rule ('-3', '1.5') stays a number, so that the contract can name the rule.
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

const counted: Measure = { unit: each, decimals: 0 }

/** An amount may be rounded, which its hint says. A quantity has the decimals of its part, or is refused. */
const resultOf = (kind: NumberKind, { value, isExact }: { value: string; isExact: boolean }): number =>
  kind === 'quantity' && !isExact ? showRest(Number(value)) : Number(value)

/** The problem with a typed number; of a quantity in another unit, the units instead of 'Must be a number'. */
export const problemWith = <Problem>(problem: Problem, value: unknown, { unit } = counted): Problem | string =>
  problem && typeof value === 'string' ? (misfitOf(value, unit) ?? problem) : problem

/** '= 48' while a calculation is being typed, '≈ 3.333333' where it had to be rounded. */
export function hintFor(text: string, { unit } = counted): string | null {
  const converted = unit === each || !/\p{L}/u.test(text) ? null : inUnitOf(text, unit)
  if (converted !== null)
    return `${excessDecimals(converted, maxDecimals) ? '≈' : '='} ${showNumber('quantity', converted)} ${unit}`
  const calculated = calculate(text)
  if (!calculated || 'error' in calculated) return null
  return `${calculated.isExact ? '=' : '≈'} ${showNumber('quantity', Number(calculated.value))}`
}

export function showNumber(kind: NumberKind, value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '')
  const isMoney = kind === 'money'
  // A price with too many decimals is refused: its field shows all of them.
  const decimals = { minimumFractionDigits: isMoney ? 2 : 0, maximumFractionDigits: isMoney ? 20 : moneyDecimals }
  return value.toLocaleString('en-US', decimals)
}
