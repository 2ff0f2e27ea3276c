import { type ComponentProps, lazy, Suspense } from 'react'
import type { RowMenu as Menu } from './row-menu.tsx'

// Loads right after the first files, as in lazy-select.tsx.
const loading = import('./row-menu.tsx')
const RowMenu = lazy(async () => ({ default: (await loading).RowMenu }))

export const LazyRowMenu = <Row extends { id: string }>(props: ComponentProps<typeof Menu<Row>>) => (
  <Suspense>
    <RowMenu {...(props as unknown as ComponentProps<typeof Menu>)} />
  </Suspense>
)
