import type { CompanyDetails, CompanyName } from 'contract/companies/companies.ts'
import { type Role, reachOf } from 'contract/permissions.ts'
import { allowSeconds, staleSave, wholeCompanySeconds } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { recordSecurityEvent } from '../platform/database/security-events.ts'
import { api } from '../platform/http/api.ts'
import {
  getCompanyDetails,
  getFirmId,
  insertCompany,
  listCards,
  listChildren,
  listCompanyNames,
  listParents,
  updateCompany,
} from './companies.queries.ts'

const { companies } = api

export const companiesRoutes = companies.router({
  list: companies.list.handler(({ context }) => context.read(async (db) => ({ items: await listCards(db) }))),

  parents: companies.parents.handler(({ context }) => context.read(async (db) => ({ items: await listParents(db) }))),

  get: companies.get.handler(async ({ input: { companyId }, context, errors }) => {
    const [company] = await context.read((db): Promise<CompanyName[]> => listCompanyNames(db, companyId))
    if (!company) throw errors.NOT_FOUND()
    return company
  }),

  getDetails: companies.getDetails.handler(async ({ input: { companyId }, context, errors }) => {
    const details = await context.readAs(async (db, identity) => readDetails(db, companyId, identity.role))
    if (!details) throw errors.NOT_FOUND()
    return details
  }),

  create: companies.create.handler(({ input, context, errors }) =>
    context.write(async (db, identity) => {
      const isPortfolio = (input.type ?? 'portfolio') === 'portfolio'
      const belongsToFirm = isPortfolio && input.parentCompanyId === undefined
      const id = await insertCompany(db, belongsToFirm ? { ...input, parentCompanyId: await getFirmId(db) } : input)
      await recordSecurityEvent(db, 'company_created', { company: id, name: input.name }, context.request.ip)
      const details = await readDetails(db, id, identity.role)
      if (!details) throw errors.CONFLICT()
      return details
    }),
  ),

  update: companies.update.handler(({ input: { companyId, ...changes }, context, errors }) =>
    context.write(async (db, identity) => {
      // In another time zone the sales of all days are added up again: seconds for 100,000 orders.
      if (changes.timeZone) await allowSeconds(db, wholeCompanySeconds)
      const wasSaved = await updateCompany(db, companyId, changes, context.expectedVersion)
      const details = await readDetails(db, companyId, identity.role)
      if (!details) throw errors.NOT_FOUND()
      if (!wasSaved) throw staleSave(details)
      const event = { company: companyId, fields: Object.keys(changes), status: details.status }
      // Companies have no activity log of their own.
      await recordSecurityEvent(db, 'company_updated', event, context.request.ip)
      return details
    }),
  ),
})

/** All fields; child companies only for callers who may see other companies (security.md 2.2, row 9). */
async function readDetails(db: Db, companyId: string, role: Role | null): Promise<CompanyDetails | undefined> {
  const seesChildren = reachOf(role, 'company.readFull') === 'all'
  const [details, children] = await Promise.all([
    getCompanyDetails(db, companyId),
    seesChildren ? listChildren(db, companyId) : undefined,
  ])
  return details && { ...details, ...(children && { children }) }
}
