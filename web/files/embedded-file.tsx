import { Anchor } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { FileAttachment } from 'contract/files/files.ts'
import { useState } from 'react'
import { failedTo } from '../shared/feedback/toasts.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { download } from './download.ts'
import { FilePreview, hasPreview } from './preview/file-preview.tsx'
import { StoredVideo } from './preview/stored-video.tsx'

/** A file within a text: a video plays there, other files are shown by name. A PDF opens, the rest is downloaded. */
export function EmbeddedFile({ file }: { file: FileAttachment }) {
  const companyId = useCompanyId()
  const [isOpen, setIsOpen] = useState(false)
  const downloading = useMutation({
    mutationFn: () => download(companyId, file),
    onError: failedTo('download file'),
  })
  if (file.type === 'video/mp4') return <StoredVideo file={file} />
  const canOpen = hasPreview(file)
  const Mark = canOpen ? IconEye : IconDownload
  return (
    <>
      <Anchor
        component="button"
        type="button"
        disabled={downloading.isPending}
        onClick={() => (canOpen ? setIsOpen(true) : downloading.mutate())}
      >
        <Mark size={14} aria-hidden /> {file.name} ({formatSize(file.size)})
      </Anchor>
      {isOpen && <FilePreview file={file} onClose={() => setIsOpen(false)} />}
    </>
  )
}
