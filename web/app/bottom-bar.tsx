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
import type { Action } from 'contract/permissions.ts'
import { at } from '../shared/page/at.ts'
import classes from './bottom-bar.module.css'
import { openPalette } from './finder.tsx'

const clock: Entry = { label: 'Clock', to: '/time-clock', icon: IconClock, needs: 'time.clock' }
/** For people who use no clock. */
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
  const before = [allowed(clock) ? clock : dashboard, tasks]
  return (
    <nav className={classes.bar} aria-label="Shortcuts">
      {before.filter(allowed).map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
      <button type="button" className={classes.entry} onClick={openPalette}>
        <IconSearch size={20} stroke={1.6} aria-hidden />
        Search
      </button>
      {after.filter(allowed).map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
      <button type="button" className={classes.entry} onClick={onMore}>
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
        More
      </button>
    </nav>
  )
}

function Entry({ label, to, under = to, icon: Icon }: Entry) {
  const { pathname } = useLocation()
  const isCurrent = pathname === to || pathname.startsWith(`${under}/`)
  return (
    <Link {...at(to)} className={classes.entry} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </Link>
  )
}
