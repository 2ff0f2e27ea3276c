import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconShieldLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ProfileFields } from 'contract/identity/profile.ts'
import type { Session } from 'contract/identity/session.ts'
import { useId, useRef } from 'react'
import { NotificationSettings } from '../notifications/public.tsx'
import { client } from '../shared/api/api.ts'
import { queries } from '../shared/api/queries.ts'
import { failedTo, saved } from '../shared/feedback/toasts.ts'
import { isChanged } from '../shared/form/form-values.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import { UnsavedChanges } from '../shared/form/unsaved-changes.tsx'
import { at } from '../shared/page/at.ts'
import { usePageTitle } from '../shared/page/page-title.ts'
import { SettingsActions, SettingsCard, SettingsColumn, SettingsRow } from '../shared/page/settings-card.tsx'
import { RoleBadge } from '../shared/session/role-badge.tsx'
import { sessionKey, useCan, useSession } from '../shared/session/session.ts'
import classes from './account.module.css'
import { OwnSessions } from './own-sessions.tsx'
import { OwnTokens } from './own-tokens.tsx'
import { PasswordSection } from './password-section.tsx'

/** /settings/account */
export function AccountPage() {
  usePageTitle('Account')
  const managesPeople = useCan('person.read')
  return (
    <SettingsColumn>
      <ProfileForm />
      {managesPeople && <AdminAccess />}
      <PasswordSection />
      {/* In sight on a phone: people look for tokens, and seldom for sessions, which mostly are many. */}
      <OwnTokens />
      <OwnSessions />
      {/* The longest comes last: who looks for a token must not pass all these switches. */}
      <NotificationSettings />
    </SettingsColumn>
  )
}

const AdminAccess = () => (
  <SettingsCard
    title="Admin Access"
    text="You may manage the users and companies of this system."
    aside={
      <Button
        {...at('/admin')}
        component={Link}
        variant="default"
        leftSection={<IconShieldLock size={15} stroke={1.6} />}
      >
        Open Admin Panel
      </Button>
    }
  />
)

/** The person's own name. The e-mail address is the identity, so only an operator changes it (product.md 2). */
function ProfileForm() {
  const { user, role } = useSession()
  const id = useId()
  const isLeaving = useRef(false)
  const form = useForm({
    initialValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    validate: schemaResolver(ProfileFields, { sync: true }),
  })
  const saving = useMutation({
    mutationFn: (names: { firstName: string; lastName: string }) => client.profile.update(ProfileFields.parse(names)),
    onSuccess: (person) => {
      saved('Profile', 'updated')
      form.setInitialValues({ firstName: person.firstName ?? '', lastName: person.lastName ?? '' })
      form.reset()
      queries.setQueryData(sessionKey, (session: Session | null | undefined) => session && { ...session, user: person })
    },
    onError: failedTo('update profile'),
  })
  const isDirty = () => isChanged(ProfileFields, form.getInitialValues(), form.getValues())
  const name = (field: 'firstName' | 'lastName') => ({
    ...{ id: `${id}-${field}`, className: 'w-full', ...form.getInputProps(field) },
  })
  return (
    <SettingsCard title="Profile" text="Your name, as colleagues see it." aside={<RoleBadge role={role} />}>
      <form noValidate onSubmit={form.onSubmit((names) => saving.mutate(names))}>
        <SettingsRow label="First Name" for={`${id}-firstName`}>
          <TextInput autoComplete="given-name" {...name('firstName')} />
        </SettingsRow>
        <SettingsRow label="Last Name" for={`${id}-lastName`}>
          <TextInput autoComplete="family-name" {...name('lastName')} />
        </SettingsRow>
        <SettingsRow label="Email" for={`${id}-email`} hint="You sign in with it, so it cannot be changed.">
          <TextInput id={`${id}-email`} className={`w-full ${classes.locked}`} value={user.email} readOnly />
        </SettingsRow>
        <SettingsActions>
          <SaveButton loading={saving.isPending} disabled={!isDirty()}>
            Update Profile
          </SaveButton>
        </SettingsActions>
      </form>
      <UnsavedChanges isDirty={isDirty} isLeaving={isLeaving} />
    </SettingsCard>
  )
}
