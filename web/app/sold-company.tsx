import { IconLock } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { readingOnly } from 'contract/sold-companies.ts'
import { useMemo } from 'react'
import { SignedIn, useCompany, useSession } from '../shared/session/session.ts'
import classes from './connection-banner.module.css'

/** A screen of a company that was sold: nothing can be changed there, so that it offers no change either. */
export function SoldCompany() {
  const session = useSession()
  const company = useCompany()
  const offered = useMemo(() => ({ ...session, permissions: readingOnly(session.permissions) }), [session])
  return (
    <SignedIn value={offered}>
      <div className={classes.banner} role="status">
        <IconLock size={15} aria-hidden />
        <span>{company?.name} has been sold: its records can be read, but not changed.</span>
      </div>
      <Outlet />
    </SignedIn>
  )
}
