import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { at } from '../shared/page/at.ts'

/** The question mark of the header. @param to a page of the User Guide */
export const HelpLink = ({ to }: { to: string }) => (
  <ActionIcon component={Link} {...at(to)} aria-label="Help" title="Help">
    <IconHelp size={17} stroke={1.6} />
  </ActionIcon>
)
