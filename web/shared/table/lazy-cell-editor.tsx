import { type ComponentProps, lazy, Suspense } from 'react'
import type { CellEditor as Editor } from './cell-editor.tsx'

// As lazy-select.tsx: asked for right after the first files.
const loading = import('./cell-editor.tsx')
const CellEditor = lazy(async () => ({ default: (await loading).CellEditor }))

export const LazyCellEditor = <Row,>(props: ComponentProps<typeof Editor<Row>>) => (
  <Suspense>
    <CellEditor {...(props as ComponentProps<typeof Editor>)} />
  </Suspense>
)
