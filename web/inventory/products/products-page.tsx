import { Badge, Group } from '@mantine/core'
import { IconBox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ListedProduct,
  type ProductItem,
  productCatalogue,
  productsContract,
} from 'contract/inventory/products.ts'
import { formatComputedCost, formatCost } from 'contract/money.ts'
import { api, client } from '../../shared/api/api.ts'
import { PicturedName } from '../../shared/record/record-picture.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { type Column, columnsOf } from '../../shared/table/columns/columns.ts'
import type { ListSearch } from '../../shared/table/list-search.ts'
import { prefetchList, useList } from '../../shared/table/list-state.ts'
import { useRowSelection } from '../../shared/table/rows/row-selection.tsx'
import { OpenedLines } from '../bom/opened-lines.tsx'
import { countFact, fileFact } from '../items/item-cards.tsx'
import { countColumn, stockColumn, updatedColumn } from '../items/item-columns.tsx'
import { useItemDeletion } from '../items/item-deletion.ts'
import { ItemsPage } from '../items/items-page.tsx'
import { NothingYet } from '../items/list-actions.tsx'

const path = '/inventory/products'
const words = { type: 'products', noun: 'Product' } as const

const columns: Column<ListedProduct>[] = [
  ...columnsOf<ListedProduct, typeof productCatalogue.fields>(productCatalogue, {
    sku: { min: 7.5 },
    name: { text: (row) => row.name, cell: (row) => <PicturedName id={row.pictureId} name={row.name} /> },
    cost: { cell: (row) => <Cost product={row} /> },
    stockLevel: stockColumn,
    updatedAt: updatedColumn,
  }),
  countColumn('bomCount', 'BOM Items'),
  { ...countColumn('fileCount', 'Files'), leaves: 2 },
  {
    key: 'linked',
    title: 'Linked',
    width: '9rem',
    leaves: 3,
    cell: (row) => (row.shopifyProductId || row.sopId ? <Badges product={row} /> : ''),
  },
]

/** The rows that the screen shows first. */
export const prefetchProducts = (search: ListSearch) =>
  prefetchList(productsContract.list, search, (input) => api.products.list.queryOptions({ input }))

/** /inventory/products */
export function ProductsPage() {
  const list = useList(productsContract.list, path)
  const products = useQuery(api.products.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const selection = useRowSelection(list, products.data)
  const deletion = useItemDeletion(productCatalogue, client.products, selection.clear)
  return (
    <ItemsPage
      {...words}
      {...{ list, columns, selection, deletion }}
      title="Products"
      query={products}
      titleOf={titleOf}
      facts={factsOf}
      badges={(row) => <Badges product={row} />}
      content={contentOf}
      empty={
        <NothingYet
          {...words}
          onAdd={() => list.open('new')}
          icon={<IconBox size={20} stroke={1.6} />}
          forWriters="Products are what you sell, with the bill of materials they are built from. Add the first one, or import the export of your store as a CSV file."
          forReaders="The products your company sells will appear here once an operator has added them."
        />
      }
    />
  )
}

const titleOf = ({ sku, name, pictureId }: ListedProduct) => ({ number: sku, name, pictureId })

/** Nobody entered a cost for what is put together: it is that of the parts, as in the margin. */
function Cost({ product: { cost, rolledUpCost } }: { product: ListedProduct }) {
  if (rolledUpCost === null) return formatCost(cost)
  const why =
    rolledUpCost === 0 ? 'It has no cost, and neither have its parts' : 'The cost of its parts: it has none of its own'
  return <span title={why}>{costOr(rolledUpCost)}</span>
}

const costOr = (cost: number) => (cost === 0 ? '—' : formatComputedCost(cost))

const factsOf = ({ cost, rolledUpCost, retailPrice, bomCount, fileCount }: ListedProduct) => [
  { label: 'cost', value: rolledUpCost === null ? formatCost(cost) : costOr(rolledUpCost) },
  { label: 'retail', value: formatCost(retailPrice) },
  countFact(bomCount, 'BOM item', 'BOM items'),
  fileFact(fileCount),
]

function Badges({ product: { shopifyProductId, sopId } }: { product: ProductItem }) {
  return (
    <Group gap={4} wrap="nowrap">
      {shopifyProductId && (
        <Badge flex="none" color="green" title={`Shopify product ${shopifyProductId}`}>
          Shopify
        </Badge>
      )}
      {sopId && (
        <Badge flex="none" color="accent">
          SOP
        </Badge>
      )}
    </Group>
  )
}

const contentOf = (row: ProductItem) => <BillOfMaterials product={row} />

function BillOfMaterials({ product }: { product: ProductItem }) {
  const companyId = useCompanyId()
  const canWrite = useCan('inventory.write')
  const { data, error, refetch } = useQuery(api.products.get.queryOptions({ input: { companyId, id: product.id } }))
  return (
    <OpenedLines
      label={`bill of materials of ${product.name}`}
      query={{ data: data?.bom, error, refetch }}
      pictures={data?.linePictures}
      editAt={canWrite ? `${path}/${product.id}/edit` : undefined}
    />
  )
}
