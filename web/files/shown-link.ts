import { useQuery } from '@tanstack/react-query'
import { isShownInPlace } from 'contract/files/file-types.ts'
import type { FileAttachment } from 'contract/files/files.ts'
import { api } from '../shared/api/api.ts'
import { useCompanyId } from '../shared/session/session.ts'

const stillGoodMs = 50 * 60_000

/** A link to a picture or a video for its element, valid for an hour. Undefined while it is being made, and for other files. */
export function useShownLink({ id, type }: FileAttachment): string | undefined {
  const companyId = useCompanyId()
  const { data } = useQuery({
    ...api.files.sign.queryOptions({ input: { companyId, id, disposition: 'inline' } }),
    enabled: isShownInPlace(type),
    // Other changes must not make a new link: the browser would fetch the picture again and it would flicker.
    staleTime: 'static',
    gcTime: 60_000,
    refetchInterval: stillGoodMs,
  })
  return data?.url
}
