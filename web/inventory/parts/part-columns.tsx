import { type Part, PartFields } from 'contract/inventory/parts.ts'
import { formatMoney } from 'contract/money.ts'
import type { CellEdit, Column } from '../../shared/table/columns.ts'
import { TwoLines } from '../../shared/table/two-lines.tsx'
import { PartStock } from './part-stock.tsx'

const figure = (value: number) => value.toLocaleString('en-US')

const quantity = (field: 'stockLevel' | 'reorderThreshold'): CellEdit<Part> => ({
  kind: 'quantity',
  value: (part) => part[field],
  schema: PartFields.shape[field],
})

const money = (key: string, title: string, amount: (part: Part) => number): Column<Part> => ({
  key,
  title,
  isSortable: true,
  isNumeric: true,
  isOptional: true,
  width: '6.75rem',
  cell: (part) => formatMoney(amount(part)),
})

/** The columns of the list of parts. */
export const partColumns: Column<Part>[] = [
  {
    key: 'partNumber',
    title: 'Part Number',
    isSortable: true,
    width: '8.75rem',
    cell: (part) => part.partNumber,
    copy: (part) => part.partNumber,
  },
  { key: 'name', title: 'Name', isSortable: true, cell: (part) => <TwoLines>{part.name}</TwoLines> },
  {
    key: 'supplierName',
    title: 'Supplier',
    isSortable: true,
    width: '14%',
    cell: (part) => part.vendorName ?? part.supplierName,
  },
  {
    key: 'location',
    title: 'Location',
    isSortable: true,
    width: '7rem',
    cell: (part) => part.location,
    edit: { kind: 'text', value: (part) => part.location, schema: PartFields.shape.location },
  },
  {
    key: 'stockLevel',
    title: 'Stock Level',
    isSortable: true,
    isNumeric: true,
    width: '6.75rem',
    cell: (part) => figure(part.stockLevel),
    edit: quantity('stockLevel'),
  },
  {
    key: 'reorderThreshold',
    title: 'Reorder Threshold',
    isNumeric: true,
    isOptional: true,
    width: '8.75rem',
    cell: (part) => figure(part.reorderThreshold),
    edit: quantity('reorderThreshold'),
  },
  money('cost', 'Cost', ({ cost }) => cost),
  money('retailPrice', 'Retail Price', ({ retailPrice }) => retailPrice),
  money('value', 'Retail Value', ({ retailPrice, stockLevel }) => retailPrice * stockLevel),
  { key: 'isLowStock', title: 'Status', isSortable: true, width: '6.25rem', cell: (part) => <PartStock part={part} /> },
]
