import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { Column } from '../columns/columns.ts'
import type { List } from '../list-state.ts'
import classes from './data-table.module.css'
import { roles } from './row-cells.tsx'

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
        <button type="button" className={classes.sort} onClick={press} data-sorted={isSorted || undefined}>
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
