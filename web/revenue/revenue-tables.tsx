import { Tabs } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { formatAmount, formatCost } from 'contract/money.ts'
import { client } from '../shared/api/api.ts'
import { Missing } from '../shared/format/missing.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import classes from './revenue.module.css'
import { countListedOrders, storeTabs, tabId, tabsId } from './revenue-formulas.ts'
import { Orders } from './store-orders.tsx'
import { pageSize, Rows, type TablesProps, useMore } from './store-rows.tsx'

/** Orders of the year, customers and products of the store, each on demand: the first 50, then more. A second press closes them. */
export function RevenueTables(props: TablesProps) {
  const { customerCount, productCount } = props.revenue
  const counts = { orders: countListedOrders(props.revenue), customers: customerCount, products: productCount }
  const { tab, show } = useTab()
  return (
    <Tabs id={tabsId} value={tab} onChange={show} keepMounted={false} allowTabDeactivation className="card">
      <Tabs.List className={classes.tabs}>
        {tabNames.map((name) => (
          <Tabs.Tab key={name} value={name} className={classes.tab}>
            {storeTabs[name]}{' '}
            <span className="text-faint tabular-nums ml-1">{counts[name].toLocaleString('en-US')}</span>
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
      ...{ hash: tab ? tabId(tab as TabName) : '', replace: true, resetScroll: false, hashScrollIntoView: false },
    })
  return { tab: tabNames.find((name) => tabId(name) === hash) ?? null, show }
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
          <td data-numeric>{cost === null ? <Missing /> : formatCost(cost)}</td>
          <td data-numeric>{retailPrice === null ? <Missing /> : formatAmount(retailPrice, currency)}</td>
          <td className="numeric">{shopifyProductId}</td>
        </tr>
      ))}
    </Rows>
  )
}
