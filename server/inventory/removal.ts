import { currentChangeSet, inUse } from '../platform/changes.ts'
import type { Db } from '../platform/database.ts'
import { deleteLinesOf, lockItems, usesOfItems } from './bom/lines.queries.ts'

type Removal = {
  companyId: string
  ids: string[]
  remove: (db: Db, companyId: string, ids: string[]) => Promise<number>
  notFound: () => Error
}

/**
 * Deletes parts, assemblies or products with their own lines: all or none. One id that is not there refuses the whole list
 * (security.md T2).
 * @throws 409 with the uses, when another assembly or product contains one of them (T99)
 */
export async function removeItems(db: Db, { companyId, ids, remove, notFound }: Removal) {
  if (ids.length === 0) return { count: 0, changeSetId: null }
  await lockItems(db, companyId, ids)
  await deleteLinesOf(db, companyId, ids)
  const { uses, count } = await usesOfItems(db, companyId, ids)
  if (count > 0) throw inUse(uses, count)
  if ((await remove(db, companyId, ids)) !== ids.length) throw notFound()
  return { count: ids.length, changeSetId: await currentChangeSet(db) }
}
