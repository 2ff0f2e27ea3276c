import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { NotificationSettings } from '../notifications/public.tsx'
import { at } from '../shared/page/at.ts'
import { usePageTitle } from '../shared/page/page-title.ts'
import { SettingsCard, SettingsColumn } from '../shared/page/settings-card.tsx'
import { useCan } from '../shared/session/session.ts'
import { OwnSessions } from './own-sessions.tsx'
import { OwnTokens } from './own-tokens.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm } from './profile-form.tsx'

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
