import { can } from 'contract/permissions.ts'
import { api } from '../platform/api.ts'
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
        identity,
      ]),
    )
    const [company, counts, lowStock, changes, { role }] = found
    if (!company) throw errors.NOT_FOUND()
    const { description, ...card } = company
    return { company: can(role, 'company.readFull') ? { ...card, description } : card, counts, lowStock, changes }
  }),
})
