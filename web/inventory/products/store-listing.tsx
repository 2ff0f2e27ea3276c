import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatAmount, formatCost } from 'contract/money.ts'
import { type ComparedProduct, comparisonFields } from 'contract/revenue/store-products.ts'
import { api } from '../../shared/api/api.ts'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { figure } from '../items/figure.tsx'

/** The online store's prices and stock of a product beside ours; nothing for a product that the store does not sell. */
export function StoreListing({ id }: { id: string }) {
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
