import { useMutation } from '@tanstack/react-query'
import { client } from '../../../shared/api/api.ts'
import { failedTo } from '../../../shared/feedback/toasts.ts'
import { forgetRecords } from '../../../shared/record/recent.ts'
import { setSigningOut } from '../../../shared/session/signing-out.ts'

/** Ends the session and leads to the sign-in page. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => client.session.signOut(),
    onMutate: () => setSigningOut(true),
    // A full reload: nothing of this person stays in memory (product.md 2), and the browser forgets the recent records.
    onSuccess: () => {
      forgetRecords()
      window.location.assign('/auth')
    },
    onError: (error) => {
      setSigningOut(false)
      failedTo('sign out')(error)
    },
  })
