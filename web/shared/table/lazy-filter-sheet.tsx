import { Button, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazy } from '../page/code.ts'
import type { FilteredList } from './filters.tsx'
import classes from './list-toolbar.module.css'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

/** The button that opens the filters of a list, with the number of set filters. */
export function LazyFilterSheet({ list, children }: { list: FilteredList; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false)
  const count = Object.keys(list.filters).length
  const button = (onClick: () => void) => (
    <Button
      className={classes.sheetButton ?? ''}
      variant="default"
      leftSection={<IconFilter size={15} stroke={1.6} />}
      data-active={count > 0 || undefined}
      onClick={onClick}
    >
      <span className={classes.words}>Filters</span>
      {count > 0 && (
        <>
          <span className={classes.set} aria-hidden>
            {count}
          </span>
          <VisuallyHidden>, {count} set</VisuallyHidden>
        </>
      )}
    </Button>
  )
  if (!isWanted) return button(() => setWanted(true))
  return (
    <Suspense fallback={button(() => undefined)}>
      <FilterSheet list={list} button={button}>
        {children}
      </FilterSheet>
    </Suspense>
  )
}
