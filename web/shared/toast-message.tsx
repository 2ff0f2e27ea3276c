import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type Undoable, undo } from './undo.ts'

export function ToastMessage({ toastId, undoable }: { toastId: string; undoable: Undoable }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Button
      size="compact-xs"
      variant="default"
      mt={4}
      loading={isBusy}
      onClick={async () => {
        setBusy(true)
        await undo(undoable)
        notifications.hide(toastId)
      }}
    >
      Undo
    </Button>
  )
}
