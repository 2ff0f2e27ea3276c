import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { isViewed } from 'contract/finding/saved-views.ts'
import { type ComponentProps, Suspense } from 'react'
import { lazy } from '../../page/code.ts'
import { later, useWanted } from '../../page/later.ts'
import classes from './views-menu.module.css'
import type { ViewsMenu as Menu } from './views-menu.tsx'

const code = later(() => import('./views-menu.tsx'))
const ViewsMenu = lazy(async () => ({ default: (await code.loaded).ViewsMenu }))

/** Comes last in its line, since it comes only when there is a view. A phone saves views here; other screens do under View. */
export function LazyViewsMenu(props: ComponentProps<typeof Menu>) {
  const [isWanted, want] = useWanted(code)
  if (!isViewed(props.list.name)) return null
  const button = (
    <Button
      className={classes.button ?? ''}
      variant="default"
      onClick={want}
      leftSection={<IconBookmark size={15} stroke={1.6} />}
    >
      <span className={classes.name}>Saved views</span>
    </Button>
  )
  return (
    <Suspense fallback={props.isPhone && button}>
      <ViewsMenu {...props} startsOpen={isWanted} />
    </Suspense>
  )
}
