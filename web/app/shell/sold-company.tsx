import { IconLock } from '@tabler/icons-react'
import { Outlet, useMatches } from '@tanstack/react-router'
import { readingOnly } from 'contract/companies/sold-companies.ts'
import { useMemo } from 'react'
import { Redirection } from '../../shared/session/redirection.tsx'
import { SignedIn, useCompany, useSession } from '../../shared/session/session.ts'
import classes from './connection-banner.module.css'

/** A screen of a company that was sold: nothing can be changed there, so the screen offers no changes. */
export function SoldCompany() {
  const session = useSession()
  const company = useCompany()
  const offered = useMemo(() => ({ ...session, permissions: readingOnly(session.permissions) }), [session])
  const list = useListOfForm(offered.permissions)
  return (
    <SignedIn value={offered}>
      <div
        className={`row justify-center gap-2 bg-warning text-warning text-sm py-1-5 px-4 ${classes.banner}`}
        role="status"
      >
        <IconLock size={15} aria-hidden />
        <span>{company?.name} has been sold: its records can be read, but not changed.</span>
      </div>
      {list ? <Redirection key={list} to={list} /> : <Outlet />}
    </SignedIn>
  )
}

/** The list of a form that only changes something, for a typed address; null for a screen that can be read. */
function useListOfForm(permissions: readonly string[]): string | null {
  const [list, form] = useMatches().slice(-2)
  const needs = form?.staticData.needs
  if (!list || !form || !needs || permissions.includes(needs)) return null
  return /\/(new|edit|propose)$/.test(form.pathname) ? list.pathname : null
}
