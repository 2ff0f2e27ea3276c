import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { at } from '../shared/page/at.ts'
import { TabbedPage } from '../shared/page/tabbed-page.tsx'

const tabs = { users: 'User Management', companies: 'Company Management' }

/** /admin: its tabs are screens of `identity` and `companies`, each at its own address. */
export function AdminPage() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <TabbedPage
      title="Admin Panel"
      tabs={tabs}
      current={pathname.startsWith('/admin/companies') ? 'companies' : 'users'}
      onOpen={(tab) => void navigate(at(`/admin/${tab}`))}
    >
      <Outlet />
    </TabbedPage>
  )
}
