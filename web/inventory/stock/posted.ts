import type { CompanyMovement } from 'contract/inventory/movements.ts'
import { movementReasonLabels } from 'contract/inventory/stock.ts'
import { formatMoney } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'

/** 'Stock of M3-BOLT is 12 now', '2 m of WIRE-7 moved to A-01': 'Stock of M3-BOLT is worth $100.00 now': what came of a document. @param movement its last one */
export const outcomeOf = ({
  locationCode,
  onHandAfter,
  partNumber,
  quantity,
  reason,
  unit,
  valueAfter,
}: CompanyMovement): string => {
  if (reason === 'moved')
    return `${formatQuantity(quantity, unit)} of ${partNumber} moved to ${locationCode ?? 'no place'}`
  const now = reason === 'revalued' ? `worth ${formatMoney(valueAfter ?? 0)}` : formatQuantity(onHandAfter, unit)
  return `Stock of ${partNumber} is ${now} now`
}

type Move = Pick<CompanyMovement, 'delta' | 'locationCode' | 'reason'>

/** 'Counted at A-01', 'Moved to A-01', 'Used in production from A-01', 'Used in production'. */
export function reasonAndPlace({ delta, locationCode, reason }: Move): string {
  if (!locationCode) return movementReasonLabels[reason]
  const moved = delta < 0 ? 'from' : 'to'
  const preposition = reason === 'moved' ? moved : reason === 'used' ? 'from' : 'at'
  return `${movementReasonLabels[reason]} ${preposition} ${locationCode}`
}

/** A change of a stock with its sign: '+5', '−3.5 m', '±0'. */
export const signed = (delta: number, unit?: string): string =>
  `${delta === 0 ? '±' : delta > 0 ? '+' : '−'}${formatQuantity(Math.abs(delta), unit)}`
