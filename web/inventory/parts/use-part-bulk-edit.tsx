import { lazy, Suspense, useState } from 'react'
import type { RowSelection } from '../../shared/table/row-selection.ts'

const PartBulkEdit = lazy(async () => ({ default: (await import('./part-bulk-edit.tsx')).PartBulkEdit }))

/** Opens the dialog, which is loaded then. */
export function usePartBulkEdit(selection: RowSelection) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense>
        <PartBulkEdit
          selection={selection}
          onClose={close}
          onDone={() => {
            close()
            selection.clear()
          }}
        />
      </Suspense>
    ),
  }
}
