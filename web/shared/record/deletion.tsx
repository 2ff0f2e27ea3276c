import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../form/lazy-dialog.tsx'
import type { Target } from './deletion-dialog.tsx'
import type { DeletionProps } from './deletion-flow.tsx'

/** Loaded on demand: few visits delete anything. */
const DeletionFlow = lazyDialog(async () => ({ default: (await import('./deletion-flow.tsx')).DeletionFlow }))

export type Deletion = { ask: (target: Target) => void; dialog: ReactNode }

/** Deletes records: asks first (product.md 5), confirms with Undo; a refusal lists the records that still use them. */
export function useDeletion(props: DeletionProps): Deletion {
  const [target, setTarget] = useState<Target | null>(null)
  const [openings, setOpenings] = useState(0)
  const dialog = openings > 0 && (
    <DeletionFlow key={openings} {...props} target={target} onClose={() => setTarget(null)} />
  )
  const ask = (next: Target) => {
    setTarget(next)
    setOpenings(openings + 1)
  }
  return { ask, dialog }
}
