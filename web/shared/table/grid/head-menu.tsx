import { Kbd, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUp,
  IconEyeOff,
  IconRestore,
  IconViewportNarrow,
  IconViewportWide,
} from '@tabler/icons-react'
import type { ListView } from 'contract/settings/preferences.ts'
import { besideOf } from '../columns/column-order.ts'
import type { Column } from '../columns/columns.ts'
import type { Arranging } from '../columns/use-arranging.ts'
import type { List } from '../list-state.ts'
import { withUsualColumns } from '../views/list-view-change.ts'
import { PlacedMenu } from './placed-menu.tsx'

type HeadMenuProps = {
  place: { x: number; y: number }
  column: Pick<Column<never>, 'key' | 'title' | 'isSortable'> | undefined
  list: List
  view: ListView
  /** The keys of the columns on screen. */
  shown: string[]
  act: Arranging
  onClose: () => void
}

const step = 32
const icon = { size: 15, stroke: 1.6, 'aria-hidden': true } as const

/** All actions on a column, for people without a mouse, or who do not know the keys. */
export function HeadMenu({ place, column, list, view, shown, act, onClose }: HeadMenuProps) {
  if (!column) return null
  const { key, title, isSortable } = column
  const isFirst = shown[0] === key
  const sort = (order: 'asc' | 'desc') => list.set({ sort: key, order })
  return (
    <PlacedMenu place={place} label={`Column ${title}`} onClose={onClose}>
      {isSortable && (
        <>
          <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => sort('asc')}>
            Sort ascending
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => sort('desc')}>
            Sort descending
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={<IconArrowLeft {...icon} />}
        rightSection={<Kbd size="xs">Shift ←</Kbd>}
        disabled={!besideOf(shown, key, -1)}
        onClick={() => act.place(key, -1)}
      >
        Move left
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight {...icon} />}
        rightSection={<Kbd size="xs">Shift →</Kbd>}
        disabled={!besideOf(shown, key, 1)}
        onClick={() => act.place(key, 1)}
      >
        Move right
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconViewportWide {...icon} />}
        rightSection={<Kbd size="xs">Alt →</Kbd>}
        onClick={() => act.width(key, step)}
      >
        Wider
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconViewportNarrow {...icon} />}
        rightSection={<Kbd size="xs">Alt ←</Kbd>}
        onClick={() => act.width(key, -step)}
      >
        Narrower
      </Menu.Item>
      {view.columnWidths?.[key] && (
        <Menu.Item leftSection={<IconArrowsHorizontal {...icon} />} onClick={() => act.fit(key)}>
          As wide as its content
        </Menu.Item>
      )}
      <Menu.Divider />
      {!isFirst && list.sort !== key && (
        <Menu.Item
          leftSection={<IconEyeOff {...icon} />}
          onClick={() => act.remember({ ...view, columns: { ...view.columns, [key]: false } })}
        >
          Hide column
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconRestore {...icon} />} onClick={() => act.remember(withUsualColumns(view))}>
        Reset Columns
      </Menu.Item>
    </PlacedMenu>
  )
}
