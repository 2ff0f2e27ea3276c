import { ImportFile } from 'contract/inventory/import-files.ts'
import { expect, test } from 'vitest'
import { sampleOf } from '../../../testing/samples.ts'
import { itemInName, itemOfFile } from './item-in-name.ts'

test.each([
  ['BOM AP Pump 100.csv', 'AP Pump 100', null],
  ['AP-100_BOM.xlsx', 'AP-100', null],
  ['Bill of Materials - Desk Lamp (2).csv', 'Desk Lamp', null],
  ['BOM for TL-500.csv', 'TL-500', null],
  ['Stückliste_PX-7_2026-03-01.xlsx', 'PX-7', null],
  ['PX-200-A rev B.csv', 'PX-200-A', null],
  ['TL-500 table lamp bom.csv', 'TL-500', 'table lamp'],
  ['AB1234 - Desk.csv', 'AB1234', 'Desk'],
  ['3D Printer.csv', '3D Printer', null],
  ['Bombay Gin.csv', 'Bombay Gin', null],
  ['Table Lamp.csv', 'Table Lamp', null],
])('the name of the file %s names the item %s', (fileName, number, name) => {
  expect(itemInName(fileName)).toEqual({ number, name, row: null })
})

test.each(['Copy of export 2.csv', 'bom.csv', 'export (3).csv', 'Book1.xlsx', '2026-11-28.csv'])(
  'the name of the file %s names no item',
  (fileName) => {
    expect(itemInName(fileName)).toBeNull()
  },
)

const fileWith = (...rows: string[][]) =>
  sampleOf(ImportFile, {
    opening: [...rows, ['Part', 'Qty']].map((cells, index) => ({ rowNumber: index + 1, cells })),
    headerRow: rows.length + 1,
  })

test.each([
  [[['Bill of Materials'], ['Product:', 'TL-500 Table Lamp Walnut', '', 'Rev B']], 'TL-500', 'Table Lamp Walnut', 2],
  [[['Product: Table Lamp'], ['Part No: TL-500']], 'TL-500', 'Table Lamp', 2],
  [[['Assembly', '', 'Pump head']], 'Pump head', null, 1],
  [[['Material 4711']], '4711', null, 1],
  [[['Material', '4711']], '4711', null, 1],
  [
    [
      ['Artikel-Nr.', 'KB-2000'],
      ['Bezeichnung', 'Kabelbaum links'],
    ],
    'KB-2000',
    'Kabelbaum links',
    1,
  ],
  [[['Recipe: BR-10 Country Loaf']], 'BR-10', 'Country Loaf', 1],
  [[['Tidewater Lamps'], ['BOM for TL-500, Table Lamp']], 'TL-500', 'Table Lamp', 2],
])('the rows above the header name the item: %j', (rows, number, name, row) => {
  expect(itemOfFile('parts for shop.csv', fileWith(...rows))).toEqual({ number, name, row })
})

test.each([
  ['FAN-1 bom.csv', ['Desk Fan - Bill of Materials'], 'FAN-1', 'Desk Fan', null],
  ['parts for shop.csv', ['BOM: Desk Fan'], 'Desk Fan', null, 1],
  ['bom.csv', ['Desk Fan'], 'Desk Fan', null, 1],
  ['FAN-1 desk fan.csv', ['Bill of Materials'], 'FAN-1', 'desk fan', null],
])('beside the file name %s the title %j gives %s the name %s', (fileName, title, number, name, row) => {
  expect(itemOfFile(fileName, fileWith(title))).toEqual({ number, name, row })
})

test('a title that names no item leaves it to the name of the file', () => {
  const file = fileWith(['Tidewater Lamps'], ['printed 11/12/2026 by Dana'])
  expect(itemOfFile('TL-500 bom.csv', file)).toEqual({ number: 'TL-500', name: null, row: null })
})
