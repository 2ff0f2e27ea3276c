import { companiesContract } from './companies/companies.ts'
import { dashboardContract } from './companies/dashboard.ts'
import { membersContract } from './companies/members.ts'
import { filesContract } from './files/files.ts'
import { accessRequestsContract } from './identity/access-requests.ts'
import { peopleContract } from './identity/people.ts'
import { profileContract } from './identity/profile.ts'
import { sessionContract } from './identity/session.ts'
import { tokensContract } from './identity/tokens.ts'
import { activityContract } from './inventory/activity.ts'
import { assembliesContract } from './inventory/assemblies.ts'
import { backupsContract } from './inventory/backups.ts'
import { bomContract } from './inventory/bom-analysis.ts'
import { componentsContract } from './inventory/components.ts'
import { exportsContract } from './inventory/exports.ts'
import { importsContract } from './inventory/imports.ts'
import { partsContract } from './inventory/parts.ts'
import { productsContract } from './inventory/products.ts'
import { inventoryContract } from './inventory/summary.ts'
import { vendorsContract } from './inventory/vendors.ts'

/** The whole API as one object: its table of contents. */
export const contract = {
  session: sessionContract,
  tokens: tokensContract,
  profile: profileContract,
  people: peopleContract,
  accessRequests: accessRequestsContract,
  companies: companiesContract,
  members: membersContract,
  dashboard: dashboardContract,
  parts: partsContract,
  assemblies: assembliesContract,
  products: productsContract,
  vendors: vendorsContract,
  bom: bomContract,
  components: componentsContract,
  inventory: inventoryContract,
  files: filesContract,
  activity: activityContract,
  imports: importsContract,
  exports: exportsContract,
  backups: backupsContract,
}
