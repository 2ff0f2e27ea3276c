import { Button, Modal, PasswordInput } from '@mantine/core'
import { IconBrandGoogleFilled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Session } from 'contract/identity/session.ts'
import { type SubmitEvent, useEffect, useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { leave, signedInAgain } from '../../shared/api/renewal.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { sessionKey } from '../../shared/session/session.ts'
import { signedInChannel, whoIsSignedIn } from '../../shared/session/who.ts'
import { addressOfSignIn } from './sign-in-address.ts'

type SignInAgainProps = { session: Session; isOther: boolean }

/** Covers the screens when the session ends during work; entered values stay below. */
export function SignInAgain({ session, isOther }: SignInAgainProps) {
  const { closeOnEscape: _, ...dialog } = useDialog()
  return (
    <Modal
      {...dialog}
      opened
      onClose={() => undefined}
      title={isOther ? 'Somebody else has signed in' : 'Your session has ended'}
      size="sm"
      zIndex={500}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // Cover the screen while it is not known who is sitting there.
      overlayProps={{ backgroundOpacity: 1, color: 'var(--surface-app)' }}
    >
      {isOther ? <Stopped session={session} /> : <Again session={session} />}
    </Modal>
  )
}

function Again({ session }: { session: Session }) {
  const look = useSignInWatch()
  return (
    <div className="stack gap-3">
      <p className="mb-1 text-muted break-words">
        Sign in again as <strong className="text-plain font-semibold">{session.user.email}</strong> to go on. What you
        entered is still here.
      </p>
      {session.hasPasswords && <ByPassword email={session.user.email} onSignedIn={look} />}
      <ByProvider />
      <Button variant="subtle" color="gray" onClick={() => leave('ended')}>
        Leave Without Saving
      </Button>
    </div>
  )
}

/** The other person must not see or save what the first one entered. */
function Stopped({ session }: { session: Session }) {
  const { data: now } = useQuery(whoQuery)
  return (
    <div className="stack gap-3">
      <p className="mb-1 text-muted break-words">
        This page belongs to <strong className="text-plain font-semibold">{session.user.email}</strong>, but{' '}
        {now ? <strong className="text-plain font-semibold">{now.user.email}</strong> : 'somebody else'} is signed in in
        this browser now. What was entered here was not saved, and cannot be continued.
      </p>
      <Button onClick={() => window.location.assign('/')} data-autofocus>
        Reload
      </Button>
    </div>
  )
}

const whoQuery = { queryKey: ['who'], queryFn: whoIsSignedIn, gcTime: 0, staleTime: 0 }

const lookMs = 3_000

/** Notices that somebody has signed in, in any window. @returns a function that checks at once */
function useSignInWatch(): () => void {
  const { data: who, refetch } = useQuery({ ...whoQuery, refetchInterval: lookMs, refetchOnWindowFocus: 'always' })
  useEffect(() => {
    const channel = new BroadcastChannel(signedInChannel)
    channel.onmessage = () => void refetch()
    return () => channel.close()
  }, [refetch])
  useEffect(() => {
    if (!who) return
    // Role and company may have changed meanwhile.
    if (signedInAgain(who.user.id)) void queries.invalidateQueries({ queryKey: sessionKey })
  }, [who])
  return () => void refetch()
}

function ByProvider() {
  const [isBlocked, setBlocked] = useState(false)
  const open = () => {
    const opened = window.open(addressOfSignIn('/auth/renewed'), 'sign-in', 'popup,width=520,height=680')
    setBlocked(opened === null)
  }
  return (
    <>
      <Button leftSection={<IconBrandGoogleFilled size={16} />} onClick={open} data-autofocus>
        Sign in with Google
      </Button>
      {isBlocked && (
        <p className="text-sm text-danger" role="alert">
          The browser did not open the window. Allow pop-ups for this page, or sign in in another tab.
        </p>
      )}
    </>
  )
}

function ByPassword({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => client.passwords.signIn({ email, password }),
    onSuccess: onSignedIn,
    onError: () => setPassword(''),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Portals pass events on to the forms below them.
    event.stopPropagation()
    signIn.mutate()
  }
  return (
    <form className="stack gap-3" onSubmit={submit}>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={signIn.error && messageOf(signIn.error)}
      />
      <SaveButton variant="default" loading={signIn.isPending} disabled={password === ''}>
        Sign in
      </SaveButton>
    </form>
  )
}
