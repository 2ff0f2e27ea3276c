import {
  IconActivityHeartbeat,
  IconBellCog,
  IconDatabaseCog,
  IconDevices,
  IconSettings,
  IconTool,
  IconUser,
} from '@tabler/icons-react'
import { createRoute, redirect } from '@tanstack/react-router'
import { screenOf } from './screen-code.ts'
import { shellRoute } from './shell-route.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  staticData: {
    ...{ isFrame: true, guide: 'settings' },
    sidebar: { group: 'Main', label: 'Settings', icon: IconSettings, go: 'E' },
  },
  component: screenOf(() => import('../settings-page.tsx'), 'SettingsPage'),
})

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account', search: true, replace: true })
  },
})

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'account',
  staticData: {
    palette: [
      { label: 'Account', icon: IconUser, words: 'settings profile name email password sign-in role me' },
      {
        ...{ label: 'Sessions', hash: 'sessions', icon: IconDevices },
        words: 'settings account device browser sign out everywhere else log security',
      },
      {
        ...{ label: 'Notification Settings', hash: 'notifications', icon: IconBellCog },
        words: 'settings notifications mute mail digest topics bell',
      },
    ],
  },
  component: screenOf(() => import('../../identity/account-page.tsx'), 'AccountPage'),
})

/** The account with the dialog for a new token open. */
const newTokenRoute = createRoute({ getParentRoute: () => accountRoute, path: 'tokens/new' })

const designRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'design',
  component: screenOf(() => import('../../settings/design-page.tsx'), 'DesignPage'),
})

const utilitiesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'utilities',
  staticData: {
    palette: [{ label: 'Utilities', icon: IconTool, words: 'settings clear cache refresh version feedback' }],
  },
  component: screenOf(() => import('../../settings/utilities-page.tsx'), 'UtilitiesPage'),
})

const systemRoutes = [
  createRoute({
    getParentRoute: () => utilitiesRoute,
    path: 'health',
    staticData: {
      needs: 'system.read',
      palette: [{ label: 'System Health', icon: IconActivityHeartbeat, words: 'admin server disk memory jobs status' }],
    },
    component: screenOf(() => import('../../settings/system-health.tsx'), 'SystemHealthDialog'),
  }),
  createRoute({
    getParentRoute: () => utilitiesRoute,
    path: 'database',
    staticData: {
      needs: 'system.read',
      palette: [{ label: 'Database Tools', icon: IconDatabaseCog, words: 'admin backup maintenance vacuum' }],
    },
    component: screenOf(() => import('../../settings/database-tools.tsx'), 'DatabaseToolsDialog'),
  }),
]

/** /settings and everything below it; open to everybody with a role. */
export const settingsRoutes = settingsRoute.addChildren([
  settingsIndexRoute,
  accountRoute.addChildren([newTokenRoute]),
  designRoute,
  utilitiesRoute.addChildren(systemRoutes),
])
