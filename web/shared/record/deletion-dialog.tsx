import { Link } from '@tanstack/react-router'
import type { Use } from '../api/server-errors.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { at } from '../page/at.ts'
import { companyOnly } from '../table/list-search.ts'
import { formatTotal } from '../table/pager.tsx'
import type { Selection } from '../table/row-selection.ts'
import classes from './deletion.module.css'
import { useAddressOf } from './places.ts'

/** One record, or the chosen ones of a list. */
export type Target = { id: string } | { selection: Selection; count: number; isCapped: boolean }

/** The records that still use them, and how many there are. */
export type Refusal = { uses: Use[]; count: number }

type DeletionDialogProps = {
  noun: string
  nouns: string
  /** null: closed */
  target: Target | null
  refusal: Refusal
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before records are deleted, or lists those that still use them. */
export function DeletionDialog({ noun, nouns, target, refusal, isBusy, onClose, onConfirm }: DeletionDialogProps) {
  const what =
    target && 'count' in target
      ? `${formatTotal({ total: target.count, isCapped: target.isCapped })} ${target.count === 1 ? noun : nouns}`
      : `this ${noun}`
  return (
    <ConfirmDialog
      isOpen={target !== null}
      title={`Delete ${target && 'id' in target ? noun : nouns}`}
      confirmLabel={refusal.count > 0 ? null : 'Delete'}
      cancelLabel={refusal.count > 0 ? 'Close' : 'Cancel'}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {refusal.count > 0 ? <UseList {...refusal} onLeave={onClose} /> : `Are you sure you want to delete ${what}?`}
    </ConfirmDialog>
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
