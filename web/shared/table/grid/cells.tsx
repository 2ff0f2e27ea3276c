import { IconArrowDown, IconArrowUp, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { type ComponentPropsWithoutRef, memo, type ReactNode } from 'react'
import { showNumber } from '../../form/typed-number.ts'
import { lateComponent } from '../../page/later.tsx'
import { Copyable } from '../../record/copyable.tsx'
import { type CellEdit, type Column, phonePlaceOf } from '../columns/columns.ts'
import type { List } from '../list-state.ts'
import type { Direction } from '../rows/cell-editing.ts'
import classes from './data-table.module.css'

type HeadCellProps = {
  column: Pick<Column<never>, 'key' | 'title' | 'isSortable' | 'isNumeric' | 'grows'>
  width: number | undefined
  isPrimary: boolean
  list: List
  /** The handlers for moving it. */
  handlers?: ComponentPropsWithoutRef<'th'> & { 'data-drop'?: string | undefined }
  /** The effect of its button when it does not sort. */
  onPress?: ComponentPropsWithoutRef<'button'>['onClick']
  /** The edge for resizing it. */
  children?: ReactNode
}

/** The head of a column. Its button sorts; with `handlers`, Shift or Alt with arrow keys move and widen it. */
export function HeadCell({ column, width, isPrimary, list, handlers, onPress, children }: HeadCellProps) {
  const { key, title, isSortable, isNumeric, grows } = column
  const isSorted = isSortable && list.sort === key && !list.isRanked
  const Arrow = list.order === 'asc' ? IconArrowUp : IconArrowDown
  const sort = isSorted ? (list.order === 'asc' ? 'ascending' : 'descending') : 'none'
  const press = isSortable ? () => list.sortBy(key) : onPress
  return (
    <th
      {...roles.head}
      scope="col"
      data-key={key}
      data-numeric={isNumeric || undefined}
      data-primary={isPrimary || undefined}
      data-lead={grows || undefined}
      aria-sort={isSortable ? sort : undefined}
      style={width ? { width } : undefined}
      {...handlers}
    >
      {press ? (
        <button
          type="button"
          className={`inline-row gap-1 rounded-xs ${classes.sort}`}
          onClick={press}
          data-sorted={isSorted || undefined}
        >
          <span>{title}</span>
          {isSortable && <Arrow size={13} stroke={2} aria-hidden />}
        </button>
      ) : (
        title
      )}
      {children}
    </th>
  )
}

const CellEditor = lateComponent(async () => (await import('../rows/cell-editor.tsx')).CellEditor)

export type CellHandlers<Row> = {
  open: (id: string) => void
  edit: (id: string, key: string) => void
  finish: (row: Row, key: string, value: unknown, direction: Direction) => void
  unfold: (id: string, isOpen: boolean) => void
}

export type RowCellsProps<Row extends { id: string }> = {
  row: Row
  columns: Column<Row>[]
  path: string
  /** The id of the record that the row opens. */
  record: string
  /** The search parameters, which links keep. */
  search: string
  isEditable: boolean
  /** The column whose cell is being edited. */
  editedKey: string | null
  /** The column whose cell was just reset to its stored value. */
  flashedKey: string | null
  handlers: CellHandlers<Row>
  nameOf: (row: Row) => string
  /** Whether the row opens in place, and whether it is open. */
  opens: boolean
  isOpen: boolean
  tabIndex: number
}

/** The values of a row. Memoised: choosing 200 rows renders their checkboxes, but not 2,000 cells. */
export const RowCells = memo(PlainCells) as unknown as typeof PlainCells

function PlainCells<Row extends { id: string }>(props: RowCellsProps<Row>) {
  return props.columns.map((column, index) => (
    <Cell key={column.key} {...props} column={column} isPrimary={index === 0} />
  ))
}

type CellProps<Row extends { id: string }> = RowCellsProps<Row> & {
  column: Column<Row>
  isPrimary: boolean
}

function Cell<Row extends { id: string }>(props: CellProps<Row>) {
  const { column, row, isPrimary, isEditable, flashedKey } = props
  const content = column.cell(row)
  return (
    <td
      {...roles.cell}
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
  if (column.isLink) return content
  const link = (
    // Not the router's Link: each Link listens to every change of the address.
    <a
      href={`${path}/${record}${search}`}
      className={`text-plain font-medium no-underline ${classes.link}`}
      tabIndex={tabIndex}
      data-row-link
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        if (event.detail < 2) handlers.open(record)
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
  if (!props.opens) return copyable
  return (
    <span className={`row gap-1 ${classes.openable}`}>
      <button
        type="button"
        className={`flex-none rounded-xs text-muted p-1 ${classes.chevron}`}
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
      <CellEditor
        row={row}
        edit={edit}
        label={`${column.title} of ${nameOf(row)}`}
        onFinish={(value, direction) => handlers.finish(row, column.key, value, direction)}
      />
    )
  }
  const start = () => handlers.edit(row.id, column.key)
  const value = edit.value(row)
  // With its unit, as the cell shows it.
  const shown = typeof value === 'number' && column.text ? column.text(row) : showNumber('quantity', value)
  return (
    <button
      type="button"
      className={`align-middle min-h-6 ${classes.editable}`}
      data-edit-cell={column.key}
      aria-label={`${shown} Edit ${column.title}`.trim()}
      tabIndex={tabIndex}
      title="Click or press F2 to edit"
      onClick={start}
    >
      <span>{content}</span>
      <IconPencil
        className={`text-faint cursor-pointer absolute ${classes.pencil}`}
        size={13}
        stroke={1.6}
        aria-hidden
      />
    </button>
  )
}

/** The roles of a table, written out: in Safari, tables and rows laid out as grids or cards lose them. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
