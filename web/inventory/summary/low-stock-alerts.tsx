import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Part } from 'contract/inventory/parts.ts'
import { type SoldItem, soldPeriods, usualPeriod } from 'contract/revenue/units-sold.ts'
import { formatQuantity } from 'contract/units.ts'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Missing } from '../../shared/format/missing.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { Heads } from '../../shared/table/grid/heads.tsx'
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
  const sales = useSales()
  return (
    <section className={classes.section} aria-label="Low Stock Alerts">
      <header className={classes.sectionHead}>
        <h2 className="m-0">Low Stock Alerts</h2>
        {data && data.total > shown && (
          <Link
            to="/inventory/parts"
            search={{ isLowStock: 'true', sort: 'urgency' }}
            className="ml-auto text-sm text-accent"
          >
            Show all {data.total.toLocaleString('en-US')}
          </Link>
        )}
      </header>
      {parts.error && !data ? (
        <LoadFailure what="parts" error={parts.error} onRetry={() => void parts.refetch()} />
      ) : !data || sales === 'pending' ? (
        <div className="card">
          <Skeleton className="rows" height={120} />
        </div>
      ) : data.items.length === 0 ? (
        <p className={`text-sm text-muted ${classes.nothing}`}>
          No part has low stock: each is above its reorder threshold.
        </p>
      ) : (
        <LowStockTable parts={data.items} sales={sales} />
      )}
    </section>
  )
}

type Sales = Map<string, SoldItem>

/** What the store has sold of the parts shown, which is sorted as they are; undefined for people who may not see sales, and when nothing was sold. The table waits for it, so that its columns stay. */
function useSales(): Sales | undefined | 'pending' {
  const companyId = useCompanyId()
  const canSee = useCan('revenue.read')
  const { data, isPending } = useQuery({
    ...api.unitsSold.list.queryOptions({
      input: { companyId, low: 'yes', sort: 'urgency', order: 'asc', pageSize: shown },
    }),
    enabled: canSee,
  })
  if (canSee && isPending) return 'pending'
  return data && data.items.length > 0 ? new Map(data.items.map((item) => [item.id, item])) : undefined
}

const soldIn = `Through the bills of materials, in the last ${soldPeriods[usualPeriod]}`

function LowStockTable({ parts, sales }: { parts: Part[]; sales: Sales | undefined }) {
  return (
    <div className={`${bare.box} ${classes.scroller}`}>
      <table className={`${bare.table} ${bare.oneLine} ${classes.table}`} aria-label="Low Stock Alerts">
        <Heads
          of={[
            'Name',
            'Part Number',
            'Stock',
            { label: 'Reorder Threshold', className: classes.leaves },
            'Missing',
            sales !== undefined && { label: 'Sold', className: classes.leaves, title: soldIn },
            sales !== undefined && { label: 'Lasts', title: 'How long the stock lasts at this rate of sales' },
            'Vendor',
          ]}
          numeric={['Stock', 'Reorder Threshold', 'Missing', 'Sold', 'Lasts']}
        />
        <tbody>
          {parts.map((part) => (
            <LowStockRow key={part.id} part={part} sales={sales} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type LowStockRowProps = { part: Part; sales: Sales | undefined }

function LowStockRow({ part, sales }: LowStockRowProps) {
  const { id, partNumber, name, stockLevel, reorderThreshold, unit, vendorId, vendorName, supplierName } = part
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
        {formatQuantity(stockLevel, unit)}
      </td>
      <td className={classes.leaves} data-numeric data-label="Reorder Threshold">
        {formatQuantity(reorderThreshold, unit)}
      </td>
      <td data-numeric data-label="Missing">
        {reorderThreshold === stockLevel ? 'At threshold' : formatQuantity(reorderThreshold - stockLevel, unit)}
      </td>
      {sales && <SalesCells sold={sales.get(id)} />}
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

function SalesCells({ sold }: { sold: SoldItem | undefined }) {
  const lasts = sold?.lastsDays ?? null
  return (
    <>
      <td className={classes.leaves} data-numeric data-label="Sold">
        {formatQuantity(sold?.sold ?? 0, sold?.unit)}
      </td>
      <td data-numeric data-label="Lasts">
        {lasts === null ? <Missing /> : `${lasts.toLocaleString('en-US')} d`}
      </td>
    </>
  )
}
