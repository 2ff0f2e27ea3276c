import { Button } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type BuildAnalysis, inventoryContract } from 'contract/inventory/summary.ts'
import { formatCost } from 'contract/money.ts'
import { api } from '../../shared/api/api.ts'
import { EmptyState } from '../../shared/feedback/empty-state.tsx'
import { Missing } from '../../shared/format/missing.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan } from '../../shared/session/session.ts'
import { type Column, nameWidths } from '../../shared/table/columns/columns.ts'
import { ListTable } from '../../shared/table/grid/list-table.tsx'
import { formatTotal } from '../../shared/table/grid/pager.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import { useList } from '../../shared/table/list-state.ts'
import { ListToolbar } from '../../shared/table/toolbar/list-toolbar.tsx'
import { excessText } from '../products/margin.ts'
import { RolledUpCost } from '../products/rolled-up-cost.tsx'
import { recordAt } from '../stock/record-at.ts'
import classes from './summary.module.css'

const columns: Column<BuildAnalysis>[] = [
  { key: 'name', title: 'Product', isSortable: true, ...nameWidths, cell: ({ name }) => name },
  {
    key: 'sku',
    title: 'SKU',
    isSortable: true,
    min: 7.5,
    leaves: 1,
    cell: ({ sku }) => <span className="code">{sku}</span>,
  },
  {
    key: 'maxBuildable',
    title: 'Can Be Built',
    isSortable: true,
    isNumeric: true,
    width: '7rem',
    cell: ({ maxBuildable }) => <Buildable count={maxBuildable} />,
  },
  {
    key: 'limiting',
    title: 'Limited By',
    min: 9.5,
    text: ({ limiting: [first], limitingCount }) =>
      first ? `${first.number} ${first.name}${limitingCount > 1 ? `  ${moreOf(limitingCount)}` : ''}` : '',
    cell: (product) => <Limiting {...product} />,
  },
  {
    key: 'cost',
    title: 'Cost',
    isSortable: true,
    isNumeric: true,
    width: '5.75rem',
    cell: ({ cost }) => formatCost(cost),
  },
  {
    key: 'calculatedCost',
    title: 'Rolled-up Cost',
    isSortable: true,
    isNumeric: true,
    width: '8.25rem',
    cell: ({ cost, calculatedCost, partsWithoutCost, maxBuildable }) =>
      maxBuildable === null ? (
        <Missing why={noParts} />
      ) : (
        <RolledUpCost stored={cost} rolledUp={calculatedCost} withoutCost={partsWithoutCost} />
      ),
  },
  {
    key: 'margin',
    title: 'Margin',
    isSortable: true,
    isNumeric: true,
    width: '7.25rem',
    cell: (product) => <Margin {...product} />,
  },
]

const noParts = 'It contains no parts'

const moreOf = (count: number) => `and ${(count - 1).toLocaleString('en-US')} more`

type BuildAnalysisTableProps = { products: number | undefined; assemblies: number }

/** How many of each product could be built from the parts on hand. @param products their number, once it is known */
export function BuildAnalysisTable({ products, assemblies }: BuildAnalysisTableProps) {
  // The rows are products, so they open in the list of products.
  const list = useList(inventoryContract.buildAnalysis, '/inventory/products', 'build-analysis')
  const analysis = useQuery(
    api.inventory.buildAnalysis.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const { data } = analysis
  return (
    <section className={classes.section} id="build-analysis" aria-label="Product Build Analysis">
      <header className={classes.sectionHead}>
        <h2 className="m-0">Product Build Analysis</h2>
        {data && (
          <span className="numeric text-xs text-muted">
            {formatTotal(data)} {list.isNarrowed ? 'found' : data.total === 1 ? 'product' : 'products'}
          </span>
        )}
      </header>
      {(data?.total !== 0 || list.isNarrowed) && <ListToolbar list={list} label="Search products" columns={columns} />}
      <ListTable
        list={list}
        nouns="products"
        query={analysis}
        empty={<NoProducts hasAssemblies={assemblies > 0} />}
        label="Product Build Analysis"
        columns={columns}
        nameOf={({ name }) => name}
        {...(products && !list.isNarrowed && { awaited: Math.min(products, list.pageSize) })}
      />
    </section>
  )
}

function Buildable({ count }: { count: number | null }) {
  if (count === null) return <Missing why={noParts} />
  return <span data-warning={count === 0 || undefined}>{count.toLocaleString('en-US')}</span>
}

/** The first part that limits it; the details of the product name all. */
function Limiting({ id, limiting, limitingCount }: BuildAnalysis) {
  const [first, ...others] = limiting
  if (!first) return <Missing why={noParts} />
  return (
    <span className={`flex min-w-0 gap-1-5 ${classes.limiting}`}>
      <Link
        {...at(`/inventory/${recordAt(first.type, first.id)}`, companyOnly)}
        className={classes.link}
        title={first.name}
      >
        <span className="code text-muted">{first.number}</span>{' '}
        {first.name !== first.number && <span className={classes.name}>{first.name}</span>}
      </Link>
      {others.length > 0 && (
        <Link
          {...at(`/inventory/products/${id}`, companyOnly)}
          className={`flex-none ${classes.link}`}
          title={others.map(({ name }) => name).join(', ')}
        >
          {moreOf(limitingCount)}
        </Link>
      )}
    </span>
  )
}

/** The margin on the stored cost, and below it on the rolled-up cost where that is worse; without a stored cost, only the second. */
function Margin({ margin, calculatedMargin, cost, calculatedCost, retailPrice, maxBuildable }: BuildAnalysis) {
  if (margin === null) return <Missing why={retailPrice > 0 ? 'It has no cost' : 'It has no retail price'} />
  if (cost === 0)
    return (
      <span className={`inline-row items-end ${classes.margins}`} title="It has no stored cost">
        <span>{formatPercent(margin)}</span>
        <span className={`text-xs text-faint ${classes.rolledUp}`}>rolled up</span>
      </span>
    )
  return (
    <span className={`inline-row items-end ${classes.margins}`}>
      <span>{formatPercent(margin)}</span>
      {calculatedMargin !== null && maxBuildable !== null && excessText(cost, calculatedCost) !== null && (
        <span className={`text-xs text-faint ${classes.rolledUp}`} data-warning>
          {formatPercent(calculatedMargin)} rolled up
        </span>
      )}
    </span>
  )
}

/** A cost can be a huge multiple of a tiny price; the exact percentage is then meaningless. */
const formatPercent = (percent: number) => (percent < -1_000 ? '< -1,000%' : `${percent.toFixed(1)}%`)

const bomImport = (before: { company?: string }) => ({ ...companyOnly(before), tab: 'transfer', import: 'bom' })

function NoProducts({ hasAssemblies }: { hasAssemblies: boolean }) {
  const canImport = useCan('inventory.import')
  return (
    <EmptyState
      icon={<IconBox size={20} stroke={1.6} />}
      title="No products yet"
      actions={
        <>
          {hasAssemblies && (
            <Button variant="default" component={Link} {...at('/inventory/assemblies', companyOnly)}>
              Show Assemblies
            </Button>
          )}
          {canImport && (
            <Button variant="default" component={Link} {...at('/inventory/summary', bomImport)}>
              Import a BOM
            </Button>
          )}
        </>
      }
    >
      Products with a bill of materials appear here, with how many of each you can build.
      {hasAssemblies && ' Open an assembly to see how many you can build.'}
    </EmptyState>
  )
}
