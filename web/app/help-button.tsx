import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { helpFor } from '../settings/guide/contents.ts'
import { at } from '../shared/page/at.ts'

/** Leads from each screen to its page of the User Guide; so does the key '?'. */
export function HelpButton() {
  const { pathname } = useLocation()
  const to = helpFor(pathname)
  useQuestionMark(to)
  return (
    <ActionIcon component={Link} {...at(to)} aria-label="Help" title="Help (?)">
      <IconHelp size={17} stroke={1.6} />
    </ActionIcon>
  )
}

/** Not while somebody types, and not from a dialog, whose input would be lost. */
function useQuestionMark(to: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isTyping = target.closest('input, textarea, select, [contenteditable], [role="dialog"]')
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      void navigate(at(to))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, to])
}
