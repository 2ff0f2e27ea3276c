import { client } from '../../shared/api/api.ts'
import { type Deletion, useDeletion } from '../../shared/record/deletion.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import type { Selection } from '../../shared/table/rows/row-selection.tsx'
import { countMatching, findUses } from '../items/item-deletion.ts'

/** Deleting parts, from the list and from the details. */
export function usePartDeletion(onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'part',
    nouns: 'parts',
    remove: (id) => client.parts.remove({ companyId, id }),
    countMatching: (selection) => countMatching(client.parts.list, companyId, selection),
    removeMany: (selection) => client.parts.removeMany({ companyId, selection: selectionInput(selection) }),
    onRemoved,
    findUses: (id) => findUses(companyId, id),
  })
}

/** A selection of parts for a bulk action: the address keeps the filter as text, the body of the request has a boolean. */
export function selectionInput(selection: Selection) {
  if ('ids' in selection) return selection
  const { isLowStock, ...matching } = selection.matching
  return { matching: { ...matching, ...(isLowStock && { isLowStock: isLowStock === 'true' }) } }
}
