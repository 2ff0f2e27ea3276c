import { useQuery } from '@tanstack/react-query'
import type { Part } from 'contract/inventory/parts.ts'
import { formatQuantity } from 'contract/units.ts'
import { api } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './stock-line.module.css'
import { type StockStep, stockSteps } from './stock-steps.ts'

const width = 320
const height = 56
const most = 200

/** The stock of the last 90 days as a line of steps, with the reorder threshold. The movements below give the same facts as text. */
export function StockLine({ part: { id, stockLevel, reorderThreshold, unit } }: { part: Part }) {
  const companyId = useCompanyId()
  const { data, dataUpdatedAt } = useQuery(
    api.stock.movements.queryOptions({ input: { companyId, id, page: 1, pageSize: most } }),
  )
  if (!data || data.total === 0) return null
  const steps = stockSteps(data.items, { isWhole: data.total <= most, stockLevel, now: dataUpdatedAt })
  const highest = Math.max(reorderThreshold, ...steps.map(({ level }) => level), 1)
  const y = (level: number) => 3 + (1 - level / highest) * (height - 6)
  return (
    <figure className={classes.figure}>
      <svg aria-hidden="true" className={classes.picture} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        {reorderThreshold > 0 && (
          <path
            className={classes.threshold}
            d={`M0 ${y(reorderThreshold)}H${width}`}
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path className={classes.level} d={pathOf(steps, y)} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className={classes.caption}>
        <span>{Math.round((dataUpdatedAt - (steps[0]?.at ?? 0)) / 86_400_000)} days ago</span>
        {reorderThreshold > 0 && <span>- - reorder at {formatQuantity(reorderThreshold, unit)}</span>}
        <span>today</span>
      </figcaption>
    </figure>
  )
}

function pathOf(steps: StockStep[], y: (level: number) => number): string {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return ''
  const x = (at: number) => (((at - first.at) / Math.max(1, last.at - first.at)) * width).toFixed(1)
  return `M0 ${y(first.level).toFixed(1)}${steps
    .slice(1)
    .map(({ at, level }) => `H${x(at)}V${y(level).toFixed(1)}`)
    .join('')}`
}
