import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

const weekInSeconds = 7 * 24 * 60 * 60

export type SidebarState = { isCollapsed: boolean; isSlideOpen: boolean; toggle: () => void; closeSlide: () => void }

/** Collapsed or not, kept in a cookie for 7 days; below 768 px the sidebar slides over instead (product.md 2). */
export function useSidebar(): SidebarState {
  const isPhone = useMediaQuery('(max-width: 47.99em)')
  const [isCollapsed, setCollapsed] = useState(readCollapsed)
  const [isSlideOpen, setSlideOpen] = useState(false)
  const toggle = () => {
    if (isPhone) return setSlideOpen(!isSlideOpen)
    setCollapsed(!isCollapsed)
    writeCollapsed(!isCollapsed)
  }
  useHotkeys([['mod+B', toggle]])
  return { isCollapsed, isSlideOpen: isSlideOpen && Boolean(isPhone), toggle, closeSlide: () => setSlideOpen(false) }
}

export const readCollapsed = () => /(?:^|; )(?:__Host-)?sidebar=collapsed/.test(document.cookie)

function writeCollapsed(isCollapsed: boolean) {
  const value = isCollapsed ? 'collapsed' : 'expanded'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `__Host-sidebar=${value}; Path=/; Max-Age=${weekInSeconds}; SameSite=Lax; Secure`
  if (document.cookie.includes(`__Host-sidebar=${value}`)) return
  // Browsers refuse Secure cookies over plain http, except on localhost.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `sidebar=${value}; Path=/; Max-Age=${weekInSeconds}; SameSite=Lax`
}
