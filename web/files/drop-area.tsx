import { Button } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconPaperclip } from '@tabler/icons-react'
import { fileTypeLabels, fileTypes, typeClaimedBy } from 'contract/files/file-types.ts'
import { fileLimits } from 'contract/files/files.ts'
import { type ReactNode, useRef } from 'react'
import classes from './attachments.module.css'
import type { Refused } from './uploads.ts'

const accept = Object.fromEntries(
  Object.entries(fileTypes).map(([type, { extensions }]) => [type, extensions.map((extension) => `.${extension}`)]),
)
const megabytes = fileLimits.bytes / 2 ** 20

type DropAreaProps = {
  /** The number of files that still fit. */
  room: number
  /** @param refused files that are not sent: their type is not accepted, or they are too large */
  onDrop: (taken: File[], refused: Refused[]) => void
  /** The existing files. New files can be dropped on them as well as below them. */
  children: ReactNode
}

/** The area where people drop or choose files. */
export function DropArea({ room, onDrop, children }: DropAreaProps) {
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
      onDropAny={(files, rejections) => onDrop(files, rejections.map(refusedFor))}
      onDrop={() => undefined}
    >
      {children}
      <div className={classes.more}>
        <IconPaperclip size={16} stroke={1.6} aria-hidden />
        <p className={classes.lead}>{room > 0 ? 'Drop files here, or' : 'No room for more files'}</p>
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

function refusedFor({ file }: FileRejection): Refused {
  if (!typeClaimedBy(file.name)) return { file, problem: 'Files of this kind cannot be attached' }
  return {
    file,
    problem: file.size > fileLimits.bytes ? `A file can be at most ${megabytes} MB` : 'The file cannot be read',
  }
}
