import { client } from '../../shared/api/api.ts'
import { type Deletion, useDeletion } from '../../shared/record/deletion.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { countMatching, findUses } from '../items/item-deletion.ts'
import { selectionInput } from './part-selection.ts'

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
