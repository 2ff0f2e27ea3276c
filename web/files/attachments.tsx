import { Button, Skeleton } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fileTypeLabels, fileTypes, typeClaimedBy } from 'contract/files/file-types.ts'
import { type FileAttachment, type FileParent, fileLimits } from 'contract/files/files.ts'
import { type ReactNode, useRef } from 'react'
import { api } from '../shared/api.ts'
import { messageOf } from '../shared/server-errors.ts'
import { useCompanyId } from '../shared/session.ts'
import { AttachedFile } from './attached-file.tsx'
import classes from './attachments.module.css'
import { UploadLine } from './upload-line.tsx'
import { type Target, upload, useUploads } from './uploads.ts'

export type AttachmentsProps = {
  entityType: FileParent
  entityId: string
  /** Whether the signed-in person may attach and remove; the server decides again. */
  canEdit: boolean
}

/** The files of a record: what is there, what is on its way, and where more can be dropped. */
export function Attachments({ entityType, entityId, canEdit }: AttachmentsProps) {
  const companyId = useCompanyId()
  const files = useQuery(api.files.list.queryOptions({ input: { companyId, entityType, entityId } }))
  const items = files.data?.items
  const content = files.error ? (
    <p className={classes.failed} role="alert">
      {messageOf(files.error)}{' '}
      <button type="button" onClick={() => void files.refetch()}>
        Try again
      </button>
    </p>
  ) : items ? (
    <FileList items={items} entityId={entityId} canEdit={canEdit} />
  ) : (
    <Skeleton height={44} aria-busy="true" />
  )
  return (
    <section className={classes.section} aria-label="Files">
      <h3 className={classes.title}>
        Files {items && items.length > 0 && <span className={classes.count}>{items.length}</span>}
      </h3>
      {canEdit ? (
        <DropArea target={{ companyId, entityType, entityId }} room={fileLimits.perRecord - (items?.length ?? 0)}>
          {content}
        </DropArea>
      ) : (
        content
      )}
    </section>
  )
}

function FileList({ items, entityId, canEdit }: { items: FileAttachment[]; entityId: string; canEdit: boolean }) {
  const uploads = useUploads(entityId)
  if (items.length + uploads.length === 0) return canEdit ? null : <p className={classes.none}>No files yet.</p>
  return (
    <ul className={classes.list}>
      {items.map((file) => (
        <AttachedFile key={file.id} file={file} canEdit={canEdit} />
      ))}
      {uploads.map((each) => (
        <UploadLine key={each.id} upload={each} />
      ))}
    </ul>
  )
}

const accept = Object.fromEntries(
  Object.entries(fileTypes).map(([type, { extensions }]) => [type, extensions.map((extension) => `.${extension}`)]),
)
const megabytes = fileLimits.bytes / 2 ** 20

/** Files can be dropped on the list as well as below it. */
function DropArea({ target, room, children }: { target: Target; room: number; children: ReactNode }) {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      openRef={open}
      className={`${classes.drop}`}
      accept={accept}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      tabIndex={-1}
      maxSize={fileLimits.bytes}
      inputProps={{ 'aria-label': 'Files to attach' }}
      onDropAny={(files, rejections) => void upload(target, files, rejections.map(reasonOf))}
      onDrop={() => undefined}
    >
      {children}
      <div className={classes.more}>
        <IconPaperclip size={16} stroke={1.6} aria-hidden />
        <p className={classes.lead}>
          {room > 0 ? 'Drop files here, or' : `A record can have at most ${fileLimits.perRecord} files`}
        </p>
        <Button variant="default" size="compact-xs" disabled={room <= 0} onClick={() => open.current?.()}>
          Choose files
        </Button>
        <p className={classes.hint}>
          {fileTypeLabels}; up to {megabytes} MB each
        </p>
      </div>
    </Dropzone>
  )
}

function reasonOf({ file }: FileRejection) {
  if (!typeClaimedBy(file.name)) return { file, problem: 'Files of this kind cannot be attached' }
  return {
    file,
    problem: file.size > fileLimits.bytes ? `A file can be at most ${megabytes} MB` : 'The file cannot be read',
  }
}
