import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useDeferredValue, useState } from 'react'
import { useStableHandlers } from '../../page/stable-handlers.ts'
import type { Column } from '../columns/columns.ts'
import type { List } from '../list-state.ts'
import { type CellEditing, type SaveCell, useCellEditing } from '../rows/cell-editing.ts'
import { type MenuPlace, onRowContextMenu, type RowAction, RowButtons } from '../rows/row-actions.tsx'
import { RowCheck, type RowSelection } from '../rows/row-selection.tsx'
import { type CellHandlers, RowCells, type RowCellsProps, roles } from './cells.tsx'
import classes from './data-table.module.css'

/** px */
const lowestRow = 32

export type RowsProps<Row extends { id: string }> = {
  list: List
  /** The first column links to the details of the row. Pass a constant: a new array renders all rows again. */
  columns: Column<Row>[]
  rows: Row[]
  /** The search parameters, which links keep. */
  search: string
  nameOf: (row: Row) => string
  /** The id of the record that a row opens, when the row itself is not a record. */
  recordOf?: ((row: Row) => string) | undefined
  selection?: RowSelection | undefined
  /** The actions of a row: buttons, menu, keys and right click (`useRowActions`). */
  actions?: RowAction<Row>[] | undefined
  /** Whether the list has a column for them. */
  hasActions: boolean
  onMenu: (place: MenuPlace<Row>) => void
  /** The content of a row that is opened in place. Pass a constant. */
  opened?: ((row: Row) => ReactNode) | undefined
  /** For people who may write. */
  saveCell?: SaveCell<Row> | undefined
}

/** The rows of a table. Each is memoised: pass them no props that change on every render, except the values they show. */
export function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { rows, search, columns, list, selection, saveCell, nameOf, recordOf, actions, hasActions, opened, onMenu } =
    props
  const [active, setActive] = useState(0)
  const { id: shown } = useParams({ strict: false }) as { id?: string }
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const editing: CellEditing<Row> = useCellEditing({ rows, columns, saveCell })
  // Those in sight first, the others right after.
  const isWhole = useDeferredValue(true, false)
  const drawn = isWhole ? rows : rows.slice(0, Math.ceil(window.innerHeight / lowestRow))
  const handlers = useStableHandlers({
    open: list.open,
    toggle: (id: string, isRange: boolean) => selection?.toggle(id, isRange),
    activate: (id: string) => setActive(rows.findIndex((row) => row.id === id)),
    edit: editing.start,
    finish: editing.finish,
    menu: onMenu,
    unfold: (id: string, isOpen: boolean) => setOpen((before) => withMember(before, id, isOpen)),
  })
  return drawn.map((row, index) => (
    <TableRow
      key={row.id}
      row={row}
      columns={columns}
      record={recordOf ? recordOf(row) : row.id}
      path={list.path}
      search={search}
      isSelectable={Boolean(selection)}
      isSelected={selection?.isSelected(row.id) ?? false}
      isBeside={row.id === shown}
      isActive={index === Math.min(Math.max(active, 0), rows.length - 1)}
      isEditable={Boolean(saveCell)}
      editedKey={editing.keyIn(row.id)}
      flashedKey={editing.flashIn(row.id)}
      handlers={handlers}
      nameOf={nameOf}
      actions={actions}
      hasActions={hasActions}
      opened={opened}
      isOpen={open.has(row.id)}
    />
  ))
}

function withMember(members: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(members)
  isIn ? next.add(id) : next.delete(id)
  return next
}

type SkeletonProps<Row> = { columns: Column<Row>[]; isSelectable: boolean; hasActions: boolean; count: number }

export function SkeletonRows<Row>({ columns, isSelectable, hasActions, count }: SkeletonProps<Row>) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={row} data-skeleton aria-hidden>
      {isSelectable && <td className={classes.check} data-end="check" />}
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.isNumeric || undefined} data-primary={index === 0 || undefined}>
          <Skeleton height={10} width={`${[62, 48, 70, 40, 55][(row + index) % 5]}%`} radius="xl" />
        </td>
      ))}
      {hasActions && <td className={classes.actions} data-end="actions" />}
    </tr>
  ))
}

