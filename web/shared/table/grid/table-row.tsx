import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import type { RowAction } from '../rows/row-action.ts'
import { type MenuPlace, onRowContextMenu, RowButtons } from '../rows/row-buttons.tsx'
import { RowCheck } from '../rows/row-check.tsx'
import classes from './data-table.module.css'
import openedClasses from './opened-row.module.css'
import { type CellHandlers, RowCells, type RowCellsProps } from './row-cells.tsx'
import { roles } from './table-roles.ts'

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
export const TableRow = memo(WithOpened) as typeof WithOpened

function WithOpened<Row extends { id: string }>(props: RowProps<Row>) {
  const { row, columns, opened, isOpen, isSelectable, hasActions } = props
  if (!opened || !isOpen) return <PlainRow {...props} />
  const others = (isSelectable ? 1 : 0) + (hasActions ? 1 : 0)
  return (
    <>
      <PlainRow {...props} />
      <tr {...roles.row} className={openedClasses.opened}>
        <td
          {...roles.cell}
          aria-colspan={columns.length + others}
          colSpan={columns.length + others}
          className={openedClasses.content}
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
