import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { isPhone } from '../page/use-is-phone.ts'
import type { Undoable } from './undo.ts'

/** A link in a toast. `stays`: it is the next step, so the toast waits until it is pressed or closed. */
export type ToastLink = { label: string; open: () => void; stays?: true }

/** How long a toast with an action stays: long enough to read it and reach its button. */
export const actionMs = 15_000

type ToastMessageProps = { toastId: string; undoable: Undoable | undefined; link?: ToastLink | undefined }

/** The actions in a toast: Undo and a link. Either one closes the toast. */
export function ToastMessage({ toastId, undoable, link }: ToastMessageProps) {
  const hide = () => notifications.hide(toastId)
  const undoing = useMutation({ mutationFn: () => takeBack(undoable), onSuccess: hide })
  const follow = () => {
    // The others would lie over the form that opens on a phone, and a tap leaves no hover that ends.
    if (isPhone()) notifications.clean()
    else hide()
    link?.open()
  }
  return (
    <Group gap="xs" mt={4}>
      {undoable && (
        <Button size="compact-xs" variant="default" loading={undoing.isPending} onClick={() => undoing.mutate()}>
          Undo
        </Button>
      )}
      {link && (
        <Button size="compact-xs" variant="subtle" data-flush={undoable ? undefined : 'start'} onClick={follow}>
          {link.label}
        </Button>
      )}
    </Group>
  )
}

/** The undo of a change set needs the words for the fields of every record, so its code loads when somebody presses Undo. */
export async function takeBack(undoable: Undoable | undefined): Promise<void> {
  if (!undoable) return
  if ('takeBack' in undoable) return undoable.takeBack()
  const { undo } = await import('./undo.ts')
  await undo(undoable)
}
