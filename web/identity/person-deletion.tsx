import { useMutation } from '@tanstack/react-query'
import type { Person } from 'contract/identity/people.ts'
import { useState } from 'react'
import { client } from '../shared/api/api.ts'
import { messageOf } from '../shared/api/server-errors.ts'
import { ConfirmDialog } from '../shared/feedback/confirm-dialog.tsx'
import { failure, success } from '../shared/feedback/toasts.ts'
import { nameOf } from '../shared/session/person-mark.tsx'

/** Deletes a person: asks first, confirms afterwards. */
export function usePersonDeletion(onDeleted?: () => void) {
  const [person, setPerson] = useState<Person | null>(null)
  const deleting = useMutation({
    mutationFn: (id: string) => client.people.remove({ id }),
    onSuccess: () => {
      success('User deleted successfully')
      onDeleted?.()
    },
    onError: (error) => failure(`Failed to delete user: ${messageOf(error)}`),
    onSettled: () => setPerson(null),
  })
  const dialog = (
    <ConfirmDialog
      isOpen={person !== null}
      title="Delete User"
      confirmLabel="Delete"
      isBusy={deleting.isPending}
      onClose={() => setPerson(null)}
      onConfirm={() => person && deleting.mutate(person.id)}
    >
      Are you sure you want to delete {person && nameOf(person)}? They are signed out at once and cannot come back. What
      they did keeps their name.
    </ConfirmDialog>
  )
  return { ask: setPerson, dialog }
}
