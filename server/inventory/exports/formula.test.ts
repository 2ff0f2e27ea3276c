import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from '../../platform/spreadsheet/formula.ts'
import { writtenCsv } from '../../testing/csv.ts'
import { parseRows } from '../imports/rows/rows.ts'
import { sectionTitle } from '../imports/rows/section-title.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\rx', "'\rx"],
  ['\nx', "'\nx"],
  [';=1', ";'=1"],
  ['"=1', `"'=1`],
  [' =1', " '=1"],
  ['\u3000＝1', "\u3000'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ["'=1", "''=1"],
  ["''@x", "'''@x"],
  ['x;=1+cmd', "x;'=1+cmd"],
  ['x; "=1+cmd;+2;y', `x; "'=1+cmd;'+2;y`],
  ['x\t=1', "x\t'=1"],
  ['x\n-1\r\n@y', "x\n'-1\r\n'@y"],
  ["x;'=1", "x;''=1"],
  ["'00125", "''00125"],
  ["'3-JAN", "''3-JAN"],
  ["'-5", "''-5"],
  ['#N/A', "'#N/A"],
  ["'#BEZUG!", "''#BEZUG!"],
  ['Err:502', "'Err:502"],
])('%j is exported as %j, and comes back', (cell, exported) => {
  expect(escapeFormula(cell)).toBe(exported)
  expect(unescapeFormula(exported)).toBe(cell)
})

test.each([
  'Bolt',
  "'quoted'",
  "it's",
  'a=b',
  '',
  '1-2',
  '# 10',
  "red '-5V', blue '+5V'",
  'a; b',
  "';'",
  '\u200b',
  "'80s",
  "'Washer'",
  '#10 screw',
  '00125',
])('%j stays as it is', (cell) => {
  expect(escapeFormula(cell)).toBe(cell)
  expect(unescapeFormula(cell)).toBe(cell)
})

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^'{0,3}(00125|3-JAN|A-1|#N\/A|#WERT!|Err:502|="1"|-5|,-5|#a!)$/),
  fc.stringMatching(/^['=+\-@＝#"; ,\t\r\na]{0,9}$/),
)
const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 })

test('every table of texts survives export and import', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (values) => {
      const table = values.filter((row) => row.some((value) => value.trim() !== '') && !row.join('').includes('\0'))
      const text = await writtenCsv([['a', 'b', 'c'], ...table])
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

/**
 * The cells of our line in other programs: they split at their own separators, heed quotes or not, and drop blanks and quotes around a
 * cell.
 */
const cellsSeen = (line: string) =>
  [/[;]/, /\t/, /[;\t]/].flatMap((separator) =>
    line.split(/\r\n|[\r\n]/).flatMap((row) => row.split(separator).map((seen) => seen.replace(/^[\s"]+/, ''))),
  )

test('no text begins a formula, wherever a program splits our line', async () => {
  await fc.assert(
    fc.asyncProperty(cell, async (text) => {
      const line = await writtenCsv([['a', text, 'b']])
      expect(cellsSeen(line).filter((seen) => /^[=+\-@＝＋－＠]/.test(seen))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('a text of only blanks, breaks and apostrophes is read once', () => {
  for (const text of ['\n', "'", ' ', ';', `;"',`]) {
    const long = text.repeat(200_000)
    expect(unescapeFormula(escapeFormula(long))).toBe(long)
  }
})
