import { IconTrendingUp } from '@tabler/icons-react'
import { formatComputedCost } from 'contract/money.ts'
import { excessText } from './margin.ts'
import classes from './rolled-up-cost.module.css'

type RolledUpCostProps = {
  stored: number
  rolledUp: number
  /** Explains the mark beside it, instead of only in the tooltip. */
  isSpelledOut?: boolean
}

/** The total cost of a product's parts, marked when it is higher than the stored cost. */
export function RolledUpCost({ stored, rolledUp, isSpelledOut = false }: RolledUpCostProps) {
  const excess = excessText(stored, rolledUp)
  if (!excess) return <span className="numeric">{formatComputedCost(rolledUp)}</span>
  return (
    <span className={`numeric ${classes.higher}`} title={excess}>
      <IconTrendingUp size={14} stroke={2} aria-hidden />
      {formatComputedCost(rolledUp)}{' '}
      <span className={isSpelledOut ? `text-xs text-muted ${classes.excess}` : 'spoken'}>{excess}</span>
    </span>
  )
}
