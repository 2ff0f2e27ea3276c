import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import { homeOf } from 'contract/permissions.ts'
import { type CSSProperties, Suspense, useEffect, useRef } from 'react'
import { sendAsPerson } from '../../shared/api/api.ts'
import { hasKeptJobs, onLongJob } from '../../shared/api/kept-jobs.ts'
import { actAs, askToSignIn, useRenewal } from '../../shared/api/renewal.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { lazyDialog } from '../../shared/form/lazy-dialog.tsx'
import { useIsLive, useLiveScreens } from '../../shared/live/live.ts'
import { lazy } from '../../shared/page/code.ts'
import { later } from '../../shared/page/later.tsx'
import { PlacesContext } from '../../shared/record/places.ts'
import { besideId, useRecordWidth } from '../../shared/record/record-place.ts'
import { useSavedAppearance } from '../../shared/session/preferences.ts'
import { Redirection } from '../../shared/session/redirection.tsx'
import { allows, SignedIn, sessionQuery, useAccessWatch, useCompany, useSession } from '../../shared/session/session.ts'
import { places } from '../places.ts'
import { CompanyInAddress } from '../routes/company-in-address.tsx'
import { useScreenScroll } from '../screen-scroll.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header/header.tsx'
import { BottomBar } from './navigation/bottom-bar.tsx'
import { Sidebar } from './navigation/sidebar.tsx'
import { startsCollapsed, useSidebar } from './navigation/sidebar-state.ts'
import { SubNavigation } from './navigation/sub-navigation.tsx'
import classes from './shell.module.css'

const drawer = later(() => import('./navigation/sidebar-drawer.tsx'))
const SidebarDrawer = lazyDialog(async () => ({ default: (await drawer.now()).SidebarDrawer }))
const ClosedCompany = lazy(async () => ({ default: (await import('./closed-company.tsx')).ClosedCompany }))
const SoldCompany = lazy(async () => ({ default: (await import('./sold-company.tsx')).SoldCompany }))
const SignInAgain = lazy(async () => ({
  default: (await import('../../identity/sign-in/sign-in-again.tsx')).SignInAgain,
}))

const longJobs = () => import('../../shared/api/long-jobs.tsx')
onLongJob(async (address, send) => (await longJobs()).followJob(address, send))

/** The frame around every screen, for people who are signed in. Others go to /auth, and return to the requested page afterwards. */
export function Shell() {
  const { data: session, isPending, error, refetch } = useQuery(sessionQuery)
  useLiveScreens(Boolean(session?.role))
  useAccessWatch(session, useIsLive())
  if (isPending) return <SkeletonShell />
  if (session === null) return <ToSignIn />
  if (!session) return <LoadFailure what="your session" error={error} onRetry={() => void refetch()} />
  if (!session.role) return <ToSignIn />
  actAs(session.user.id)
  return (
    <SignedIn value={session}>
      <PlacesContext value={places}>
        <Frame session={session} />
      </PlacesContext>
    </SignedIn>
  )
}

/** Another program serves /auth, so the browser goes there and drops this one. */
function ToSignIn() {
  const { href } = useLocation()
  useEffect(() => askToSignIn(href), [href])
  return <SkeletonShell />
}

/** `/`: the start page of the role. */
export function Landing() {
  const { role } = useSession()
  return role && <Redirection to={homeOf(role)} />
}

function Frame({ session }: { session: Session }) {
  useSavedAppearance()
  useKeptJobs()
  const sidebar = useSidebar()
  const renewal = useRenewal()
  const recordWidth = useRecordWidth()
  const main = useRef<HTMLElement>(null)
  useScreenScroll(main)
  const isSold = useCompany()?.status === 'sold'
  const isAllowed = useMatches().every(({ staticData }) => allows(session.permissions, staticData.needs))
  return (
    <div className={classes.frame} data-collapsed={sidebar.hasAutoCollapse || sidebar.isCollapsed || undefined}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Sidebar session={session} {...sidebar} />
      {sidebar.isSlideOpen && <SidebarDrawer session={session} onClose={sidebar.closeSlide} />}
      <div className="stack min-w-0 min-h-0">
        <ConnectionBanner />
        <Header session={session} onToggleSidebar={sidebar.toggle} isCollapsed={sidebar.isCollapsed} />
        <div className={classes.workspace}>
          <SubNavigation />
          <div className="flex flex-1 min-w-0 min-h-0">
            <main ref={main} id="main" className={classes.main} tabIndex={-1}>
              <CompanyInAddress />
              {session.companies.length === 0 ? (
                <Suspense>
                  <ClosedCompany />
                </Suspense>
              ) : isAllowed && isSold ? (
                <Suspense>
                  <SoldCompany />
                </Suspense>
              ) : isAllowed ? (
                <Outlet />
              ) : (
                session.role && <Redirection to={homeOf(session.role)} />
              )}
            </main>
            <div
              id={besideId}
              className={classes.beside}
              data-open={recordWidth}
              style={{ '--record-width': recordWidth } as CSSProperties}
            />
          </div>
        </div>
        <BottomBar session={session} onMore={sidebar.toggle} />
      </div>
      {renewal !== 'none' && (
        <Suspense>
          <SignInAgain session={session} isOther={renewal === 'other'} />
        </Suspense>
      )}
    </div>
  )
}

/** Long work that was begun before the page was left is followed again. */
function useKeptJobs() {
  useEffect(() => {
    if (hasKeptJobs()) void longJobs().then(({ followKeptJobs }) => followKeptJobs(sendAsPerson))
  }, [])
}

function SkeletonShell() {
  return (
    <div className={classes.frame} data-collapsed={startsCollapsed() || undefined} aria-busy="true">
      <div className={classes.blankSidebar}>
        {[22, 12, 12, 12].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
          <Skeleton key={index} height={height} width={index === 0 ? '60%' : '45%'} radius="sm" />
        ))}
      </div>
      <div className="stack min-w-0 min-h-0">
        <div className={classes.blankHeader}>
          <Skeleton height={14} width={140} radius="sm" />
          <Skeleton height={14} width={180} radius="sm" />
        </div>
      </div>
    </div>
  )
}
