import { Badge, Button } from '@mantine/core'
import { IconBox, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import type { ProductItem } from 'contract/inventory/products.ts'
import { formatMoney } from 'contract/money.ts'
import { api } from '../shared/api.ts'
import { BulkBar } from '../shared/bulk-bar.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ListContent } from '../shared/list-content.tsx'
import { Count, ListPage } from '../shared/list-page.tsx'
import { useList } from '../shared/list-state.ts'
import { ListToolbar } from '../shared/list-toolbar.tsx'
import { formatTotal, Pager } from '../shared/pager.tsx'
import { RowActions } from '../shared/row-actions.tsx'
import { useRowSelection } from '../shared/row-selection.ts'
import { useCan, useCompanyId } from '../shared/session.ts'
import { OpenedLines } from './bom/opened-lines.tsx'
import { ImportControl } from './import-control.tsx'
import { ItemCards } from './item-cards.tsx'
import { useProductDeletion } from './product-deletion.ts'

const path = '/inventory/products'

const sorts = [
  { key: 'name', title: 'Name', isSortable: true },
  { key: 'sku', title: 'SKU', isSortable: true },
  { key: 'cost', title: 'Cost', isSortable: true },
  { key: 'retailPrice', title: 'Retail Price', isSortable: true },
  { key: 'updatedAt', title: 'Last changed', isSortable: true },
]

const titleOf = ({ sku, name }: ProductItem) => ({ number: sku, name })

/** /inventory/products */
export function ProductsPage() {
  const list = useList(contract.products.list, path)
  const products = useQuery(api.products.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, products.data)
  const canWrite = useCan('inventory.write')
  const deletion = useProductDeletion(selection.clear)
  const { data } = products
  return (
    <ListPage
      title="Products"
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />}
      actions={<Actions onAdd={() => list.open('new')} />}
    >
      <ListToolbar list={list} label="Search products" columns={sorts} isSortedHere />
      <ListContent list={list} nouns="products" query={products} empty={<NoProducts onAdd={() => list.open('new')} />}>
        <ItemCards
          label="Products"
          list={list}
          rows={data?.items}
          isStale={products.isPlaceholderData}
          titleOf={titleOf}
          facts={factsOf}
          badges={(row) => <Badges product={row} />}
          content={(row) => <BillOfMaterials product={row} />}
          selection={canWrite ? selection : undefined}
          rowActions={
            canWrite
              ? (row) => (
                  <RowActions
                    list={list}
                    row={row}
                    name={`${row.sku} ${row.name}`}
                    onDelete={() => deletion.ask({ id: row.id })}
                  />
                )
              : undefined
          }
        />
        <Pager list={list} page={data} />
      </ListContent>
      <BulkBar selection={selection} page={data} onDelete={() => deletion.ask(selection)} />
      {deletion.dialog}
      <Outlet />
    </ListPage>
  )
}

const factsOf = ({ cost, retailPrice, bomCount, fileCount }: ProductItem) => [
  { label: 'cost', value: formatMoney(cost), isNumeric: true },
  { label: 'retail', value: formatMoney(retailPrice), isNumeric: true },
  { label: bomCount === 1 ? 'BOM item' : 'BOM items', value: bomCount.toLocaleString('en-US'), isNumeric: true },
  {
    label: fileCount === 1 ? 'file' : 'files',
    value: fileCount.toLocaleString('en-US'),
    isNumeric: true,
    isShort: true,
  },
]

function Badges({ product: { shopifyProductId, sopId } }: { product: ProductItem }) {
  return (
    <>
      {shopifyProductId && (
        <Badge color="green" title={`Shopify product ${shopifyProductId}`}>
          Shopify
        </Badge>
      )}
      {sopId && <Badge color="accent">SOP</Badge>}
    </>
  )
}

function BillOfMaterials({ product }: { product: ProductItem }) {
  const companyId = useCompanyId()
  const canWrite = useCan('inventory.write')
  const { data, error, refetch } = useQuery(api.products.get.queryOptions({ input: { companyId, id: product.id } }))
  return (
    <OpenedLines
      label={`bill of materials of ${product.name}`}
      query={{ data: data?.bom, error, refetch }}
      editAt={canWrite ? `${path}/${product.id}/edit` : undefined}
    />
  )
}

function Actions({ onAdd }: { onAdd: () => void }) {
  const canWrite = useCan('inventory.write')
  return (
    <>
      <ImportControl type="products" />
      {canWrite && (
        <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
          Add Product
        </Button>
      )}
    </>
  )
}

function NoProducts({ onAdd }: { onAdd: () => void }) {
  const canWrite = useCan('inventory.write')
  return (
    <EmptyState
      icon={<IconBox size={20} stroke={1.6} />}
      title="No products yet"
      actions={canWrite && <Button onClick={onAdd}>Add your first product</Button>}
    >
      {canWrite
        ? 'Products are what you sell, with the bill of materials they are built from. Add the first one, or import the export of your store as a CSV file.'
        : 'The products your company sells will appear here once an operator has added them.'}
    </EmptyState>
  )
}
