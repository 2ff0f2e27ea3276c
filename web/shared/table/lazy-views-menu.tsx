import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import classes from './views-menu.module.css'
import type { ViewsMenu as Menu } from './views-menu.tsx'

// Loads right after the first files, as in lazy-select.tsx.
const loading = import('./views-menu.tsx')
const ViewsMenu = lazy(async () => ({ default: (await loading).ViewsMenu }))

export function LazyViewsMenu(props: ComponentProps<typeof Menu>) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Suspense
      fallback={
        <Button
          className={classes.button ?? ''}
          variant="default"
          onClick={() => setWanted(true)}
          leftSection={<IconBookmark size={15} stroke={1.6} />}
        >
          <span className={classes.name}>Saved views</span>
        </Button>
      }
    >
      <ViewsMenu {...props} startsOpen={isWanted} />
    </Suspense>
  )
}
