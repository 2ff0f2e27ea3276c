import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Sop } from 'contract/sops/sops.ts'
import { useMemo } from 'react'
import { api } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import type { SopPlace } from './sop-place.ts'
import { SopText } from './sop-text.tsx'

type SopContentProps = { sop: Pick<Sop, 'id' | 'content'>; steps?: SopPlace['steps'] }

/** The content of a stored SOP, with its own pictures and files. */
export function SopContent({ sop: { id, content }, steps }: SopContentProps) {
  const companyId = useCompanyId()
  const files = useQuery(api.files.list.queryOptions({ input: { companyId, entityType: 'sop', entityId: id } }))
  const items = files.data?.items
  const place = useMemo(() => ({ files: items, ...(steps && { steps }) }), [items, steps])
  if (!content) return <p className="text-sm text-muted">No content yet.</p>
  return <TextWithFiles text={content} place={place} isPending={files.isPending} />
}

type TextWithFilesProps = { text: string; place: SopPlace; isPending: boolean }

/** The height of a picture is known with its file: the text waits for the files, so that the steps below a picture do not move. */
export function TextWithFiles({ text, place, isPending }: TextWithFilesProps) {
  if (isPending && text.includes('attachment:')) return <Skeleton height={12} width="60%" radius="xl" />
  return <SopText text={text} place={place} />
}
