import { useQuery } from '@tanstack/react-query'
import { isLowStock, type PartDetails as PartWithSop, partCatalogue, partsContract } from 'contract/inventory/parts.ts'
import { formatCost } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { Attachments } from '../../files/public.tsx'
import { api } from '../../shared/api/api.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { rowsOf } from '../../shared/record/catalogue-rows.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { RecordNeighbours } from '../../shared/record/record-neighbours.tsx'
import { useCan } from '../../shared/session/session.ts'
import { useList } from '../../shared/table/list-state.ts'
import { LinkedSop } from '../../sops/public.tsx'
import { WhereUsed } from '../bom/where-used.tsx'
import { FigureRow, figure } from '../items/figure-row.tsx'
import { ItemDrawer } from '../items/item-drawer.tsx'
import { RecordTimes } from '../items/record-times.tsx'
import { UnitsSold } from '../items/units-sold.tsx'
import { marginText } from '../products/margin.ts'
import { adjustedPart } from '../stock/adjusted-item.ts'
import { OnHand, StockCard } from '../stock/stock-card.tsx'
import { StockLine } from '../stock/stock-line.tsx'
import { StockMovements } from '../stock/stock-movements.tsx'
import { VendorFields } from '../vendors/vendor-fields.tsx'
import { partRoutes } from './part-deletion.ts'
import { PartStock } from './part-stock.tsx'

const path = '/inventory/parts'

/** /inventory/parts/{id} */
export function PartDetails() {
  const { companyId, id } = useAddressedRecord()
  const list = useList(partsContract.list, path)
  const part = useQuery(api.parts.get.queryOptions({ input: { companyId, id } }))
  return (
    <ItemDrawer
      catalogue={partCatalogue}
      routes={partRoutes}
      query={part}
      numberOf={({ partNumber }) => partNumber}
      badge={(row) => <PartStock part={row} />}
      neighbours={
        <RecordNeighbours list={list} noun="part" id={id} query={(input) => api.parts.list.queryOptions({ input })} />
      }
    >
      {(record) => <Details part={record} />}
    </ItemDrawer>
  )
}

function Details({ part }: { part: PartWithSop }) {
  const canEdit = useCan('inventory.write')
  const seesSales = useCan('revenue.read')
  const { fields } = partCatalogue
  return (
    <>
      <FigureRow
        figures={[
          [fields.stockLevel.label, <OnHand key={part.id} item={adjustedPart(part)} isLow={isLowStock(part)} />],
          [fields.reorderThreshold.label, formatQuantity(part.reorderThreshold, part.unit)],
          [fields.cost.label, part.cost > 0 ? formatCost(part.cost) : null],
          [fields.retailPrice.label, part.retailPrice > 0 ? formatCost(part.retailPrice) : null],
        ]}
      />
      {part.vendorId ? (
        <VendorFields
          vendorId={part.vendorId}
          vendorName={part.vendorName}
          more={[[fields.supplierAccount.label, part.supplierAccount]]}
        />
      ) : (
        <Fields title="Supplier" rows={rowsOf(partCatalogue, part, 'supplier')} />
      )}
      <WhereUsed id={part.id} unit={part.unit} />
      <StockCard item={adjustedPart(part)} cost={part.cost} isOnHandAbove />
      <StockLine key={`line ${part.id}`} itemId={part.id} unit={part.unit} reorderThreshold={part.reorderThreshold} />
      <StockMovements key={`stock ${part.id}`} itemId={part.id} />
      <Fields
        title="Details"
        rows={[...rowsOf(partCatalogue, part, 'item'), ['Margin', figure(marginText(part.cost, part.retailPrice))]]}
      />
      {seesSales && <UnitsSold key={`sold ${part.id}`} id={part.id} />}
      {part.sop && <LinkedSop sopId={part.sop.id} />}
      <Attachments key={`files ${part.id}`} entityType="part" entityId={part.id} canEdit={canEdit} />
      <RecordTimes record={part} />
    </>
  )
}
