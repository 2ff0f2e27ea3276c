import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Part } from 'contract/inventory/parts.ts'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Missing } from '../../shared/format/missing.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import bare from '../../shared/table/bare-table.module.css'
import classes from './summary.module.css'

const shown = 25

/** Parts at or below their reorder threshold; the most urgent first. */
export function LowStockAlerts() {
  const companyId = useCompanyId()
  const parts = useQuery(
    api.parts.list.queryOptions({
      input: { companyId, isLowStock: 'true', sort: 'urgency', order: 'asc', pageSize: shown },
    }),
  )
  const { data } = parts
  return (
    <section className={classes.section} aria-label="Low Stock Alerts">
      <header className={classes.sectionHead}>
        <h2>Low Stock Alerts</h2>
        {data && data.total > shown && (
          <Link to="/inventory/parts" search={{ isLowStock: 'true', sort: 'urgency' }} className={classes.all}>
            Show all {data.total.toLocaleString('en-US')}
          </Link>
        )}
      </header>
      {parts.error && !data ? (
        <LoadFailure what="parts" error={parts.error} onRetry={() => void parts.refetch()} />
      ) : !data ? (
        <Skeleton height={120} radius="md" />
      ) : data.items.length === 0 ? (
        <p className={classes.nothing}>Nothing needs restocking: every part is above its reorder threshold.</p>
      ) : (
        <LowStockTable parts={data.items} />
      )}
    </section>
  )
}

function LowStockTable({ parts }: { parts: Part[] }) {
  return (
    <div className={`${bare.box} ${classes.scroller}`}>
      <table className={`${bare.table} ${bare.oneLine} ${classes.table}`} aria-label="Low Stock Alerts">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Part Number</th>
            <th scope="col" data-numeric>
              Stock
            </th>
            <th scope="col" data-numeric>
              Threshold
            </th>
            <th scope="col" data-numeric>
              Missing
            </th>
            <th scope="col">Vendor</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <LowStockRow key={part.id} {...part} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LowStockRow({ id, partNumber, name, stockLevel, reorderThreshold, vendorId, vendorName, supplierName }: Part) {
  return (
    <tr>
      <td className={classes.main} title={name}>
        <Link to="/inventory/parts/$id" params={{ id }} className={classes.link}>
          {name}
        </Link>
      </td>
      <td data-label="Part Number">
        <span className="code">{partNumber}</span>
      </td>
      <td data-numeric data-warning data-label="Stock">
        {stockLevel.toLocaleString('en-US')}
      </td>
      <td data-numeric data-label="Threshold">
        {reorderThreshold.toLocaleString('en-US')}
      </td>
      <td data-numeric data-label="Missing">
        {(reorderThreshold - stockLevel).toLocaleString('en-US')}
      </td>
      <td data-label="Vendor">
        {vendorId ? (
          <Link to="/inventory/vendors/$id" params={{ id: vendorId }} className={classes.link}>
            {vendorName}
          </Link>
        ) : (
          (supplierName ?? <Missing />)
        )}
      </td>
    </tr>
  )
}
