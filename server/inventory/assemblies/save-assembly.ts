import type { AssemblyChanges, NewAssembly } from 'contract/inventory/assemblies.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { madeItems } from '../items/made-items.ts'
import { getAssembly } from './assemblies.queries.ts'

const made = madeItems('assemblies', getAssembly, (assembly, components) => ({ ...assembly, components }))

export const { readPictured } = made

type New = z.infer<typeof NewAssembly> & { companyId: string }

/** @throws 409 for a number that another item has, 422 for a line whose component does not exist */
export const createAssembly = (db: Db, { companyId, components: lines, ...fields }: New, gone: () => Error) =>
  made.create(db, { companyId, fields, number: fields.assemblyNumber, lines }, gone)

type Changed = z.infer<typeof AssemblyChanges> & { companyId: string; id: string; version: number | null }

/** @throws 409 for a stale version, and as above */
export const changeAssembly = (db: Db, sent: Changed, gone: () => Error) => {
  const { companyId, id, version, components: lines, ...fields } = sent
  return made.update(db, { companyId, id, version, fields, number: fields.assemblyNumber, lines }, gone)
}
