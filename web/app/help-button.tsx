import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { helpFor } from '../settings/guide/contents.ts'
import { at } from '../shared/page/at.ts'

/** Leads from each screen to its page of the User Guide. The key '?' shows the sheet of keys, which leads there too. */
export function HelpButton() {
  const { pathname } = useLocation()
  return (
    <ActionIcon component={Link} {...at(helpFor(pathname))} aria-label="Help" title="Help">
      <IconHelp size={17} stroke={1.6} />
    </ActionIcon>
  )
}
