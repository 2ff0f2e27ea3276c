import { ORPCError } from '@orpc/server'

/** A quantity as people read it: '1,250.5'. */
export const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 4 })

export const onlyOnHand = (stockLevel: number, taken: number): string =>
  `Only ${figure(stockLevel)} on hand: ${figure(taken)} cannot be taken off`

/** 409 or 422: what would be left is no valid stock. */
export function impossible(stockLevel: number, delta: number) {
  if (delta < 0) {
    const data = { reason: 'below_zero', stockLevel }
    return new ORPCError('CONFLICT', { status: 409, message: onlyOnHand(stockLevel, -delta), data })
  }
  const message = `${figure(stockLevel)} on hand: the sum would be above 2,147,483,647`
  return new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'too_much', stockLevel } })
}

/** 409: the stock that a count was made against is no longer there. */
export function movedMeanwhile(onHand: number | null, stockLevel: number) {
  const message = `Stock moved from ${figure(onHand ?? stockLevel)} to ${figure(stockLevel)} since this count began. Check the count, then apply it again.`
  return new ORPCError('CONFLICT', { status: 409, message, data: { reason: 'moved', stockLevel } })
}
