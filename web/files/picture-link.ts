import { useQuery } from '@tanstack/react-query'
import type { FileAttachment } from 'contract/files/files.ts'
import { api } from '../shared/api/api.ts'
import { useCompanyId } from '../shared/session/session.ts'

const stillGoodMs = 50 * 60_000

/** A link by which an image element shows a picture, for an hour. Undefined while it is made, or where there is no picture. */
export function usePictureLink({ id, isImage }: FileAttachment): string | undefined {
  const companyId = useCompanyId()
  const { data } = useQuery({
    ...api.files.sign.queryOptions({ input: { companyId, id, disposition: 'inline' } }),
    enabled: isImage,
    // A change elsewhere does not make another link: the picture would be fetched again and blink.
    staleTime: 'static',
    gcTime: 60_000,
    refetchInterval: stillGoodMs,
  })
  return data?.url
}
