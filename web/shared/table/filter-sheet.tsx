import { Button, Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import type { List } from './list-state.ts'
import classes from './list-toolbar.module.css'

type FilterSheetProps = { list: Pick<List, 'filters' | 'set'>; onClose: () => void; children: ReactNode }

/** Filters and order of a list, at the bottom of a phone, in reach of the thumb. */
export function FilterSheet({ list, onClose, children }: FilterSheetProps) {
  const names = Object.keys(list.filters)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      title="Filters"
      classNames={{ content: classes.sheetContent ?? '' }}
    >
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
    </Drawer>
  )
}
