import { z } from 'zod'
import { catalogueOf } from '../catalogue.ts'
import { Money, SignedQuantity } from '../money.ts'
import { optionalText, requiredText } from '../text.ts'
import { locationKindLabels, locationKinds } from './locations.ts'

const StockRow = z.strictObject({
  itemNumber: requiredText(100, 'Item number is required'),
  place: optionalText(100),
  lot: optionalText(100),
  quantity: SignedQuantity,
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

const PlaceRow = z.strictObject({
  code: requiredText(100, 'Code is required'),
  name: requiredText(200, 'Name is required'),
  kind: z.enum(locationKinds),
  inside: optionalText(100),
})

/** A row of the places in a file of the whole inventory. */
export const placeFileCatalogue = catalogueOf({
  table: 'locations',
  noun: 'place',
  key: 'code',
  sortedBy: 'code',
  columns: ['code', 'name', 'kind', 'inside'],
  schema: PlaceRow,
  fields: {
    code: { label: 'Code', kind: 'code', csv: ['Place Code'] },
    name: { label: 'Name', kind: 'text', csv: ['Place Name'] },
    kind: { label: 'Kind', kind: 'choice', choices: locationKindLabels, csv: ['Place Kind'] },
    inside: { label: 'Inside', kind: 'text', csv: ['Inside Place'] },
  },
})
