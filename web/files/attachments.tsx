import { ActionIcon, Button, Progress, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconUpload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FileAttachment, type FileParent, filesAt } from 'contract/files/files.ts'
import { api } from '../shared/api/api.ts'
import { messageOf } from '../shared/api/server-errors.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { AttachedFile } from './attached-file.tsx'
import classes from './attachments.module.css'
import { DropArea } from './drop-area.tsx'
import { FileFacts, FileLine } from './file-line.tsx'
import { FilesSection } from './files-section.tsx'
import { FileMark } from './thumbnail.tsx'
import { dismiss, retry, type Upload, upload, useUploads } from './uploads.ts'

export type AttachmentsProps = {
  entityType: FileParent
  entityId: string
  /** Whether the signed-in person may attach and remove; the server checks again. */
  canEdit: boolean
  /** Whether they may remove only their own files. */
  onlyOwn?: boolean
  /** Default: 'Files'. */
  title?: string
  /** Shows nothing when there are no files. */
  isQuiet?: boolean
}

/** The files of a record: the stored ones, the uploads in progress, and the area to drop more. */
export function Attachments(props: AttachmentsProps) {
  const { entityType, entityId, canEdit, onlyOwn = false, title = 'Files', isQuiet = false } = props
  const companyId = useCompanyId()
  const files = useQuery(api.files.list.queryOptions({ input: { companyId, entityType, entityId } }))
  const items = files.data?.items
  if (isQuiet && !canEdit && !items?.length && !files.error) return items ? null : <Skeleton height={0} />
  const target = { companyId, entityType, entityId }
  const content = files.error ? (
    <p className={`text-sm text-faint ${classes.failed}`} role="alert">
      {messageOf(files.error)}{' '}
      <button type="button" onClick={() => void files.refetch()}>
        Try Again
      </button>
    </p>
  ) : items ? (
    <FileList items={items} entityId={entityId} canEdit={canEdit} onlyOwn={onlyOwn} />
  ) : (
    <Skeleton height={44} aria-busy="true" />
  )
  return (
    <FilesSection title={title} count={items?.length}>
      {canEdit ? (
        <DropArea
          room={filesAt(entityType) - (items?.length ?? 0)}
          isWaiting={!items && !files.error}
          onDrop={(taken, refused) => void upload(target, taken, refused)}
        >
          {content}
        </DropArea>
      ) : (
        content
      )}
    </FilesSection>
  )
}

type FileListProps = Required<Pick<AttachmentsProps, 'entityId' | 'canEdit' | 'onlyOwn'>> & { items: FileAttachment[] }

function FileList({ items, entityId, canEdit, onlyOwn }: FileListProps) {
  const uploads = useUploads(entityId)
  if (items.length + uploads.length === 0) return canEdit ? null : <p className="text-sm text-faint">No files yet.</p>
  return (
    <ul className="m-0">
      {items.map((file) => (
        <AttachedFile key={file.id} file={file} canEdit={canEdit && (!onlyOwn || file.isOwn)} />
      ))}
      {uploads.map((each) => (
        <UploadLine key={each.id} upload={each} />
      ))}
    </ul>
  )
}

/** An upload with its progress, or a failed one with the reason. */
function UploadLine({ upload }: { upload: Upload }) {
  const { file, problem, canRetry } = upload
  return (
    <FileLine
      mark={<FileMark of={problem === null ? IconUpload : IconAlertTriangle} />}
      name={file.name}
      facts={<Share upload={upload} />}
      problem={problem}
    >
      {canRetry && (
        <Button variant="default" size="compact-xs" onClick={() => void retry(upload)}>
          Try Again
        </Button>
      )}
      <ActionIcon
        aria-label={problem === null ? `Cancel upload of ${file.name}` : `Dismiss ${file.name}`}
        title={problem === null ? 'Cancel' : 'Dismiss'}
        onClick={() => dismiss(upload)}
      >
        <IconX size={16} />
      </ActionIcon>
    </FileLine>
  )
}

function Share({ upload: { file, share } }: { upload: Upload }) {
  const isSent = share >= 1
  return (
    <>
      <FileFacts>{isSent ? 'Storing...' : `${formatSize(file.size * share)} of ${formatSize(file.size)}`}</FileFacts>
      <Progress
        value={share * 100}
        animated={isSent}
        size="xs"
        transitionDuration={150}
        aria-label={`Upload of ${file.name}`}
      />
    </>
  )
}
