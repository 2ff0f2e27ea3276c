import { client } from '../shared/api/api.ts'
import { type Deletion, useDeletion } from '../shared/record/deletion.tsx'
import { useCompanyId } from '../shared/session/session.ts'

/** Deleting a SOP, from the list and from its page. */
export function useSopDeletion(onRemoved: () => void): Deletion {
  const companyId = useCompanyId()
  return useDeletion({
    noun: 'SOP',
    nouns: 'SOP',
    message: 'SOP deleted successfully',
    remove: (id) => client.sops.remove({ companyId, id }),
    onRemoved,
    findUses: async (id) => {
      const { items, total } = await client.sops.uses({ companyId, id })
      return { uses: items.map(({ number, ...use }) => ({ ...use, ...(number && { number }) })), count: total }
    },
  })
}
