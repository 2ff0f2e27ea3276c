import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatAmount } from 'contract/money.ts'
import { type RevenueStore, type RevenueSummary, type StoreReach, statusWords } from 'contract/revenue/revenue.ts'
import { type ReactNode, Suspense } from 'react'
import { api } from '../shared/api/api.ts'
import { messageOf, unknownError } from '../shared/api/server-errors.ts'
import { Choice } from '../shared/form/choice.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { lazy } from '../shared/page/code.ts'
import { ConfigureIntegrations } from './configure-integrations.tsx'
import classes from './revenue.module.css'
import { RevenueFigures } from './revenue-figures.tsx'
import { RevenueTables } from './revenue-tables.tsx'
import { StoreNotice } from './store-notice.tsx'

/** The library of charts is large, and most people never open this screen. */
const MonthChart = lazy(() => import('./month-chart.tsx'))

/** The block of the company dashboard: figures, charts and tables of a year, or the reason why there are none. */
export function Revenue({ companyId, without }: { companyId: string; without?: ReactNode }) {
  const store = useQuery(api.revenue.store.queryOptions({ input: { companyId } }))
  if (store.error && !store.data) return <Failed error={store.error} onRetry={() => void store.refetch()} />
  if (!store.data) return <Loading />
  const { store: connection, years } = store.data
  if (years.length === 0)
    return without ?? (connection?.hasAllOrders === false ? <BeingRead store={connection} /> : <NoData />)
  return <Year companyId={companyId} store={store.data} />
}

function Year({
  companyId,
  store: { store, years, currentYear, timeZone },
}: {
  companyId: string
  store: RevenueStore
}) {
  const { year, setYear } = useYear(years, currentYear)
  const revenue = useQuery(
    api.revenue.get.queryOptions({ input: { companyId, year }, placeholderData: keepPreviousData }),
  )
  const currency = store?.currency ?? 'USD'
  const monthsOf = (wanted: number) => years.find((each) => each.year === wanted)?.monthlyRevenue
  const { data, error } = revenue
  return (
    <section id="revenue" className="stack min-w-0 gap-3" aria-label="Revenue" aria-busy={revenue.isPlaceholderData}>
      <header className="flex items-end justify-between gap-4 mt-2">
        <div>
          <h2 className="m-0">Revenue</h2>
          {store && (
            <p className="text-sm text-muted break-words">
              {store.name} · read <Day at={store.readAt} timeZone={timeZone} />
            </p>
          )}
        </div>
        <Choice
          aria-label="Year"
          size="xs"
          className={`flex-none ${classes.years}`}
          data={years.map((each) => String(each.year))}
          value={String(year)}
          onChange={setYear}
        />
      </header>
      {store && <StoreNotice store={store} timeZone={timeZone} />}
      {error && !data ? (
        <Failed error={error} onRetry={() => void revenue.refetch()} />
      ) : (
        <>
          <RevenueFigures revenue={data} year={year} currency={currency} />
          <div className={`grid gap-3 ${classes.charts}`}>
            <section className="card stack">
              <h3 className="card-title">Monthly Revenue</h3>
              <Suspense fallback={<Skeleton height={160} />}>
                <MonthChart year={year} months={monthsOf(year)} before={monthsOf(year - 1)} currency={currency} />
              </Suspense>
            </section>
            <section className="card">
              <h3 className="card-title">Revenue by Status</h3>
              {data ? <StatusChart byStatus={data.revenueByStatus} currency={currency} /> : <Skeleton height={180} />}
            </section>
          </div>
          {data ? (
            <RevenueTables
              key={data.year}
              companyId={companyId}
              revenue={data}
              currency={currency}
              timeZone={timeZone}
            />
          ) : (
            <Skeleton height={240} />
          )}
        </>
      )}
    </section>
  )
}

/** The year of the address: a figure leads to its rows of the same year. Without one that has orders, it is the current or the last one. */
function useYear(years: RevenueStore['years'], currentYear: number) {
  const { year: wanted } = useSearch({ strict: false }) as { year?: string }
  const navigate = useNavigate()
  const chosen = [Number(wanted), currentYear].find((each) => years.some(({ year }) => year === each))
  const setYear = (year: string | null) =>
    void navigate({
      ...at('.', (before) => ({ ...before, year })),
      ...{ hash: true, replace: true, resetScroll: false, hashScrollIntoView: false },
    })
  return { year: chosen ?? years[0]?.year ?? currentYear, setYear }
}

const BeingRead = ({ store }: { store: StoreReach }) => (
  <section id="revenue" className="stack min-w-0 gap-3" aria-label="Revenue">
    <h2 className="m-0">Revenue</h2>
    <StoreNotice store={store} />
  </section>
)

const NoData = () => (
  <section className="card">
    <h2 className="card-title">Revenue</h2>
    <p className="text-sm text-muted break-words">
      No Shopify data available. Please ensure Shopify integration is configured and data has been synced.
    </p>
    <ConfigureIntegrations />
  </section>
)

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <section className="card" role="alert">
      <h2 className="card-title">Revenue</h2>
      <p className="text-sm text-muted break-words">Error loading Shopify data: {messageOf(error) || unknownError}</p>
      <Button variant="default" size="xs" className="mt-3" onClick={onRetry}>
        Try Again
      </Button>
    </section>
  )
}

const Loading = () => (
  <section className="stack min-w-0 gap-3" aria-label="Revenue" aria-busy>
    <h2 className="m-0">Revenue</h2>
    <Skeleton height={74} />
    <Skeleton height={300} />
    <Skeleton height={240} />
  </section>
)

type StatusChartProps = { byStatus: RevenueSummary['revenueByStatus']; currency: string }

/** A bar for each status, the largest first, with its amount and number of orders in words. */
function StatusChart({ byStatus, currency }: StatusChartProps) {
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
