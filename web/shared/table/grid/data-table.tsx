import { useLocation } from '@tanstack/react-router'
import type { ListView } from 'contract/settings/preferences.ts'
import { type CSSProperties, useDeferredValue, useMemo, useRef, useState } from 'react'
import { lateComponent } from '../../page/later.tsx'
import { useColumnLayout } from '../columns/column-layout.ts'
import type { Column } from '../columns/columns.ts'
import type { Arrangement } from '../columns/use-arranging.ts'
import type { List } from '../list-state.ts'
import { hasChanges } from '../rows/row-actions.tsx'
import { tableKeys, useRowMenu } from '../rows/row-keys.tsx'
import { RowCheck, type RowSelection } from '../rows/row-selection.tsx'
import { useHiddenColumnsReport, useListView } from '../views/list-view.ts'
import bare from './bare-table.module.css'
import { HeadCell, roles } from './cells.tsx'
import classes from './data-table.module.css'
import layout from './row-layout.module.css'
import { Rows, type RowsProps, SkeletonRows } from './table-rows.tsx'

/** The code that moves and resizes columns is large, and nobody needs it at once. */
const MovableCells = lateComponent(
  async () => (await import('../columns/movable-cells.tsx')).MovableCells,
  ({ plain }) => plain,
)

export type DataTableProps<Row extends { id: string }> = Omit<
  RowsProps<Row>,
  'rows' | 'search' | 'hasActions' | 'onMenu'
> & {
  label: string
  rows: Row[] | undefined
  /** Shown while the next page loads. */
  isStale: boolean
  /** The number of rows that will come, when it is known: the elements below then need not move. */
  awaited?: number | undefined
}

/**
 * The table of every list: sorted by the server, rows open their details. One row at a time takes part in the tab order; J, K and arrow
 * keys move between rows and editable cells, Enter opens or edits, F2 edits, Space and X select, Escape clears the selection.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, isStale, selection, list, actions, nameOf } = props
  const { rows, search } = useDeferredRows(props.rows, isStale)
  const isBehind = isStale || rows !== props.rows
  const view = useListView(list, props.columns)
  const { name, density, isReady, viewId } = view
  const drawn = useDrawnWidths(view.view.columnWidths)
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const shownRows = isReady ? rows : undefined
  const hasActions = actions !== undefined && hasChanges(actions)
  const { menu, openMenu } = useRowMenu({ box: body, rows: shownRows, nameOf, actions, selection })
  const arranged = useColumnLayout(scroller, view.columns, rows, {
    isSelectable: Boolean(selection),
    hasActions,
    someAct: actions !== undefined,
    mayLeave: !isArranged(view.view),
    chosen: drawn.widths,
    opens: Boolean(props.opened),
  })
  const { columns, isMeasured, widths, tracks, nameLeft, total, isTooWide, scale } = arranged
  useHiddenColumnsReport(list.name, isMeasured ? keysWithout(view.columns, columns) : '')
  const arrangement = name && { name, viewId, view: view.view, all: view.all, draw: drawn.draw, scale }
  return (
    <div
      ref={scroller}
      className={`${bare.box} ${classes.scroller} ${layout.phone}`}
      data-selectable={Boolean(selection) || undefined}
      data-density={density}
      data-wide={isTooWide || undefined}
      data-scrolled
    >
      <table
        {...roles.table}
        className={`${bare.table} ${bare.oneLine} ${classes.table} ${layout.pinned}`}
        style={widths ? styleOf(total, tracks, nameLeft) : undefined}
        aria-label={label}
        aria-busy={!shownRows || isBehind}
        data-stale={isBehind || undefined}
      >
        <TableHead
          columns={columns}
          widths={widths}
          list={list}
          selection={selection}
          hasActions={hasActions}
          arrangement={arrangement}
        />
        <tbody {...roles.group} ref={body} onKeyDown={tableKeys(selection)}>
          {!isMeasured ? null : shownRows ? (
            <Rows {...props} {...{ hasActions, search, columns }} rows={shownRows} onMenu={openMenu} />
          ) : (
            <SkeletonRows
              {...{ columns, hasActions }}
              isSelectable={Boolean(selection)}
              count={Math.min(rows?.length ?? props.awaited ?? 12, 30)}
            />
          )}
        </tbody>
      </table>
      {menu}
    </div>
  )
}

const keysWithout = <Row,>(all: Column<Row>[], shown: Column<Row>[]) =>
  all
    .filter((column) => !shown.includes(column))
    .map(({ key }) => key)
    .join(' ')

const styleOf = (minWidth: number, tracks: string | undefined, nameLeft: number | undefined) =>
  ({ minWidth, '--columns': tracks, '--name-left': nameLeft && `${nameLeft}px` }) as CSSProperties

/** A person who has chosen columns, or their widths, sees all of them. */
const isArranged = ({ columns = {}, columnWidths = {} }: ListView) =>
  Object.keys(columns).length + Object.keys(columnWidths).length > 0

/** The widths that the person has given; while an edge is being pulled, the current ones. */
function useDrawnWidths(kept: Record<string, number> | undefined) {
  const [drawn, setDrawn] = useState<{ kept: typeof kept; widths: Record<string, number> } | null>(null)
  const isNewest = drawn !== null && drawn.kept === kept
  return {
    widths: isNewest ? drawn.widths : kept,
    draw: (widths: Record<string, number>) => setDrawn({ kept, widths }),
  }
}

/**
 * The clicked control reacts at once (arrow of the header, page number); the new rows render right after. `search`: the search
 * parameters of the shown rows. Their links keep these; with those of the next page, all old rows would render once more.
 */
function useDeferredRows<Row>(rows: Row[] | undefined, isStale: boolean) {
  const current = useLocation({ select: (location) => location.searchStr })
  const [search, setSearch] = useState(current)
  if (!isStale && search !== current) setSearch(current)
  const latest = useMemo(() => ({ rows, search }), [rows, search])
  const deferred = useDeferredValue(latest)
  // The first rows do not wait.
  return deferred.rows ? deferred : latest
}

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

function TableHead<Row>(props: HeadProps<Row>) {
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
          <MovableCells columns={columns} widths={widths} list={list} arrangement={arrangement} plain={cells} />
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
