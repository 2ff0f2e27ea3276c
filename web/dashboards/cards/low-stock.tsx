import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CompanyDashboard, LowStockPart } from 'contract/dashboards/dashboard.ts'
import { formatQuantity } from 'contract/units.ts'
import type { z } from 'zod'
import { LevelBar } from '../../shared/chart/level-bar.tsx'
import { Heads } from '../../shared/table/grid/heads.tsx'
import classes from '../dashboard.module.css'

/** As high as the chart beside it. */
const few = 4

/** The parts that need restocking first. */
export function LowStock({ dashboard }: { dashboard: CompanyDashboard | undefined }) {
  const parts = dashboard?.lowStock.slice(0, few) ?? []
  const more = dashboard ? dashboard.counts.lowStock - parts.length : 0
  return (
    <section className="card">
      <h2 className="card-title">Low Stock</h2>
      {!dashboard ? (
        <Skeleton height={120} />
      ) : parts.length === 0 ? (
        <p className="text-sm text-muted">No part has low stock.</p>
      ) : (
        <Parts parts={parts} />
      )}
      {more > 0 && (
        <Link to="/inventory/parts" search={{ isLowStock: 'true' }} className={classes.more} data-small>
          {more.toLocaleString('en-US')} more
        </Link>
      )}
    </section>
  )
}

function Parts({ parts }: { parts: z.infer<typeof LowStockPart>[] }) {
  return (
    <table className={`w-full text-sm ${classes.table}`} aria-label="Parts low on stock">
      <Heads of={['Part', 'Stock', 'Threshold']} numeric={['Stock', 'Threshold']} />
      <tbody>
        {parts.map(({ id, partNumber, name, stockLevel, reorderThreshold, unit }) => (
          <tr key={id}>
            <td>
              <Link to="/inventory/parts/$id" params={{ id }} className={classes.part}>
                <span className={`code text-muted tabular-nums ${classes.number}`}>{partNumber}</span>{' '}
                {name !== partNumber && name}
              </Link>
            </td>
            <td data-numeric data-warning>
              {formatQuantity(stockLevel, unit)}
              <LevelBar level={stockLevel} threshold={reorderThreshold} />
            </td>
            <td data-numeric>{formatQuantity(reorderThreshold, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
