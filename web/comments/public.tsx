/** The comments of a record, for the details of other features (CONTRIBUTING.md). Loaded when first shown. */
import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import type { CommentsProps } from './comments.tsx'

const Loaded = lazy(async () => ({ default: (await import('./comments.tsx')).Comments }))

/** `<Comments entityType="task" entityId={id} />`: a section of the details of a record. */
export const Comments = (props: CommentsProps) => (
  <Suspense fallback={<Skeleton height={96} mt="md" />}>
    <Loaded {...props} />
  </Suspense>
)
