import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usesOf } from '../api/server-errors.ts'
import type { ToastLink } from '../feedback/toast-message.tsx'
import { failedTo, removed, success } from '../feedback/toasts.ts'
import { at } from '../page/at.ts'
import { useCan, useCompanyId } from '../session/session.ts'
import { companyOnly } from '../table/list-search.ts'
import type { Selection } from '../table/rows/row-selection.tsx'
import { DeletionDialog, type Many, type Refusal, type Target } from './deletion-dialog.tsx'
import { usePlaces } from './places.ts'

/** `companyId`: the company of the record, if it may differ from that of the screen. */
export type DeletionResult = { count: number; changeSetId: string | null; companyId?: string }

export type DeletionProps = {
  /** Singular and plural, lower case: 'vendor', 'vendors'. */
  noun: string
  nouns: string
  remove: (id: string) => Promise<DeletionResult>
  /** Left out for records that are deleted one at a time. */
  removeMany?: (selection: Selection) => Promise<DeletionResult>
  /** The exact number of matches; used when the list stopped counting. */
  countMatching?: (selection: Selection) => Promise<number>
  /** The message afterwards; default: '1 vendor(s) deleted successfully'. product.md 8 has the exceptions. */
  message?: string | ((count: number) => string)
  onRemoved: () => void
  /** The records that use one, so that the question names them; left out where only the refusal does. */
  findUses?: (id: string) => Promise<Refusal>
}

/** The link from the toast to the deleted records, for people who can restore them. */
function useTrashLink(): ToastLink | undefined {
  const navigate = useNavigate()
  const canRestore = useCan('activity.undo')
  const { deleted } = usePlaces()
  const open = () => void navigate(at(deleted, companyOnly))
  return canRestore ? { label: 'Recently Deleted', open } : undefined
}

type FlowProps = DeletionProps & { target: Target | null; onClose: () => void }

/** The question, the deletion, and its result. */
export function DeletionFlow({ target, onClose, ...props }: FlowProps) {
  const { noun, nouns, remove, removeMany, countMatching, message, onRemoved, findUses } = props
  const companyId = useCompanyId()
  const [refusal, setRefusal] = useState<Refusal>({ uses: [], count: 0 })
  const id = target && 'id' in target ? target.id : ''
  const uses = useQuery({
    queryKey: ['uses before deletion', companyId, nouns, id],
    queryFn: () => findUses?.(id) ?? null,
    enabled: findUses !== undefined && id !== '',
    staleTime: 0,
  })
  const unused = unusedOf(target, refusal.used)
  const trash = useTrashLink()
  const deletion = useMutation({
    mutationFn: async (what: Target) => ('id' in what ? remove(what.id) : removeMany?.(what.selection)),
    onSuccess: (result) => {
      onClose()
      if (!result) return
      const undoable = { companyId, ...result }
      const words = typeof message === 'function' ? message(result.count) : message
      words ? success(words, undoable, trash) : removed(result.count, noun, undoable, trash)
      onRemoved()
    },
    onError: (error) => {
      const refusal = usesOf(error)
      setRefusal(refusal)
      if (refusal.count > 0) return
      onClose()
      failedTo(`delete ${nouns}`)(error)
    },
  })
  return (
    <DeletionDialog
      {...{ noun, nouns, target, countMatching, onClose }}
      refusal={refusal.count > 0 ? refusal : (uses.data ?? refusal)}
      unusedCount={unused?.count ?? 0}
      isBusy={deletion.isPending || uses.isFetching}
      onConfirm={() => target && deletion.mutate(unused ?? target)}
    />
  )
}

/** The chosen records that nothing uses; undefined before a refusal, and for records that are not chosen one by one. */
function unusedOf(target: Target | null, used: string[] = []): Many | undefined {
  if (!target || 'id' in target || !('ids' in target.selection) || used.length === 0) return undefined
  const ids = target.selection.ids.filter((id) => !used.includes(id))
  return ids.length > 0 ? { ...target, selection: { ids }, count: ids.length } : undefined
}
