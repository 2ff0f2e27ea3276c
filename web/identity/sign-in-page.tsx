import { Button, Loader } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { homeOf } from 'contract/permissions.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { failure } from '../shared/feedback/toasts.ts'
import { usePageTitle } from '../shared/page/page-title.ts'
import { forgetRecords } from '../shared/record/recent.ts'
import { Redirection } from '../shared/session/redirection.tsx'
import { sessionQuery } from '../shared/session/session.ts'
import { PrivateNotice, SignInFrame } from './sign-in-frame.tsx'
import classes from './sign-in-page.module.css'

// Loaded for those who ask for it: others wait for as little code as possible.
const PasswordSignIn = lazy(async () => ({ default: (await import('./password-sign-in.tsx')).PasswordSignIn }))

/** /auth: one button and the notice. A person who is signed in and has a role is sent on (product.md 2). */
export function SignInPage() {
  const { returnTo, error, with: way } = useSearch({ from: '/auth' })
  const { data: session, isPending } = useQuery(sessionQuery)
  useSignInFailure(error)
  usePageTitle('Sign in')
  useEffect(() => {
    if (session === null) forgetRecords()
  }, [session])
  if (isPending) return <Waiting />
  if (session?.role) return <Redirection to={localPath(returnTo) ?? homeOf(session.role)} />
  const google = <SignIn returnTo={localPath(returnTo)} />
  return (
    <SignInFrame>
      {session || error === 'access' ? (
        <NoAccess email={session?.user.email} />
      ) : way === 'password' ? (
        <Suspense fallback={<Loader size="sm" />}>
          <PasswordSignIn otherwise={google} />
        </Suspense>
      ) : (
        google
      )}
      <PrivateNotice />
    </SignInFrame>
  )
}

function SignIn({ returnTo, label = 'Sign in with Google' }: { returnTo?: string | undefined; label?: string }) {
  const [isBusy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    window.location.assign(`/api/auth/start${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`)
  }
  return (
    <Button
      fullWidth
      size="md"
      disabled={isBusy}
      aria-busy={isBusy}
      leftSection={<IconBrandGoogleFilled size={16} />}
      onClick={start}
    >
      {isBusy ? 'Signing in...' : label}
    </Button>
  )
}

/** Shown to a person whom Google knows but we do not, or who has no role. */
function NoAccess({ email }: { email: string | undefined }) {
  return (
    <>
      <p className={classes.refusal} role="alert">
        {email ? `${email} has no access yet.` : 'This account has no access yet. Your request has been noted.'}
      </p>
      <SignIn label="Sign in with Google" />
    </>
  )
}

function Waiting() {
  return (
    <main className={classes.page}>
      <div className={classes.waiting} role="status">
        <Loader size="sm" />
        Loading...
      </div>
    </main>
  )
}

function useSignInFailure(error: string | undefined) {
  useEffect(() => {
    if (error === 'failed') failure('Google sign in failed', 'Please try again.')
    if (error === 'unavailable')
      failure('Google sign in failed', 'The sign-in service cannot be reached at the moment.')
  }, [error])
}

/** Accepts only a path of this app: another address could send the person to a foreign site after sign-in. */
const localPath = (path: string | undefined) =>
  path && /^\/(?![/\\])/.test(path) && !path.startsWith('/auth') ? path : undefined
