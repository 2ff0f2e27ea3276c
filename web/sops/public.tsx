/** The parts of SOPs that other features may use (CONTRIBUTING.md). Loaded when first shown: the Markdown code is larger than the screens around it. */
import { Skeleton, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import type { LinkedSopProps } from './links/linked-sop.tsx'
import type { SopSelectProps } from './links/sop-select.tsx'

const LoadedSelect = lazy(async () => ({ default: (await import('./links/sop-select.tsx')).SopSelect }))
const LoadedTitle = lazy(async () => ({ default: (await import('./links/sop-select.tsx')).SopTitle }))
const LoadedSop = lazy(async () => ({ default: (await import('./links/linked-sop.tsx')).LinkedSop }))

/** The choice of a SOP in a form: `<SopSelect {...field('sopId')} />`. */
export const SopSelect = (props: SopSelectProps) => (
  <Suspense
    fallback={<TextInput label={props.label} {...(props.className && { className: props.className })} disabled />}
  >
    <LoadedSelect {...props} />
  </Suspense>
)

/** The title of a SOP, looked up by its id, for a conflict panel. */
export const SopTitle = ({ id }: { id: string }) => (
  <Suspense fallback="…">
    <LoadedTitle id={id} />
  </Suspense>
)

/** The SOP that an item is linked to, as a section of its details. */
export const LinkedSop = (props: LinkedSopProps) => (
  <Suspense fallback={<Skeleton height={96} mt="md" />}>
    <LoadedSop {...props} />
  </Suspense>
)
