import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { timelineOpener } from '../record/timeline-opener.ts'
import { ToastMessage } from './toast-message.tsx'

/** Says that no toast offers to take back a change, and names the place of older changes. */
export function tellNothingToUndo(): void {
  const open = timelineOpener()
  const toastId = 'nothing to undo'
  notifications.hide(toastId) // a second press shows it anew, with the timeline of the record that is open now
  notifications.show({
    id: toastId,
    title: 'Nothing to undo here',
    color: 'gray',
    message: open
      ? createElement(ToastMessage, {
          toastId,
          undoable: undefined,
          link: { label: 'Older changes: Activity Timeline', open },
        })
      : 'Older changes are in the Activity Timeline of each record.',
    autoClose: 6_000,
  })
}
