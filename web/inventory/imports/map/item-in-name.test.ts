import { expect, test } from 'vitest'
import { itemInName } from './item-in-name.ts'

test.each([
  ['BOM AP Pump 100.csv', 'AP Pump 100'],
  ['AP-100_BOM.xlsx', 'AP-100'],
  ['Bill of Materials - Desk Lamp (2).csv', 'Desk Lamp'],
  ['Stückliste_PX-7_2026-03-01.xlsx', 'PX-7'],
  ['PX-200-A rev B.csv', 'PX-200-A rev B'],
  ['Bombay Gin.csv', 'Bombay Gin'],
  ['Table Lamp.csv', 'Table Lamp'],
  ['Copy of export 2.csv', null],
  ['bom.csv', null],
  ['export (3).csv', null],
  ['Book1.xlsx', null],
  ['2026-11-28.csv', null],
])('the name of the file %s names the item %s', (fileName, item) => {
  expect(itemInName(fileName)).toBe(item)
})
