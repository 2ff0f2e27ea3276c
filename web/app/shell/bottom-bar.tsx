import {
  type Icon,
  IconChecklist,
  IconClipboardText,
  IconClock,
  IconLayoutDashboard,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import { type Action, homeOf } from 'contract/permissions.ts'
import { at } from '../../shared/page/at.ts'
import classes from './bottom-bar.module.css'
import { openPalette } from './finder.tsx'

const clock: Entry = { label: 'Clock', to: '/time-clock', icon: IconClock, needs: 'time.clock' }
const dashboard: Entry = {
  ...{ label: 'Dashboard', to: '/dashboard', under: '/company', icon: IconLayoutDashboard, needs: 'company.read' },
}
const tasks: Entry = { label: 'Tasks', to: '/tasks', icon: IconChecklist, needs: 'task.read' }
const after: Entry[] = [{ label: 'SOPs', to: '/sops', icon: IconClipboardText, needs: 'sop.read' }]

/** `under`: another path of the same screen. */
type Entry = { label: string; to: string; under?: string; icon: Icon; needs: Action }

/** On phones, in reach of the thumb: the screens that people open many times a day. `onMore` opens the whole navigation. */
export function BottomBar({ session, onMore }: { session: Session; onMore: () => void }) {
  const allowed = ({ needs }: Entry) => session.permissions.includes(needs)
  const { pathname } = useLocation()
  const start = session.role && homeOf(session.role)
  const before = [...(start === dashboard.to || !allowed(clock) ? [dashboard] : []), clock, tasks].filter(allowed)
  const behind = after.filter(allowed)
  return (
    <nav className={classes.bar} aria-label="Shortcuts">
      {before.map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
      <button type="button" className={classes.entry} onClick={openPalette}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        Search
      </button>
      {behind.map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
      <button
        type="button"
        className={classes.entry}
        aria-current={[...before, ...behind].some(isAt(pathname)) ? undefined : 'true'}
        onClick={onMore}
      >
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
        More
      </button>
    </nav>
  )
}

const isAt =
  (pathname: string) =>
  ({ to, under = to }: Pick<Entry, 'to' | 'under'>) =>
    pathname === to || pathname.startsWith(`${under}/`)

function Entry({ label, icon: Icon, ...place }: Entry) {
  const { to } = place
  const isCurrent = isAt(useLocation().pathname)(place)
  return (
    <Link {...at(to)} className={classes.entry} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </Link>
  )
}
