import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { at } from '../../shared/page/at.ts'

type HelpProps = { to: string; onClick?: (event: MouseEvent) => void }

/** The question mark of the header. @param to a page of the User Guide */
export const HelpLink = ({ to, onClick }: HelpProps) => (
  <ActionIcon component={Link} {...at(to)} aria-label="Help" title="Help" onClick={onClick}>
    <IconHelp size={17} stroke={1.6} />
  </ActionIcon>
)
