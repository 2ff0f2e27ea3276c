import { z } from 'zod'
import { catalogueOf } from '../catalogue.ts'
import { Money, Quantity } from '../money.ts'
import { optionalText, requiredText } from '../text.ts'

const StockRow = z.strictObject({
  itemNumber: requiredText(100, 'Item number is required'),
  place: optionalText(100),
  lot: optionalText(100),
  quantity: Quantity,
  unitCost: Money,
})

/** A row of a file of stock: how much there is of an item at a place and of a lot, and the price of what the row adds. */
export const stockFileCatalogue = catalogueOf({
  table: 'stock_balances',
  noun: 'stock',
  key: 'itemNumber',
  sortedBy: 'itemNumber',
  columns: ['itemNumber', 'place', 'lot', 'quantity', 'unitCost'],
  schema: StockRow,
  fields: {
    itemNumber: { label: 'Item Number', kind: 'code', csv: true },
    place: { label: 'Place', kind: 'text', csv: true },
    lot: { label: 'Lot', kind: 'text', csv: true },
    quantity: { label: 'Quantity', kind: 'quantity', csv: true },
    unitCost: { label: 'Cost Each', kind: 'money', csv: true },
  },
})
