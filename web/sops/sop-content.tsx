import { useQuery } from '@tanstack/react-query'
import type { Sop } from 'contract/sops/sops.ts'
import { useMemo } from 'react'
import { api } from '../shared/api/api.ts'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './sop-details.module.css'
import { SopText } from './sop-text.tsx'
import type { SopPlace } from './text/sop-place.ts'

type SopContentProps = { sop: Pick<Sop, 'id' | 'content'>; steps?: SopPlace['steps'] }

/** The content of a stored SOP, with its own pictures and files. */
export function SopContent({ sop: { id, content }, steps }: SopContentProps) {
  const companyId = useCompanyId()
  const files = useQuery(api.files.list.queryOptions({ input: { companyId, entityType: 'sop', entityId: id } }))
  const items = files.data?.items
  const place = useMemo(() => ({ files: items, ...(steps && { steps }) }), [items, steps])
  return content ? <SopText text={content} place={place} /> : <p className={classes.none}>No content yet.</p>
}
