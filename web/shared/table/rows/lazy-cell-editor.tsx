import { type ComponentProps, Suspense } from 'react'
import { lazy } from '../../page/code.ts'
import { later } from '../../page/later.ts'
import type { CellEditor as Editor } from './cell-editor.tsx'

const code = later(() => import('./cell-editor.tsx'))
const CellEditor = lazy(async () => ({ default: (await code.now()).CellEditor }))

export const LazyCellEditor = <Row,>(props: ComponentProps<typeof Editor<Row>>) => (
  <Suspense>
    <CellEditor {...(props as ComponentProps<typeof Editor>)} />
  </Suspense>
)
