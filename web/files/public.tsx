/** What other features may use of files (house.md 2). Loaded when it is first shown: dropping and sending weigh more than a list. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { AttachmentsProps } from './attachments.tsx'

const Loaded = lazy(async () => ({ default: (await import('./attachments.tsx')).Attachments }))

/** The files of a record, as a section of its details: `<Attachments entityType="part" entityId={id} canEdit={…} />`. */
export const Attachments = (props: AttachmentsProps) => (
  <Suspense fallback={<Skeleton height={96} mt="md" />}>
    <Loaded {...props} />
  </Suspense>
)
