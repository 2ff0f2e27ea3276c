import type { CompanyName } from 'contract/companies/companies.ts'
import type { Db } from '../platform/database.ts'

/** The companies that the session may see, the parent firm first; or the one of them asked for. */
export function listCompanyNames(db: Db, companyId?: string): Promise<CompanyName[]> {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'companyType as type', 'status', 'isSbr'])
    .$if(companyId !== undefined, (query) => query.where('id', '=', companyId as string))
    .orderBy('isSbr', 'desc')
    .orderBy('name')
    .$castTo<CompanyName>()
    .execute()
}
