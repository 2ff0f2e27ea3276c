import { Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from '../rows/row-menu.module.css'

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
          className={classes.place}
          style={{ left: x, top: y }}
          aria-label={label}
          onClick={close}
        />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
