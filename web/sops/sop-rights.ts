import { canWriteSop, type SopItem, type SopVisibility, visibilitiesFor } from 'contract/sops/sops.ts'
import { useCan, useSession } from '../shared/session/session.ts'

/** Whether the signed-in person may change and delete a SOP. The server checks it again. */
export function useCanWriteSop(): (sop: Pick<SopItem, 'visibility' | 'createdBy'>) => boolean {
  const { role, user } = useSession()
  const canWrite = useCan('sop.write')
  return (sop) => canWrite && canWriteSop({ role, userId: user.id }, sop)
}

/** The visibilities that the signed-in person may choose. */
export const useVisibilities = (): SopVisibility[] => visibilitiesFor(useSession().role)
