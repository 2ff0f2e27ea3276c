import { client } from '../shared/api.ts'
import { type Deletion, useDeletion } from '../shared/deletion.tsx'
import type { Selection } from '../shared/row-selection.ts'
import { useCompanyId } from '../shared/session.ts'

/** Deleting parts, from the list and from the details. */
export function usePartDeletion(onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'part',
    nouns: 'parts',
    remove: (id) => client.parts.remove({ companyId, id }),
    removeMany: (selection) => client.parts.removeMany({ companyId, selection: asSent(selection) }),
    onRemoved,
  })
}

/** The address keeps the filter as text; the body of a bulk action carries a boolean. */
function asSent(selection: Selection) {
  if ('ids' in selection) return selection
  const { isLowStock, ...matching } = selection.matching
  return { matching: { ...matching, ...(isLowStock && { isLowStock: isLowStock === 'true' }) } }
}
