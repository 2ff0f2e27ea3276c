import { expect, test } from 'vitest'
import { readUpload } from '../../../testing/read-upload.ts'

const read = (body: string) => readUpload(body, { type: 'parts' })

test.each([
  [';;;\nBasismenge (ST);100,000;;\n', "Row 2 says how many the figures below are for ('Basismenge (ST)': 100,000)"],
  ['Basismenge    100,000  ST\n', "('Basismenge': 100,000 ST)"],
  ['Basismenge 100 ST\n', "('Basismenge': 100 ST)"],
  ['Build Quantity: 10\n', "Row 1 says how many the figures below are for ('Build Quantity': 10)"],
  ['Lot Size;50 pcs\n', "Row 1 says how many the figures below are for ('Lot Size': 50 pcs)"],
  ['Prices in dollars per 100 pieces\n', "('Prices in dollars per 100 pieces': 100)"],
])('what stands above the header says how many the figures are for: %j', async (above, told) => {
  const { warnings } = await read(`${above}Part Number;Name;Qty;Cost\nA;Nut;200;3\n`)
  expect(warnings).toContainEqual(expect.stringContaining(told))
})

test.each(['Basismenge (ST);1,000\n', 'Report for 2026\n', 'Build Quantity:\n', 'List of M8x100\n'])(
  'other words above the header say nothing of it: %j',
  async (above) => {
    const { warnings } = await read(`${above}Part Number;Name;Qty;Cost\nA;Nut;200;3\n`)
    expect(warnings).not.toContainEqual(expect.stringContaining('how many the figures'))
  },
)

test('all rows above the header are counted when one of them looks like data', async () => {
  const { warnings } = await read('Stock of the hall\n2026-11-29\nLocation,Hall 2\nPart Number,Name,Qty\nA,Nut,2\n')
  expect(warnings).toContain('3 rows above the header in row 4 are left out')
})

test.each([
  ['Losgröße des Werks 4 ST\n', true],
  ['Werk/Verw.    1000 / 1 / 01\n', true],
  ['Report of 2026-11-29\n', false],
  ['BOM of Machine 7\n', false],
  ['Stock 2026, TL-500\n', false],
  ['Basismenge 100 ST\n', false],
])('a number above the header that is not understood is named: %j', async (above, isNamed) => {
  const { warnings } = await read(`${above}Part Number;Name;Qty\nA;Nut;2\n`)
  expect(warnings.includes('1 row above the header in row 2 is left out')).toBe(isNamed)
})
