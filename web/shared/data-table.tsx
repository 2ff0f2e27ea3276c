import { Checkbox, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from './data-table.module.css'
import type { List } from './list-state.ts'
import type { RowSelection } from './row-selection.ts'

export type Column<Row> = {
  /** The sort key of the list route; also names the column. */
  key: string
  title: string
  isSortable?: boolean
  /** Numbers stand at the right, with digits of one width. */
  isNumeric?: boolean
  /** CSS width; columns without one share the rest. */
  width?: string
  cell: (row: Row) => ReactNode
}

export type DataTableProps<Row extends { id: string }> = {
  label: string
  list: List
  /** The first column links to the details of the row. */
  columns: Column<Row>[]
  rows: Row[] | undefined
  /** Shown while the next page is on its way. */
  isStale: boolean
  nameOf: (row: Row) => string
  selection?: RowSelection | undefined
  rowActions?: ((row: Row) => ReactNode) | undefined
}

/**
 * The table of every list: sorted by the server, rows open their details. One row at a time takes part in the tab order;
 * arrow keys move between rows, Enter opens, Space selects, Escape clears the selection.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, rows, isStale, selection, list } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && selection && selection.count > 0) selection.clear()
    const last = (rows?.length ?? 0) - 1
    const target = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: last }[event.key]
    if (target === undefined || target < 0 || target > last) return
    event.preventDefault()
    setActive(target)
    body.current?.querySelectorAll<HTMLElement>('[data-row-link]')[target]?.focus()
  }

  return (
    <div className={classes.scroller} data-selectable={Boolean(selection) || undefined}>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={!rows || isStale}
        data-stale={isStale || undefined}
      >
        <TableHead columns={columns} list={list} selection={selection} hasActions={Boolean(props.rowActions)} />
        <tbody ref={body} onKeyDown={onKeyDown}>
          {rows?.map((row, index) => (
            <TableRow
              key={row.id}
              {...props}
              row={row}
              isActive={index === Math.min(active, rows.length - 1)}
              onActivate={() => setActive(index)}
            />
          )) ?? <SkeletonRows columns={columns} selection={selection} hasActions={Boolean(props.rowActions)} />}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps<Row> = {
  columns: Column<Row>[]
  list: List
  selection: RowSelection | undefined
  hasActions: boolean
}

function TableHead<Row>({ columns, list, selection, hasActions }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th className={classes.check} scope="col">
            <Checkbox
              aria-label="Select all on this page"
              checked={selection.isPageSelected}
              indeterminate={selection.count > 0 && !selection.isPageSelected}
              onChange={selection.togglePage}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} list={list} />
        ))}
        {hasActions && (
          <th className={classes.actions} scope="col">
            <span className={classes.hidden}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell<Row>({ column, list }: { column: Column<Row>; list: List }) {
  const isSorted = column.isSortable && list.sort === column.key
  const Arrow = list.order === 'asc' ? IconArrowUp : IconArrowDown
  const sort = isSorted ? (list.order === 'asc' ? 'ascending' : 'descending') : 'none'
  return (
    <th
      scope="col"
      data-numeric={column.isNumeric || undefined}
      aria-sort={column.isSortable ? sort : undefined}
      style={column.width ? { width: column.width } : undefined}
    >
      {column.isSortable ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => list.sortBy(column.key)}
          data-sorted={isSorted || undefined}
        >
          {column.title}
          <Arrow size={13} stroke={2} aria-hidden />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}

type RowProps<Row extends { id: string }> = DataTableProps<Row> & {
  row: Row
  isActive: boolean
  onActivate: () => void
}

function TableRow<Row extends { id: string }>({ row, isActive, onActivate, ...props }: RowProps<Row>) {
  const { columns, list, selection, rowActions, nameOf } = props
  const isSelected = selection?.isSelected(row.id) ?? false
  const tabIndex = isActive ? 0 : -1
  return (
    // The keys of a row are those of the link in its first cell; the click on the row is only a larger target for it.
    <tr
      data-selected={isSelected || undefined}
      onFocus={onActivate}
      onClick={(event) => isPlainArea(event.target as Element) && list.open(row.id)}
      onKeyDown={(event) => {
        if (event.key !== ' ' || !selection || (event.target as Element).tagName === 'INPUT') return
        event.preventDefault()
        selection.toggle(row.id, event.shiftKey)
      }}
    >
      {selection && (
        <td className={classes.check}>
          <Checkbox
            aria-label={`Select ${nameOf(row)}`}
            checked={isSelected}
            tabIndex={tabIndex}
            onChange={(event) => selection.toggle(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <Cell key={column.key} column={column} row={row} {...(index === 0 && { list, tabIndex })} />
      ))}
      {rowActions && (
        <td className={classes.actions} data-tab={tabIndex}>
          {rowActions(row)}
        </td>
      )}
    </tr>
  )
}

type CellProps<Row> = { column: Column<Row>; row: Row; list?: List; tabIndex?: number }

/** The first cell of a row, which gets the list, links to the details. */
function Cell<Row extends { id: string }>({ column, row, list, tabIndex }: CellProps<Row>) {
  const content = column.cell(row)
  return (
    <td
      data-numeric={column.isNumeric || undefined}
      data-label={column.title}
      data-primary={Boolean(list) || undefined}
      title={typeof content === 'string' ? content : undefined}
    >
      {list ? (
        <Link
          to={`${list.path}/${row.id}` as '/'}
          search={true as never}
          className={classes.link}
          tabIndex={tabIndex}
          data-row-link
        >
          {content}
        </Link>
      ) : (
        content
      )}
    </td>
  )
}

const isPlainArea = (target: Element) =>
  !target.closest('a, button, input, label') && (window.getSelection()?.toString() ?? '') === ''

function SkeletonRows<Row>({ columns, selection, hasActions }: Omit<HeadProps<Row>, 'list'>) {
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
    <tr key={row} data-skeleton aria-hidden>
      {selection && <td className={classes.check} />}
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.isNumeric || undefined} data-primary={index === 0 || undefined}>
          <Skeleton height={10} width={`${[62, 48, 70, 40, 55][(row + index) % 5]}%`} radius="xl" />
        </td>
      ))}
      {hasActions && <td className={classes.actions} />}
    </tr>
  ))
}
