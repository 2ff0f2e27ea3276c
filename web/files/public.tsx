/**
 * The parts of files that other features may use (CONTRIBUTING.md). Loaded when first shown: the code for uploads is larger than a list's.
 */
import { Skeleton } from '@mantine/core'
import type { FileAttachment } from 'contract/files/files.ts'
import { type CSSProperties, Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import type { AttachmentsProps } from './attachments.tsx'
import { copyFiles } from './copy-files.ts'
import { DropHint } from './drop-hint.tsx'
import { FileCount } from './file-count.tsx'
import { FilesSection } from './files-section.tsx'
import type { NewFile, NewFilesProps } from './new-files.tsx'
import { usePictureOf } from './picture-of-file.ts'
import placed from './picture-place.module.css'
import type { PicturesProps } from './pictures.tsx'
import { smallerPicture } from './smaller-picture.ts'
import { attachOne, type Target, upload } from './uploads.ts'

export { attachOne, copyFiles, FileCount, type NewFile, smallerPicture, usePictureOf }

const Loaded = lazy(async () => ({ default: (await import('./attachments.tsx')).Attachments }))
const LoadedNew = lazy(async () => ({ default: (await import('./new-files.tsx')).NewFiles }))

const LoadedPicture = lazy(async () => ({ default: (await import('./stored-picture.tsx')).StoredPicture }))
const LoadedFile = lazy(async () => ({ default: (await import('./embedded-file.tsx')).EmbeddedFile }))

/** A picture of a record within a text. Its place is reserved until its bytes have loaded. */
export const StoredPicture = (props: { file: FileAttachment; alt: string }) => (
  <span className={`block max-w-full ${placed.place}`} style={sizeOf(props.file)}>
    <Suspense fallback={null}>
      <LoadedPicture {...props} />
    </Suspense>
  </span>
)

const sizeOf = ({ width, height }: FileAttachment) =>
  (width && height ? { '--wide': width, '--high': height } : {}) as CSSProperties

/** Another file of a record within a text. */
export const EmbeddedFile = (props: { file: FileAttachment }) => (
  <Suspense fallback={props.file.name}>
    <LoadedFile {...props} />
  </Suspense>
)

/** The files of a record, as a section of its details: `<Attachments entityType="part" entityId={id} canEdit={…} />`. */
export const Attachments = (props: AttachmentsProps) => (
  <Suspense fallback={<Skeleton height={96} mt="md" />}>
    <Loaded {...props} />
  </Suspense>
)

const LoadedPictures = lazy(async () => ({ default: (await import('./pictures.tsx')).Pictures }))

/** Some pictures of a record, small; they open on a click. */
export const Pictures = (props: PicturesProps) => (
  <Suspense fallback={<Skeleton height={44} width={44} />}>
    <LoadedPictures {...props} />
  </Suspense>
)

/** The files for a new record, as a section of its form; `attach` sends them once the record exists. */
export const NewFiles = (props: NewFilesProps) => (
  <Suspense fallback={<NewFilesToCome title={props.title} />}>
    <LoadedNew {...props} />
  </Suspense>
)

/** As high as what comes: a dialog stands in the middle, and its head would move up. */
const NewFilesToCome = ({ title }: { title: string }) => (
  <FilesSection title={title} count={0}>
    <DropHint room={1} isHeld />
  </FilesSection>
)

/** Sends the chosen files now that the record exists. The upload continues after the form has closed. */
export function attach(target: Target, files: NewFile[]): void {
  const good = files.filter(({ problem }) => problem === null).map(({ file }) => file)
  if (good.length > 0) void upload(target, good, [])
}
