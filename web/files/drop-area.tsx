import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { fileTypes, typeClaimedBy } from 'contract/files/file-types.ts'
import { fileLimits } from 'contract/files/files.ts'
import { type ReactNode, useRef } from 'react'
import classes from './attachments.module.css'
import { DropHint, megabytes } from './drop-hint.tsx'
import type { RefusedFile } from './uploads.ts'

const accept = Object.fromEntries(
  Object.entries(fileTypes).map(([type, { extensions }]) => [type, extensions.map((extension) => `.${extension}`)]),
)

type DropAreaProps = {
  /** The number of files that still fit. */
  room: number
  /** @param refused files that are not sent: their type is not accepted, or they are too large */
  onDrop: (taken: File[], refused: RefusedFile[]) => void
  /** Whether the files are not known yet: their lines would push the button away under a finger. */
  isWaiting?: boolean
  /** The existing files. New files can be dropped on them as well as below them. */
  children: ReactNode
}

/** The area where people drop or choose files. */
export function DropArea({ room, onDrop, isWaiting = false, children }: DropAreaProps) {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      openRef={open}
      className={`p-0 border-0 ${classes.drop}`}
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
      <DropHint room={room} isHeld={isWaiting} onChoose={() => open.current?.()} />
    </Dropzone>
  )
}

function refusedFor({ file }: FileRejection): RefusedFile {
  if (!typeClaimedBy(file.name)) return { file, problem: 'Files of this kind cannot be attached' }
  return {
    file,
    problem: file.size > fileLimits.bytes ? `A file can be at most ${megabytes} MB` : 'The file cannot be read',
  }
}
