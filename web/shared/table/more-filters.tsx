import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { List } from './list-state.ts'
import classes from './list-toolbar.module.css'

/** `names`: the filters inside. `startsOpen`: the button was pressed before the code had loaded. */
type MoreFiltersProps = { list: Pick<List, 'filters'>; names: string[]; startsOpen?: boolean; children: ReactNode }

/** The less common filters of a list, behind a button with the number of set ones. Their own lists open inside it. */
export function MoreFilters({ list, names, startsOpen = false, children }: MoreFiltersProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const count = names.filter((name) => name in list.filters).length
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus width={260}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilter size={15} stroke={1.6} />} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? 'More filters' : `More filters (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.more} aria-label="More filters">
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
