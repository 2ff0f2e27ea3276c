import { formatComputedCost, formatCost } from 'contract/money.ts'

/** '$0.42 (35.0%)': the margin of one piece, and its share of the retail price (product.md 9). Null without a price or a cost. */
export function marginText(cost: number, retailPrice: number): string | null {
  if (retailPrice <= 0 || cost <= 0) return null
  const earned = retailPrice - cost
  const share = (earned / retailPrice).toLocaleString('en-US', { style: 'percent', minimumFractionDigits: 1 })
  return `${formatComputedCost(earned)} (${share})`
}

/** '2 parts cost 0': why a rolled-up cost is only the least it can be. Null if all parts have a cost. */
export const withoutCostText = (count: number): string | null =>
  count === 0 ? null : count === 1 ? '1 part costs 0' : `${count.toLocaleString('en-US')} parts cost 0`

/**
 * '$233.67 above the stored cost': how much too high the margin on the stored cost is. Null if no cost is entered, or if it is the rolled-up
 * cost, rounded to its own decimals.
 */
export function excessText(cost: number, rolledUpCost: number): string | null {
  const excess = rolledUpCost - cost
  const decimals = formatCost(cost).split('.')[1]?.length ?? 0
  return cost === 0 || excess < 0.5 / 10 ** decimals ? null : `${formatCost(excess)} above the stored cost`
}
