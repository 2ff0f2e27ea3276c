import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Selection } from '../table/row-selection.ts'
import type { Target } from './deletion-dialog.tsx'

/** Few visits delete anything. */
const DeletionFlow = lazy(async () => ({ default: (await import('./deletion-flow.tsx')).DeletionFlow }))

/** `companyId`: the company of the record, if it may differ from that of the screen. */
export type Removed = { count: number; changeSetId: string | null; companyId?: string }

export type DeletionProps = {
  /** Singular and plural, lower case: 'vendor', 'vendors'. */
  noun: string
  nouns: string
  remove: (id: string) => Promise<Removed>
  /** Left out for records that are deleted one at a time. */
  removeMany?: (selection: Selection) => Promise<Removed>
  /** How many match, exactly: asked when the list stopped counting. */
  countMatching?: (selection: Selection) => Promise<number>
  /** The message afterwards; default: '1 vendor(s) deleted successfully'. product.md 8 has the exceptions. */
  message?: string
  onRemoved: () => void
}

export type Deletion = { ask: (target: Target) => void; dialog: ReactNode }

/** Deletes records: asks first (product.md 5), confirms with Undo; a refusal lists the records that still use them. */
export function useDeletion(props: DeletionProps): Deletion {
  const [target, setTarget] = useState<Target | null>(null)
  const [asked, setAsked] = useState(0)
  const dialog = asked > 0 && (
    <Suspense>
      <DeletionFlow key={asked} {...props} target={target} onClose={() => setTarget(null)} />
    </Suspense>
  )
  const ask = (next: Target) => {
    setTarget(next)
    setAsked(asked + 1)
  }
  return { ask, dialog }
}
