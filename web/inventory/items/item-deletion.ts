import type { Catalogue } from 'contract/catalogue.ts'
import { type Deletion, type Removed, useDeletion } from '../../shared/record/deletion.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import type { Selection } from '../../shared/table/row-selection.ts'

type Routes = {
  remove: (input: { companyId: string; id: string }) => Promise<Removed>
  removeMany: (input: { companyId: string; selection: Selection }) => Promise<Removed>
}

/** Deleting records of a noun, from the list and from the details. @param routes `client.assemblies` */
export function useItemDeletion({ noun, table }: Catalogue, routes: Routes, onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun,
    nouns: table,
    remove: (id) => routes.remove({ companyId, id }),
    removeMany: (selection) => routes.removeMany({ companyId, selection }),
    onRemoved,
  })
}
