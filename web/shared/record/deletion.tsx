import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { queries } from '../api/queries.ts'
import { usesOf } from '../api/server-errors.ts'
import type { ToastLink } from '../feedback/toast-message.tsx'
import { failedTo, removed, success } from '../feedback/toasts.ts'
import { at } from '../page/at.ts'
import { useCan, useCompanyId } from '../session/session.ts'
import { companyOnly } from '../table/list-search.ts'
import type { Selection } from '../table/row-selection.ts'
import type { Refusal, Target } from './deletion-dialog.tsx'
import { usePlaces } from './places.ts'

const DeletionDialog = lazy(async () => ({ default: (await import('./deletion-dialog.tsx')).DeletionDialog }))

/** `companyId`: the company of the record, if it may differ from that of the screen. */
export type Removed = { count: number; changeSetId: string | null; companyId?: string }

type DeletionProps = {
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

const none: Refusal = { uses: [], count: 0 }

export type Deletion = { ask: (target: Target) => void; dialog: ReactNode }

/** The link from the toast to the deleted records, for people who can restore them. */
function useTrashLink(): ToastLink | undefined {
  const navigate = useNavigate()
  const canRestore = useCan('activity.undo')
  const { deleted } = usePlaces()
  const open = () => void navigate(at(deleted, companyOnly))
  return canRestore ? { label: 'Recently deleted', open } : undefined
}

/** Deletes records: asks first (product.md 5), confirms with Undo; a refusal lists the records that still use them. */
export function useDeletion(props: DeletionProps): Deletion {
  const { noun, nouns, remove, removeMany, countMatching, message, onRemoved } = props
  const companyId = useCompanyId()
  const [target, setTarget] = useState<Target | null>(null)
  const [refusal, setRefusal] = useState<Refusal>(none)
  const [hasAsked, setAsked] = useState(false)
  const close = () => setTarget(null)
  const trash = useTrashLink()
  const deletion = useMutation({
    mutationFn: async (what: Target) => ('id' in what ? remove(what.id) : removeMany?.(what.selection)),
    onSuccess: async (result) => {
      close()
      if (!result) return
      const undoable = { companyId, ...result }
      message ? success(message, undoable, trash) : removed(result.count, noun, undoable, trash)
      onRemoved()
      await queries.invalidateQueries()
    },
    onError: (error) => {
      const refusal = usesOf(error)
      setRefusal(refusal)
      if (refusal.count > 0) return
      close()
      failedTo(`delete ${nouns}`)(error)
    },
  })
  const dialog = hasAsked && (
    <Suspense>
      <DeletionDialog
        {...{ noun, nouns, target, refusal, countMatching }}
        isBusy={deletion.isPending}
        onClose={close}
        onConfirm={() => target && deletion.mutate(target)}
      />
    </Suspense>
  )
  const ask = (next: Target) => {
    setRefusal(none)
    setTarget(next)
    setAsked(true)
  }
  return { ask, dialog }
}
