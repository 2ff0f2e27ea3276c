import { ActionIcon } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { lazyDialog } from '../form/lazy-dialog.tsx'
import type { FilterSheet as Sheet } from './filter-sheet.tsx'
import classes from './list-toolbar.module.css'

const FilterSheet = lazyDialog(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

/** The button that opens the filters of a list on a phone, with the number of set filters. */
export function LazyFilterSheet({ list, children }: Omit<ComponentProps<typeof Sheet>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  const count = Object.keys(list.filters).length
  return (
    <>
      <ActionIcon
        className={classes.sheetButton ?? ''}
        variant="default"
        aria-label={count === 0 ? 'Filters' : `Filters, ${count} set`}
        data-active={count > 0 || undefined}
        onClick={() => setOpen(true)}
      >
        <IconFilter size={17} stroke={1.6} />
        {count > 0 && <span aria-hidden>{count}</span>}
      </ActionIcon>
      {isOpen && (
        <FilterSheet list={list} onClose={() => setOpen(false)}>
          {children}
        </FilterSheet>
      )}
    </>
  )
}
