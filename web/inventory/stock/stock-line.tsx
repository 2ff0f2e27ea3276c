import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StockHistory } from 'contract/inventory/stock-history.ts'
import { each, formatQuantity } from 'contract/units.ts'
import { Suspense, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { formatDate } from '../../shared/format/dates.ts'
import { lazy } from '../../shared/page/code.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './stock-line.module.css'

/** The library of charts is large, so it is loaded when somebody asks for more than the line. */
const StockChart = lazy(() => import('./stock-chart.tsx'))

const width = 320
const height = 56

type StockLineProps = { itemId: string; unit?: string; reorderThreshold?: number }

/** What was on hand over the last year, as a line of steps with the reorder threshold. A press shows it with its value, by the day. */
export function StockLine({ itemId, unit = each, reorderThreshold = 0 }: StockLineProps) {
  const companyId = useCompanyId()
  const [isOpen, setOpen] = useState(false)
  const { data, isPending } = useQuery(api.stockHistory.get.queryOptions({ input: { companyId, id: itemId } }))
  if (isPending) return <Skeleton height={76} aria-busy="true" />
  const first = data?.points[0]
  if (!first || first.day === data.today) return null
  const levels = data.points.map(({ onHand }) => onHand)
  const [lowest, highest] = [Math.min(...levels, 0), Math.max(reorderThreshold, ...levels, 1)]
  const y = (level: number) => 3 + ((highest - level) / (highest - lowest)) * (height - 6)
  return (
    <figure className={classes.figure}>
      <button
        type="button"
        className="block w-full"
        aria-label="Stock over the last year"
        aria-expanded={isOpen}
        title={isOpen ? 'Show less' : 'Show on hand and value by day'}
        onClick={() => setOpen(!isOpen)}
      >
        <svg
          aria-hidden="true"
          className={`block w-full ${classes.picture}`}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
        >
          {reorderThreshold > 0 && (
            <path
              className={classes.threshold}
              d={`M0 ${y(reorderThreshold)}H${width}`}
              vectorEffect="non-scaling-stroke"
            />
          )}
          <path className={classes.level} d={pathOf(data, y)} vectorEffect="non-scaling-stroke" />
        </svg>
      </button>
      <figcaption className="flex justify-between gap-4 text-xs text-faint">
        <span>{formatDate(first.day)}</span>
        {reorderThreshold > 0 && <span>- - reorder at {formatQuantity(reorderThreshold, unit)}</span>}
        <span>today</span>
      </figcaption>
      {isOpen && (
        <Suspense fallback={<Skeleton height={260} />}>
          <StockChart history={data} unit={unit} />
        </Suspense>
      )}
    </figure>
  )
}

function pathOf({ today, points }: StockHistory, y: (level: number) => number): string {
  const [from, to] = [Date.parse(points[0]?.day ?? today), Date.parse(today)]
  const x = (day: string) => (((Date.parse(day) - from) / (to - from)) * width).toFixed(1)
  const steps = points.map(({ day, onHand }, place) =>
    place === 0 ? `M0 ${y(onHand).toFixed(1)}` : `H${x(day)}V${y(onHand).toFixed(1)}`,
  )
  return `${steps.join('')}H${width}`
}
