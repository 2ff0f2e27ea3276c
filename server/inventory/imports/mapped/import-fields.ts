import type { ItemType } from 'contract/inventory/imports.ts'
import { shippingMethods, vendorStatuses } from 'contract/inventory/vendors.ts'
import { closeName, normalHeader } from './header-names.ts'

type FieldKind = 'text' | 'money' | 'integer' | 'email' | 'url' | 'status' | 'choice' | 'json' | 'vendor' | 'sop'

/**
 * A field that a CSV column may feed; `label` is its header in the template. `ranks`: normal header -> 0 for the spec's
 * names, more for aliases, which serve only when no spec name is in the file; spec names rank alike, so that a file with
 * two of them is asked about and not guessed. `closeRanks`: the same for names that are close to one of them ("Unit cost (USD)").
 * `isRequired`: the key; `isNeededForNew`: a record that exists keeps what it has. `maxLength` counts characters and equals the contract's. `isExtra`: exported and
 * understood, but not in the template, whose columns spec.md 9 fixes. The kinds 'vendor' and 'sop' are links, by name and by id.
 */
export type ImportField = {
  field: string
  kind: FieldKind
  label: string
  ranks: Map<string, number>
  closeRanks: Map<string, number>
  maxLength: number
  isRequired: boolean
  isNeededForNew: boolean
  isIgnored: boolean
  isExtra: boolean
  choices: readonly string[]
}

type Options = Partial<Omit<ImportField, 'field' | 'kind' | 'label' | 'ranks' | 'closeRanks'>> & { aliases?: string[] }

const column = (
  field: string,
  kind: FieldKind,
  names: [string, ...string[]],
  { aliases = [], ...options }: Options = {},
): ImportField => ({
  field,
  kind,
  label: names[0],
  ranks: ranksOf(normalHeader, names, aliases),
  closeRanks: ranksOf(closeName, names, aliases),
  maxLength: 200,
  isRequired: false,
  isNeededForNew: false,
  isIgnored: false,
  isExtra: false,
  choices: [],
  ...options,
})

const ranksOf = (normal: (name: string) => string, names: string[], aliases: string[]) =>
  new Map([
    ...aliases.map((alias, index) => [normal(alias), index + 1] as const).toReversed(),
    ...names.map((name) => [normal(name), 0] as const),
  ])

const location = column('location', 'text', ['Location'], {
  aliases: ['Bin', 'Shelf', 'Storage Location', 'Bin Location', 'Warehouse', 'Lagerort', 'Lagerplatz', 'Emplacement'],
})
const cost = column('cost', 'money', ['Cost'], {
  aliases: [
    ...['Unit Cost', 'Cost Price', 'Purchase Price', 'Item Cost', 'Cost per Item', 'Buying Price'],
    ...['Einkaufspreis', 'EK', 'EK-Preis', 'Kosten', 'Stückkosten', "Prix d'achat", 'Coût'],
  ],
})
const retailPrice = column('retailPrice', 'money', ['Retail Price'], {
  aliases: [
    ...['Retail', 'Price', 'Unit Price', 'Sale Price', 'Selling Price', 'List Price', 'MSRP', 'RRP'],
    ...['Verkaufspreis', 'VK', 'VK-Preis', 'Preis', 'Prix de vente', 'Prix'],
  ],
})
// An export lists what is attached; bytes do not fit into a CSV file, and a path from outside attaches nothing.
const files = column('files', 'json', ['Files (JSON)', 'Files'], { isIgnored: true })
// A vendor that was deleted and came back has another id, but the same name.
const vendor = column('vendorId', 'vendor', ['Linked Vendor'], { isExtra: true })
const sop = column('sopId', 'sop', ['SOP ID'], { isExtra: true })
// A list of 1,000 components with their ids, numbers and names.
const maxJson = 450_000
const itemName = { maxLength: 300, isNeededForNew: true }
const itemNumber = { maxLength: 100, isRequired: true }

