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
import { TaskCount } from '../../tasks/task-count.tsx'
import { ProposalCount } from '../../time-clock/proposal-count.tsx'
import type { Destination } from '../navigation.ts'
import classes from './bottom-bar.module.css'
import { openPalette } from './finder.tsx'

const clock: Entry = {
  ...{ label: 'Clock', to: '/time-clock', icon: IconClock, needs: 'time.clock', Count: ProposalCount },
}
const dashboard: Entry = {
  ...{ label: 'Dashboard', to: '/dashboard', under: '/company', icon: IconLayoutDashboard, needs: 'company.read' },
}
const tasks: Entry = { label: 'Tasks', to: '/tasks', icon: IconChecklist, needs: 'task.read', Count: TaskCount }
const sops: Entry = { label: 'SOPs', to: '/sops', icon: IconClipboardText, needs: 'sop.read' }

/** `under`: another path of the same screen. */
type Entry = Pick<Destination, 'label' | 'to' | 'under' | 'Count'> & { icon: Icon; needs: Action }

/** On phones, in reach of the thumb: the screens that people open many times a day. `onMore` opens the whole navigation. */
export function BottomBar({ session, onMore }: { session: Session; onMore: () => void }) {
  const allowed = ({ needs }: Entry) => session.permissions.includes(needs)
  const { pathname } = useLocation()
  const start = session.role && homeOf(session.role)
  const before = [...(start === dashboard.to || !allowed(clock) ? [dashboard] : []), clock, tasks].filter(allowed)
  const behind = [sops].filter(allowed)
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
      <div className={classes.item}>{before.includes(clock) ? more() : <ProposalCount link={more} />}</div>
    </nav>
  )
}

const isAt =
  (pathname: string) =>
  ({ to, under = to }: Pick<Entry, 'to' | 'under'>) =>
    pathname === to || pathname.startsWith(`${under}/`)

function Entry({ label, icon: Icon, Count, ...place }: Entry) {
  const { to } = place
  const isCurrent = isAt(useLocation().pathname)(place)
  const link = (title?: string) => (
    <Link {...at(to)} className={classes.entry} title={title} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </Link>
  )
  return <div className={classes.item}>{Count ? <Count link={link} /> : link()}</div>
}
