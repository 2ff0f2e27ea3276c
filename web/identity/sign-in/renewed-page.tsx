import { useEffect } from 'react'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { signedInChannel } from '../../shared/session/who.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import classes from './sign-in-page.module.css'

/** /auth/renewed: the end of signing in again in a window of its own. It tells the screens and closes. */
export function RenewedPage() {
  usePageTitle('Signed in')
  useEffect(() => {
    const channel = new BroadcastChannel(signedInChannel)
    channel.postMessage('done')
    channel.close()
    window.close()
  }, [])
  return (
    <SignInFrame>
      <p className={`mb-4 text-success rounded-sm py-2-5 px-3 ${classes.notice}`} role="status">
        You are signed in. Close this window and go on in the other one.
      </p>
    </SignInFrame>
  )
}
