import { type ComponentProps, Suspense } from 'react'
import { lazy } from '../../page/code.ts'
import { later } from '../../page/later.ts'
import type { RowMenu as Menu } from './row-menu.tsx'

const code = later(() => import('./row-menu.tsx'))
const RowMenu = lazy(async () => ({ default: (await code.now()).RowMenu }))

export const LazyRowMenu = <Row extends { id: string }>(props: ComponentProps<typeof Menu<Row>>) => (
  <Suspense>
    <RowMenu {...(props as unknown as ComponentProps<typeof Menu>)} />
  </Suspense>
)
