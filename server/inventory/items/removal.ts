import type { ItemType } from 'contract/inventory/imports.ts'
import {
  allowSeconds,
  currentChangeSet,
  inUse,
  type Uses,
  wholeCompanySeconds,
} from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { idsOf, isOneOf, type Selection } from '../../platform/database/list-page.ts'
import type { RequestContext } from '../../platform/http/api.ts'
import { longRows } from '../../platform/http/long-jobs.ts'
import { deleteLinesOf, lockItems, usesOfItems } from '../bom/lines.queries.ts'
import { usesOfVendors } from '../vendors/vendors.queries.ts'

type Chosen = { companyId: string; selection: Selection }
type Removal = { companyId: string; ids: string[]; notFound: () => Error }

/**
 * Deletes parts, assemblies or products with their own lines.
 * @throws 409 with the uses, when another assembly or product contains one of them (T99)
 */
export async function removeItems(db: Db, table: 'parts' | 'assemblies' | 'products', removal: Removal) {
  const { companyId, ids } = removal
  await lockItems(db, companyId, ids)
  await deleteLinesOf(db, companyId, ids)
  refuseUsed(await usesOfItems(db, companyId, ids))
  return removeRows(db, table, removal)
}

/**
 * Deletes chosen records of a list, or all that its search and filters match.
 * @throws 409 like removeItems and removeVendors
 */
export async function removeSelected(
  db: Db,
  table: ItemType,
  chosen: Chosen,
  { notFound, takesLong }: Pick<Removal, 'notFound'> & Pick<RequestContext, 'takesLong'>,
) {
  await allowSeconds(db, wholeCompanySeconds)
  const { companyId, selection } = chosen
  const removal = { companyId, ids: await idsOf(db, table, companyId, selection), notFound }
  if (removal.ids.length > longRows) takesLong()
  return table === 'vendors' ? removeVendors(db, removal) : removeItems(db, table, removal)
}

/** @throws 409 with the uses, when a part names one of them */
export async function removeVendors(db: Db, removal: Removal) {
  refuseUsed(await usesOfVendors(db, removal.companyId, removal.ids))
  return removeRows(db, 'vendors', removal)
}

/** All or none: one missing id refuses the whole list (T2). */
async function removeRows(db: Db, table: ItemType, { companyId, ids, notFound }: Removal) {
  const gone = await db
    .deleteFrom(table)
    .where('companyId', '=', companyId)
    .where(isOneOf('id', ids))
    .executeTakeFirst()
  if (Number(gone.numDeletedRows) !== ids.length) throw notFound()
  return { count: ids.length, changeSetId: await currentChangeSet(db) }
}

function refuseUsed(found: Uses) {
  if (found.count > 0) throw inUse(found)
}
