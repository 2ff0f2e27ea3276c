import { Button, Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDialog } from '../form/dialog.ts'
import { useIsPhone } from '../page/use-is-phone.ts'
import type { List } from './list-state.ts'
import classes from './list-toolbar.module.css'

type FilterSheetProps = { list: Pick<List, 'filters' | 'set'>; onClose: () => void; children: ReactNode }

/** Filters and order of a list: at the bottom of a phone, in reach of the thumb; beside an open record in a dialog. */
export function FilterSheet({ list, onClose, children }: FilterSheetProps) {
  const names = Object.keys(list.filters)
  const isPhone = useIsPhone()
  const dialog = useDialog()
  const content = (
    <div className={classes.sheet}>
      {children}
      <div className={classes.sheetEnd}>
        <Button
          variant="default"
          disabled={names.length === 0}
          onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
  const frame = { opened: true, onClose, title: 'Filters', ...dialog }
  return isPhone ? (
    <Drawer {...frame} position="bottom" classNames={{ content: classes.sheetContent ?? '' }}>
      {content}
    </Drawer>
  ) : (
    <Modal {...frame} size="xs">
      {content}
    </Modal>
  )
}
