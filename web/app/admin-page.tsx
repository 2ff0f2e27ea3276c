import { Tabs } from '@mantine/core'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import classes from './admin-page.module.css'

const tabs = { users: 'User Management', companies: 'Company Management' }

/** /admin: its tabs are screens of `identity` and `companies`, each at its own address. */
export function AdminPage() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const current = pathname.startsWith('/admin/companies') ? 'companies' : 'users'
  const open = (tab: string | null) => void navigate({ to: `/admin/${tab}` as '/' })
  return (
    <Tabs className={classes.page} value={current} onChange={open} keepMounted={false}>
      <h1 className={classes.title}>Admin Panel</h1>
      <Tabs.List className={classes.tabs}>
        {Object.entries(tabs).map(([tab, label]) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current} className={classes.panel}>
        <Outlet />
      </Tabs.Panel>
    </Tabs>
  )
}
