import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import type { CSSProperties } from 'react'
import { api } from '../../shared/api/api.ts'
import { SparkLine } from '../../shared/chart/spark-line.tsx'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { at } from '../../shared/page/at.ts'
import { CompanyDot } from '../../shared/session/company-monogram.tsx'
import bare from '../../shared/table/grid/bare-table.module.css'
import { CompanyStatus } from '../company-status.tsx'
import { PortfolioCards } from './portfolio-cards.tsx'
import { Buildable, Hours, LowStock, Margin, Revenue, Tasks, Value } from './portfolio-figure.tsx'
import classes from './portfolio-table.module.css'
import {
  type PortfolioColumn,
  portfolioColumns,
  sortRows,
  type TableSort,
  tableSortOf,
} from './portfolio-table-order.ts'

/**
 * The current figures of all companies, the most troubled first. Each figure equals the one inside the company, and leads to its rows
 * there.
 */
export function PortfolioTable() {
  const { data, error, refetch } = useQuery(api.figures.portfolio.queryOptions())
  const { by } = useSearch({ strict: false }) as { by?: string }
  const isNarrow = useIsNarrow()
  const navigate = useNavigate()
  const sort = tableSortOf(by)
  const setSort = (next: string | undefined) =>
    void navigate({ ...at('.', (before) => ({ ...before, by: next })), replace: true })
  if (error && !data) return <LoadFailure what="figures" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="card">
        <Skeleton className="rows" height={180} />
      </div>
    )
  return (
    <section aria-label="All companies" className={`min-w-0 ${classes.section}`}>
      <p className="mb-2 text-xs text-muted">
        {sort ? (
          <button type="button" className="text-accent" onClick={() => setSort(undefined)}>
            Most troubled first
          </button>
        ) : (
          'Most urgent first'
        )}
      </p>
      {isNarrow ? (
        <PortfolioCards rows={sortRows(data.items, sort)} />
      ) : (
        <Table rows={sortRows(data.items, sort)} sort={sort} onSort={setSort} />
      )}
    </section>
  )
}

/** Whether the figures of all columns do not fit beside each other: phones and upright tablets. Known at the first render. */
const useIsNarrow = () => useMediaQuery('(max-width: 61em)', undefined, { getInitialValueInEffect: false })

type TableProps = { rows: PortfolioRow[]; sort: TableSort | undefined; onSort: (by: string | undefined) => void }

function Table({ rows, sort, onSort }: TableProps) {
  return (
    /* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens, so it must be reachable by keyboard */
    <section className={`${bare.box} bg-surface ${classes.box}`} aria-label="Figures of all companies" tabIndex={0}>
      <table className={`${bare.table} ${classes.table}`} aria-label="All companies">
        <thead>
          <tr>
            {(Object.keys(portfolioColumns) as PortfolioColumn[]).map((column) => (
              <Head key={column} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The widths in rem: with all room, without the line of the revenue, and without the figures that leave; 0: what room is left. */
const widths: Record<PortfolioColumn, [wide: number, middle: number, narrow: number]> = {
  name: [13, 11.5, 0],
  totalValue: [8.5, 6.5, 6.5],
  averageMargin: [0, 3.75, 3.75],
  lowStock: [5.5, 4.625, 4.875],
  buildable: [0, 4.75, 4.375],
  openTasks: [5.75, 5, 5.125],
  overdueTasks: [0, 4.25, 4.375],
  blockedTasks: [0, 4.25, 4.75],
  secondsThisWeek: [6.25, 5.625, 5.625],
  revenueThisYear: [12.875, 8, 7],
}
const inRem = (width: number) => (width === 0 ? 'auto' : `${width}rem`)

type HeadProps = { column: PortfolioColumn; sort: TableSort | undefined; onSort: (by: string | undefined) => void }

/** A click sorts by the column, the largest first; names from A. A second click reverses the order. */
function Head({ column, sort, onSort }: HeadProps) {
  const { label, hint } = portfolioColumns[column]
  const [wide, middle, narrow] = widths[column].map(inRem)
  const isSorted = sort?.column === column
  const isText = column === 'name'
  const next = isSorted ? !sort.isDescending : !isText
  const Arrow = sort?.isDescending ? IconChevronDown : IconChevronUp
  return (
    <th
      scope="col"
      style={{ '--wide': wide, '--middle': middle, '--narrow': narrow } as CSSProperties}
      data-column={column}
      data-numeric={!isText || undefined}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={`inline-row gap-0-5 ${classes.sort}`}
        title={hint}
        onClick={() => onSort(`${next ? '-' : ''}${column}`)}
      >
        {label}
        {isSorted && <Arrow size={12} stroke={2} aria-hidden />}
      </button>
    </th>
  )
}

function Row({ row }: { row: PortfolioRow }) {
  const navigate = useNavigate()
  const { id, name, status, monthlyRevenue } = row
  return (
    // The link of the name is for the keyboard; the pointer may press anywhere in the row.
    <tr
      data-muted={status !== 'active' || undefined}
      onClick={({ target, ctrlKey, metaKey }) => {
        const isOwn = (target as Element).closest('a') || ctrlKey || metaKey || getSelection()?.type === 'Range'
        if (!isOwn) void navigate({ to: '/company/$companyId', params: { companyId: id }, search: { company: id } })
      }}
    >
      <th scope="row">
        <span className="row min-w-0 gap-2">
          <CompanyDot companyId={id} />
          <Link
            to="/company/$companyId"
            params={{ companyId: id }}
            search={{ company: id }}
            className={`min-w-0 text-plain no-underline break-words py-1 ${classes.name}`}
          >
            {name}
          </Link>
          {status !== 'active' && <CompanyStatus status={status} />}
        </span>
      </th>
      <td data-numeric data-column="totalValue">
        <Value row={row} />
      </td>
      <td data-numeric data-column="averageMargin">
        <Margin row={row} />
      </td>
      <td data-numeric>
        <LowStock row={row} />
      </td>
      <td data-numeric>
        <Buildable row={row} />
      </td>
      {(['open', 'overdue', 'blocked'] as const).map((each) => (
        <td key={each} data-numeric data-column={`${each}Tasks`}>
          <Tasks row={row} status={each} />
        </td>
      ))}
      <td data-numeric data-column="secondsThisWeek">
        <Hours row={row} />
      </td>
      <td data-numeric data-column="revenueThisYear">
        <Revenue row={row} />
        <span className={`inline-block align-middle ${classes.line}`}>
          {monthlyRevenue && <SparkLine values={monthlyRevenue} />}
        </span>
      </td>
    </tr>
  )
}
