import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import { useBulkEditing } from '../../shared/table/rows/bulk-bar.tsx'
import type { RowSelection } from '../../shared/table/rows/row-selection.ts'

const PartBulkEdit = lazyDialog(async () => ({ default: (await import('./part-bulk-edit.tsx')).PartBulkEdit }))

/** The dialog that changes one field of the chosen parts. Its code loads when it opens. */
export const usePartBulkEdit = (selection: RowSelection) =>
  useBulkEditing(selection, (ends) => <PartBulkEdit selection={selection} {...ends} />)
