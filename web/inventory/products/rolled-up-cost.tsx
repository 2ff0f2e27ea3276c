import { IconTrendingUp } from '@tabler/icons-react'
import { formatComputedCost } from 'contract/money.ts'
import { excessText, withoutCostText } from './margin.ts'
import classes from './rolled-up-cost.module.css'

type RolledUpCostProps = {
  /** 0: none is stored */
  stored: number
  rolledUp: number
  /** how many of its parts cost 0 */
  withoutCost: number
  /** Explains the marks beside it, instead of only in the tooltip. */
  isSpelledOut?: boolean
}

/** The total cost of an item's parts, marked when it is higher than the stored cost, and as the least it can be when parts cost 0. */
export function RolledUpCost({ stored, rolledUp, withoutCost, isSpelledOut = false }: RolledUpCostProps) {
  const [excess, costless] = [excessText(stored, rolledUp), withoutCostText(withoutCost)]
  const why = [excess, costless].filter(Boolean).join(', ')
  if (!why) return <span className="numeric">{formatComputedCost(rolledUp)}</span>
  return (
    <span className={`numeric ${excess ? classes.higher : ''}`} title={why}>
      {excess && <IconTrendingUp size={14} stroke={2} aria-hidden />}
      {costless && '≥ '}
      {formatComputedCost(rolledUp)} <span className={isSpelledOut ? 'text-xs text-muted ml-1' : 'spoken'}>{why}</span>
    </span>
  )
}
