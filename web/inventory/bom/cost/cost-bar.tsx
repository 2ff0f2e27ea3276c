import type { BomTreeRow } from 'contract/inventory/bom-analysis.ts'
import { formatComputedCost } from 'contract/money.ts'
import type { CSSProperties } from 'react'
import classes from './cost-bar.module.css'
import { costShares } from './cost-shares.ts'

/** The share of each line in the rolled-up cost, as parts of one bar, with their names below. */
export function CostBar({ rows }: { rows: BomTreeRow[] }) {
  const shares = costShares(rows)
  if (shares.length === 0) return null
  return (
    <div className="mb-3">
      <div className={`flex overflow-hidden ${classes.bar}`} aria-hidden>
        {shares.map(({ key, name, cost, percent }, place) => (
          <span
            key={key}
            className={classes.share}
            style={{ width: `${percent}%`, '--place': place } as CSSProperties}
            title={`${name}: ${formatComputedCost(cost)}, ${percent.toFixed(0)} %`}
          />
        ))}
      </div>
      <ul className={`flex flex-wrap text-xs text-muted ${classes.legend}`} aria-label="Shares of the cost">
        {shares.map(({ key, name, percent }, place) => (
          <li key={key} style={{ '--place': place } as CSSProperties}>
            {name} <span className="numeric">{percent < 1 ? '< 1' : percent.toFixed(0)} %</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
