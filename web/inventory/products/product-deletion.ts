import { client } from '../../shared/api/api.ts'
import { type Deletion, useDeletion } from '../../shared/record/deletion.tsx'
import { useCompanyId } from '../../shared/session/session.ts'

/** Deleting products, from the list and from the details. */
export function useProductDeletion(onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'product',
    nouns: 'products',
    remove: (id) => client.products.remove({ companyId, id }),
    removeMany: (selection) => client.products.removeMany({ companyId, selection }),
    onRemoved,
  })
}
