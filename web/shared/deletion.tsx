import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { formatTotal } from './pager.tsx'
import { queries } from './queries.ts'
import type { Selection } from './row-selection.ts'
import { type Use, usesOf } from './server-errors.ts'
import { useCompanyId } from './session.ts'
import { failedTo, removed, success } from './toasts.ts'

/** `companyId`: whose record it was, where that need not be the company of the screen. */
type BulkResult = { count: number; changeSetId: string | null; companyId?: string }

type DeletionProps = {
  /** Singular and plural, lower case: 'vendor', 'vendors'. */
  noun: string
  nouns: string
  remove: (id: string) => Promise<BulkResult>
  /** Not for records that are deleted one at a time. */
  removeMany?: (selection: Selection) => Promise<BulkResult>
  /** What is said then: '1 vendor(s) deleted successfully', unless spec.md 8 has another sentence. */
  message?: string
  onRemoved: () => void
}

type Target = { id: string } | { selection: Selection; count: number; isCapped: boolean }

export type Deletion = { ask: (target: Target) => void; dialog: ReactNode }

/** Deleting records: asks (spec.md 5), deletes, says so with Undo; a refusal lists what still uses them. */
export function useDeletion({ noun, nouns, remove, removeMany, message, onRemoved }: DeletionProps): Deletion {
  const companyId = useCompanyId()
  const [target, setTarget] = useState<Target | null>(null)
  const [uses, setUses] = useState<Use[]>([])
  const close = () => setTarget(null)
  const deletion = useMutation({
    mutationFn: async (what: Target) => ('id' in what ? remove(what.id) : removeMany?.(what.selection)),
    onSuccess: async (result) => {
      close()
      if (!result) return
      const undoable = { companyId, ...result }
      message ? success(message, undoable) : removed(result.count, noun, undoable)
      onRemoved()
      await queries.invalidateQueries()
    },
    onError: (error) => {
      setUses(usesOf(error))
      if (usesOf(error).length > 0) return
      close()
      failedTo(`delete ${nouns}`)(error)
    },
  })
  const what =
    target && 'count' in target
      ? `${formatTotal({ total: target.count, isCapped: target.isCapped })} ${target.count === 1 ? noun : nouns}`
      : `this ${noun}`
  const dialog = (
    <ConfirmDialog
      isOpen={target !== null}
      title={`Delete ${target && 'id' in target ? noun : nouns}`}
      confirmLabel={uses.length > 0 ? null : 'Delete'}
      cancelLabel={uses.length > 0 ? 'Close' : 'Cancel'}
      isBusy={deletion.isPending}
      onClose={close}
      onConfirm={() => target && deletion.mutate(target)}
    >
      {uses.length > 0 ? <UseList uses={uses} /> : `Are you sure you want to delete ${what}?`}
    </ConfirmDialog>
  )
  const ask = (next: Target) => {
    setUses([])
    setTarget(next)
  }
  return { ask, dialog }
}

const shownUses = 10

function UseList({ uses }: { uses: Use[] }) {
  return (
    <>
      Still in use, so nothing was deleted:
      <ul>
        {uses.slice(0, shownUses).map((use) => (
          <li key={`${use.type} ${use.id}`}>
            {use.name} ({use.type})
          </li>
        ))}
        {uses.length > shownUses && <li>... and {uses.length - shownUses} more</li>}
      </ul>
    </>
  )
}
