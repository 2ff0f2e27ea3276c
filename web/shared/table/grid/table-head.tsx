import { Suspense } from 'react'
import { lazy } from '../../page/code.ts'
import { later } from '../../page/later.ts'
import type { Column } from '../columns/columns.ts'
import type { Arrangement } from '../columns/use-arranging.ts'
import type { List } from '../list-state.ts'
import { RowCheck } from '../rows/row-check.tsx'
import type { RowSelection } from '../rows/row-selection.ts'
import classes from './data-table.module.css'
import { HeadCell } from './head-cell.tsx'
import { roles } from './table-roles.ts'

// The code that moves and resizes columns is large, and nobody needs it at once.
const code = later(() => import('../columns/movable-cells.tsx'))
const MovableCells = lazy(async () => ({ default: (await code.loaded).MovableCells }))

type HeadProps<Row> = {
  columns: Column<Row>[]
  /** px by key; null on phones */
  widths: Map<string, number> | null
  list: List
  selection: RowSelection | undefined
  hasActions: boolean
  /** null: the order of the columns of this list is not stored. */
  arrangement: Arrangement | null
}

export function TableHead<Row>(props: HeadProps<Row>) {
  const { columns, widths, list, selection, hasActions, arrangement } = props
  const cells = columns.map((column, index) => (
    <HeadCell key={column.key} column={column} isPrimary={index === 0} width={widths?.get(column.key)} list={list} />
  ))
  return (
    <thead {...roles.group}>
      <tr {...roles.row}>
        {selection && (
          <th {...roles.head} className={classes.check} data-end="check" scope="col">
            <RowCheck
              aria-label="Select all on this page"
              disabled={selection.isPageEmpty}
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
        {hasActions && (
          <th {...roles.head} className={classes.actions} data-end="actions" scope="col">
            <span className="spoken">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
