import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { at } from '../../../shared/page/at.ts'
import { useCompany, useSession } from '../../../shared/session/session.ts'
import { panelOf } from '../../navigation.ts'
import classes from './sub-navigation.module.css'

/** The second-level panel beside the screen; a row of tabs where the window is small. */
export function SubNavigation() {
  const { pathname } = useLocation()
  const company = useCompany()
  const panel = panelOf(useRouter(), useSession().permissions, { company, pathname })
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a change of page the current tab may be scrolled out of view
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  if (!panel) return null
  // The longest path is the current one: the path of the first entry may be the beginning of the others.
  const current = panel.items
    .flatMap(({ to, under = to }) => [to, under].map((path) => ({ to, path })))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0]?.to
  return (
    <nav ref={nav} className={`stack flex-none py-3-5 px-2 border-r gap-px ${classes.panel}`} aria-label={panel.label}>
      <h2 className={`text-faint text-xs font-medium mb-1-5 px-2 tracking-normal ${classes.label}`}>{panel.label}</h2>
      {panel.items.map(({ label, to, icon: Icon, Count }) => {
        const link = (title?: string) => (
          <Link
            {...at(to)}
            className={`row gap-2 rounded-sm text-muted text-sm no-underline nowrap h-7 ${classes.link}`}
            activeOptions={{ exact: to === panel.root }}
            aria-current={to === current ? 'page' : undefined}
            title={title}
          >
            <Icon size={15} stroke={1.6} aria-hidden />
            <span>{label}</span>
          </Link>
        )
        return (
          <div key={to} className="flex-none relative">
            {Count ? <Count link={link} /> : link()}
          </div>
        )
      })}
    </nav>
  )
}
