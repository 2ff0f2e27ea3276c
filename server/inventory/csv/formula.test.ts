import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFormat, escapeFormula, unescapeFormula } from './formula.ts'
import { parseRows } from './rows.ts'
import { sectionTitle } from './sections.ts'

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\rx',
  '\nx',
  ';=1',
  '"=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("http://evil.example")',
  "'=1",
  "''@x",
])('%j gets one apostrophe, and loses it again', (cell) => {
  expect(escapeFormula(cell)).toBe(`'${cell}`)
  expect(unescapeFormula(`'${cell}`)).toBe(cell)
})

test.each(['Bolt', "'quoted'", "it's", 'a=b', '', '1-2', '# 10'])('%j stays as it is', (cell) => {
  expect(escapeFormula(cell)).toBe(cell)
  expect(unescapeFormula(cell)).toBe(cell)
})

const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^['=+\-@＝#"; ,\t\r\na]{0,6}$/))
const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 })

test('every table of texts survives export and import', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (values) => {
      const table = values.filter((row) => row.some((value) => value.trim() !== '') && !row.join('').includes('\0'))
      const text = stringify([['a', 'b', 'c'], ...table.map((row) => row.map(escapeFormula))], csvFormat)
      const found: string[][] = []
      async function* chunks() {
        yield text
      }
      for await (const batch of parseRows(chunks())) {
        for (const row of batch) {
          expect(sectionTitle(row)).toBeUndefined()
          found.push(row.cells.map(unescapeFormula))
        }
      }
      expect(found.slice(1)).toEqual(table)
    }),
    { numRuns: 500 },
  )
})
