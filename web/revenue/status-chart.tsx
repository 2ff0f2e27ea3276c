import { formatAmount } from 'contract/money.ts'
import { type RevenueSummary, statusWords } from 'contract/revenue/revenue.ts'
import classes from './revenue.module.css'

type StatusChartProps = { byStatus: RevenueSummary['revenueByStatus']; currency: string }

/** A bar for each status, the largest first, with its amount and number of orders in words. */
export function StatusChart({ byStatus, currency }: StatusChartProps) {
  const rows = Object.entries(byStatus).sort(([, a], [, b]) => b.amount - a.amount || b.count - a.count)
  const largest = Math.max(...rows.map(([, { amount }]) => amount), 0)
  if (rows.length === 0) return <p className="text-sm text-muted break-words">No orders in this year.</p>
  return (
    <ul className={`stack gap-2 text-sm ${classes.statuses}`}>
      {rows.map(([status, { amount, count }]) => (
        <li key={status}>
          <span>
            {statusWords(status)}{' '}
            <span className="text-xs text-faint">
              {count.toLocaleString('en-US')} {count === 1 ? 'order' : 'orders'}
            </span>
          </span>
          <span className="numeric">{formatAmount(amount, currency)}</span>
          <span className={`overflow-hidden ${classes.track}`} aria-hidden>
            <span
              className={`block h-full ${classes.bar}`}
              data-status={status}
              style={{ width: `${largest > 0 ? Math.max(0, (amount / largest) * 100) : 0}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
