import { Badge, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Product, productCatalogue, productsContract } from 'contract/inventory/products.ts'
import { formatAmount, formatCost } from 'contract/money.ts'
import { type ComparedProduct, comparisonFields } from 'contract/revenue/store-products.ts'
import { Attachments } from '../../files/public.tsx'
import { api, client } from '../../shared/api/api.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { rowsOf } from '../../shared/record/catalogue-rows.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { RecordNeighbours } from '../../shared/record/record-neighbours.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { useList } from '../../shared/table/list-state.ts'
import { LinkedSop } from '../../sops/public.tsx'
import { BomTree } from '../bom/bom-tree.tsx'
import { CanBeBuilt } from '../bom/can-be-built.tsx'
import { WhereUsed } from '../bom/where-used.tsx'
import { figure } from '../items/figure-row.tsx'
import { ItemDrawer } from '../items/item-drawer.tsx'
import { RecordTimes } from '../items/record-times.tsx'
import { UnitsSold } from '../items/units-sold.tsx'
import { counted } from '../stock/adjusted-item.ts'
import { MadeStock } from '../stock/stock-card.tsx'
import { StockMovements } from '../stock/stock-movements.tsx'
import { marginText } from './margin.ts'
import { RolledUpCost } from './rolled-up-cost.tsx'

const path = '/inventory/products'
const { fields } = productCatalogue

/** /inventory/products/{id} */
export function ProductDetails() {
  const { companyId, id } = useAddressedRecord()
  const list = useList(productsContract.list, path)
  const product = useQuery(api.products.get.queryOptions({ input: { companyId, id } }))
  return (
    <ItemDrawer
      catalogue={productCatalogue}
      routes={client.products}
      query={product}
      numberOf={({ sku }) => sku}
      badge={({ shopifyProductId }) => shopifyProductId && <Badge color="green">Shopify</Badge>}
      neighbours={
        <RecordNeighbours
          list={list}
          noun="product"
          id={id}
          query={(input) => api.products.list.queryOptions({ input })}
        />
      }
    >
      {(record) => <Details product={record} />}
    </ItemDrawer>
  )
}

function Details({ product }: { product: Product }) {
  const canEdit = useCan('inventory.write')
  const seesSales = useCan('revenue.read')
  const { id, sop } = product
  const stocked = { id, number: product.sku, measure: counted } as const
  return (
    <>
      <Figures key={`figures ${id}`} product={product} />
      <BomTree
        key={id}
        id={id}
        title={fields.bom.label}
        number={product.sku}
        editAt={`/inventory/products/${id}/edit`}
      />
      <MadeStock key={`line ${id}`} item={stocked} cost={product.cost} />
      <Fields rows={rowsOf(productCatalogue, product, 'item')} />
      {seesSales && <StoreListing key={`store ${id}`} id={id} />}
      {seesSales && <UnitsSold key={`sold ${id}`} id={id} />}
      <WhereUsed id={id} />
      <StockMovements key={`stock ${id}`} itemId={id} unmoved={stocked} />
      {sop && <LinkedSop sopId={sop.id} />}
      <Attachments key={`files ${id}`} entityType="product" entityId={id} canEdit={canEdit} />
      <RecordTimes record={product} />
    </>
  )
}

/** How many can be built, cost, price and margin in one row; below them what differs when the cost is rolled up from the parts. */
function Figures({ product: { id, cost, retailPrice, bomCount } }: { product: Product }) {
  const companyId = useCompanyId()
  const { data: tree } = useQuery(api.bom.tree.queryOptions({ input: { companyId, id } }))
  const rolledUp = bomCount > 0 ? tree?.rolledUpCost : null
  const marginOn = (paid: number | null | undefined) => (paid == null ? paid : figure(marginText(paid, retailPrice)))
  return (
    <CanBeBuilt
      id={id}
      lineCount={bomCount}
      beside={[
        [fields.cost.label, cost > 0 ? formatCost(cost) : null],
        [fields.retailPrice.label, retailPrice > 0 ? formatCost(retailPrice) : null],
        ['Margin', marginOn(cost || rolledUp)],
      ]}
      below={[
        [
          'Rolled-up Cost',
          rolledUp == null ? (
            rolledUp
          ) : (
            <RolledUpCost
              key="rolled up"
              stored={cost}
              rolledUp={rolledUp}
              withoutCost={tree?.partsWithoutCost ?? 0}
              isSpelledOut
            />
          ),
        ],
        ['Rolled-up Margin', cost > 0 ? marginOn(rolledUp) : null],
      ]}
    />
  )
}

/** The online store's prices and stock of a product beside ours; nothing for a product that the store does not sell. */
function StoreListing({ id }: { id: string }) {
  const input = { companyId: useCompanyId(), productId: id }
  const { data, isPending } = useQuery(api.storeProducts.compare.queryOptions({ input }))
  const [product] = data?.items ?? []
  if (!product) return isPending ? <Skeleton height={0} /> : null // what is below waits for it (docs/design.md)
  return (
    <Fields
      title={comparisonFields.storeTitle.label}
      rows={[
        ['Product', product.storeTitle],
        ['Price', figure(priceOf(product))],
        ['Stock', figure(stockOf(product))],
      ]}
    />
  )
}

/** '$27.99, here $29.00' */
const priceOf = ({ storePrice, currency, retailPrice, differences }: ComparedProduct) =>
  formatAmount(storePrice, currency) + (differences.includes('price') ? `, here ${formatCost(retailPrice)}` : '')

/** '215, but 12 can be built' */
const stockOf = ({ storeStock, canBuild, differences }: ComparedProduct) => {
  if (storeStock === null) return 'Not counted'
  const stock = storeStock.toLocaleString('en-US')
  return differences.includes('stock') ? `${stock}, but ${(canBuild ?? 0).toLocaleString('en-US')} can be built` : stock
}
