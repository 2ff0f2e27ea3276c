// Must come first, before any schema is made.
import '../../shared/without-eval.ts'
import { PasswordInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { PasswordReset } from 'contract/identity/passwords.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { fieldIssuesOf, messageOf } from '../../shared/api/server-errors.ts'
import { Toaster } from '../../shared/feedback/toaster.tsx'
import { failure } from '../../shared/feedback/toasts.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { usePageTitle } from '../../shared/page/page-title.ts'
import classes from './password-forms.module.css'
import { PrivateNotice, SignInFrame } from './sign-in-frame.tsx'

const Password = PasswordReset.pick({ password: true })

/** /auth/reset-password#secret: sets a password by the link of a mail. */
export function PasswordResetPage() {
  usePageTitle('Set your password')
  const [token] = useState(takeToken)
  return (
    <QueryClientProvider client={queries}>
      <SignInFrame title="Set Your Password">
        {token ? <NewPassword token={token} /> : <Incomplete />}
        <PrivateNotice />
      </SignInFrame>
      <Toaster />
    </QueryClientProvider>
  )
}

function NewPassword({ token }: { token: string }) {
  const form = useForm({ initialValues: { password: '' }, validate: schemaResolver(Password, { sync: true }) })
  const save = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      client.passwords.reset({ token, password: Password.parse({ password }).password }),
    onSuccess: () => window.location.assign('/auth?notice=password-set&with=password'),
    onError: (error) => {
      const [issue] = fieldIssuesOf(error)
      if (issue?.field === 'password') form.setFieldError('password', issue.message)
      else failure('Password reset failed', messageOf(error))
    },
  })
  return (
    <form className="stack gap-3-5" noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <PasswordInput
        {...form.getInputProps('password')}
        label="New password"
        description="At least 12 characters. A few words that do not belong together are good."
        autoComplete="new-password"
        data-autofocus
      />
      <SaveButton size="md" fullWidth loading={save.isPending}>
        Set Password
      </SaveButton>
      <p className={classes.text}>You are then signed out everywhere, and your access tokens end.</p>
    </form>
  )
}

const Incomplete = () => (
  <p className={classes.text} role="alert">
    This link is not complete. Open it from the mail again, or{' '}
    <a href="/auth?with=password" className={`text-accent no-underline ${classes.link}`}>
      ask for another one
    </a>
    .
  </p>
)

/** The secret of the link. It is removed from the address at once, so that the browser's history does not keep it. */
function takeToken(): string | undefined {
  const secret = /^#([\w-]{43})$/.exec(window.location.hash)?.[1]
  if (secret) window.history.replaceState(window.history.state, '', window.location.pathname)
  return secret
}
