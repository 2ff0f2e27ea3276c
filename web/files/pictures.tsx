import { useQuery } from '@tanstack/react-query'
import type { FileAttachment, FileParent } from 'contract/files/files.ts'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { FilePreview } from './preview/file-preview.tsx'
import { Thumbnail } from './thumbnail.tsx'

export type PicturesProps = { entityType: FileParent; entityId: string; ids: string[] }

/** The pictures of these ids that still exist; all share one request for the files of the record. */
export function Pictures({ entityType, entityId, ids }: PicturesProps) {
  const companyId = useCompanyId()
  const [open, setOpen] = useState<FileAttachment | null>(null)
  const files = useQuery(api.files.list.queryOptions({ input: { companyId, entityType, entityId } }))
  const shown = files.data?.items.filter(({ id }) => ids.includes(id)) ?? []
  if (shown.length === 0) return null
  return (
    <span className="flex flex-wrap gap-2">
      {shown.map((file) => (
        <Thumbnail key={file.id} file={file} onOpen={() => setOpen(file)} />
      ))}
      {open && <FilePreview file={open} onClose={() => setOpen(null)} />}
    </span>
  )
}
