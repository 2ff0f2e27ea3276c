import { formatQuantity } from 'contract/units.ts'

/** A change of a stock with its sign: '+5', '−3.5 m', '±0'. */
export const signed = (delta: number, unit?: string): string =>
  `${delta === 0 ? '±' : delta > 0 ? '+' : '−'}${formatQuantity(Math.abs(delta), unit)}`
