import { Anchor, Badge, type BadgeProps, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { formatAmount } from 'contract/money.ts'
import { noFulfillment, type StoreOrder, statusWords } from 'contract/revenue/revenue.ts'
import { useEffect, useRef, useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Missing } from '../shared/format/missing.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { OrderDetails } from './order-details.tsx'
import { ParcelCells, parcelHeads } from './parcel-cells.tsx'
import classes from './revenue.module.css'
import { countListedOrders } from './revenue-formulas.ts'
import { pageSize, Rows, type TablesProps, useMore } from './store-rows.tsx'

/** The orders of the year; or, when the address names an order that somebody has searched for, that one, of whatever year. */
export function Orders(props: TablesProps) {
  const { orderNumber } = useSearch({ strict: false }) as { orderNumber?: string }
  return orderNumber ? <FoundOrder key={orderNumber} number={orderNumber} {...props} /> : <OrdersOfYear {...props} />
}

function OrdersOfYear({ companyId, revenue, timeZone }: TablesProps) {
  const { year } = revenue
  const more = useMore(
    (after) => client.revenue.orders({ companyId, year, pageSize, ...(after && { after }) }),
    ['orders', companyId, year],
    revenue.orders,
  )
  return (
    <OrderRows
      companyId={companyId}
      orders={more.rows}
      total={countListedOrders(revenue)}
      more={more}
      timeZone={timeZone}
    />
  )
}

function FoundOrder({ companyId, number, timeZone }: TablesProps & { number: string }) {
  const { data, error, refetch } = useQuery(api.revenue.orders.queryOptions({ input: { companyId, number } }))
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const showAll = () =>
    void navigate({
      ...at('.', ({ orderNumber: _, ...before }: Record<string, unknown>) => before),
      ...{ hash: true, replace: true, resetScroll: false, hashScrollIntoView: false },
    })
  const isThere = data !== undefined
  // The tables are at the end of a long screen, and were not there yet when it opened.
  useEffect(() => {
    if (isThere) place.current?.scrollIntoView({ block: 'center' })
  }, [isThere])
  if (error && !data) return <LoadFailure what="order" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={96} />
  return (
    <div ref={place}>
      <div className={`row justify-between gap-4 text-sm ${classes.found}`}>
        {data.items.length > 0 ? `Order ${number}` : `There is no order ${number} that counts.`}
        <Button variant="default" size="compact-sm" onClick={showAll}>
          Show All Orders
        </Button>
      </div>
      {data.items.length > 0 && (
        <OrderRows
          orders={data.items}
          total={data.items.length}
          more={{ hasMore: false, isLoading: false, load: () => undefined }}
          {...{ companyId, timeZone }}
        />
      )}
    </div>
  )
}

/** How strong the badge of a financial status looks (product.md 4); others are secondary. */
const tones: Record<string, Pick<BadgeProps, 'variant' | 'color'>> = {
  paid: { variant: 'filled', color: 'accent' },
  partially_refunded: { variant: 'outline', color: 'gray' },
  refunded: { variant: 'filled', color: 'red' },
}

type OrderRowsProps = Pick<TablesProps, 'companyId' | 'timeZone'> &
  Pick<Parameters<typeof Rows>[0], 'total' | 'more'> & { orders: StoreOrder[] }

function OrderRows({ companyId, orders, total, more, timeZone }: OrderRowsProps) {
  const [opened, open] = useState<{ id: string; number: string } | null>(null)
  // Without a shipping service no order has parcels.
  const hasParcels = orders.some(({ parcels }) => parcels.length > 0)
  return (
    <>
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
        total={total}
        more={more}
      >
        {orders.map(({ id, orderNumber, processedAt, email, totalPrice, financialStatus, currency, ...order }) => (
          <tr key={id}>
            <th scope="row" className={classes.number} title={orderNumber}>
              <Anchor component="button" type="button" size="sm" onClick={() => open({ id, number: orderNumber })}>
                {orderNumber}
              </Anchor>
            </th>
            <td>
              <Day at={processedAt} timeZone={timeZone} />
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
      {opened && <OrderDetails {...{ companyId, timeZone, ...opened }} onClose={() => open(null)} />}
    </>
  )
}
