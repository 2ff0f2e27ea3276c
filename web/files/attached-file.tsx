import { ActionIcon } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { FileAttachment } from 'contract/files/files.ts'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { Day } from '../shared/format/moment.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { download } from './download.ts'
import { FileFacts, FileLine } from './file-line.tsx'
import { FilePreview } from './preview/file-preview.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** A line of the list: picture or kind, name, details and actions. */
export function AttachedFile({ file, canEdit }: { file: FileAttachment; canEdit: boolean }) {
  const companyId = useCompanyId()
  const [isOpen, setIsOpen] = useState(false)
  const downloading = useMutation({
    mutationFn: () => download(companyId, file),
    onError: failedTo('download file'),
  })
  const removing = useMutation({
    mutationFn: () => client.files.remove({ companyId, id: file.id }),
    onError: failedTo('delete file'),
    onSuccess: (removed) => success('File deleted successfully', removed),
  })
  return (
    <FileLine
      mark={<Thumbnail file={file} onOpen={() => setIsOpen(true)} />}
      name={file.name}
      facts={
        <FileFacts>
          {formatSize(file.size)} · <Day at={file.createdAt} />
          {file.uploadedBy && ` · ${file.uploadedBy}`}
        </FileFacts>
      }
    >
      <ActionIcon
        aria-label={`Download ${file.name}`}
        title="Download"
        loading={downloading.isPending}
        onClick={() => downloading.mutate()}
      >
        <IconDownload size={16} />
      </ActionIcon>
      {canEdit && (
        <ActionIcon
          aria-label={`Remove ${file.name}`}
          title="Remove"
          loading={removing.isPending}
          onClick={() => removing.mutate()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
      {isOpen && <FilePreview file={file} onClose={() => setIsOpen(false)} />}
    </FileLine>
  )
}
