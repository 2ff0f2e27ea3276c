import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAmount, formatCost } from 'contract/money.ts'
import {
  type ComparedProduct,
  comparisonFields,
  differenceLabels,
  differenceWords,
  storeProductsContract,
} from 'contract/revenue/store-products.ts'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { missing } from '../shared/format/missing.tsx'
import { at } from '../shared/page/at.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { type Column, headOf, nameWidths } from '../shared/table/columns/columns.ts'
import { formatTotal } from '../shared/table/grid/pager.tsx'
import { Count } from '../shared/table/list-page.tsx'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { useList } from '../shared/table/list-state.ts'
import type { Filters } from '../shared/table/toolbar/filters.tsx'
import { ListExport } from '../shared/table/toolbar/list-toolbar.tsx'

const count = (number: number | null) => number?.toLocaleString('en-US') ?? missing

const columns: Column<ComparedProduct>[] = [
  {
    ...headOf(comparisonFields, 'sku'),
    min: 7,
    phone: 'under',
    cell: ({ sku }) => <span className="code">{sku}</span>,
  },
  { ...headOf(comparisonFields, 'name'), ...nameWidths, min: 12, phone: 'title', cell: ({ name }) => name },
  { ...headOf(comparisonFields, 'storeTitle'), isOptional: true, min: 10, cell: ({ storeTitle }) => storeTitle },
  {
    ...headOf(comparisonFields, 'retailPrice'),
    width: '6.5rem',
    cell: ({ retailPrice }) => formatCost(retailPrice),
  },
  {
    ...headOf(comparisonFields, 'storePrice'),
    width: '6.5rem',
    cell: ({ storePrice, currency, differences }) => (
      <Differing is={differences.includes('price')}>{formatAmount(storePrice, currency)}</Differing>
    ),
  },
  { ...headOf(comparisonFields, 'canBuild'), width: '6rem', leaves: 1, cell: ({ canBuild }) => count(canBuild) },
  {
    ...headOf(comparisonFields, 'storeStock'),
    width: '6.5rem',
    leaves: 2,
    cell: ({ storeStock, differences }) => (
      <Differing is={differences.includes('stock')}>{count(storeStock)}</Differing>
    ),
  },
  { ...headOf(comparisonFields, 'differences'), width: '7.5rem', cell: (product) => differenceWords(product) },
]

const Differing = ({ is, children }: { is: boolean; children: string }) =>
  is ? <strong className="text-warning font-semibold">{children}</strong> : children

const differing = { any: 'Any difference', ...differenceLabels }
const filters: Filters = { differs: { label: 'Differs', all: 'All products', choices: differing } }

/** /integrations/store: price and stock of our products beside those of the online store. */
export function StorePage() {
  // A row opens its product.
  const list = useList(storeProductsContract.compare, '/inventory/products', 'store-comparison')
  const products = useQuery(
    api.storeProducts.compare.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const { data } = products
  return (
    <ListScreen
      title="Products Here and in the Store"
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'in both'} />}
      buttons={<ListExport name="store-comparison" list={list} columns={columns} known={comparisonFields} />}
      filters={filters}
      list={list}
      nouns="products"
      query={products}
      empty={<NothingInBoth />}
      label="Products here and in the store"
      columns={columns}
      nameOf={({ name }) => name}
    />
  )
}

function NothingInBoth() {
  const { data } = useQuery(api.revenue.totals.queryOptions({ input: { companyId: useCompanyId() } }))
  const isRead = !data || data.store?.hasAllOrders === true
  return (
    <EmptyState
      icon={<IconScale size={20} stroke={1.6} />}
      title={isRead ? 'No product matches yet' : 'No store has been read yet'}
      actions={
        !isRead && (
          <Button variant="default" component={Link} {...at('/integrations', true)}>
            Configure Integrations
          </Button>
        )
      }
    >
      {isRead
        ? 'Products are matched by SKU, or by their Shopify Product ID.'
        : 'Products are compared as soon as Shopify is connected and its first sync has ended.'}
    </EmptyState>
  )
}
