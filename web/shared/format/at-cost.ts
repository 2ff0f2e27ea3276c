import { formatMoney } from 'contract/money.ts'

/** Beside Total Value. Without any retail price the value of a full store is 0, which looks like a fault. */
export const atCost = ({ totalValue, valueAtCost }: { totalValue: number; valueAtCost: number }): string =>
  `${formatMoney(valueAtCost)} at cost${totalValue === 0 && valueAtCost > 0 ? '; no retail prices yet' : ''}`
