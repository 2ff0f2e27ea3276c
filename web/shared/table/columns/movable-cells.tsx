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
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ListView } from 'contract/settings/preferences.ts'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { HeadCell } from '../grid/cells.tsx'
import type { List } from '../list-state.ts'
import { PlacedMenu } from '../rows/row-menu.tsx'
import { withUsualColumns } from '../views/list-view.ts'
import { besideOf, type Column } from './columns.ts'
import classes from './movable-cells.module.css'
import { type Arrangement, type Arranging, type HeadColumn, useArranging, useColumnDrag } from './use-arranging.ts'

type MovableCellsProps = {
  /** The shown columns. */
  columns: HeadColumn[]
  /** px by key */
  widths: Map<string, number>
  list: List
  arrangement: Arrangement
  /** What stands there until this code has loaded. */
  plain: ReactNode
}

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
})
const noRows: Record<string, never>[] = []
const step = 16

/**
 * The heads of columns that people move and resize: TanStack Table keeps their order and sizes, and follows the pointer (decision 0140).
 * The first column stays first. Shift and Alt with arrow keys do the same, and so does the menu of each head.
 */
export function MovableCells({ columns, widths, list, arrangement }: MovableCellsProps) {
  const { move, resize, finish, change } = useArranging(columns, widths, arrangement)
  const { headers, resized } = useHeaders(columns, widths, arrangement.all, { resize, finish })
  const drag = useColumnDrag(move)
  const [menu, openMenu] = useState<{ key: string; x: number; y: number } | null>(null)
  const onKey = (key: string) => (event: KeyboardEvent) => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (!way || event.ctrlKey || event.metaKey || event.shiftKey === event.altKey) return
    event.preventDefault()
    event.altKey ? change.width(key, way * step) : change.place(key, way)
  }
  const open = (key: string) => (event: MouseEvent) => {
    event.preventDefault()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    openMenu(event.clientX > 0 ? { key, x: event.clientX, y: event.clientY } : { key, x: left, y: bottom })
  }
  return (
    <>
      {headers.map(({ column, header }, index) => (
        <HeadCell
          key={column.key}
          column={column}
          isPrimary={index === 0}
          width={widths.get(column.key)}
          list={list}
          onPress={open(column.key)}
          handlers={{
            onContextMenu: open(column.key),
            onKeyDown: onKey(column.key),
            ...(index > 0 && drag.handlersOf(column.key, columns)),
          }}
        >
          {/* With a pointer only: keys and the menu of the head do the same. */}
          <span
            className={`absolute ${classes.handle}`}
            data-resizer
            data-active={resized === column.key || undefined}
            aria-hidden
            onMouseDown={header.getResizeHandler()}
            onTouchStart={header.getResizeHandler()}
            onDoubleClick={() => change.fit(column.key)}
          />
        </HeadCell>
      ))}
      {menu &&
        // In this grid every element but a cell would take a column of its own.
        createPortal(
          <HeadMenu
            place={menu}
            column={columns.find(({ key }) => key === menu.key)}
            list={list}
            view={arrangement.view}
            shown={columns.map(({ key }) => key)}
            act={change}
            onClose={() => openMenu(null)}
          />,
          document.body,
        )}
    </>
  )
}

/** The shown heads, from TanStack Table. @returns `resized`: the key of the column whose edge is being pulled, or false */
function useHeaders(
  columns: HeadColumn[],
  widths: Map<string, number>,
  all: HeadColumn[],
  { resize, finish }: { resize: (key: string, px: number) => void; finish: () => void },
) {
  const state = useMemo(() => {
    const shown = new Set(columns.map(({ key }) => key))
    return {
      columnOrder: all.map(({ key }) => key),
      columnVisibility: Object.fromEntries(all.map(({ key }) => [key, shown.has(key)])),
      columnSizing: Object.fromEntries(widths),
    }
  }, [all, columns, widths])
  const table = useTable(
    {
      features,
      columns: useMemo(() => all.map(({ key, title }) => ({ id: key, header: title })), [all]),
      data: noRows,
      state,
      columnResizeMode: 'onChange',
      onColumnSizingChange: (updater) => {
        const next = typeof updater === 'function' ? updater(state.columnSizing) : updater
        for (const [key, px] of Object.entries(next)) if (px !== state.columnSizing[key]) resize(key, px)
      },
    },
    ({ columnResizing }) => columnResizing.isResizingColumn,
  )
  const resized = table.state
  useEffect(() => {
    if (resized === false) finish()
  }, [resized, finish])
  const headers = (table.getHeaderGroups()[0]?.headers ?? []).flatMap((header) => {
    const column = columns.find(({ key }) => key === header.id)
    return column ? [{ header, column }] : []
  })
  return { headers, resized }
}

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

const menuStep = 32
const icon = { size: 15, stroke: 1.6, 'aria-hidden': true } as const

/** All actions on a column, for people without a mouse, or who do not know the keys. */
function HeadMenu({ place, column, list, view, shown, act, onClose }: HeadMenuProps) {
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
        onClick={() => act.width(key, menuStep)}
      >
        Wider
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconViewportNarrow {...icon} />}
        rightSection={<Kbd size="xs">Alt ←</Kbd>}
        onClick={() => act.width(key, -menuStep)}
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
