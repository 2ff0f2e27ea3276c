import { sentenceOf } from 'contract/inventory/import-problems.ts'
import { expect, test } from 'vitest'
import { templateFileName, templateHeader } from '../../imports.routes.ts'
import { matchColumns } from './columns.ts'
import { normalHeader } from './header-names.ts'

const fed = (...args: Parameters<typeof matchColumns>) =>
  matchColumns(...args).fieldsByIndex.map((fields) => fields.map(({ field }) => field))

test('templates have the columns of the specification and match completely', () => {
  expect(templateHeader('parts').join()).toBe(
    'Name/Description,Part Number,Location,Quantity,Supplier,Account Number,Cost,Retail Price,Reorder Threshold',
  )
  expect(templateHeader('assemblies')).toEqual(['Assembly Number', 'Name', 'Location', 'Components (JSON)'])
  expect(templateHeader('products').join()).toBe('SKU,Name,Location,Cost,Retail Price,Shopify Product ID,BOM (JSON)')
  expect(templateHeader('vendors').join()).toBe(
    'Name,Contact Person,Email,Phone,Address,Website,Account Number,Payment Terms,Routing Number,SWIFT Code,IBAN,Shipping Account,Preferred Shipping,Tax ID,Notes,Status',
  )
  for (const type of ['parts', 'assemblies', 'products', 'vendors'] as const) {
    expect(matchColumns(type, templateHeader(type))).toMatchObject({ unmatched: [], missing: [], clashes: [] })
  }
  expect(templateFileName('parts')).toBe('parts-template.csv')
})

test('headers match whatever their case, spaces and punctuation, and by the one fold of texts', () => {
  expect(normalHeader('Größe\u00ad')).toBe(normalHeader('GRÖSSE'))
  expect(fed('parts', ['NAME / DESCRIPTION', 'part_number', ' Stock-Level ', 'retailprice'])).toEqual([
    ['name'],
    ['partNumber'],
    ['stockLevel'],
    ['retailPrice'],
  ])
})

test('the names of the specification take precedence over aliases; other columns are reported', () => {
  const match = matchColumns('parts', ['Description', 'Name', 'SKU', 'Part Number', 'Colour'])
  expect(match.unmatched).toEqual(['Description', 'SKU', 'Colour'])
  expect(fed('parts', ['MPN', 'Description', 'Qty'])).toEqual([['partNumber'], ['name'], ['stockLevel']])
})

test('the user must choose between two of our names for one field, also when they differ only in case', () => {
  expect(matchColumns('parts', ['Name', 'Part Number', 'Quantity', 'Stock Level']).clashes.map(sentenceOf)).toEqual([
    "The columns 'Quantity' and 'Stock Level' both feed Quantity: choose one",
  ])
  expect(matchColumns('parts', ['Name', 'Part Number', 'Cost', 'cost ']).clashes.map(sentenceOf)).toEqual([
    "The columns 'Cost' and 'cost' both feed Cost: choose one",
  ])
  expect(matchColumns('parts', ['Name', 'Part Number', 'Colour', 'Colour']).clashes).toEqual([])
})

test('a mapping overrides, feeds several fields from one column, and ignores columns', () => {
  const header = ['Part Name', 'Quantity', 'Price', 'Cost']
  const mapping = { 'Part Name': ['name', 'partNumber'], Price: ['cost'], Quantity: [] }
  expect(fed('parts', header, mapping)).toEqual([['name', 'partNumber'], [], ['cost'], []])
  expect(() => matchColumns('parts', header, { Price: ['salary'] })).toThrow('unknown field: salary')
})

test('missing required fields are named', () => {
  expect(matchColumns('parts', ['Part Name', 'Quantity']).missing).toEqual(['Part Number'])
})

test('__proto__ and constructor are headers like any other', () => {
  const mapping = JSON.parse('{"__proto__": ["cost"]}')
  expect(matchColumns('parts', ['__proto__', 'constructor', 'Name', 'Part Number']).unmatched).toEqual([
    '__proto__',
    'constructor',
  ])
  expect(fed('parts', ['__proto__', 'Name', 'Part Number'], mapping)[0]).toEqual(['cost'])
})

test('categories come before types of products, as WooCommerce writes both', () => {
  const match = matchColumns('products', ['Type', 'SKU', 'Name', 'Categories'])
  expect(match.fieldsByIndex.map(([field]) => field?.field)).toEqual([undefined, 'sku', 'name', 'category'])
})

test.each(['products', 'assemblies'] as const)('the name of an item is no description: %s', (type) => {
  const match = matchColumns(type, ['Number', 'Description', 'Item Name'])
  expect(match.fieldsByIndex.map(([field]) => field?.field)).toEqual([expect.any(String), undefined, 'name'])
})
