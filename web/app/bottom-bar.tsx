import { type Icon, IconChecklist, IconClipboardText, IconClock, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import type { Action } from 'contract/permissions.ts'
import { at } from '../shared/page/at.ts'
import classes from './bottom-bar.module.css'
import { openPalette } from './finder.tsx'

const before: Entry[] = [
  { label: 'Clock', to: '/time-clock', icon: IconClock, needs: 'time.read' },
  { label: 'Tasks', to: '/tasks', icon: IconChecklist, needs: 'task.read' },
]
const after: Entry[] = [{ label: 'SOPs', to: '/sops', icon: IconClipboardText, needs: 'sop.read' }]

type Entry = { label: string; to: string; icon: Icon; needs: Action }

/** On phones, in reach of the thumb: what people on the shop floor open many times a day. `onMore` opens the whole navigation. */
export function BottomBar({ session, onMore }: { session: Session; onMore: () => void }) {
  const allowed = ({ needs }: Entry) => session.permissions.includes(needs)
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

function Entry({ label, to, icon: Icon }: Entry) {
  const { pathname } = useLocation()
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <Link {...at(to)} className={classes.entry} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={20} stroke={1.6} aria-hidden />
      {label}
    </Link>
  )
}
