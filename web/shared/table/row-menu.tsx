import { Kbd, Menu } from '@mantine/core'
import { IconSquareCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { actionsFor, type RowAction } from './row-action.ts'
import type { MenuPlace } from './row-buttons.tsx'
import classes from './row-menu.module.css'
import type { RowSelection } from './row-selection.ts'

type RowMenuProps<Row> = {
  place: MenuPlace<Row>
  actions: RowAction<Row>[]
  name: string
  selection: RowSelection | undefined
  onClose: () => void
}

/** All that can be done with a row, at its button or at the pointer. Mounted while it is open. */
export function RowMenu<Row extends { id: string }>({ place, actions, name, selection, onClose }: RowMenuProps<Row>) {
  const { row, x, y } = place
  const [opener] = useState(() => document.activeElement)
  const close = () => {
    onClose()
    if (opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      withinPortal
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* A place on the screen; the menu takes the focus at once. */}
        <button
          type="button"
          tabIndex={-1}
          className={classes.place}
          style={{ left: x, top: y }}
          aria-label="Close the menu"
          onClick={close}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`} aria-labelledby={undefined}>
        {actionsFor(actions, row).map(({ label, icon: Icon, keyName, isDanger, run }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={15} stroke={1.6} aria-hidden />}
            rightSection={keyName && <Kbd size="xs">{keyName}</Kbd>}
            {...(isDanger && { color: 'red' })}
            onClick={() => run(row)}
          >
            {label}
          </Menu.Item>
        ))}
        {selection && (
          <Menu.Item
            leftSection={<IconSquareCheck size={15} stroke={1.6} aria-hidden />}
            rightSection={<Kbd size="xs">X</Kbd>}
            onClick={() => selection.toggle(row.id)}
          >
            {selection.isSelected(row.id) ? 'Do not select' : 'Select'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
