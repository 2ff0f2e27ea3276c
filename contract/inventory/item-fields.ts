import type { Field } from '../catalogue.ts'

// Fields that several nouns share.

export const location = {
  label: 'Location',
  kind: 'text',
  group: 'item',
  isFilter: true,
  isSearched: true,
  csv: true,
} as const satisfies Field

export const cost = {
  label: 'Cost',
  kind: 'money',
  group: 'price',
  sort: 'stored',
  csv: true,
} as const satisfies Field

export const retailPrice = {
  label: 'Retail Price',
  kind: 'money',
  group: 'price',
  sort: 'stored',
  csv: true,
} as const satisfies Field

/** Of assemblies and products, which are counted. Their lists show it as soon as one of them is in stock. */
export const stockLevel = { label: 'On Hand', kind: 'count', sort: 'stored', list: 'optional' } as const satisfies Field

/** Files hold the vendor's name: when a vendor is deleted and created again, its id differs but its name is the same. */
export const vendorId = {
  label: 'Vendor',
  kind: 'link',
  linksTo: 'vendors',
  isFilter: true,
  csv: ['Linked Vendor'],
} as const satisfies Field

export const sopId = { label: 'SOP', kind: 'link', linksTo: 'sops', csv: ['SOP ID'] } as const satisfies Field

export const files = { label: 'Files', kind: 'files', csv: ['Files (JSON)', 'Files'] } as const satisfies Field

export const createdAt = { label: 'Added', kind: 'time', group: 'times', sort: 'stored' } as const satisfies Field

export const updatedAt = {
  label: 'Last changed',
  kind: 'time',
  group: 'times',
  sort: 'stored',
} as const satisfies Field