const parts = [
  column('name', 'text', ['Name/Description', 'Name'], {
    ...itemName,
    aliases: [
      ...['Part Name', 'Description', 'Item Name', 'Part Description', 'Item Description', 'Product Name', 'Title'],
      ...['Bezeichnung', 'Benennung', 'Beschreibung', 'Désignation'],
    ],
  }),
  column('partNumber', 'text', ['Part Number'], {
    ...itemNumber,
    aliases: [
      ...['Part No', 'Part #', 'P/N', 'MPN', 'Manufacturer Part Number', 'SKU', 'Item Number', 'Part ID', 'Part Code'],
      ...['Item Code', 'Stock Code', 'Material Number', 'Article Number', 'Number'],
      ...['Teilenummer', 'Artikelnummer', 'Sachnummer', 'Art.-Nr.', 'Artikel-Nr.', 'Référence', 'Réf.'],
    ],
  }),
  location,
  column('stockLevel', 'integer', ['Quantity', 'Stock Level'], {
    aliases: [
      ...['Qty', 'Stock', 'On Hand', 'Quantity On Hand', 'Qty On Hand', 'In Stock', 'Stock Quantity', 'Current Stock'],
      ...['Counted', 'Count', 'Counted Quantity', 'Menge', 'Bestand', 'Lagerbestand', 'Anzahl', 'Quantité'],
    ],
  }),
  column('supplierName', 'text', ['Supplier'], {
    aliases: ['Supplier Name', 'Vendor', 'Vendor Name', 'Lieferant', 'Fournisseur'],
  }),
  column('supplierAccount', 'text', ['Account Number'], {
    aliases: ['Supplier Account', 'Account', 'Supplier Account Number', 'Customer Number', 'Kundennummer'],
    maxLength: 100,
  }),
  cost,
  retailPrice,
  column('reorderThreshold', 'integer', ['Reorder Threshold'], {
    aliases: [
      ...['Reorder Point', 'Reorder Level', 'Min Stock', 'Minimum Stock', 'Min Qty', 'Minimum'],
      ...['Mindestbestand', 'Meldebestand', 'Stock minimum'],
    ],
  }),
  files,
  vendor,
  sop,
]

const assemblies = [
  column('assemblyNumber', 'text', ['Assembly Number'], {
    ...itemNumber,
    aliases: ['Assembly No', 'Assembly #', 'Number'],
  }),
  column('name', 'text', ['Name'], { ...itemName, aliases: ['Assembly Name', 'Description', 'Name/Description'] }),
  location,
  column('components', 'json', ['Components (JSON)', 'Components'], { maxLength: maxJson }),
  files,
  vendor,
]

const products = [
  column('sku', 'text', ['SKU'], {
    ...itemNumber,
    aliases: ['Product SKU', 'Product Number', 'Item Number', 'Number'],
  }),
  column('name', 'text', ['Name'], {
    ...itemName,
    aliases: ['Product Name', 'Title', 'Description', 'Name/Description'],
  }),
  location,
  cost,
  retailPrice,
  column('shopifyProductId', 'text', ['Shopify Product ID'], { aliases: ['Shopify ID'], maxLength: 100 }),
  column('bom', 'json', ['BOM (JSON)', 'BOM', 'Bill of Materials'], { maxLength: maxJson }),
  files,
  column('category', 'text', ['Category'], { isExtra: true, aliases: ['Product Type', 'Type', 'Product Category'] }),
  sop,
]

const vendors = [
  column('name', 'text', ['Name', 'Vendor Name'], {
    isRequired: true,
    aliases: ['Vendor', 'Supplier', 'Company', 'Supplier Name', 'Company Name', 'Lieferant', 'Fournisseur'],
  }),
  column('contactPerson', 'text', ['Contact Person', 'Contact'], { aliases: ['Contact Name'] }),
  column('email', 'email', ['Email'], { aliases: ['E-mail Address', 'Contact Email'], maxLength: 254 }),
  column('phone', 'text', ['Phone'], { aliases: ['Phone Number', 'Telephone', 'Tel'], maxLength: 50 }),
  column('address', 'text', ['Address'], { maxLength: 1_000 }),
  column('website', 'url', ['Website'], { aliases: ['Web', 'URL', 'Web Site'], maxLength: 500 }),
  column('accountNumber', 'text', ['Account Number'], { aliases: ['Account', 'Account No'], maxLength: 100 }),
  column('paymentTerms', 'text', ['Payment Terms'], { aliases: ['Terms'] }),
  column('routingNumber', 'text', ['Routing Number'], { maxLength: 50 }),
  column('swiftCode', 'text', ['SWIFT Code'], { aliases: ['SWIFT', 'BIC', 'SWIFT/BIC'], maxLength: 20 }),
  column('iban', 'text', ['IBAN'], { maxLength: 50 }),
  column('shippingAccount', 'text', ['Shipping Account'], { maxLength: 100 }),
  column('preferredShippingMethod', 'choice', ['Preferred Shipping'], {
    aliases: ['Preferred Shipping Method', 'Shipping Method'],
    choices: shippingMethods,
  }),
  column('taxId', 'text', ['Tax ID'], { aliases: ['VAT ID', 'VAT Number', 'EIN'], maxLength: 50 }),
  column('notes', 'text', ['Notes'], { aliases: ['Note', 'Comments'], maxLength: 10_000 }),
  column('status', 'status', ['Status'], { choices: vendorStatuses }),
]

/** Per type, in the order of the template (spec.md 9) and of exports; it is also the order of the imported values. */
export const importFields: Record<ItemType, ImportField[]> = { parts, assemblies, products, vendors }
