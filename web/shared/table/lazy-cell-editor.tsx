import { type ComponentProps, lazy, Suspense } from 'react'
import type { CellEditor as Editor } from './cell-editor.tsx'

// Loads right after the first files, as in lazy-select.tsx.
const loading = import('./cell-editor.tsx')
const CellEditor = lazy(async () => ({ default: (await loading).CellEditor }))

export const LazyCellEditor = <Row,>(props: ComponentProps<typeof Editor<Row>>) => (
  <Suspense>
    <CellEditor {...(props as ComponentProps<typeof Editor>)} />
  </Suspense>
)
