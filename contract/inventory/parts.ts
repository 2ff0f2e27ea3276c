import { z } from 'zod'
import { catalogueOf, filtersOf, sortKeysOf } from '../catalogue.ts'
import { attachedFiles } from '../files/files.ts'
import { pictured } from '../files/pictures.ts'
import { exactCount, pageOf, rankedListQuery, selectionOf, wholeList } from '../list.ts'
import { Money, Quantity, SignedQuantity } from '../money.ts'
import { SopReference } from '../sops/sop-reference.ts'
import { optionalText, requiredText } from '../text.ts'
import { QuantityDecimals, Unit } from '../units.ts'
import { cost, createdAt, files, location, retailPrice, sopId, updatedAt, vendorId } from './item-fields.ts'
import { recordsOf, removalsOf } from './item-routes.ts'
import { listFileOf } from './list-files.ts'

export const PartFields = z.strictObject({
  partNumber: requiredText(100, 'Part number is required'),
  name: requiredText(300, 'Name is required'),
  barcode: optionalText(100),
  location: optionalText(200),
  supplierName: optionalText(200),
  supplierAccount: optionalText(100),
  cost: Money,
  retailPrice: Money,
  unit: Unit,
  decimals: QuantityDecimals,
  stockLevel: SignedQuantity,
  reorderThreshold: Quantity,
  hasLots: z.boolean(),
  sopId: z.uuid().nullable(),
  vendorId: z.uuid().nullable(),
})
export type PartFields = z.infer<typeof PartFields>

export const partCatalogue = catalogueOf({
  table: 'parts',
  noun: 'part',
  key: 'partNumber',
  sortedBy: 'name',
  columns: [
    'name',
    'partNumber',
    'location',
    'stockLevel',
    'supplierName',
    'supplierAccount',
    'cost',
    'retailPrice',
    'reorderThreshold',
    'files',
  ],
  schema: PartFields,
  fields: {
    partNumber: {
      ...{ label: 'Part Number', kind: 'code', group: 'item', list: 'shown', sort: 'stored', isSearched: true },
      csv: true,
    },
    name: {
      ...{ label: 'Name', kind: 'text', group: 'item', list: 'shown', sort: 'stored', isSearched: true },
      csv: ['Name/Description', 'Name'],
    },
    barcode: {
      ...{
        label: 'Barcode',
        kind: 'code',
        group: 'item',
        list: 'optional',
        sort: 'stored',
        isSearched: true,
        csv: true,
      },
    },
    // The list shows the name of a linked vendor instead, and sorts by it.
    supplierName: {
      ...{ label: 'Supplier', kind: 'text', group: 'supplier', list: 'shown', sort: 'derived', csv: true },
      isSearched: true,
    },
    supplierAccount: {
      ...{ label: 'Supplier Account', kind: 'text', group: 'supplier', csv: ['Account Number'] },
      isSearched: true,
    },
    location: { ...location, list: 'shown', sort: 'stored' },
    stockLevel: {
      ...{ label: 'Stock Level', kind: 'quantity', group: 'stock', list: 'shown', sort: 'stored' },
      csv: ['Quantity', 'Stock Level'],
    },
    reorderThreshold: { label: 'Reorder Threshold', kind: 'quantity', group: 'stock', list: 'optional', csv: true },
    unit: { label: 'Unit', kind: 'unit', csv: true },
    decimals: { label: 'Decimals', kind: 'count', csv: true },
    hasLots: { label: 'Lots', kind: 'yes/no', choices: { true: 'Yes', false: 'No' }, csv: true },
    cost: { ...cost, list: 'optional' },
    retailPrice: { ...retailPrice, list: 'optional' },
    value: { label: 'Retail Value', kind: 'money', list: 'optional', sort: 'derived' },
    urgency: { label: 'Urgency', kind: 'quantity', sort: 'derived' },
    isLowStock: {
      ...{ label: 'Status', kind: 'yes/no', list: 'shown', sort: 'stored', isFilter: true },
      choices: { true: 'Low Stock', false: 'In Stock' },
    },
    files,
    vendorId,
    sopId,
    createdAt,
    updatedAt,
  },
})

/** A part: what is bought, or used as it is. */
export const Part = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...PartFields.shape,
  vendorName: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Part = z.infer<typeof Part>

/** A part in a list. */
export const ListedPart = Part.extend(pictured)
export type ListedPart = z.infer<typeof ListedPart>

/** A part with its SOP and its files. */
export const PartDetails = Part.extend({ sop: SopReference, files: attachedFiles, ...pictured })
export type PartDetails = z.infer<typeof PartDetails>

/** Low stock: the stock on hand is at or below the reorder threshold (product.md 9). */
export const isLowStock = (part: Pick<Part, 'stockLevel' | 'reorderThreshold'>): boolean =>
  part.stockLevel <= part.reorderThreshold

/** A new part; what is left out is empty. */
export const NewPart = PartFields.partial().extend({
  partNumber: PartFields.shape.partNumber,
  name: PartFields.shape.name,
})
/** What changes of a part; a field that is left out keeps its value. */
export const PartChanges = PartFields.partial()

export const partFilters = filtersOf(partCatalogue)
export const PartSelection = selectionOf(
  z.strictObject({ q: z.string().max(200).optional(), ...partFilters, isLowStock: z.boolean().optional() }),
)

export const partsContract = {
  ...recordsOf(partCatalogue, {
    query: rankedListQuery(sortKeysOf(partCatalogue), { ...partFilters, ...exactCount, ...wholeList }),
    page: pageOf(ListedPart).extend({ lowStockCount: z.int() }),
    details: PartDetails,
    saved: Part,
    added: NewPart,
    changes: PartChanges,
    summaries: { get: 'One part', update: 'Change a part' },
  }),
  ...removalsOf(partCatalogue, PartSelection),
  ...listFileOf(partCatalogue, sortKeysOf(partCatalogue), partFilters),
}
