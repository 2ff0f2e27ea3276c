import { TaskSelection } from 'contract/tasks/tasks.ts'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import type { RowSelection, Selection } from '../shared/table/row-selection.ts'

const TaskBulkEdit = lazy(async () => ({ default: (await import('./task-bulk-edit.tsx')).TaskBulkEdit }))

/** A selection of tasks. The tab is part of what the selection matches, although it cannot be cleared like a filter. */
export function asSent(selection: Selection, scope: string): z.input<typeof TaskSelection> {
  if ('ids' in selection) return selection
  return TaskSelection.parse({ matching: { ...selection.matching, scope } })
}

/** The dialog that changes one field of the chosen tasks. Its code loads when it opens. */
export function useTaskBulkEdit(selection: RowSelection, scope: string) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense>
        <TaskBulkEdit
          selection={asSent(selection.selection, scope)}
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
