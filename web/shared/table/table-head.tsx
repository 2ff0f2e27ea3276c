import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ComponentPropsWithoutRef, lazy, type ReactNode, Suspense } from 'react'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'
import type { List } from './list-state.ts'
import type { MovableCellsProps } from './movable-cells.tsx'
import { RowCheck } from './row-check.tsx'
import type { RowSelection } from './row-selection.ts'

// What moves and resizes columns is large, and nobody does that at once: as in lazy-select.tsx.
const loading = import('./movable-cells.tsx')
const MovableCells = lazy(async () => ({ default: (await loading).MovableCells }))

type HeadProps<Row> = {
  columns: Column<Row>[]
  /** px by key; null on phones */
  widths: Map<string, number> | null
  list: List
  selection: RowSelection | undefined
  /** CSS width; undefined: no row has actions. */
  actionsWidth: string | undefined
  /** null: nobody remembers how the columns of this list stand. */
  arrangement: MovableCellsProps['arrangement'] | null
}

export function TableHead<Row>(props: HeadProps<Row>) {
  const { columns, widths, list, selection, actionsWidth, arrangement } = props
  const cells = columns.map((column, index) => (
    <HeadCell key={column.key} column={column} isPrimary={index === 0} width={widths?.get(column.key)} list={list} />
  ))
  return (
    <thead>
      <tr>
        {selection && (
          <th className={classes.check} data-end="check" scope="col">
            <RowCheck
              aria-label="Select all on this page"
              checked={selection.isPageSelected}
              ref={(box) => {
                if (box) box.indeterminate = selection.count > 0 && !selection.isPageSelected
              }}
              onChange={selection.togglePage}
            />
          </th>
        )}
        {arrangement && widths ? (
          <Suspense fallback={cells}>
            <MovableCells columns={columns} widths={widths} list={list} arrangement={arrangement} />
          </Suspense>
        ) : (
          cells
        )}
        {actionsWidth && (
          <th className={classes.actions} data-end="actions" scope="col" style={{ width: actionsWidth }}>
            <span className={classes.hidden}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeadCellProps = {
  column: Pick<Column<never>, 'key' | 'title' | 'isSortable' | 'isNumeric'>
  width: number | undefined
  isPrimary: boolean
  list: List
  /** How it is moved. */
  handlers?: ComponentPropsWithoutRef<'th'> & { 'data-drop'?: string | undefined }
  /** What its button does when it does not sort. */
  onPress?: ComponentPropsWithoutRef<'button'>['onClick']
  /** What it is made wider with. */
  children?: ReactNode
}

/** The head of a column. Its button sorts; Shift or Alt with arrow keys move and widen it, when `handlers` do that. */
export function HeadCell({ column, width, isPrimary, list, handlers, onPress, children }: HeadCellProps) {
  const { key, title, isSortable, isNumeric } = column
  const isSorted = isSortable && list.sort === key
  const Arrow = list.order === 'asc' ? IconArrowUp : IconArrowDown
  const sort = isSorted ? (list.order === 'asc' ? 'ascending' : 'descending') : 'none'
  const press = isSortable ? () => list.sortBy(key) : onPress
  return (
    <th
      scope="col"
      data-key={key}
      data-numeric={isNumeric || undefined}
      data-primary={isPrimary || undefined}
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
