import type { Field } from 'contract/catalogue.ts'
import { formatCost } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'

/**
 * A stored value as people read it: prices and costs in dollars, quantities with separators and their unit, choices by name. Null if there is none.
 * @param unit of a quantity
 */
export function valueText({ kind, choices }: Field, value: unknown, unit?: string | null): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = String(value)
  if (choices) return choices[text] ?? text
  const isNumber = (kind === 'money' || kind === 'quantity') && Number.isFinite(Number(value))
  if (!isNumber) return text
  return kind === 'money' ? formatCost(Number(value)) : formatQuantity(Number(value), unit ?? undefined)
}
