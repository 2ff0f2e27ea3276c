import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { Session } from 'contract/identity/session.ts'
import type { ComponentProps } from 'react'
import { LazyTooltip } from '../../../shared/feedback/lazy-tooltip.tsx'
import { at } from '../../../shared/page/at.ts'
import { Brand } from '../../../shared/page/brand.tsx'
import { type Destination, sidebarOf } from '../../navigation.ts'
import classes from './sidebar.module.css'
import type { SidebarState } from './sidebar-state.ts'

type SidebarProps = { session: Session; isCollapsed: boolean }

export function Sidebar({
  session,
  isCollapsed,
  hasAutoCollapse,
  visit,
}: SidebarProps & Pick<SidebarState, 'hasAutoCollapse' | 'visit'>) {
  // A finger has no place above the sidebar: its tap follows the icon, and opens nothing that would move away from below it.
  const visits: ComponentProps<'aside'> = {
    onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && visit(true),
    onPointerLeave: () => visit(false),
    onFocus: ({ target }) => target.matches(':focus-visible') && visit(true),
    onBlur: ({ currentTarget, relatedTarget }) => visit(currentTarget.contains(relatedTarget)),
  }
  return (
    <aside
      className={classes.sidebar}
      data-over={(hasAutoCollapse && !isCollapsed) || undefined}
      {...(hasAutoCollapse && visits)}
    >
      <Navigation session={session} isCollapsed={isCollapsed} />
    </aside>
  )
}

export function Navigation({ session, isCollapsed, onNavigate }: SidebarProps & { onNavigate?: () => void }) {
  const groups = sidebarOf(useRouter(), session.permissions)
  return (
    <>
      <div className={classes.brand}>
        <Brand />
        {!isCollapsed && <span>SBR Operations</span>}
      </div>
      <nav className={classes.nav} aria-label="Main">
        {groups.map(({ label, items }) => (
          <section key={label} className={classes.group} aria-label={label}>
            {!isCollapsed && <h2 className={classes.label}>{label}</h2>}
            {items.map((item) => (
              <NavigationLink key={item.to} {...item} isCollapsed={isCollapsed} onNavigate={onNavigate} />
            ))}
          </section>
        ))}
      </nav>
    </>
  )
}

type LinkProps = Destination & { path: string } & { isCollapsed: boolean; onNavigate: (() => void) | undefined }

function NavigationLink({ label, to, path, under, icon: Icon, Count, isCollapsed, onNavigate }: LinkProps) {
  const { pathname } = useLocation()
  const isCurrent = [path, under ?? path].some((each) => pathname === each || pathname.startsWith(`${each}/`))
  const link = (title?: string) => (
    <Link
      {...at(to)}
      className={classes.link}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isCollapsed ? label : undefined}
      title={title}
      {...(onNavigate && { onClick: onNavigate })}
    >
      <Icon size={17} stroke={1.6} aria-hidden />
      {!isCollapsed && label}
    </Link>
  )
  return isCollapsed ? (
    <LazyTooltip label={label} position="right">
      {link()}
    </LazyTooltip>
  ) : (
    <div className="relative">{Count ? <Count link={link} /> : link()}</div>
  )
}
