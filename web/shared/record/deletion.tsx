import { useMutation, useQuery } from '@tanstack/react-query'
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
  /** How many match, exactly: asked when the list stopped counting. */
  countMatching?: (selection: Selection) => Promise<number>
  /** The message afterwards; default: '1 vendor(s) deleted successfully'. product.md 8 has the exceptions. */
  message?: string
  onRemoved: () => void
}

type Many = { selection: Selection; count: number; isCapped: boolean; firstNames: string[] }
type Target = { id: string } | Many

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
export function useDeletion(props: DeletionProps): Deletion {
  const { noun, nouns, remove, removeMany, countMatching, message, onRemoved } = props
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
  const many = target && 'count' in target ? target : null
  const counting = useQuery({
    queryKey: ['count before deletion', companyId, nouns, many?.selection],
    queryFn: () => (many && countMatching ? countMatching(many.selection) : null),
    enabled: Boolean(many?.isCapped && countMatching),
    staleTime: 0,
  })
  const count = counting.data ?? many?.count ?? 1
  const isCapped = many?.isCapped === true && counting.data === undefined
  const dialog = (
    <ConfirmDialog
      isOpen={target !== null}
      title={`Delete ${target && 'id' in target ? noun : nouns}`}
      confirmLabel={refusal.count > 0 ? null : 'Delete'}
      cancelLabel={refusal.count > 0 ? 'Close' : 'Cancel'}
      isBusy={deletion.isPending || counting.isFetching}
      onClose={close}
      onConfirm={() => target && deletion.mutate(target)}
    >
      {refusal.count > 0 && <UseList {...refusal} onLeave={close} />}
      {refusal.count === 0 &&
        (many ? (
          <>
            Are you sure you want to delete {formatTotal({ total: count, isCapped })} {count === 1 ? noun : nouns}?
            <FirstNames names={many.firstNames} count={count} />
          </>
        ) : (
          `Are you sure you want to delete this ${noun}?`
        ))}
    </ConfirmDialog>
  )
  const ask = (next: Target) => {
    setRefusal(none)
    setTarget(next)
  }
  return { ask, dialog }
}

/** Which ones, so that a wrong selection is noticed. */
function FirstNames({ names, count }: { names: string[]; count: number }) {
  if (names.length === 0) return null
  const others = count - names.length
  return (
    <ul className={classes.uses}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and do not move
        <li key={index}>{name}</li>
      ))}
      {others > 0 && <li>... and {others.toLocaleString('en-US')} more</li>}
    </ul>
  )
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
