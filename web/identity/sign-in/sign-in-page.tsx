import { Button, Loader } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazy } from '../../shared/page/code.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { forgetRecords } from '../../shared/record/recent.ts'
import { whoIsSignedIn } from '../../shared/session/who.ts'
import { addressOfSignIn, localPath } from './sign-in-address.ts'
import { PrivateNotice, SignInFrame } from './sign-in-frame.tsx'
import classes from './sign-in-page.module.css'

// Loaded on request: everybody else waits for as little code as possible.
const PasswordSignIn = lazy(async () => ({ default: (await import('./password-sign-in.tsx')).PasswordSignIn }))

/** /auth: one button and the notice. A person who is signed in and has a role is sent on (product.md 2). */
export function SignInPage() {
  const search = new URLSearchParams(window.location.search)
  const returnTo = localPath(search.get('returnTo'))
  const visitor = useVisitor()
  usePageTitle('Sign in')
  useEffect(() => {
    if (visitor === null) forgetRecords()
  }, [visitor])
  const isKnown = visitor !== 'unknown' && visitor?.role !== undefined && visitor.role !== null
  useEffect(() => {
    if (isKnown) window.location.replace(returnTo ?? '/')
  }, [isKnown, returnTo])
  if (visitor === 'unknown' || isKnown) return <Waiting />
  const google = <SignIn returnTo={returnTo} />
  return (
    <SignInFrame>
      {visitor || search.get('error') === 'access' ? (
        <NoAccess email={visitor?.user.email} />
      ) : (
        <>
          <Notice error={search.get('error')} notice={search.get('notice')} />
          {search.get('with') === 'password' ? (
            <Suspense fallback={<Loader size="sm" />}>
              <PasswordSignIn otherwise={google} />
            </Suspense>
          ) : (
            google
          )}
        </>
      )}
      <PrivateNotice />
    </SignInFrame>
  )
}

/** The signed-in person; nobody when the server does not answer: the button then shows the problem. */
function useVisitor() {
  const [visitor, setVisitor] = useState<Awaited<ReturnType<typeof whoIsSignedIn>> | 'unknown'>('unknown')
  useEffect(() => {
    void whoIsSignedIn().then(setVisitor, () => setVisitor(null))
  }, [])
  return visitor
}

type SignInProps = { returnTo?: string | undefined; label?: string }

function SignIn({ returnTo, label = 'Sign in with Google' }: SignInProps) {
  const [isBusy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    window.location.assign(addressOfSignIn(returnTo))
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

/** Shown to a person who has a Google account but is unknown here, or has no role. */
function NoAccess({ email }: { email: string | undefined }) {
  return (
    <>
      <Refusal>
        {email ? `${email} has no access yet.` : 'This account has no access yet. Your request has been noted.'}
      </Refusal>
      <SignIn label="Sign in with Google" />
    </>
  )
}

const Refusal = ({ children }: { children: ReactNode }) => (
  <p className="mb-4 text-warning rounded-sm bg-warning py-2-5 px-3" role="alert">
    {children}
  </p>
)

/** What the provider said about the sign-in that just failed; the server leaves it in a cookie for a minute. */
function takeFailure(): string | undefined {
  const value = /(?:^|; )sign_in_failure=([^;]*)/.exec(document.cookie)?.[1]
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = 'sign_in_failure=; path=/auth; max-age=0'
  return value && decodeURIComponent(value)
}

/** The message about the sign-in that leads here. */
function Notice({ error, notice }: { error: string | null; notice: string | null }) {
  const [reason] = useState(takeFailure)
  if (error === 'failed') return <Refusal>Google sign in failed: {reason ?? 'please try again.'}</Refusal>
  if (error === 'unavailable')
    return <Refusal>Google sign in failed. The sign-in service cannot be reached at the moment.</Refusal>
  const sentence =
    notice !== null && Object.hasOwn(notices, notice) ? notices[notice as keyof typeof notices] : undefined
  return sentence ? (
    <p
      className={`mb-4 text-success rounded-sm py-2-5 px-3 ${classes.notice}`}
      role="status"
      data-neutral={notice === 'ended' || undefined}
    >
      {sentence}
    </p>
  ) : null
}

/** Why somebody is here, by `notice` of the address. */
const notices = {
  'password-set': 'Your password is set. Sign in with it now.',
  reset: 'The demo was reset. Please sign in again.',
  ended: 'Your session has ended. Please sign in again.',
} as const

function Waiting() {
  return (
    <main className={`grid place-items-center ${classes.page}`}>
      <div className="row gap-2-5 text-muted" role="status">
        <Loader size="sm" />
        Loading...
      </div>
    </main>
  )
}
