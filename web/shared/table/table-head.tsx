import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'
import type { List } from './list-state.ts'
import type { RowSelection } from './row-selection.ts'

type HeadProps<Row> = {
  columns: Column<Row>[]
  /** px by key; null on phones */
  widths: Map<string, number> | null
  list: List
  selection: RowSelection | undefined
  hasActions: boolean
  actionsWidth: string | undefined
}

export function TableHead<Row>({ columns, widths, list, selection, hasActions, actionsWidth }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th className={classes.check} data-end="check" scope="col">
            <Checkbox
              aria-label="Select all on this page"
              checked={selection.isPageSelected}
              indeterminate={selection.count > 0 && !selection.isPageSelected}
              onChange={selection.togglePage}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column}
            isPrimary={index === 0}
            width={widths?.get(column.key)}
            list={list}
          />
        ))}
        {hasActions && (
          <th
            className={classes.actions}
            data-end="actions"
            scope="col"
            style={actionsWidth ? { width: actionsWidth } : undefined}
          >
            <span className={classes.hidden}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeadCellProps<Row> = { column: Column<Row>; width: number | undefined; isPrimary: boolean; list: List }

function HeadCell<Row>({ column, width, isPrimary, list }: HeadCellProps<Row>) {
  const isSorted = column.isSortable && list.sort === column.key
  const Arrow = list.order === 'asc' ? IconArrowUp : IconArrowDown
  const sort = isSorted ? (list.order === 'asc' ? 'ascending' : 'descending') : 'none'
  return (
    <th
      scope="col"
      data-numeric={column.isNumeric || undefined}
      data-primary={isPrimary || undefined}
      aria-sort={column.isSortable ? sort : undefined}
      style={width ? { width } : undefined}
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
