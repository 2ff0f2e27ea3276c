import { Button, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { lazy } from '../../page/code.ts'
import type { FilterSheet as Sheet } from './filter-sheet.tsx'
import classes from './list-toolbar.module.css'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

/** The button that opens the filters of a list, with the number of set filters. */
export function LazyFilterSheet(props: Omit<ComponentProps<typeof Sheet>, 'button'>) {
  const [isWanted, setWanted] = useState(false)
  const count = Object.keys(props.list.filters).length
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
      <FilterSheet {...props} button={button} />
    </Suspense>
  )
}
