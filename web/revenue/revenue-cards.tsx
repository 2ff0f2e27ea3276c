import { useQuery } from '@tanstack/react-query'
import { formatAmount } from 'contract/money.ts'
import type { ReactNode } from 'react'
import { api } from '../shared/api/api.ts'
import { useCan } from '../shared/session/session.ts'
import { ConfigureIntegrations } from './configure-integrations.tsx'
import classes from './revenue.module.css'
import { Figure } from './revenue-figures.tsx'
import { revenueFormula } from './revenue-formulas.ts'
import { StoreNotice } from './store-notice.tsx'

/** Three figures of the online store, for everybody in the company. While there are none, it says how to get them, and people who can connect a store find the way there. */
export function RevenueCards({ companyId }: { companyId: string }) {
  const canConnect = useCan('integration.write')
  const seesRows = useCan('revenue.read')
  const { data, error } = useQuery(api.revenue.totals.queryOptions({ input: { companyId } }))
  if (error && !data) return <Without>Revenue cannot be shown at the moment.</Without>
  if (data && !data.hasOrders) {
    if (data.store && !data.store.hasAllOrders) return <StoreNotice store={data.store} />
    const connect = canConnect ? 'Connect' : 'Ask an operator to connect'
    const words = `Company-specific features will be implemented. ${connect} the online store to see revenue.`
    if (canConnect) return <Without next={<ConfigureIntegrations />}>{words}</Without>
    // Nothing that others can do anything about: it must not look like a part of their day.
    return <p className="m-0 text-xs text-faint break-words">{words}</p>
  }
  const year = data?.year ?? new Date().getFullYear()
  const count = (value: number | undefined) => value?.toLocaleString('en-US')
  return (
    <section
      className={`grid gap-3 ${classes.three}`}
      aria-label={data ? `Revenue ${data.year}` : 'Revenue'}
      aria-busy={!data}
    >
      <Figure
        {...revenueFormula('Total Revenue', year, seesRows)}
        value={data && formatAmount(data.totalRevenue, data.currency)}
        note={data && `in ${data.year}`}
      />
      <Figure
        {...revenueFormula('Orders', year, seesRows)}
        value={count(data?.orderCount)}
        note={data && `in ${data.year}`}
      />
      <Figure {...revenueFormula('Customers', year, seesRows)} value={count(data?.customerCount)} note="of the store" />
      {data?.store && <StoreNotice store={data.store} />}
    </section>
  )
}

const Without = ({ children, next }: { children: string; next?: ReactNode }) => (
  <section className="card">
    <h2 className="card-title">Revenue</h2>
    <p className="text-sm text-muted break-words">{children}</p>
    {next}
  </section>
)
