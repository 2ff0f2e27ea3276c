import { Button } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../shared/feedback/icon-button.tsx'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import { useCan } from '../../shared/session/session.ts'
import type { AdjustedItem } from './adjusted-item.ts'
import classes from './stock-adjustment.module.css'
import type { Spot } from './stock-spot.tsx'

const AdjustmentPopover = lazyDialog(async () => ({
  default: (await import('./adjustment-popover.tsx')).AdjustmentPopover,
}))

/** `button`: the size of a button with a word; without one it is an icon. */
export type AdjustStockProps = { item: AdjustedItem; name: string; button?: 'compact-xs' | 'compact-sm' }

/** Adds to the stock of an item or takes from it, with a reason. */
export function AdjustStock({ item, name, button }: AdjustStockProps) {
  const label = `Adjust stock of ${name}`
  return (
    <Anchor {...{ item, name }}>
      {(open) =>
        button ? (
          <Button
            variant="default"
            size={button}
            leftSection={<IconPlusMinus size={13} />}
            aria-label={label}
            onClick={open}
          >
            Adjust
          </Button>
        ) : (
          <IconButton label={label} title="Adjust stock" onClick={open}>
            <IconPlusMinus size={16} stroke={1.6} />
          </IconButton>
        )
      }
    </Anchor>
  )
}

/** `where`: 'A-01, lot 7' */
type MoveStockProps = { item: AdjustedItem; from: Spot; where: string }

/** Moves what is of an item at one place, of one lot: all of it unless the person types less. Nothing for those who may not. */
export const MoveStock = ({ item, from, where }: MoveStockProps) =>
  useCan('stock.move') ? (
    <Anchor {...{ item, from }} name={item.number}>
      {(open) => (
        <TextButton aria-label={`Move what is at ${where}`} onClick={open}>
          Move
        </TextButton>
      )}
    </Anchor>
  ) : null

type AnchorProps = { item: AdjustedItem; name: string; from?: Spot; children: (open: () => void) => ReactNode }

/** A button with the form that it opens. */
function Anchor({ children, ...form }: AnchorProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={`align-middle ${classes.anchor}`} data-open={isOpen || undefined}>
      {children(() => setOpen(true))}
      {isOpen && <AdjustmentPopover {...form} onClose={() => setOpen(false)} />}
    </span>
  )
}
