import { useMutation } from '@tanstack/react-query'
import type { Sop } from 'contract/sops/sops.ts'
import { client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { useCompanyId } from '../../shared/session/session.ts'

/** Confirms that the signed-in person has read the version on screen. */
export function useAcknowledge({ id, publishedVersion }: Pick<Sop, 'id' | 'publishedVersion'>) {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: () => client.sopReadings.acknowledge({ companyId, id, version: publishedVersion ?? 0 }),
    onError: failedTo('save that you have read this version'),
  })
}
