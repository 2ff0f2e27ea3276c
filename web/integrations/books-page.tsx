import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Books, VendorComparison } from 'contract/integrations/books.ts'
import { type ReactNode, useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { messageOf } from '../shared/api/server-errors.ts'
import { Choice } from '../shared/form/choice.tsx'
import { formatMonth } from '../shared/format/short-dates.ts'
import { Page } from '../shared/page/page.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import bare from '../shared/table/grid/bare-table.module.css'
import { Heads } from '../shared/table/grid/heads.tsx'
import classes from './books.module.css'

/** /integrations/quickbooks. Intuit counts each call, so the page reads nothing before somebody asks for it. */
export function BooksPage() {
  const companyId = useCompanyId()
  return (
    <Page title="QuickBooks" width={76}>
      <ProfitAndLoss key={`books ${companyId}`} companyId={companyId} />
      <Vendors key={`vendors ${companyId}`} companyId={companyId} />
    </Page>
  )
}

const thisYear = new Date().getFullYear()
const years = Array.from({ length: 6 }, (_, back) => String(thisYear - back))

function ProfitAndLoss({ companyId }: { companyId: string }) {
  const [year, setYear] = useState(String(thisYear))
  const { data: store } = useQuery(api.revenue.store.queryOptions({ input: { companyId } }))
  /** Shown beside other amounts only if it has their currency. */
  const revenueIn = (currency: string, of: number) =>
    store?.store?.currency === currency ? store.years.find((each) => each.year === of)?.monthlyRevenue : undefined
  const reading = useMutation({ mutationFn: () => client.books.get({ companyId, year: Number(year) }) })
  return (
    <section className="card" aria-label="Profit and Loss">
      <div className="row flex-wrap gap-2 mb-2">
        <h2 className={`text-sm ${classes.name}`}>Profit and Loss</h2>
        <Choice
          aria-label="Year"
          size="xs"
          data={years}
          value={year}
          onChange={(chosen) => {
            setYear(chosen)
            reading.reset()
          }}
        />
        <Button variant="default" size="compact-sm" loading={reading.isPending} onClick={() => reading.mutate()}>
          Read from QuickBooks
        </Button>
      </div>
      <div role="status">
        {reading.error && <p className="mb-2 text-sm text-danger">{messageOf(reading.error)}</p>}
        {reading.data && <Months books={reading.data} revenue={revenueIn(reading.data.currency, Number(year))} />}
      </div>
      {!reading.data && (
        <p className="mb-2 text-sm text-muted">Income, costs and net income by month, as the books say.</p>
      )}
    </section>
  )
}

type Part = 'income' | 'costOfGoods' | 'expenses' | 'otherIncome' | 'otherExpenses'

const columns: { key: Part; label: string; isRare?: true }[] = [
  { key: 'income', label: 'Income' },
  { key: 'costOfGoods', label: 'Cost of goods' },
  { key: 'expenses', label: 'Expenses' },
  { key: 'otherIncome', label: 'Other income', isRare: true },
  { key: 'otherExpenses', label: 'Other expenses', isRare: true },
]

/** @param revenue of the online store, by month from January */
function Months({ books, revenue }: { books: Books; revenue: number[] | undefined }) {
  const { companyName, legalName, country, fiscalYearStart, currency, months } = books
  const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency })
  const sum = (of: Part | 'netIncome') => months.reduce((cents, month) => cents + Math.round(month[of] * 100), 0) / 100
  const sold = (month: string) => revenue?.[Number(month.slice(5)) - 1] ?? 0
  const soldInAll = months.reduce((cents, { month }) => cents + Math.round(sold(month) * 100), 0) / 100
  // The columns that only few companies use are left out while they are empty.
  const parts = columns.filter(({ key, isRare }) => !isRare || months.some((month) => month[key] !== 0))
  const unexplained = months.filter(({ rest }) => rest !== 0)
  const about = [
    companyName,
    legalName !== companyName && legalName,
    country,
    fiscalYearStart && `fiscal year from ${fiscalYearStart}`,
    'by accrual',
  ]
  const heads = ['Month', ...(revenue ? ['Store revenue'] : []), ...parts.map(({ label }) => label), 'Net income']
  return (
    <>
      <p className="mb-2 text-sm text-muted">{about.filter(Boolean).join(' · ')}</p>
      {unexplained.length > 0 && (
        <p className="mb-2 text-sm text-danger">
          QuickBooks states another net income than its columns add up to:{' '}
          {unexplained.map(({ month, rest }) => `${formatMonth(month)} ${money(rest)}`).join(', ')}.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, so it must be reachable by keyboard */}
      <section className={bare.box} tabIndex={0} aria-label="Months">
        <table className={`${bare.table} ${classes.amounts}`} aria-label="Profit and loss by month">
          <Heads of={heads} numeric={heads.slice(1)} />
          <tbody>
            {months.map(({ month, netIncome, ...amounts }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month)}</th>
                {revenue && <td data-numeric>{money(sold(month))}</td>}
                {parts.map(({ key }) => (
                  <td key={key} data-numeric>
                    {money(amounts[key])}
                  </td>
                ))}
                <td data-numeric data-loss={netIncome < 0 || undefined}>
                  {money(netIncome)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {revenue && <td data-numeric>{money(soldInAll)}</td>}
              {parts.map(({ key }) => (
                <td key={key} data-numeric>
                  {money(sum(key))}
                </td>
              ))}
              <td data-numeric data-loss={sum('netIncome') < 0 || undefined}>
                {money(sum('netIncome'))}
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  )
}

function Vendors({ companyId }: { companyId: string }) {
  const comparing = useMutation({ mutationFn: () => client.books.vendors({ companyId }) })
  return (
    <section className="card" aria-label="Vendors">
      <div className="row flex-wrap gap-2 mb-2">
        <h2 className={`text-sm ${classes.name}`}>Vendors</h2>
        <Button variant="default" size="compact-sm" loading={comparing.isPending} onClick={() => comparing.mutate()}>
          Compare with QuickBooks
        </Button>
      </div>
      <div role="status">
        {comparing.error && <p className="mb-2 text-sm text-danger">{messageOf(comparing.error)}</p>}
        {comparing.data?.isCut && (
          <p className="mb-2 text-sm text-danger">
            QuickBooks has more vendors than are compared: some may be missing here.
          </p>
        )}
      </div>
      {comparing.data ? (
        <Lists found={comparing.data} />
      ) : (
        <p className="mb-2 text-sm text-muted">
          Shows which vendors are in both, only here, or only in QuickBooks. Nothing is changed.
        </p>
      )}
    </section>
  )
}

function Lists({ found: { matched, onlyHere, onlyThere } }: { found: VendorComparison }) {
  return (
    <div className={`grid gap-x-6 gap-y-3 ${classes.lists}`}>
      <VendorList title="In both" count={matched.count} empty="No vendor has the same name in both.">
        {matched.items.map(({ id, name, nameThere }) => (
          <li key={id}>
            <Link to="/inventory/vendors/$id" params={{ id }} className={`text-plain no-underline ${classes.link}`}>
              {name}
            </Link>
            {nameThere !== name && <span className="block text-xs text-muted">there: {nameThere}</span>}
          </li>
        ))}
      </VendorList>
      <VendorList title="Only here" count={onlyHere.count} empty="All vendors here are also in QuickBooks.">
        {named(onlyHere.names)}
      </VendorList>
      <VendorList title="Only in QuickBooks" count={onlyThere.count} empty="All vendors in QuickBooks are also here.">
        {named(onlyThere.names)}
      </VendorList>
    </div>
  )
}

const named = (names: string[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: two vendors may have one name, and the list never changes
  names.map((name, index) => <li key={index}>{name}</li>)

type VendorListProps = { title: string; count: number; empty: string; children: ReactNode[] }

function VendorList({ title, count, empty, children }: VendorListProps) {
  const more = count - children.length
  return (
    <div className="min-w-0">
      <h3 className="text-xs font-medium mb-1-5">
        {title} <span className="text-muted numeric">{count.toLocaleString('en-US')}</span>
      </h3>
      {count === 0 ? (
        <p className="mb-2 text-sm text-muted">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, so it must be reachable by keyboard
        <section className="overflow-auto max-h-96" tabIndex={0} aria-label={title}>
          <ul className={`text-sm break-words ${classes.names}`}>{children}</ul>
        </section>
      )}
      {more > 0 && <p className="mb-2 text-sm text-muted">and {more.toLocaleString('en-US')} more</p>}
    </div>
  )
}