type RowHandlers<Row> = CellHandlers<Row> & {
  toggle: (id: string, isRange: boolean) => void
  activate: (id: string) => void
  menu: (place: MenuPlace<Row>) => void
}

type RowProps<Row extends { id: string }> = Omit<RowCellsProps<Row>, 'tabIndex' | 'opens' | 'handlers'> & {
  isSelectable: boolean
  isSelected: boolean
  isActive: boolean
  /** Its details are open beside the list. */
  isBeside: boolean
  handlers: RowHandlers<Row>
  actions: RowAction<Row>[] | undefined
  /** Whether the list has a column for them. */
  hasActions: boolean
  /** The content below the row when it is open. */
  opened: ((row: Row) => ReactNode) | undefined
}

/** Memoised: only rows that changed render again. */
const TableRow = memo(WithOpened) as typeof WithOpened

function WithOpened<Row extends { id: string }>(props: RowProps<Row>) {
  const { row, columns, opened, isOpen, isSelectable, hasActions } = props
  if (!opened || !isOpen) return <PlainRow {...props} />
  const others = (isSelectable ? 1 : 0) + (hasActions ? 1 : 0)
  return (
    <>
      <PlainRow {...props} />
      <tr {...roles.row} className={classes.opened}>
        <td
          {...roles.cell}
          aria-colspan={columns.length + others}
          colSpan={columns.length + others}
          className={classes.content}
          data-indented={isSelectable || undefined}
        >
          {opened(row)}
        </td>
      </tr>
    </>
  )
}

function PlainRow<Row extends { id: string }>(props: RowProps<Row>) {
  const { isSelectable, isSelected, isActive, isBeside, actions, hasActions, opened, ...cells } = props
  const { row, handlers, nameOf } = cells
  const tabIndex = isActive ? 0 : -1
  return (
    // Keyboard users use the link in the first cell; the click on the row is only a larger target.
    <tr
      {...roles.row}
      data-row-id={row.id}
      data-selected={isSelected || undefined}
      aria-current={isBeside || undefined}
      onFocus={() => !isActive && handlers.activate(row.id)}
      onClick={(event) => isPlainArea(event) && handlers.open(props.record)}
      onKeyDown={(event) => onRowKey(event, props)}
      {...(actions && { onContextMenu: onRowContextMenu(row, handlers.menu) })}
    >
      {isSelectable && (
        <td {...roles.cell} className={classes.check} data-end="check">
          <RowCheck
            aria-label={`Select ${nameOf(row)}`}
            checked={isSelected}
            tabIndex={tabIndex}
            onChange={(event) => handlers.toggle(row.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </td>
      )}
      <RowCells {...cells} tabIndex={tabIndex} opens={opened !== undefined} />
      {actions && hasActions && (
        <td {...roles.cell} className={classes.actions} data-end="actions">
          <RowButtons row={row} name={nameOf(row)} actions={actions} onMenu={handlers.menu} />
        </td>
      )}
    </tr>
  )
}

function onRowKey<Row extends { id: string }>(event: KeyboardEvent<HTMLElement>, props: RowProps<Row>) {
  const { row, columns, isSelectable, isEditable, handlers, opened } = props
  const target = event.target as HTMLElement
  if (opened && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    event.preventDefault()
    handlers.unfold(row.id, event.key === 'ArrowRight')
  }
  if (event.key === 'F2' && isEditable) {
    const key = target.dataset.editCell ?? columns.find(({ edit }) => edit)?.key
    if (!key) return
    event.preventDefault()
    handlers.edit(row.id, key)
  }
  const isOwnKey = target.tagName === 'INPUT' || (target.tagName === 'BUTTON' && !target.dataset.editCell)
  if (event.key !== ' ' || !isSelectable || isOwnKey) return
  event.preventDefault()
  handlers.toggle(row.id, event.shiftKey)
}

/** React also reports clicks in menus and dialogs of the row, which are elsewhere in the page. */
function isPlainArea({ target, currentTarget, detail }: MouseEvent<HTMLElement>): boolean {
  // The second click of a double click may meet another row: an opened panel moves them.
  if (detail > 1) return false
  const pressed = target as Element
  if (!currentTarget.contains(pressed) || pressed.closest('a, button, input, label')) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
