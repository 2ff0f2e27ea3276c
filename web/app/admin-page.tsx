import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { at } from '../shared/page/at.ts'
import { TabbedPage } from '../shared/page/tabbed-page.tsx'

const tabs = { users: 'User Management', companies: 'Company Management', feedback: 'Feedback', security: 'Security' }

/** /admin: its tabs are screens of `identity`, `companies` and `settings`, each at its own address. */
export function AdminPage() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <TabbedPage
      title="Admin Panel"
      tabs={tabs}
      current={Object.keys(tabs).find((tab) => pathname.startsWith(`/admin/${tab}`)) ?? 'users'}
      onOpen={(tab) => void navigate(at(`/admin/${tab}`))}
    >
      <Outlet />
    </TabbedPage>
  )
}
