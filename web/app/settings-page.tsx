import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { at } from '../shared/page/at.ts'
import { TabbedPage } from '../shared/page/tabbed-page.tsx'

const tabs = { account: 'Account', design: 'UI & Design', utilities: 'Utilities' }

/** /settings: its tabs are screens of `identity` and `settings`, each at its own address. */
export function SettingsPage() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const current = Object.keys(tabs).find((tab) => pathname.startsWith(`/settings/${tab}`)) ?? 'account'
  return (
    <TabbedPage
      title="Settings"
      tabs={tabs}
      current={current}
      onOpen={(tab) => void navigate(at(`/settings/${tab}`, true))}
    >
      <Outlet />
    </TabbedPage>
  )
}
