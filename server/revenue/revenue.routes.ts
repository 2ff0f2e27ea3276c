import { api } from '../platform/http/api.ts'
import {
  currentYearOf,
  getFigures,
  getStore,
  getStoreCounts,
  getTotals,
  getZone,
  listYears,
} from './revenue.queries.ts'
import { firstPage, listCustomers, listOrders, listProducts } from './revenue-pages.queries.ts'
import { getOrder } from './store-orders.queries.ts'

const { revenue } = api

export const revenueRoutes = revenue.router({
  get: revenue.get.handler(async ({ input: { companyId, year: chosenYear }, context, errors }) => {
    const answer = await context.readAs(async (db) => {
      const year = chosenYear ?? (await currentYearOf(db, companyId))
      if (year === undefined) return
      const [figures, counts, orders, customers, products] = await Promise.all([
        getFigures(db, companyId, year),
        getStoreCounts(db, companyId),
        listOrders(db, companyId, { year }, firstPage),
        listCustomers(db, companyId, firstPage),
        listProducts(db, companyId, firstPage),
      ])
      const rows = { orders: orders.items, customers: customers.items, products: products.items }
      return { year, ...figures, ...counts, ...rows }
    })
    if (!answer) throw errors.NOT_FOUND()
    return answer
  }),

  store: revenue.store.handler(async ({ input: { companyId }, context, errors }) => {
    const [zone, store, years] = await context.read((db) =>
      Promise.all([getZone(db, companyId), getStore(db, companyId), listYears(db, companyId)]),
    )
    if (!zone) throw errors.NOT_FOUND()
    return { ...zone, store: store ?? null, years }
  }),

  totals: revenue.totals.handler(async ({ input: { companyId, year: chosenYear }, context, errors }) => {
    const answer = await context.readAs(async (db) => {
      const year = chosenYear ?? (await currentYearOf(db, companyId))
      if (year === undefined) return
      const totals = await getTotals(db, companyId, year)
      return totals && { year, ...totals }
    })
    if (!answer) throw errors.NOT_FOUND()
    return answer
  }),

  orders: revenue.orders.handler(async ({ input: { companyId, year: chosenYear, number, ...slice }, context }) =>
    context.readAs(async (db) => {
      if (number !== undefined) return listOrders(db, companyId, { number }, slice)
      const year = chosenYear ?? (await currentYearOf(db, companyId))
      return year === undefined ? { items: [], next: null } : listOrders(db, companyId, { year }, slice)
    }),
  ),

  order: revenue.order.handler(async ({ input: { companyId, id }, context, errors }) => {
    const order = await context.readAs((db) => getOrder(db, companyId, id))
    if (!order) throw errors.NOT_FOUND()
    return order
  }),

  customers: revenue.customers.handler(({ input: { companyId, ...slice }, context }) =>
    context.read((db) => listCustomers(db, companyId, slice)),
  ),

  products: revenue.products.handler(({ input: { companyId, ...slice }, context }) =>
    context.read((db) => listProducts(db, companyId, slice)),
  ),
})
