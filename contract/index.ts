import { companiesContract } from './companies/companies.ts'
import { sessionContract } from './identity/session.ts'
import { tokensContract } from './identity/tokens.ts'
import { activityContract } from './inventory/activity.ts'
import { exportsContract } from './inventory/exports.ts'
import { importsContract } from './inventory/imports.ts'
import { partsContract } from './inventory/parts.ts'
import { productsContract } from './inventory/products.ts'
import { vendorsContract } from './inventory/vendors.ts'

/** The whole API as one object: its table of contents. */
export const contract = {
  session: sessionContract,
  tokens: tokensContract,
  companies: companiesContract,
  parts: partsContract,
  products: productsContract,
  vendors: vendorsContract,
  activity: activityContract,
  imports: importsContract,
  exports: exportsContract,
}
