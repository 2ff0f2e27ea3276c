import { useEffect } from 'react'

/** Names the browser's tab after the screen: 'Vendors · SBR Operations'. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · SBR Operations`
  }, [title])
}
