import { useQuery } from '@tanstack/react-query'
import { contract } from 'contract/index.ts'
import { isLowStock, type Part, type PartDetails as PartWithSop } from 'contract/inventory/parts.ts'
import { formatMoney } from 'contract/money.ts'
import { Attachments } from '../files/public.tsx'
import { useAddressedRecord } from '../shared/addressed-record.ts'
import { api } from '../shared/api.ts'
import { Copyable } from '../shared/copyable.tsx'
import { useList, useReturnToList } from '../shared/list-state.ts'
import { Fields, RecordDrawer } from '../shared/record-drawer.tsx'
import { RecordNeighbours } from '../shared/record-neighbours.tsx'
import { useCan } from '../shared/session.ts'
import { LinkedSop } from '../sops/public.tsx'
import { ActivityTimeline } from './activity-timeline.tsx'
import { WhereUsed } from './bom/where-used.tsx'
import { figure } from './figure.tsx'
import { ItemActions } from './item-actions.tsx'
import { marginText } from './margin.ts'
import { usePartDeletion } from './part-deletion.ts'
import classes from './part-details.module.css'
import { PartStock } from './part-stock.tsx'
import { RecordTimes } from './record-times.tsx'
import { AdjustStock } from './stock-adjustment.tsx'
import { StockMovements } from './stock-movements.tsx'
import { VendorFields } from './vendor-fields.tsx'

const path = '/inventory/parts'

/** /inventory/parts/{id} */
export function PartDetails() {
  const { companyId, id } = useAddressedRecord()
  const list = useList(contract.parts.list, path)
  const close = useReturnToList(path)
  const deletion = usePartDeletion(close)
  const part = useQuery(api.parts.get.queryOptions({ input: { companyId, id } }))
  return (
    <RecordDrawer
      noun="part"
      title={part.data?.name}
      badge={part.data && <PartStock part={part.data} />}
      actions={
        <>
          <RecordNeighbours list={list} noun="part" id={id} query={(input) => api.parts.list.queryOptions({ input })} />
          {part.data && <ItemActions path={path} id={id} deletion={deletion} />}
        </>
      }
      details={part.data && <Details part={part.data} />}
      activity={<ActivityTimeline entityId={id} />}
      error={part.error}
      isPending={part.isPending}
      onRetry={() => void part.refetch()}
      onClose={close}
    />
  )
}

function Details({ part }: { part: PartWithSop }) {
  const canEdit = useCan('inventory.write')
  return (
    <>
      <Fields
        rows={[
          ['Part Number', <Copyable key="number" value={part.partNumber} what="part number" />],
          ['Name', part.name],
          ['Location', part.location],
        ]}
      />
      <Fields
        title="Stock"
        rows={[
          ['Stock Level', <StockLevel key="level" part={part} />],
          ['Reorder Threshold', figure(part.reorderThreshold.toLocaleString('en-US'))],
        ]}
      />
      <Fields
        title="Price"
        rows={[
          ['Cost', figure(formatMoney(part.cost))],
          ['Retail Price', figure(formatMoney(part.retailPrice))],
          ['Margin', figure(marginText(part.cost, part.retailPrice))],
        ]}
      />
      {part.vendorId ? (
        <VendorFields
          vendorId={part.vendorId}
          vendorName={part.vendorName}
          more={[['Supplier Account', part.supplierAccount]]}
        />
      ) : (
        <SupplierFields part={part} />
      )}
      <WhereUsed id={part.id} />
      <StockMovements key={`stock ${part.id}`} part={part} />
      {part.sop && <LinkedSop sopId={part.sop.id} />}
      <Attachments key={`files ${part.id}`} entityType="part" entityId={part.id} canEdit={canEdit} />
      <RecordTimes record={part} />
    </>
  )
}

function StockLevel({ part }: { part: Part }) {
  return (
    <span className={classes.onHand}>
      <span className={classes.stock} data-low={isLowStock(part) || undefined}>
        {part.stockLevel.toLocaleString('en-US')}
      </span>
      {useCan('inventory.write') && <AdjustStock part={part} name={part.partNumber} isButton />}
    </span>
  )
}

function SupplierFields({ part }: { part: Part }) {
  return (
    <Fields
      title="Supplier"
      rows={[
        ['Supplier', part.supplierName],
        ['Supplier Account', part.supplierAccount],
      ]}
    />
  )
}
