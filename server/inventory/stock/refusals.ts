import { ORPCError } from '@orpc/server'
import { formatQuantity } from 'contract/units.ts'

type Stock = { stockLevel: number; unit: string }

export const onlyOnHand = (
  { stockLevel, unit }: Stock,
  taken: number,
  where: 'there' | 'on hand' = 'on hand',
): string => `Only ${formatQuantity(stockLevel, unit)} ${where}: ${formatQuantity(taken, unit)} cannot be taken off`

/** 409 or 422: what would be left is no valid stock. */
export function impossible({ stockLevel, unit }: Stock, delta: number) {
  if (delta < 0) {
    const data = { reason: 'below_zero', stockLevel }
    return new ORPCError('CONFLICT', { status: 409, message: onlyOnHand({ stockLevel, unit }, -delta), data })
  }
  const message = `${formatQuantity(stockLevel, unit)} on hand: the sum would be above 2,147,483,647`
  return new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'too_much', stockLevel } })
}

/** 409: the stock that a count was made against is no longer there. */
export function movedMeanwhile(onHand: number, { stockLevel, unit }: Stock) {
  const message = `Stock moved from ${formatQuantity(onHand, unit)} to ${formatQuantity(stockLevel, unit)} since this count began. Check the count, then apply it again.`
  return new ORPCError('CONFLICT', { status: 409, message, data: { reason: 'moved', stockLevel } })
}
