import { type Part, PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { formatMoney } from 'contract/money.ts'
import { LevelBar } from '../../shared/chart/level-bar.tsx'
import { columnsOf } from '../../shared/table/catalogue-columns.ts'
import type { CellEdit, Column } from '../../shared/table/columns.ts'
import { PartStock } from './part-stock.tsx'

const quantity = (field: 'stockLevel' | 'reorderThreshold'): CellEdit<Part> => ({
  kind: 'quantity',
  value: (part) => part[field],
  schema: PartFields.shape[field],
})

function StockLevel({ part: { stockLevel, reorderThreshold } }: { part: Part }) {
  return (
    <>
      {stockLevel.toLocaleString('en-US')}
      <LevelBar level={stockLevel} threshold={reorderThreshold} />
    </>
  )
}

/** The columns of the list of parts. */
export const partColumns: Column<Part>[] = columnsOf(partCatalogue, {
  supplierName: { min: 7, leaves: 1, phone: 'off', cell: (part) => part.vendorName ?? part.supplierName },
  location: {
    min: 6.5,
    leaves: 2,
    edit: { kind: 'text', value: (part) => part.location, schema: PartFields.shape.location },
  },
  stockLevel: {
    phone: 'end',
    edit: quantity('stockLevel'),
    text: (part) => part.stockLevel.toLocaleString('en-US'),
    cell: (part) => <StockLevel part={part} />,
  },
  reorderThreshold: { edit: quantity('reorderThreshold') },
  value: { cell: ({ retailPrice, stockLevel }) => formatMoney(retailPrice * stockLevel) },
  isLowStock: { width: '6.25rem', phone: 'off', cell: (part) => <PartStock part={part} /> },
})
