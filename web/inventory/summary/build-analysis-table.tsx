import { IconBox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import type { BuildAnalysis } from 'contract/inventory/summary.ts'
import { formatMoney } from 'contract/money.ts'
import { api } from '../../shared/api.ts'
import type { Column } from '../../shared/columns.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { EmptyState } from '../../shared/empty-state.tsx'
import { ListContent } from '../../shared/list-content.tsx'
import { useList } from '../../shared/list-state.ts'
import { ListToolbar } from '../../shared/list-toolbar.tsx'
import { formatTotal, Pager } from '../../shared/pager.tsx'
import classes from './summary.module.css'

const columns: Column<BuildAnalysis>[] = [
  { key: 'name', title: 'Product', isSortable: true, cell: ({ name }) => name },
  { key: 'sku', title: 'SKU', isSortable: true, width: '12%', cell: ({ sku }) => sku },
  {
    key: 'maxBuildable',
    title: 'Max Buildable',
    isSortable: true,
    isNumeric: true,
    width: '8rem',
    cell: ({ maxBuildable }) => <Buildable count={maxBuildable} />,
  },
  { key: 'limiting', title: 'Limiting Part', width: '20%', cell: (product) => <Limiting {...product} /> },
  {
    key: 'cost',
    title: 'Cost',
    isSortable: true,
    isNumeric: true,
    width: '6rem',
    cell: ({ cost }) => formatMoney(cost),
  },
  {
    key: 'calculatedCost',
    title: 'Calculated',
    isSortable: true,
    isNumeric: true,
    width: '7rem',
    cell: ({ calculatedCost, maxBuildable }) => (maxBuildable === null ? '–' : formatMoney(calculatedCost)),
  },
  {
    key: 'margin',
    title: 'Margin',
    isSortable: true,
    isNumeric: true,
    width: '5rem',
    cell: ({ margin }) => (margin === null ? '–' : `${margin.toFixed(1)}%`),
  },
]

/** What could be built of each product from the parts on hand. */
export function BuildAnalysisTable() {
  // Its rows are products: they open where products are.
  const list = useList(contract.inventory.buildAnalysis, '/inventory/products')
  const analysis = useQuery(
    api.inventory.buildAnalysis.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const { data } = analysis
  return (
    <section className={classes.section} id="build-analysis" aria-label="Product Build Analysis">
      <header className={classes.sectionHead}>
        <h2>Product Build Analysis</h2>
        {data && (
          <span className={`numeric ${classes.count}`}>
            {formatTotal(data)} {list.isNarrowed ? 'found' : 'products'}
          </span>
        )}
      </header>
      <ListToolbar list={list} label="Search products" columns={columns} />
      <ListContent list={list} nouns="products" query={analysis} empty={<NoProducts />}>
        <DataTable
          label="Product Build Analysis"
          list={list}
          columns={columns}
          rows={data?.items}
          isStale={analysis.isPlaceholderData}
          nameOf={({ name }) => name}
        />
        <Pager list={list} page={data} />
      </ListContent>
    </section>
  )
}

function Buildable({ count }: { count: number | null }) {
  if (count === null) return <span title="It contains no parts">–</span>
  return <span data-warning={count === 0 || undefined}>{count.toLocaleString('en-US')}</span>
}

function Limiting({ limiting, limitingCount }: BuildAnalysis) {
  const [first] = limiting
  if (!first) return '–'
  return (
    <>
      <Link to="/inventory/parts/$id" params={{ id: first.id }} className={classes.link} title={first.name}>
        <span className={classes.number}>{first.number}</span> {first.name}
      </Link>
      {limitingCount > 1 && ` +${(limitingCount - 1).toLocaleString('en-US')}`}
    </>
  )
}

function NoProducts() {
  return (
    <EmptyState icon={<IconBox size={20} stroke={1.6} />} title="No products yet">
      As soon as there are products with a bill of materials, you see here how many of each can be built.
    </EmptyState>
  )
}
