import { useQuery } from '@tanstack/react-query'
import { contract } from 'contract/index.ts'
import { isLowStock, type Part, type PartDetails as PartWithSop } from 'contract/inventory/parts.ts'
import { formatMoney } from 'contract/money.ts'
import { ActivityTimeline } from '../../activity/public.tsx'
import { Attachments } from '../../files/public.tsx'
import { api } from '../../shared/api/api.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { Copyable } from '../../shared/record/copyable.tsx'
import { Fields, RecordDrawer } from '../../shared/record/record-drawer.tsx'
import { RecordNeighbours } from '../../shared/record/record-neighbours.tsx'
import { useCan } from '../../shared/session/session.ts'
import { useList, useReturnToList } from '../../shared/table/list-state.ts'
import { LinkedSop } from '../../sops/public.tsx'
import { WhereUsed } from '../bom/where-used.tsx'
import { ActivityValue } from '../items/activity-value.tsx'
import { figure } from '../items/figure.tsx'
import { ItemActions } from '../items/item-actions.tsx'
import { RecordTimes } from '../items/record-times.tsx'
import { marginText } from '../products/margin.ts'
import { AdjustStock } from '../stock/stock-adjustment.tsx'
import { StockMovements } from '../stock/stock-movements.tsx'
import { VendorFields } from '../vendors/vendor-fields.tsx'
import { usePartDeletion } from './part-deletion.ts'
import classes from './part-details.module.css'
import { PartStock } from './part-stock.tsx'

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
      activity={<ActivityTimeline entityId={id} Value={ActivityValue} />}
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
