import { Button, PasswordInput, Skeleton } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { PasswordChange } from 'contract/identity/passwords.ts'
import { api, client } from '../shared/api/api.ts'
import { fieldIssuesOf, messageOf } from '../shared/api/server-errors.ts'
import { failure, inform, success } from '../shared/feedback/toasts.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import { SettingsActions, SettingsCard, SettingsRow } from '../shared/page/settings-card.tsx'
import { useSession } from '../shared/session/session.ts'

/** A card of Settings > Account: the password of the person signed in; nothing when passwords are off. */
export function PasswordSection() {
  const { hasPasswords } = useSession()
  const { data: own, isPending } = useQuery({
    ...api.passwords.own.queryOptions(),
    enabled: hasPasswords,
    retry: false,
  })
  if (!hasPasswords) return null
  if (isPending) return <Skeleton height={72} radius="md" />
  if (!own) return null
  return own.isSet ? <Change /> : <FirstPassword />
}

const blank = { currentPassword: '', newPassword: '' }

function Change() {
  const form = useForm({ initialValues: blank, validate: schemaResolver(PasswordChange, { sync: true }) })
  const change = useMutation({
    mutationFn: (values: typeof blank) => client.passwords.change(PasswordChange.parse(values)),
    onSuccess: () => {
      form.reset()
      success('Password changed successfully')
    },
    onError: (error) => {
      const issues = fieldIssuesOf(error)
      if (issues.length === 0) failure('Failed to change password', messageOf(error))
      form.setErrors(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
    },
  })
  return (
    <SettingsCard title="Password" text="When you change it, your other browsers are signed out.">
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <SettingsRow label="Current password" for="current-password">
          <PasswordInput
            {...form.getInputProps('currentPassword')}
            id="current-password"
            autoComplete="current-password"
          />
        </SettingsRow>
        <SettingsRow label="New password" hint="At least 12 characters." for="new-password">
          <PasswordInput {...form.getInputProps('newPassword')} id="new-password" autoComplete="new-password" />
        </SettingsRow>
        <SettingsActions>
          <SaveButton loading={change.isPending}>Change Password</SaveButton>
        </SettingsActions>
      </form>
    </SettingsCard>
  )
}

/** A mail proves who sets the password: a browser that somebody left open is not enough. */
function FirstPassword() {
  const { email } = useSession().user
  const ask = useMutation({
    mutationFn: () => client.passwords.askReset({ email }),
    onSuccess: () => inform('Password reset email sent', 'Check your email for the password reset link.'),
    onError: (error) => failure('Password reset failed', messageOf(error)),
  })
  return (
    <SettingsCard
      title="Password"
      text={`You have none. A link to set one goes to ${email}.`}
      aside={
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          Email Me a Link
        </Button>
      }
    />
  )
}
