import { Kbd, Menu } from '@mantine/core'
import { IconSquareCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { actionsFor, type MenuPlace, type RowAction } from './row-actions.tsx'
import type { RowSelection } from './row-selection.tsx'

type RowMenuProps<Row> = {
  place: MenuPlace<Row>
  actions: RowAction<Row>[]
  name: string
  selection: RowSelection | undefined
  onClose: () => void
}

/** All actions on a row, at its button or at the pointer. */
export function RowMenu<Row extends { id: string }>({ place, actions, name, selection, onClose }: RowMenuProps<Row>) {
  const { row } = place
  return (
    <PlacedMenu place={place} label={`Actions for ${name}`} onClose={onClose}>
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
    </PlacedMenu>
  )
}

type PlacedMenuProps = {
  /** px */
  place: { x: number; y: number }
  label: string
  onClose: () => void
  children: ReactNode
}

/** A menu at a place on the screen; mounted while it is open. Afterwards the focus returns. */
export function PlacedMenu({ place: { x, y }, label, onClose, children }: PlacedMenuProps) {
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
        {/* The menu takes the focus at once, and has its name from here. */}
        <button
          type="button"
          tabIndex={-1}
          style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }}
          aria-label={label}
          onClick={close}
        />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
