import { Skeleton } from '@mantine/core'
import { useLocation, useParams } from '@tanstack/react-router'
import type { ListView } from 'contract/settings/preferences.ts'
import { type CSSProperties, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Column } from '../columns/columns.ts'
import { useHiddenColumnsReport } from '../columns/hidden-columns.ts'
import { useColumnLayout } from '../columns/use-column-layout.ts'
import type { List } from '../list-state.ts'
import { type CellEditing, useCellEditing } from '../rows/cell-editing.ts'
import type { SaveCell } from '../rows/cell-saving.ts'
import { LazyRowMenu } from '../rows/lazy-row-menu.tsx'
import { hasChanges, type RowAction } from '../rows/row-action.ts'
import type { MenuPlace } from '../rows/row-buttons.tsx'
import { useRowKeys } from '../rows/row-keys.ts'
import type { RowSelection } from '../rows/row-selection.ts'
import { useListView } from '../views/list-view.ts'
import bare from './bare-table.module.css'
import classes from './data-table.module.css'
import phone from './phone-rows.module.css'
import pinned from './pinned-ends.module.css'
import { useStableHandlers } from './stable-handlers.ts'
import { TableHead } from './table-head.tsx'
import { tableKeys } from './table-keys.ts'
import { roles } from './table-roles.ts'
import { TableRow } from './table-row.tsx'

export type DataTableProps<Row extends { id: string }> = {
  label: string
  list: List
  /** The first column links to the details of the row. Pass a constant: a new array renders all rows again. */
  columns: Column<Row>[]
  rows: Row[] | undefined
  /** Shown while the next page loads. */
  isStale: boolean
  nameOf: (row: Row) => string
  /** The id of the record that a row opens, when the row itself is not a record. */
  recordOf?: ((row: Row) => string) | undefined
  selection?: RowSelection | undefined
  /** The actions of a row: buttons, menu, keys and right click (`useRowActions`). */
  actions?: RowAction<Row>[] | undefined
  /** The content of a row that is opened in place. Pass a constant. */
  opened?: ((row: Row) => ReactNode) | undefined
  /** For people who may write. */
  saveCell?: SaveCell<Row> | undefined
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
  const [menu, openMenu] = useState<MenuPlace<Row> | null>(null)
  useRowKeys({ box: body, rows: shownRows, nameOf, actions, selection, onMenu: openMenu })
  const layout = useColumnLayout(scroller, view.columns, rows, {
    isSelectable: Boolean(selection),
    hasActions,
    someAct: actions !== undefined,
    mayLeave: !isArranged(view.view),
    chosen: drawn.widths,
    opens: Boolean(props.opened),
  })
  const { columns, isMeasured, widths, tracks, nameLeft, total, isTooWide, scale } = layout
  useHiddenColumnsReport(list.name, isMeasured ? keysWithout(view.columns, columns) : '')
  const arrangement = name && { name, viewId, view: view.view, all: view.all, draw: drawn.draw, scale }
  return (
    <div
      ref={scroller}
      className={`${bare.box} ${classes.scroller} ${phone.phone}`}
      data-selectable={Boolean(selection) || undefined}
      data-density={density}
      data-wide={isTooWide || undefined}
      data-scrolled
    >
      <table
        {...roles.table}
        className={`${bare.table} ${bare.oneLine} ${classes.table} ${pinned.pinned}`}
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
      {menu && actions && (
        <LazyRowMenu
          place={menu}
          actions={actions}
          name={nameOf(menu.row)}
          selection={selection}
          onClose={() => openMenu(null)}
        />
      )}
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

/** px */
const lowestRow = 32

type RowsProps<Row extends { id: string }> = DataTableProps<Row> & {
  rows: Row[]
  search: string
  hasActions: boolean
  onMenu: (place: MenuPlace<Row>) => void
}

/** Rows are memoised: pass them no props that change on every render, except the values they show. */
function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
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

function SkeletonRows<Row>({ columns, isSelectable, hasActions, count }: SkeletonProps<Row>) {
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
