import { Button, Drawer, MantineThemeProvider, Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useDialog } from '../form/dialog.ts'
import { useIsPhone } from '../page/use-is-phone.ts'
import type { FilteredList } from './filters.tsx'
import classes from './list-toolbar.module.css'

type FilterSheetProps = {
  list: FilteredList
  /** @param toggle opens and closes the filters */
  button: (toggle: () => void) => ReactElement
  children: ReactNode
}

/** The filters of a list, open: below their button; on a phone at the bottom, in reach of the thumb. */
export function FilterSheet({ list, button, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(true)
  const isPhone = useIsPhone()
  const names = Object.keys(list.filters)
  const content = (
    <div className={classes.sheet}>
      {children}
      <div className={classes.sheetEnd}>
        <Button
          variant="default"
          disabled={names.length === 0}
          onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
        <Button variant={isPhone ? 'filled' : 'default'} onClick={() => setOpen(false)}>
          Done
        </Button>
      </div>
    </div>
  )
  if (isPhone) {
    return (
      <>
        {button(() => setOpen(true))}
        {isOpen && <PhoneSheet onClose={() => setOpen(false)}>{content}</PhoneSheet>}
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus width={280}>
      <Popover.Target>{button(() => setOpen(!isOpen))}</Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <MantineThemeProvider theme={listsInside}>{content}</MantineThemeProvider>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A press in a list of choices that lies outside the popup would close it. */
const listsInside = { components: { Combobox: { defaultProps: { withinPortal: false } } } }

const PhoneSheet = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Drawer
    {...{ opened: true, onClose, title: 'Filters', ...useDialog() }}
    position="bottom"
    classNames={{ content: classes.sheetContent ?? '' }}
  >
    {children}
  </Drawer>
)
