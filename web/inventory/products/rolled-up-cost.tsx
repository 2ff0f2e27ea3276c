import { IconTrendingUp } from '@tabler/icons-react'
import { formatMoney } from 'contract/money.ts'
import { excessText } from './margin.ts'
import classes from './rolled-up-cost.module.css'

type RolledUpCostProps = {
  stored: number
  rolledUp: number
  /** Says beside it what the mark means, instead of only in the tooltip. */
  isSpelledOut?: boolean
}

/** What the parts of a product cost together, marked where that is more than the cost that is stored. */
export function RolledUpCost({ stored, rolledUp, isSpelledOut = false }: RolledUpCostProps) {
  const excess = excessText(stored, rolledUp)
  if (!excess) return <span className="numeric">{formatMoney(rolledUp)}</span>
  return (
    <span className={`numeric ${classes.higher}`} title={excess}>
      <IconTrendingUp size={14} stroke={2} aria-hidden />
      {formatMoney(rolledUp)} <span className={isSpelledOut ? classes.excess : classes.hidden}>{excess}</span>
    </span>
  )
}
