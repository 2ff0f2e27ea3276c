import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { type Undoable, undo } from './undo.ts'

/** The Undo button of a toast, which goes when it is done. */
export function ToastMessage({ toastId, undoable }: { toastId: string; undoable: Undoable }) {
  const undoing = useMutation({ mutationFn: () => undo(undoable), onSuccess: () => notifications.hide(toastId) })
  return (
    <Button size="compact-xs" variant="default" mt={4} loading={undoing.isPending} onClick={() => undoing.mutate()}>
      Undo
    </Button>
  )
}
