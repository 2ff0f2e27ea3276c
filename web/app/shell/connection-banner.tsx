import { IconDatabaseExclamation, IconPlugConnectedX, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { loadedAt, queries } from '../../shared/api/queries.ts'
import { useConnection } from '../../shared/api/reachability.ts'
import { useHasDialog } from '../../shared/form/dialog.ts'
import { formatTime } from '../../shared/format/dates.ts'
import { useMissingCode } from '../../shared/page/code.ts'
import { useKeptWords } from '../../shared/page/kept-offline.ts'
import { useIsPhone } from '../../shared/page/use-is-phone.ts'
import { useRefusedChanges, useTimeZone } from '../../shared/session/session.ts'
import classes from './connection-banner.module.css'

/** Says above each screen why nothing can be saved, while that is so. */
export function ConnectionBanner() {
  const connection = useConnection()
  const isFull = useRefusedChanges()
  const kept = useKeptWords()
  const missing = useMissingCode()
  const opened = missing === 'waiting' ? ' What you opened comes when the connection is back.' : ''
  useReloadAfter(connection === 'silent')
  if (connection === 'offline')
    return (
      <Banner icon={<IconWifiOff size={15} aria-hidden />}>
        You are offline. <Age /> {kept ?? 'Changes cannot be saved.'}
        {opened}
      </Banner>
    )
  if (connection === 'silent')
    return (
      <Banner icon={<IconPlugConnectedX size={15} aria-hidden />}>
        The server does not answer. <Age /> {kept ?? 'Changes cannot be saved.'}
        {opened}
      </Banner>
    )
  if (missing === 'gone') return <MissingCode />
  if (!isFull) return null
  return (
    <Banner icon={<IconDatabaseExclamation size={15} aria-hidden />}>
      The disk of the server is full. You can read everything, but nothing can be changed until there is space again.
    </Banner>
  )
}

/** Code of this page is gone from the server, or the browser has given it up. What was typed can still be saved. */
const MissingCode = () => (
  <Banner icon={<IconRefresh size={15} aria-hidden />}>
    A part of this page could not be loaded. Save what you have typed, then{' '}
    <button type="button" className={classes.again} data-small onClick={() => window.location.reload()}>
      load the page again
    </button>
    .
  </Banner>
)

type BannerProps = { icon: ReactNode; children: ReactNode }

/** On a phone a dialog covers the whole screen, so the banner stands above it then. */
function Banner(props: BannerProps) {
  const isPhone = useIsPhone()
  const isLifted = useHasDialog() && isPhone
  if (!isLifted) return <Words {...props} />
  return (
    <>
      <div className={classes.place} />
      {createPortal(<Words {...props} isLifted />, document.body)}
    </>
  )
}

function Words({ icon, children, isLifted = false }: BannerProps & { isLifted?: boolean }) {
  const banner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (isLifted && banner.current ? makeRoom(banner.current) : undefined), [isLifted])
  return (
    <div ref={banner} className={classes.banner} data-lifted={isLifted || undefined} role="status">
      {icon}
      <span>{children}</span>
    </div>
  )
}

/** Tells dialogs how much of the screen the banner takes (controls.css). */
function makeRoom(banner: HTMLElement) {
  const { style } = document.documentElement
  const measure = () => style.setProperty('--banner-height', `${banner.offsetHeight}px`)
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner-height')
  }
}

function Age() {
  const timeZone = useTimeZone()
  const at = loadedAt()
  const when = at === null ? ' before' : ` at ${formatTime(new Date(at).toISOString(), timeZone)}`
  return `What you see was loaded${when} and may be out of date.`
}

/** The library notices by itself when the network comes back, but not when the server does. */
function useReloadAfter(isSilent: boolean) {
  const wasSilent = useRef(false)
  useEffect(() => {
    if (wasSilent.current && !isSilent) void queries.invalidateQueries()
    wasSilent.current = isSilent
  }, [isSilent])
}
