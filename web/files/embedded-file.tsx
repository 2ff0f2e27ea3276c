import { Anchor } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { FileAttachment } from 'contract/files/files.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { download } from './download.ts'

/** A file within a text: its name, which downloads it. */
export function EmbeddedFile({ file }: { file: FileAttachment }) {
  const companyId = useCompanyId()
  const downloading = useMutation({
    mutationFn: () => download(companyId, file),
    onError: failedTo('download file'),
  })
  return (
    <Anchor component="button" type="button" disabled={downloading.isPending} onClick={() => downloading.mutate()}>
      <IconDownload size={14} aria-hidden /> {file.name} ({formatSize(file.size)})
    </Anchor>
  )
}
