import { can } from 'contract/permissions.ts'
import { api } from '../platform/http/api.ts'
import { getTaskSummary } from '../tasks/public.ts'
import { listClockedIn } from '../time-clock/public.ts'
import { getCompanyCard, getCounts, listLatestChanges, listLowStock } from './dashboard.queries.ts'

const { dashboard } = api

export const dashboardRoutes = dashboard.router({
  get: dashboard.get.handler(async ({ input: { companyId }, context, errors }) => {
    const found = await context.inCompany((db, identity) =>
      Promise.all([
        getCompanyCard(db, companyId),
        getCounts(db, companyId),
        listLowStock(db, companyId),
        listLatestChanges(db, companyId),
        getTaskSummary(db, companyId),
        listClockedIn(db, companyId),
        identity,
      ]),
    )
    const [company, counts, lowStock, changes, tasks, clockedIn, { role }] = found
    if (!company) throw errors.NOT_FOUND()
    const { description, ...card } = company
    const seen = can(role, 'company.readFull') ? { ...card, description } : card
    return { company: seen, counts, lowStock, changes, tasks, clockedIn }
  }),
})
