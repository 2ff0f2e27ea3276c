import { formatMoney } from 'contract/money.ts'

/** '$0.42 (35.0%)': the margin of one piece, and its share of the retail price (product.md 9). Null without a price or a cost. */
export function marginText(cost: number, retailPrice: number): string | null {
  if (retailPrice <= 0 || cost <= 0) return null
  const earned = retailPrice - cost
  const share = (earned / retailPrice).toLocaleString('en-US', { style: 'percent', minimumFractionDigits: 1 })
  return `${formatMoney(earned)} (${share})`
}

const halfACent = 0.005

/** '$233.67 above the stored cost': how much too high the margin on the stored cost is. Null if the difference is less than half a cent, or no cost is entered. */
export function excessText(cost: number, rolledUpCost: number): string | null {
  const excess = rolledUpCost - cost
  return cost === 0 || excess < halfACent ? null : `${formatMoney(excess)} above the stored cost`
}
