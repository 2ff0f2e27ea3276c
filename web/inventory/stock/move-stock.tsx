import { useState } from 'react'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import { useCan } from '../../shared/session/session.ts'
import type { AdjustedItem } from './adjusted-item.ts'
import classes from './stock-adjustment.module.css'
import type { Spot } from './stock-spot.tsx'

const AdjustmentPopover = lazyDialog(async () => ({
  default: (await import('./adjustment-popover.tsx')).AdjustmentPopover,
}))

/** `where`: 'A-01, lot 7' */
type MoveStockProps = { item: AdjustedItem; from: Spot; where: string }

/** Moves what is of an item at one place, of one lot: all of it unless the person types less. Nothing for those who may not. */
export function MoveStock({ item, from, where }: MoveStockProps) {
  const [isOpen, setOpen] = useState(false)
  if (!useCan('stock.move')) return null
  return (
    <span className={classes.anchor} data-open={isOpen || undefined}>
      <TextButton aria-label={`Move what is at ${where}`} onClick={() => setOpen(true)}>
        Move
      </TextButton>
      {isOpen && <AdjustmentPopover {...{ item, from }} name={item.number} onClose={() => setOpen(false)} />}
    </span>
  )
}
