import type { CompanyName } from 'contract/companies/companies.ts'
import { api } from '../platform/api.ts'
import { listCompanyNames } from './companies.queries.ts'

const { companies } = api

export const companiesRoutes = companies.router({
  get: companies.get.handler(async ({ input: { companyId }, context, errors }) => {
    const [company] = await context.inCompany((db): Promise<CompanyName[]> => listCompanyNames(db, companyId))
    if (!company) throw errors.NOT_FOUND()
    return company
  }),
})
