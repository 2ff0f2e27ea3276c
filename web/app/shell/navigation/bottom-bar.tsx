import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import { homeOf } from 'contract/permissions.ts'
import { at } from '../../../shared/page/at.ts'
import { ProposalCount } from '../../../time-clock/proposals/proposal-count.tsx'
import { type Destination, sidebarOf } from '../../navigation.ts'
import { openPalette } from '../header/finder.tsx'
import classes from './bottom-bar.module.css'

/** On phones, in reach of the thumb: the screens that people open many times a day. `onMore` opens the whole navigation. */
export function BottomBar({ session, onMore }: { session: Session; onMore: () => void }) {
  const { pathname } = useLocation()
  const entries = sidebarOf(useRouter(), session.permissions).flatMap(({ items }) => items)
  const entryOf = (to: string) => entries.filter((entry) => entry.to === to)
  const clock = session.permissions.includes('time.clock')
    ? entryOf('/time-clock').map((entry) => ({ ...entry, label: 'Clock' }))
    : []
  const start = session.role && homeOf(session.role)
  const dashboard = start === '/dashboard' || clock.length === 0 ? entryOf('/dashboard') : []
  const before = [...dashboard, ...clock, ...entryOf('/tasks')]
  const behind = entryOf('/sops')
  const more = (title?: string) => (
    <button
      type="button"
      className={classes.entry}
      title={title}
      aria-current={[...before, ...behind].some(isAt(pathname)) ? undefined : 'true'}
      onClick={onMore}
    >
      <IconMenu2 size={20} stroke={1.6} aria-hidden />
      More
    </button>
  )
  return (
    <nav className={classes.bar} aria-label="Shortcuts">
      {before.map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
      <div className={classes.item}>
        <button type="button" className={classes.entry} onClick={openPalette}>
          <IconSearch size={20} stroke={1.6} aria-hidden />
          Search
        </button>
      </div>
      {behind.map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
      {/* What waits behind it is counted on it. */}
      <div className={classes.item}>{clock.length > 0 ? more() : <ProposalCount link={more} />}</div>
    </nav>
  )
}

const isAt =
  (pathname: string) =>
  ({ to, under = to }: Destination) =>
    pathname === to || pathname.startsWith(`${under}/`)

function Entry(entry: Destination) {
  const { label, to, icon: Icon, Count } = entry
  const isCurrent = isAt(useLocation().pathname)(entry)
  const link = (title?: string) => (
    <Link {...at(to)} className={classes.entry} title={title} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </Link>
  )
  return <div className={classes.item}>{Count ? <Count link={link} /> : link()}</div>
}
