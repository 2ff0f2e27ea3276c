import { Button } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import type { Part } from 'contract/inventory/parts.ts'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../shared/feedback/icon-button.tsx'
import classes from './stock-adjustment.module.css'

const AdjustmentPopover = lazy(async () => ({ default: (await import('./adjustment-popover.tsx')).AdjustmentPopover }))

type AdjustStockProps = { part: Part; name: string; isButton?: boolean }

/** Adds to the stock of a part or takes from it, with a reason. */
export function AdjustStock({ part, name, isButton = false }: AdjustStockProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <span className={classes.anchor} data-open={isOpen || undefined}>
      {isButton ? (
        <Button variant="default" size="compact-xs" leftSection={<IconPlusMinus size={13} />} onClick={open}>
          Adjust
        </Button>
      ) : (
        <IconButton label={`Adjust stock of ${name}`} title="Adjust stock" onClick={open}>
          <IconPlusMinus size={16} stroke={1.6} />
        </IconButton>
      )}
      {isOpen && (
        <Suspense>
          <AdjustmentPopover part={part} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
