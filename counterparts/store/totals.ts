import { fixed } from './money.ts'
import { monthsAt } from './months.ts'
import { refundedOf } from './orders.ts'
import type { Store } from './store.ts'

/** The sums of one month and one status, as decimal texts with all decimals. */
export type Total = {
  /** '2026-11', in the time zone of the shop. */
  month: string
  status: string
  isTest: boolean
  isCancelled: boolean
  orders: number
  total: string
  currentTotal: string
  refunded: string
  received: string
}

type Sums = { orders: number; total: number; currentTotal: number; refunded: number; received: number }

/** The counterpart's own sums of its orders, by the month they were made, for a comparison to the cent. */
export function totalsOf(store: Store, timeZone = store.timeZone): Total[] {
  const month = monthsAt(timeZone)
  const groups = new Map<string, Sums>()
  for (let index = 0; index < store.orderCount(); index += 1) {
    const order = store.order(index)
    if (!order) continue
    const key = [
      month(order.soldAt ?? order.createdAt),
      order.financial,
      order.isTest,
      order.cancelledAt !== null,
    ].join(' ')
    const sums = groups.get(key) ?? { orders: 0, total: 0, currentTotal: 0, refunded: 0, received: 0 }
    sums.orders += 1
    sums.total += order.total
    sums.currentTotal += order.currentTotal
    sums.refunded += refundedOf(order)
    sums.received += order.received
    groups.set(key, sums)
  }
  const text = (amount: number) => fixed(amount, store.currency)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, sums]) => {
      const [at = '', status = '', test, cancelled] = key.split(' ')
      return {
        month: at,
        status,
        isTest: test === 'true',
        isCancelled: cancelled === 'true',
        orders: sums.orders,
        total: text(sums.total),
        currentTotal: text(sums.currentTotal),
        refunded: text(sums.refunded),
        received: text(sums.received),
      }
    })
}
