import { Button } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../../shared/feedback/icon-button.tsx'
import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import type { AdjustedItem } from './adjusted-item.ts'
import classes from './stock-adjustment.module.css'

const AdjustmentPopover = lazyDialog(async () => ({
  default: (await import('./adjustment-popover.tsx')).AdjustmentPopover,
}))

/** `button`: the size of a button with a word; without one it is an icon. */
export type AdjustStockProps = { item: AdjustedItem; name: string; button?: 'compact-xs' | 'compact-sm' }

/** Adds to the stock of an item or takes from it, with a reason. */
export function AdjustStock({ item, name, button }: AdjustStockProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <span className={classes.anchor} data-open={isOpen || undefined}>
      {button ? (
        <Button
          variant="default"
          size={button}
          leftSection={<IconPlusMinus size={13} />}
          aria-label={`Adjust stock of ${name}`}
          onClick={open}
        >
          Adjust
        </Button>
      ) : (
        <IconButton label={`Adjust stock of ${name}`} title="Adjust stock" onClick={open}>
          <IconPlusMinus size={16} stroke={1.6} />
        </IconButton>
      )}
      {isOpen && <AdjustmentPopover item={item} name={name} onClose={() => setOpen(false)} />}
    </span>
  )
}
