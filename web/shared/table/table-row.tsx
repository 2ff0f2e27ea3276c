import { IconChevronRight, IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { showNumber } from '../form/typed-number.ts'
import { Copyable } from '../record/copyable.tsx'
import type { Direction } from './cell-editing.ts'
import { type CellEdit, type Column, phonePlaceOf } from './columns.ts'
import classes from './data-table.module.css'
import { LazyCellEditor } from './lazy-cell-editor.tsx'
import openedClasses from './opened-row.module.css'
import type { RowAction } from './row-action.ts'
import { type MenuPlace, onRowContextMenu, RowButtons } from './row-buttons.tsx'
import { RowCheck } from './row-check.tsx'

type RowHandlers<Row> = {
  open: (id: string) => void
  toggle: (id: string, isRange: boolean) => void
  activate: (id: string) => void
  edit: (id: string, key: string) => void
  finish: (row: Row, key: string, value: unknown, direction: Direction) => void
  menu: (place: MenuPlace<Row>) => void
  unfold: (id: string, isOpen: boolean) => void
}

type RowProps<Row extends { id: string }> = {
  row: Row
  columns: Column<Row>[]
  path: string
  /** The id of what it opens. */
  record: string
  /** The search parameters, which links keep. */
  search: string
  isSelectable: boolean
  isSelected: boolean
  isActive: boolean
  /** Its details stand beside the list. */
  isBeside: boolean
  isEditable: boolean
  /** The column whose cell is being edited. */
  editedKey: string | null
  /** The column whose cell was just reset to its stored value. */
  flashedKey: string | null
  handlers: RowHandlers<Row>
  nameOf: (row: Row) => string
  actions: RowAction<Row>[] | undefined
  /** What the row shows below itself when it is open. */
  opened: ((row: Row) => ReactNode) | undefined
  isOpen: boolean
}

/** Memoised: only rows that changed render again. */
export const TableRow = memo(WithOpened) as typeof WithOpened

function WithOpened<Row extends { id: string }>(props: RowProps<Row>) {
  const { row, columns, opened, isOpen, isSelectable, actions } = props
  if (!opened || !isOpen) return <PlainRow {...props} />
  const others = (isSelectable ? 1 : 0) + (actions ? 1 : 0)
  return (
    <>
      <PlainRow {...props} />
      <tr className={openedClasses.opened}>
        <td
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
  const { row, columns, isSelectable, isSelected, isActive, handlers, nameOf, actions } = props
  const tabIndex = isActive ? 0 : -1
  return (
    // Keyboard users use the link in the first cell; the click on the row is only a larger target.
    <tr
      data-row-id={row.id}
      data-selected={isSelected || undefined}
      aria-current={props.isBeside || undefined}
      onFocus={() => !isActive && handlers.activate(row.id)}
      onClick={(event) => isPlainArea(event) && handlers.open(props.record)}
      onKeyDown={(event) => onRowKey(event, props)}
      {...(actions && { onContextMenu: onRowContextMenu(row, handlers.menu) })}
    >
      {isSelectable && (
        <td className={classes.check} data-end="check">
          <RowCheck
            aria-label={`Select ${nameOf(row)}`}
            checked={isSelected}
            tabIndex={tabIndex}
            onChange={(event) => handlers.toggle(row.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <Cell key={column.key} {...props} column={column} isPrimary={index === 0} tabIndex={tabIndex} />
      ))}
      {actions && (
        <td className={classes.actions} data-end="actions">
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

type CellProps<Row extends { id: string }> = RowProps<Row> & {
  column: Column<Row>
  isPrimary: boolean
  tabIndex: number
}

function Cell<Row extends { id: string }>(props: CellProps<Row>) {
  const { column, row, isPrimary, isEditable, flashedKey } = props
  const content = column.cell(row)
  return (
    <td
      data-numeric={column.isNumeric || undefined}
      data-label={column.title}
      data-primary={isPrimary || undefined}
      data-lead={column.grows || undefined}
      data-phone={phonePlaceOf(column, isPrimary)}
      data-code={column.copy ? true : undefined}
      data-flashed={flashedKey === column.key || undefined}
      title={typeof content === 'string' ? content : undefined}
    >
      {isPrimary ? (
        <Primary {...props} content={content} />
      ) : isEditable && column.edit ? (
        <EditableCell {...props} edit={column.edit} content={content} />
      ) : (
        content
      )}
    </td>
  )
}

/** The first cell of a row links to the details; if it holds a number, that can be copied. */
function Primary<Row extends { id: string }>(props: CellProps<Row> & { content: ReactNode }) {
  const { row, column, path, record, search, handlers, tabIndex, content, isOpen, nameOf } = props
  const link = (
    // Not the router's Link: each one listens to every change of the address.
    <a
      href={`${path}/${record}${search}`}
      className={classes.link}
      tabIndex={tabIndex}
      data-row-link
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        handlers.open(record)
      }}
    >
      {content}
    </a>
  )
  const copyable = column.copy ? (
    <Copyable value={column.copy(row)} what={column.title.toLowerCase()} isQuiet tabIndex={tabIndex}>
      {link}
    </Copyable>
  ) : (
    link
  )
  if (!props.opened) return copyable
  return (
    <span className={openedClasses.openable}>
      <button
        type="button"
        className={openedClasses.chevron}
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-label={`What is in ${nameOf(row)}`}
        title={isOpen ? 'Close (←)' : 'Open (→)'}
        onClick={() => handlers.unfold(row.id, !isOpen)}
      >
        <IconChevronRight size={15} stroke={1.8} aria-hidden />
      </button>
      {copyable}
    </span>
  )
}

type EditableProps<Row extends { id: string }> = CellProps<Row> & { edit: CellEdit<Row>; content: ReactNode }

function EditableCell<Row extends { id: string }>(props: EditableProps<Row>) {
  const { row, column, edit, content, editedKey, handlers, tabIndex, nameOf } = props
  if (editedKey === column.key) {
    return (
      <LazyCellEditor
        row={row}
        edit={edit}
        label={`${column.title} of ${nameOf(row)}`}
        onFinish={(value, direction) => handlers.finish(row, column.key, value, direction)}
      />
    )
  }
  const start = () => handlers.edit(row.id, column.key)
  return (
    <button
      type="button"
      className={classes.editable}
      data-edit-cell={column.key}
      aria-label={`${showNumber('quantity', edit.value(row))} Edit ${column.title}`.trim()}
      tabIndex={tabIndex}
      title="Click or press F2 to edit"
      onClick={start}
    >
      <span>{content}</span>
      <IconPencil className={classes.pencil} size={13} stroke={1.6} aria-hidden />
    </button>
  )
}

/** React also tells of clicks in menus and dialogs of the row, which stand elsewhere in the page. */
function isPlainArea({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const pressed = target as Element
  if (!currentTarget.contains(pressed) || pressed.closest('a, button, input, label')) return false
  return (window.getSelection()?.toString() ?? '') === ''
}
