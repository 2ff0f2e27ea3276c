import { Badge, type BadgeProps, Button, Tabs } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { formatAmount, formatMoney } from 'contract/money.ts'
import { noFulfillment, type RevenueSummary, statusWords } from 'contract/revenue/revenue.ts'
import { type ReactNode, useState } from 'react'
import { client } from '../shared/api/api.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { Missing } from '../shared/format/missing.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { ParcelCells, parcelHeads } from './parcel-cells.tsx'
import classes from './revenue.module.css'
import { storeTabs, tabId, tabsId } from './revenue-formulas.ts'

type TablesProps = { companyId: string; revenue: RevenueSummary; currency: string; timeZone: string }

/** Orders of the year, customers and products of the store: the first 50 of each, and more on demand. */
export function RevenueTables(props: TablesProps) {
  const { orderCount, customerCount, productCount } = props.revenue
  const counts = { orders: orderCount, customers: customerCount, products: productCount }
  const { tab, show } = useTab()
  return (
    <Tabs id={tabsId} value={tab} onChange={show} keepMounted={false} className={classes.card}>
      <Tabs.List className={classes.tabs}>
        {tabNames.map((name) => (
          <Tabs.Tab key={name} value={name} className={classes.tab}>
            {storeTabs[name]} <span className={classes.count}>{counts[name].toLocaleString('en-US')}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="orders">
        <Orders {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="customers">
        <Customers {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="products">
        <Products {...props} />
      </Tabs.Panel>
    </Tabs>
  )
}

type TabName = keyof typeof storeTabs
const tabNames = Object.keys(storeTabs) as TabName[]

/** The tab that the address names: a figure above leads to its rows. */
function useTab() {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const show = (tab: string | null) =>
    void navigate({
      ...at('.', true),
      ...{ hash: tabId(tab as TabName), replace: true, resetScroll: false, hashScrollIntoView: false },
    })
  return { tab: tabNames.find((name) => tabId(name) === hash) ?? 'orders', show }
}

/** How strong the badge of a financial status looks (product.md 4); others are secondary. */
const tones: Record<string, Pick<BadgeProps, 'variant' | 'color'>> = {
  paid: { variant: 'filled', color: 'accent' },
  partially_refunded: { variant: 'outline', color: 'gray' },
  refunded: { variant: 'filled', color: 'red' },
}

function Orders({ companyId, revenue, currency, timeZone }: TablesProps) {
  const { year } = revenue
  const more = useMore(
    (after) => client.revenue.orders({ companyId, year, pageSize, ...(after && { after }) }),
    ['orders', companyId, year],
    revenue.orders,
  )
  // Without a shipping service no order has parcels.
  const hasParcels = more.rows.some(({ parcels }) => parcels.length > 0)
  return (
    <Rows
      name="Orders"
      heads={[
        'Order',
        'Date',
        'E-mail',
        'Total#',
        'Refunded#',
        'After Refunds#',
        'Payment',
        'Fulfillment',
        ...(hasParcels ? parcelHeads : []),
      ]}
      total={revenue.orderCount}
      more={more}
    >
      {more.rows.map(({ id, orderNumber, createdAtShopify, email, totalPrice, financialStatus, ...order }) => (
        <tr key={id}>
          <th scope="row" className={classes.number} title={orderNumber}>
            {orderNumber}
          </th>
          <td>
            <Day at={createdAtShopify} timeZone={timeZone} />
          </td>
          <td className={classes.long} title={email ?? undefined}>
            {email ?? <Missing />}
          </td>
          <td data-numeric>{formatAmount(totalPrice, currency)}</td>
          <td data-numeric>{order.refunded === 0 ? <Missing /> : formatAmount(order.refunded, currency)}</td>
          <td data-numeric>{formatAmount(order.currentTotal, currency)}</td>
          <td>
            <Badge
              size="sm"
              className={classes.status}
              {...(tones[financialStatus] ?? { variant: 'light', color: 'gray' })}
            >
              {statusWords(financialStatus)}
            </Badge>
          </td>
          <td>{order.fulfillmentStatus ? order.fulfillmentStatus.replaceAll('_', ' ') : noFulfillment}</td>
          {hasParcels && <ParcelCells parcels={order.parcels} />}
        </tr>
      ))}
    </Rows>
  )
}

function Customers({ companyId, revenue, currency, timeZone }: TablesProps) {
  const more = useMore(
    (after) => client.revenue.customers({ companyId, pageSize, ...(after && { after }) }),
    ['customers', companyId],
    revenue.customers,
  )
  return (
    <Rows
      name="Customers"
      heads={['Customer', 'E-mail', 'Orders#', 'Spent#', 'Since']}
      total={revenue.customerCount}
      more={more}
    >
      {more.rows.map(({ id, firstName, lastName, email, ordersCount, totalSpent, createdAtShopify }) => (
        <tr key={id}>
          <th scope="row" className={classes.long}>
            {[firstName, lastName].filter(Boolean).join(' ') || 'No name'}
          </th>
          <td className={classes.long} title={email ?? undefined}>
            {email ?? <Missing />}
          </td>
          <td data-numeric>{ordersCount.toLocaleString('en-US')}</td>
          <td data-numeric>{formatAmount(totalSpent, currency)}</td>
          <td>
            <Day at={createdAtShopify} timeZone={timeZone} />
          </td>
        </tr>
      ))}
    </Rows>
  )
}

function Products({ companyId, revenue, currency }: TablesProps) {
  const more = useMore(
    (after) => client.revenue.products({ companyId, pageSize, ...(after && { after }) }),
    ['products', companyId],
    revenue.products,
  )
  return (
    <Rows
      name="Products"
      heads={['Product', 'SKU', 'Cost#', 'Price#', 'Shopify ID']}
      total={revenue.productCount}
      more={more}
    >
      {more.rows.map(({ id, name, sku, cost, retailPrice, shopifyProductId }) => (
        <tr key={id}>
          <th scope="row" className={classes.long} title={name}>
            {name}
          </th>
          <td>{sku ?? <Missing />}</td>
          <td data-numeric>{cost === null ? <Missing /> : formatMoney(cost)}</td>
          <td data-numeric>{retailPrice === null ? <Missing /> : formatAmount(retailPrice, currency)}</td>
          <td className="numeric">{shopifyProductId}</td>
        </tr>
      ))}
    </Rows>
  )
}

const pageSize = 100
type More<Row> = { rows: Row[]; hasMore: boolean; isLoading: boolean; load: () => void }

type Page<Row> = { items: Row[]; next: string | null }

/** The first rows came with the summary; the first press loads a longer page that begins with them. */
function useMore<Row>(
  load: (after: string | undefined) => Promise<Page<Row>>,
  key: unknown[],
  first: Row[],
): More<Row> {
  const [isAsked, setAsked] = useState(false)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['revenue rows', ...key],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page<Row>) => next ?? undefined,
    enabled: isAsked,
  })
  return {
    rows: data?.pages.flatMap(({ items }) => items) ?? first,
    hasMore: data ? hasNextPage : first.length >= 50,
    isLoading: isFetching,
    load: () => {
      if (!isAsked) return setAsked(true)
      void fetchNextPage().then(({ error }) => error && failedTo('load more')(error))
    },
  }
}

type RowsProps = {
  name: string
  heads: string[]
  total: number
  more: Omit<More<unknown>, 'rows'>
  children: ReactNode[]
}

/** @param heads a '#' at the end marks a column of numbers */
function Rows({ name, heads, total, more, children }: RowsProps) {
  if (children.length === 0) return <p className={classes.none}>No {name.toLowerCase()} yet.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={name}>
        <table className={classes.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" {...(head.endsWith('#') && { 'data-numeric': true })}>
                  {head.replace('#', '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
      <footer className={classes.foot}>
        {children.length.toLocaleString('en-US')} of {Math.max(total, children.length).toLocaleString('en-US')}
        {more.hasMore && (
          <Button variant="default" size="compact-sm" loading={more.isLoading} onClick={more.load}>
            Show more
          </Button>
        )}
      </footer>
    </>
  )
}
