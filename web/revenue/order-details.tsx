import { Anchor, Modal, Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAmount } from 'contract/money.ts'
import { noFulfillment, type StoreOrderDetails, statusWords } from 'contract/revenue/revenue.ts'
import type { ReactNode } from 'react'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Missing } from '../shared/format/missing.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { Fields } from '../shared/record/record-drawer.tsx'
import { ParcelCells, parcelHeads } from './parcel-cells.tsx'

type OrderDetailsProps = { companyId: string; id: string; number: string; timeZone: string; onClose: () => void }

/** An order of the store with its lines and parcels. */
export function OrderDetails({ companyId, id, number, timeZone, onClose }: OrderDetailsProps) {
  const { data, error, refetch } = useQuery(api.revenue.order.queryOptions({ input: { companyId, id } }))
  return (
    <Modal opened onClose={onClose} title={`Order ${number}`} size="xl">
      {error && !data ? (
        <LoadFailure what="order" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={240} />
      ) : (
        <Order order={data} timeZone={timeZone} />
      )}
    </Modal>
  )
}

function Order({ order, timeZone }: { order: StoreOrderDetails; timeZone: string }) {
  const { currency, processedAt, createdAtShopify, email, totalPrice, refunded, currentTotal, parcels, adminUrl } =
    order
  const isMoved = processedAt.slice(0, 10) !== createdAtShopify.slice(0, 10)
  return (
    <>
      <Fields
        rows={[
          ['Sold', <Day key="sold" at={processedAt} timeZone={timeZone} />],
          ...(isMoved
            ? [
                ['Came into the Store', <Day key="came" at={createdAtShopify} timeZone={timeZone} />] as [
                  string,
                  ReactNode,
                ],
              ]
            : []),
          ['E-mail', email],
          ['Payment', statusWords(order.financialStatus)],
          ['Fulfillment', order.fulfillmentStatus ? statusWords(order.fulfillmentStatus) : statusWords(noFulfillment)],
          ['Total', formatAmount(totalPrice, currency)],
          ['Refunded', refunded === 0 ? null : formatAmount(refunded, currency)],
          ['After Refunds', formatAmount(currentTotal, currency)],
        ]}
      />
      <OrderLines order={order} />
      {parcels.length > 0 && (
        <Table aria-label="Parcels">
          <Table.Thead>
            <Table.Tr>
              {parcelHeads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <ParcelCells parcels={parcels} />
            </Table.Tr>
          </Table.Tbody>
        </Table>
      )}
      <Anchor href={adminUrl} target="_blank" rel="noreferrer" size="sm">
        Open in Shopify
      </Anchor>
    </>
  )
}

const OrderLines = ({ order: { lines, currency } }: { order: StoreOrderDetails }) => (
  <Table.ScrollContainer minWidth={480}>
    <Table aria-label="Lines">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th>SKU</Table.Th>
          <Table.Th ta="right">Units</Table.Th>
          <Table.Th ta="right">After Refunds</Table.Th>
          <Table.Th ta="right">Price</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ title, sku, quantity, currentQuantity, unitPrice, productId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key here, and their order is fixed
          <Table.Tr key={index}>
            <Table.Td>
              {productId ? (
                <Anchor size="sm" component={Link} {...at(`/inventory/products/${productId}`)}>
                  {title}
                </Anchor>
              ) : (
                title
              )}
            </Table.Td>
            <Table.Td className="code">{sku ?? <Missing />}</Table.Td>
            <Table.Td ta="right" className="numeric">
              {quantity.toLocaleString('en-US')}
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              {currentQuantity.toLocaleString('en-US')}
            </Table.Td>
            <Table.Td ta="right" className="numeric">
              {formatAmount(unitPrice, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
