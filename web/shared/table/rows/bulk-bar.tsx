import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { lazy } from '../../page/code.ts'
import { later } from '../../page/later.ts'
import type { RowSelection } from './row-selection.ts'
import type { SelectedBar as Bar } from './selected-bar.tsx'

const code = later(() => import('./selected-bar.tsx'))
const SelectedBar = lazy(async () => ({ default: (await code.now()).SelectedBar }))

/** The actions on the chosen rows, while there are any. */
export const BulkBar = (props: ComponentProps<typeof Bar>) =>
  props.selection.count > 0 && (
    <Suspense>
      <SelectedBar {...props} />
    </Suspense>
  )

type Ends = { onClose: () => void; onDone: () => void }

/** Opens the bulk edit of a list, and clears the selection after the change. @param draw the dialog, whose code may load when it opens */
export function useBulkEditing(selection: RowSelection, draw: (ends: Ends) => ReactNode) {
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  const onDone = () => {
    onClose()
    selection.clear()
  }
  return { open: () => setOpen(true), dialog: isOpen && draw({ onClose, onDone }) }
}
