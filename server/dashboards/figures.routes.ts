import { byTrouble } from 'contract/dashboards/figures.ts'
import { api } from '../platform/http/api.ts'
import { getComparison, getFigures, listDays, listPortfolio } from './figures.queries.ts'

const { figures } = api

/** The day that is some days before another one: '2026-11-22', 30 -> '2026-10-23'. */
const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

export const figuresRoutes = figures.router({
  get: figures.get.handler(async ({ input: { companyId }, context, errors }) => {
    const [now, comparison, days] = await context.read((db) =>
      Promise.all([getFigures(db, companyId), getComparison(db, companyId), listDays(db, companyId)]),
    )
    if (!now || !comparison) throw errors.NOT_FOUND()
    const before = days.find(({ day }) => day === daysBefore(comparison.today, 30)) ?? null
    return { now, ...comparison, before, days }
  }),

  portfolio: figures.portfolio.handler(async ({ context }) => {
    const rows = await context.read(listPortfolio)
    return { items: rows.toSorted(byTrouble) }
  }),
})
