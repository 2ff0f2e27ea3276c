import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { shownAppearance, useShownAppearance } from '../../../shared/appearance/appearance.ts'
import { useIsPhone } from '../../../shared/page/use-is-phone.ts'

const weekInSeconds = 7 * 24 * 60 * 60

export type SidebarState = {
  isCollapsed: boolean
  isSlideOpen: boolean
  /** Auto-collapse: icons; the whole sidebar opens over the screen while the pointer or the focus is in it. */
  hasAutoCollapse: boolean
  toggle: () => void
  closeSlide: () => void
  /** With auto-collapse: call this when the pointer or the focus enters or leaves. */
  visit: (isInside: boolean) => void
}

/**
 * Collapsed or not, stored in a cookie for 7 days; below 768 px the sidebar slides over instead (product.md 2). Until the person has
 * chosen, a window below 1200 px collapses it by itself. With auto-collapse it is open only while somebody is in it, or after a toggle
 * until somebody was in it.
 */
export function useSidebar(): SidebarState {
  const { hasAutoCollapse: isWanted } = useShownAppearance()
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  const [choice, setChoice] = useState(readChoice)
  const hasAutoCollapse = isWanted || (choice === undefined && Boolean(isNarrow))
  const [isVisited, visit] = useState(false)
  const isPhone = useIsPhone()
  const [isSlideOpen, setSlideOpen] = useState(false)
  const toggle = () => {
    if (isPhone) return setSlideOpen(!isSlideOpen)
    if (isWanted) return visit(!isVisited)
    const next = choice === 'collapsed' || hasAutoCollapse ? 'expanded' : 'collapsed'
    setChoice(next)
    writeChoice(next)
  }
  useHotkeys([['mod+B', toggle]])
  return {
    isCollapsed: hasAutoCollapse ? !isVisited : choice === 'collapsed',
    isSlideOpen: isSlideOpen && isPhone,
    ...{ hasAutoCollapse, toggle, visit },
    closeSlide: () => setSlideOpen(false),
  }
}

/** Whether the sidebar starts as icons. */
export const startsCollapsed = () =>
  shownAppearance().hasAutoCollapse ||
  (readChoice() ?? (window.matchMedia(narrow).matches && 'collapsed')) === 'collapsed'

/** Below 1200 px the whole sidebar would take the room of the names. */
const narrow = '(min-width: 48em) and (max-width: 74.99em)'

type Choice = 'collapsed' | 'expanded'

/** What the person has chosen in the last 7 days. */
const readChoice = () =>
  /(?:^|; )(?:__Host-)?sidebar=(collapsed|expanded)/.exec(document.cookie)?.[1] as Choice | undefined

function writeChoice(value: Choice) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `__Host-sidebar=${value}; Path=/; Max-Age=${weekInSeconds}; SameSite=Lax; Secure`
  if (document.cookie.includes(`__Host-sidebar=${value}`)) return
  // Browsers refuse Secure cookies over plain http, except on localhost.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `sidebar=${value}; Path=/; Max-Age=${weekInSeconds}; SameSite=Lax`
}
