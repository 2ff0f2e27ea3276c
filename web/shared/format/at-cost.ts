import { formatMoney } from 'contract/money.ts'
import { missing } from './missing.tsx'

type Values = { totalValue: number; valueAtCost: number }

/** Total Value. Without any retail price that of a full store is 0, which looks like a fault. */
export const shownValue = (values: Values): string => (lacksPrices(values) ? missing : formatMoney(values.totalValue))

/** Beside Total Value. */
export const atCost = (values: Values): string =>
  `${formatMoney(values.valueAtCost)} at cost${lacksPrices(values) ? '; no retail prices yet' : ''}`

/** Whether something is stored, and nothing has a retail price. */
export const lacksPrices = ({ totalValue, valueAtCost }: Values) => totalValue === 0 && valueAtCost > 0
