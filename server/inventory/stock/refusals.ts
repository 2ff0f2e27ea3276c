import { ORPCError } from '@orpc/server'
import { formatQuantity } from 'contract/units.ts'

export const onlyOnHand = (stockLevel: number, taken: number, where: 'there' | 'on hand' = 'on hand'): string =>
  `Only ${formatQuantity(stockLevel)} ${where}: ${formatQuantity(taken)} cannot be taken off`

/** 409 or 422: what would be left is no valid stock. */
export function impossible(stockLevel: number, delta: number) {
  if (delta < 0) {
    const data = { reason: 'below_zero', stockLevel }
    return new ORPCError('CONFLICT', { status: 409, message: onlyOnHand(stockLevel, -delta), data })
  }
  const message = `${formatQuantity(stockLevel)} on hand: the sum would be above 2,147,483,647`
  return new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'too_much', stockLevel } })
}

/** 409: the stock that a count was made against is no longer there. */
export function movedMeanwhile(onHand: number | null, stockLevel: number) {
  const message = `Stock moved from ${formatQuantity(onHand ?? stockLevel)} to ${formatQuantity(stockLevel)} since this count began. Check the count, then apply it again.`
  return new ORPCError('CONFLICT', { status: 409, message, data: { reason: 'moved', stockLevel } })
}
