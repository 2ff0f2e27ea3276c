import { client } from '../../shared/api/api.ts'
import { type Deletion, useDeletion } from '../../shared/record/deletion.tsx'
import { useCompanyId } from '../../shared/session/session.ts'

/** Deleting vendors, from the list and from the details. */
export function useVendorDeletion(onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'vendor',
    nouns: 'vendors',
    remove: (id) => client.vendors.remove({ companyId, id }),
    removeMany: (selection) => client.vendors.removeMany({ companyId, selection }),
    onRemoved,
  })
}
