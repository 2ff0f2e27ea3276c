import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ViewsMenu as Menu } from './views-menu.tsx'

// As lazy-select.tsx: asked for right after the first files.
const loading = import('./views-menu.tsx')
const ViewsMenu = lazy(async () => ({ default: (await loading).ViewsMenu }))

export const LazyViewsMenu = (props: ComponentProps<typeof Menu>) => (
  <Suspense
    fallback={
      <Button variant="default" leftSection={<IconBookmark size={15} stroke={1.6} />}>
        Saved views
      </Button>
    }
  >
    <ViewsMenu {...props} />
  </Suspense>
)
