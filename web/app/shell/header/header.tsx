import { ActionIcon, Badge, Button, useComputedColorScheme } from '@mantine/core'
import { IconBell, IconHelp, IconLayoutSidebar, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import { roleLabels } from 'contract/permissions.ts'
import { useKeptAppearance } from '../../../shared/appearance/appearance.ts'
import { failedTo } from '../../../shared/feedback/toasts.ts'
import { at } from '../../../shared/page/at.ts'
import { lateComponent } from '../../../shared/page/later.tsx'
import { useAppearanceSaving } from '../../../shared/session/preferences.ts'
import { seesAllCompanies, useCompany } from '../../../shared/session/session.ts'
import { useGuidePage } from '../../navigation.ts'
import { CompanyMark, CompanySwitcher } from './company-switcher.tsx'
import { Finder } from './finder.tsx'
import classes from './header.module.css'
import { useSignOut } from './sign-out.ts'

const Bell = lateComponent(
  async () => (await import('../../../notifications/bell.tsx')).Bell,
  ({ onWant }) => (
    <ActionIcon aria-label="Notifications" onClick={onWant}>
      <IconBell size={17} stroke={1.6} />
    </ActionIcon>
  ),
)

type HeaderProps = { session: Session; onToggleSidebar: () => void; isCollapsed: boolean }

export function Header({ session, onToggleSidebar, isCollapsed }: HeaderProps) {
  const company = useCompany()
  return (
    <header className={`row flex-none gap-2 border-b ${classes.header}`} data-company={company?.color}>
      <ActionIcon
        className={classes.inBar ?? ''}
        aria-label="Toggle sidebar"
        aria-expanded={!isCollapsed}
        title="Toggle sidebar (Ctrl+B)"
        onClick={onToggleSidebar}
      >
        <IconLayoutSidebar size={17} stroke={1.6} />
      </ActionIcon>
      {seesAllCompanies(session) ? <CompanySwitcher /> : <CompanyMark />}
      {session.isDemo && (
        <Badge color="yellow" className={`flex-none ${classes.demo}`} title="This server holds demo data">
          Demo
        </Badge>
      )}
      <div className={`row gap-3 min-w-0 ml-auto ${classes.person}`}>
        <Finder />
        <Bell />
        <Help />
        <ThemeToggle />
        <div className={`stack text-right ${classes.who}`}>
          <span className="text-sm truncate" title={session.user.email}>
            {session.user.email}
          </span>
          <span className="text-xs text-muted nowrap">{session.role ? roleLabels[session.role] : 'User'}</span>
        </div>
        <SignOut />
      </div>
    </header>
  )
}

/** Leads from each screen to its page of the User Guide. The key '?' shows the sheet of keys, which leads there too. */
const Help = () => (
  <ActionIcon component={Link} {...at(useGuidePage())} aria-label="Help" title="Help">
    <IconHelp size={17} stroke={1.6} />
  </ActionIcon>
)

function SignOut() {
  const signOut = useSignOut()
  return (
    <Button
      variant="default"
      size="xs"
      loading={signOut.isPending}
      title="Sign Out"
      leftSection={<IconLogout size={17} stroke={1.6} className={classes.signOutIcon} />}
      onClick={() => signOut.mutate()}
      className={`flex-none ${classes.signOut}`}
    >
      <span className={classes.signOutLabel}>Sign Out</span>
    </Button>
  )
}

function ThemeToggle() {
  const look = useKeptAppearance()
  const saving = useAppearanceSaving(failedTo('remember your choice'))
  const next = useComputedColorScheme('dark') === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      className={classes.inSettings ?? ''}
      aria-label={`Switch to ${next} mode`}
      title={`Switch to ${next} mode`}
      onClick={() => saving.mutate({ ...look, theme: next })}
    >
      {next === 'light' ? <IconSun size={17} stroke={1.6} /> : <IconMoon size={17} stroke={1.6} />}
    </ActionIcon>
  )
}
