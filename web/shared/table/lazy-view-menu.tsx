import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ListViewMenu as Menu } from './list-view-menu.tsx'

// As lazy-select.tsx: asked for right after the first files.
const loading = import('./list-view-menu.tsx')
const ListViewMenu = lazy(async () => ({ default: (await loading).ListViewMenu }))

export const LazyViewMenu = (props: ComponentProps<typeof Menu>) => (
  <Suspense
    fallback={
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.6} />}>
        View
      </Button>
    }
  >
    <ListViewMenu {...props} />
  </Suspense>
)
