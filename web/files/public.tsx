/** What other features may use of files (CONTRIBUTING.md). Loaded when it is first shown: dropping and sending weigh more than a list. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { AttachmentsProps } from './attachments.tsx'
import { FileCount } from './file-count.tsx'
import type { NewFile, NewFilesProps } from './new-files.tsx'
import { type Target, upload } from './uploads.ts'

export { FileCount, type NewFile }

const Loaded = lazy(async () => ({ default: (await import('./attachments.tsx')).Attachments }))
const LoadedNew = lazy(async () => ({ default: (await import('./new-files.tsx')).NewFiles }))

/** The files of a record, as a section of its details: `<Attachments entityType="part" entityId={id} canEdit={…} />`. */
export const Attachments = (props: AttachmentsProps) => (
  <Suspense fallback={<Skeleton height={96} mt="md" />}>
    <Loaded {...props} />
  </Suspense>
)

/** The files that a new record shall have, as a section of its form; `attach` sends them when it is made. */
export const NewFiles = (props: NewFilesProps) => (
  <Suspense fallback={<Skeleton height={96} mt="md" />}>
    <LoadedNew {...props} />
  </Suspense>
)

/** Sends the files that were chosen for a record, now that it is there: they go on when the form has closed. */
export function attach(target: Target, files: NewFile[]): void {
  const good = files.filter(({ problem }) => problem === null).map(({ file }) => file)
  if (good.length > 0) void upload(target, good, [])
}
