import { TaskSelection } from 'contract/tasks/tasks.ts'
import type { z } from 'zod'
import { lazyDialog } from '../shared/form/lazy-dialog.tsx'
import { useBulkEditing } from '../shared/table/rows/bulk-bar.tsx'
import type { RowSelection, Selection } from '../shared/table/rows/row-selection.tsx'

const TaskBulkEdit = lazyDialog(async () => ({ default: (await import('./task-bulk-edit.tsx')).TaskBulkEdit }))

/** A selection of tasks. The tab is part of what the selection matches, although it cannot be cleared like a filter. */
export function selectionInput(selection: Selection, scope: string): z.input<typeof TaskSelection> {
  if ('ids' in selection) return selection
  return TaskSelection.parse({ matching: { ...selection.matching, scope } })
}

/** The dialog that changes one field of the chosen tasks. Its code loads when it opens. */
export const useTaskBulkEdit = (selection: RowSelection, scope: string) =>
  useBulkEditing(selection, (ends) => <TaskBulkEdit selection={selectionInput(selection.selection, scope)} {...ends} />)
