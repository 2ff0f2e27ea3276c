import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ComponentProps, Suspense } from 'react'
import { lazy } from '../../page/code.ts'
import { later, useWanted } from '../../page/later.ts'
import { nameOf } from './list-view.ts'
import classes from './list-view-menu.module.css'
import type { ListViewMenu as Menu } from './list-view-menu.tsx'

const code = later(() => import('./list-view-menu.tsx'))
const ListViewMenu = lazy(async () => ({ default: (await code.loaded).ListViewMenu }))

export function LazyViewMenu(props: ComponentProps<typeof Menu>) {
  const [isWanted, want] = useWanted(code)
  if (nameOf(props.list) === null) return null // its button would go again, and the line with it
  return (
    <Suspense
      fallback={
        <Button
          className={classes.button}
          variant="default"
          onClick={want}
          leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.6} />}
        >
          View
        </Button>
      }
    >
      <ListViewMenu {...props} startsOpen={isWanted} />
    </Suspense>
  )
}
