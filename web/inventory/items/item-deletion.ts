import type { Catalogue } from 'contract/catalogue.ts'
import { client } from '../../shared/api/api.ts'
import { type Deletion, useDeletion } from '../../shared/record/deletion.tsx'
import type { Refusal } from '../../shared/record/deletion-dialog.tsx'
import type { DeletionResult } from '../../shared/record/deletion-flow.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import type { Selection } from '../../shared/table/rows/row-selection.tsx'

type Routes = {
  remove: (input: { companyId: string; id: string }) => Promise<DeletionResult>
  removeMany: (input: { companyId: string; selection: Selection }) => Promise<DeletionResult>
  list: Counting
}

type Counting = (input: { companyId: string; pageSize: number; count: 'all' }) => Promise<{ total: number }>

/** Deleting records of a noun, from the list and from the details. @param routes `client.assemblies` */
export function useItemDeletion({ noun, table }: Catalogue, routes: Routes, onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun,
    nouns: table,
    remove: (id) => routes.remove({ companyId, id }),
    removeMany: (selection) => routes.removeMany({ companyId, selection }),
    countMatching: (selection) => countMatching(routes.list, companyId, selection),
    onRemoved,
    ...(contained.includes(table) && { findUses: (id: string) => findUses(companyId, id) }),
  })
}

/** Assemblies and products contain parts and each other. */
const contained = ['parts', 'assemblies', 'products']

/** The assemblies and products that contain an item. */
async function findUses(companyId: string, id: string): Promise<Refusal> {
  const { items } = await client.bom.whereUsed({ companyId, id })
  const uses = items.filter(({ level }) => level === 1)
  return { uses, count: uses.length }
}

/** The exact number of records in a selection. @param list `client.parts.list` */
async function countMatching(list: Counting, companyId: string, selection: Selection): Promise<number> {
  const matching = 'matching' in selection ? selection.matching : {}
  const { total } = await list({ companyId, ...matching, pageSize: 1, count: 'all' })
  return total
}
