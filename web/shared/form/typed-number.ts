import { parseInteger, parseMoney } from 'contract/amounts.ts'
import { calculate } from 'contract/calculation.ts'
import { moneyDecimals } from 'contract/money.ts'

export type NumberKind = 'money' | 'quantity'

/** Parses a typed number by the rules of the import, or calculates it. Unreadable text stays a text. */
export function readNumber(kind: NumberKind, text: string): number | string {
  const calculated = calculate(text)
  if (calculated) return 'value' in calculated ? Number(calculated.value) : text
  const parsed = kind === 'money' ? parseMoney(text) : parseInteger(text)
  if ('value' in parsed) return Number(parsed.value)
  // A plain number that breaks a rule ('-3', '1.5') stays a number, so that the contract can name the rule.
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

/** '= 48' while a calculation is being typed, '≈ 3.333333' where it had to be rounded. */
export function hintFor(text: string): string | null {
  const calculated = calculate(text)
  if (!calculated || 'error' in calculated) return null
  return `${calculated.isExact ? '=' : '≈'} ${showNumber('quantity', Number(calculated.value))}`
}

export function showNumber(kind: NumberKind, value: unknown): string {
  if (typeof value !== 'number') return String(value ?? '')
  // Round to cents, unless the stored value is finer: screws cost fractions of a cent.
  const decimals = { minimumFractionDigits: kind === 'money' ? 2 : 0, maximumFractionDigits: moneyDecimals }
  return value.toLocaleString('en-US', decimals)
}
