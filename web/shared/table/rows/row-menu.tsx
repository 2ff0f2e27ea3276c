import { Kbd, Menu } from '@mantine/core'
import { IconSquareCheck } from '@tabler/icons-react'
import { PlacedMenu } from '../grid/placed-menu.tsx'
import { actionsFor, type RowAction } from './row-action.ts'
import type { MenuPlace } from './row-buttons.tsx'
import type { RowSelection } from './row-selection.ts'

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
