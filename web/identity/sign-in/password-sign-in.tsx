// Must come first, before any schema is made.
import '../../shared/without-eval.ts'
import { PasswordInput, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { PasswordSignIn as Fields, ResetWish } from 'contract/identity/passwords.ts'
import { type ReactNode, useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { Toaster } from '../../shared/feedback/toaster.tsx'
import { failure, inform } from '../../shared/feedback/toasts.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import classes from './password-forms.module.css'

/** /auth?with=password. @param otherwise shown when passwords are off */
export const PasswordSignIn = ({ otherwise }: { otherwise: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <Offered otherwise={otherwise} />
    <Toaster />
  </QueryClientProvider>
)

function Offered({ otherwise }: { otherwise: ReactNode }) {
  const offered = useQuery({
    queryKey: api.passwords.offered.queryKey(),
    queryFn: () => client.passwords.offered().then(() => true), // it answers nothing or 404
    retry: false,
  })
  const [email, setEmail] = useState('')
  const [isResetting, setResetting] = useState(false)
  if (offered.isPending) return null
  if (offered.isError) return otherwise
  return isResetting ? (
    <ResetMail email={email} onBack={() => setResetting(false)} />
  ) : (
    <SignIn
      email={email}
      onForgotten={(typed) => {
        setEmail(typed)
        setResetting(true)
      }}
    />
  )
}

function SignIn({ email, onForgotten }: { email: string; onForgotten: (email: string) => void }) {
  const form = useForm({
    initialValues: { email, password: '' },
    validate: schemaResolver(Fields, { sync: true }),
  })
  const signIn = useMutation({
    mutationFn: (values: { email: string; password: string }) => client.passwords.signIn(Fields.parse(values)),
    // The page sends a signed-in person on.
    onSuccess: () => window.location.reload(),
    onError: (error) => {
      form.setFieldValue('password', '')
      failure('Sign in failed', messageOf(error))
    },
  })
  return (
    <form className="stack gap-3-5" noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <TextInput {...form.getInputProps('email')} label="Email" type="email" autoComplete="username" data-autofocus />
      <PasswordInput {...form.getInputProps('password')} label="Password" autoComplete="current-password" />
      <SaveButton size="md" fullWidth loading={signIn.isPending}>
        Sign in
      </SaveButton>
      <div className="flex justify-between gap-4">
        <TextButton onClick={() => onForgotten(form.getValues().email)}>Forgot, or no password yet?</TextButton>
        <a href={withGoogle()} className={`text-accent no-underline ${classes.link}`}>
          Use Google
        </a>
      </div>
    </form>
  )
}

function ResetMail({ email, onBack }: { email: string; onBack: () => void }) {
  const form = useForm({ initialValues: { email }, validate: schemaResolver(ResetWish, { sync: true }) })
  const ask = useMutation({
    mutationFn: (values: { email: string }) => client.passwords.askReset(ResetWish.parse(values)),
    onSuccess: () => {
      inform('Password reset email sent', 'Check your email for the password reset link.')
      onBack()
    },
    onError: (error) => failure('Password reset failed', messageOf(error)),
  })
  return (
    <form className="stack gap-3-5" noValidate onSubmit={form.onSubmit((values) => ask.mutate(values))}>
      <p className={classes.text}>If this address has access, it gets a link to set a password.</p>
      <TextInput {...form.getInputProps('email')} label="Email" type="email" autoComplete="username" data-autofocus />
      <SaveButton size="md" fullWidth loading={ask.isPending}>
        Send the Link
      </SaveButton>
      <div className="flex justify-between gap-4">
        <TextButton onClick={onBack}>Back to sign-in</TextButton>
      </div>
    </form>
  )
}

function withGoogle(): string {
  const returnTo = new URLSearchParams(window.location.search).get('returnTo')
  return `/auth${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`
}
