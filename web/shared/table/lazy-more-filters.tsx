import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { lazy } from '../page/code.ts'
import type { MoreFilters as Popup } from './more-filters.tsx'
import { useHasFilterSheet } from './use-has-filter-sheet.ts'

const MoreFilters = lazy(async () => ({ default: (await import('./more-filters.tsx')).MoreFilters }))

/** Filters behind a button on wide screens; on a phone, and beside an open record, they are with the others in the sheet. */
export function LazyMoreFilters(props: ComponentProps<typeof Popup>) {
  const [isWanted, setWanted] = useState(false)
  const hasSheet = useHasFilterSheet()
  if (hasSheet) return props.children
  const isSet = props.names.some((name) => name in props.list.filters)
  const button = (
    <Button variant="default" leftSection={<IconFilter size={15} stroke={1.6} />} onClick={() => setWanted(true)}>
      More filters
    </Button>
  )
  return (
    <Suspense fallback={button}>
      {isWanted || isSet ? <MoreFilters {...props} startsOpen={isWanted} /> : button}
    </Suspense>
  )
}
