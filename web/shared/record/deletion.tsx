import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { queries } from '../api/queries.ts'
import { type Use, usesOf } from '../api/server-errors.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import type { ToastLink } from '../feedback/toast-message.tsx'
import { failedTo, removed, success } from '../feedback/toasts.ts'
import { at } from '../page/at.ts'
import { useCan, useCompanyId } from '../session/session.ts'
import { companyOnly } from '../table/list-search.ts'
import { formatTotal } from '../table/pager.tsx'
import type { Selection } from '../table/row-selection.ts'
import classes from './deletion.module.css'
import { useAddressOf, usePlaces } from './places.ts'

/** `companyId`: the company of the record, if it may differ from that of the screen. */
export type Removed = { count: number; changeSetId: string | null; companyId?: string }

type DeletionProps = {
  /** Singular and plural, lower case: 'vendor', 'vendors'. */
  noun: string
  nouns: string
  remove: (id: string) => Promise<Removed>
  /** Left out for records that are deleted one at a time. */
  removeMany?: (selection: Selection) => Promise<Removed>
  /** The message afterwards; default: '1 vendor(s) deleted successfully'. product.md 8 has the exceptions. */
  message?: string
  onRemoved: () => void
}

type Target = { id: string } | { selection: Selection; count: number; isCapped: boolean }

type Refusal = { uses: Use[]; count: number }
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
export function useDeletion({ noun, nouns, remove, removeMany, message, onRemoved }: DeletionProps): Deletion {
  const companyId = useCompanyId()
  const [target, setTarget] = useState<Target | null>(null)
  const [refusal, setRefusal] = useState<Refusal>(none)
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
  const what =
    target && 'count' in target
      ? `${formatTotal({ total: target.count, isCapped: target.isCapped })} ${target.count === 1 ? noun : nouns}`
      : `this ${noun}`
  const dialog = (
    <ConfirmDialog
      isOpen={target !== null}
      title={`Delete ${target && 'id' in target ? noun : nouns}`}
      confirmLabel={refusal.count > 0 ? null : 'Delete'}
      cancelLabel={refusal.count > 0 ? 'Close' : 'Cancel'}
      isBusy={deletion.isPending}
      onClose={close}
      onConfirm={() => target && deletion.mutate(target)}
    >
      {refusal.count > 0 ? <UseList {...refusal} onLeave={close} /> : `Are you sure you want to delete ${what}?`}
    </ConfirmDialog>
  )
  const ask = (next: Target) => {
    setRefusal(none)
    setTarget(next)
  }
  return { ask, dialog }
}

const shownUses = 10

function UseList({ uses, count, onLeave }: Refusal & { onLeave: () => void }) {
  const shown = uses.slice(0, shownUses)
  return (
    <>
      Still in use, so nothing was deleted:
      <ul className={classes.uses}>
        {shown.map((use) => (
          <li key={`${use.type} ${use.id}`}>
            <UseName use={use} onLeave={onLeave} /> <span className={classes.kind}>{use.type}</span>
            {use.of && <span className={classes.kind}>, contains {use.of.join(', ')}</span>}
          </li>
        ))}
        {count > shown.length && <li>... and {(count - shown.length).toLocaleString('en-US')} more</li>}
      </ul>
    </>
  )
}

function UseName({ use, onLeave }: { use: Use; onLeave: () => void }) {
  const address = useAddressOf()(use.type, use.id)
  const name = [use.number, use.name].filter(Boolean).join(' ')
  if (!address) return name
  return (
    <Link {...at(address, companyOnly)} onClick={onLeave}>
      {name}
    </Link>
  )
}
