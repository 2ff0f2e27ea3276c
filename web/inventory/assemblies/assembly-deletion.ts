import { client } from '../../shared/api/api.ts'
import { type Deletion, useDeletion } from '../../shared/record/deletion.tsx'
import { useCompanyId } from '../../shared/session/session.ts'

/** Deleting assemblies, from the list and from the details. */
export function useAssemblyDeletion(onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'assembly',
    nouns: 'assemblies',
    remove: (id) => client.assemblies.remove({ companyId, id }),
    removeMany: (selection) => client.assemblies.removeMany({ companyId, selection }),
    onRemoved,
  })
}
