import type { PartFields } from 'contract/inventory/parts.ts'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { refuseTwin } from '../items/twins.ts'
import { getPart, insertPart, updatePart } from './parts.queries.ts'

/** @throws 409 for a number that another part has */
export async function createPart(db: Db, companyId: string, fields: Parameters<typeof insertPart>[2]) {
  await refuseTwin(db, 'parts', companyId, fields.partNumber)
  const [part, changeSetId] = await Promise.all([insertPart(db, companyId, fields), currentChangeSet(db)])
  return { ...part, changeSetId }
}

type Changed = Partial<PartFields> & { companyId: string; id: string; version: number | null }

/** @throws 409 for a stale version or a number that another part has */
export async function changePart(db: Db, { companyId, id, version, ...fields }: Changed, gone: () => Error) {
  await refuseTwin(db, 'parts', companyId, fields.partNumber, id)
  const [part, changeSetId] = await Promise.all([updatePart(db, companyId, id, fields, version), currentChangeSet(db)])
  if (part) return { ...part, changeSetId }
  const current = await getPart(db, companyId, id)
  throw current ? staleSave(current) : gone()
}
