import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Use } from '../api/server-errors.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { at } from '../page/at.ts'
import { useCompanyId } from '../session/session.ts'
import { formatTotal } from '../table/grid/pager.tsx'
import { companyOnly } from '../table/list-search.ts'
import type { Selection } from '../table/rows/row-selection.tsx'
import classes from './deletion.module.css'
import { useAddressOf } from './places.ts'

/** One record, or the chosen ones of a list. */
export type Many = { selection: Selection; count: number; isCapped: boolean; firstNames: string[] }
export type Target = NamedRecord | Many

/** `number`: the part number, the SKU. */
export type NamedRecord = { id: string; name: string; number?: string | undefined }

/** The records that still use them, and their number. `used`: the ids of those that are used, once the server has refused. */
export type Refusal = { uses: Use[]; count: number; used?: string[] }

type DeletionDialogProps = {
  noun: string
  nouns: string
  /** null: closed */
  target: Target | null
  refusal: Refusal
  isBusy: boolean
  /** How many of the chosen records nothing uses. */
  unusedCount: number
  /** The exact number of records in a selection; left out where lists are short. */
  countMatching?: ((selection: Selection) => Promise<number>) | undefined
  onClose: () => void
  onConfirm: () => void
}

/** Asks before records are deleted, or lists the records that still use them. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { noun, nouns, target, refusal, unusedCount, isBusy, countMatching, onClose, onConfirm } = props
  const companyId = useCompanyId()
  const many = target && 'count' in target ? target : null
  const counting = useQuery({
    queryKey: ['count before deletion', companyId, nouns, many?.selection],
    queryFn: () => (many && countMatching ? countMatching(many.selection) : null),
    enabled: Boolean(many?.isCapped && countMatching),
    staleTime: 0,
  })
  const count = counting.data ?? many?.count ?? 1
  const isCapped = many?.isCapped === true && counting.data === undefined
  return (
    <ConfirmDialog
      isOpen={target !== null}
      title={`Delete ${target && 'id' in target ? noun : nouns}`}
      confirmLabel={refusal.count === 0 ? 'Delete' : unusedCount > 0 ? `Delete the Other ${unusedCount}` : null}
      cancelLabel={refusal.count > 0 && unusedCount === 0 ? 'Close' : 'Cancel'}
      isBusy={isBusy || counting.isFetching}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {refusal.count > 0 && <UseList {...refusal} onLeave={onClose} />}
      {refusal.count === 0 &&
        (many ? (
          <>
            Are you sure you want to delete {formatTotal({ total: count, isCapped })} {count === 1 ? noun : nouns}?
            <FirstNames names={many.firstNames} count={count} />
          </>
        ) : (
          <>
            Are you sure you want to delete this {noun}?{target && 'id' in target && <Name {...target} />}
          </>
        ))}
      {refusal.count === 0 && (
        <p className="mt-2 text-faint">{count === 1 ? 'It' : 'They'} can be restored for 90 days.</p>
      )}
    </ConfirmDialog>
  )
}

/** The record, in a line of its own: the question is the same for all (product.md 5). */
const Name = ({ name, number }: NamedRecord) => (
  <p className={`mt-2 text-plain font-medium ${classes.record}`}>
    {name} {number && <span className={`code ${classes.kind}`}>{number}</span>}
  </p>
)

/** The first names, so that a wrong selection is noticed. */
function FirstNames({ names, count }: { names: string[]; count: number }) {
  if (names.length === 0) return null
  const others = count - names.length
  return (
    <ul className={`mt-2 break-words ${classes.uses}`}>
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and do not move
        <li key={index}>{name}</li>
      ))}
      {others > 0 && <li>... and {others.toLocaleString('en-US')} more</li>}
    </ul>
  )
}

const shownUses = 10

function UseList({ uses, count, used, onLeave }: Refusal & { onLeave: () => void }) {
  const shown = uses.slice(0, shownUses)
  return (
    <>
      {used ? 'Still in use, so nothing was deleted:' : 'Still in use, so it cannot be deleted:'}
      <ul className={`mt-2 break-words ${classes.uses}`}>
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
