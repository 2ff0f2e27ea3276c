import { reasonOf } from 'contract/inventory/import-problems.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writtenCsv } from '../../../testing/csv.ts'
import { delimiterOf } from '../decode/delimiter.ts'
import { parseRows } from './rows.ts'

async function rowsOf(text: string, chunkSize = text.length) {
  async function* chunks() {
    const header = /^[\r\n]*[^\r\n]*/.exec(text)?.[0] ?? ''
    yield header
    for (let from = header.length; from < text.length; from += chunkSize) yield text.slice(from, from + chunkSize)
  }
  const rows = []
  for await (const some of parseRows(chunks())) rows.push(...some)
  return rows
}
const cellsOf = async (text: string, chunkSize?: number) => (await rowsOf(text, chunkSize)).map(({ cells }) => cells)

test.each([
  [
    'LF',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no final newline',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CRLF',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CR only',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'mixed line ends',
    'a,b\r\n1,2\r3,4\n5,6',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  [
    'quoted newline',
    'a,b\n"1\r\nx",2\n',
    [
      ['a', 'b'],
      ['1\r\nx', '2'],
    ],
  ],
  ['doubled quotes', 'a\n"1 "" x"\n""""\n', [['a'], ['1 " x'], ['"']]],
  [
    'a quote in the middle',
    'a,b\n5" bolt,10"\n',
    [
      ['a', 'b'],
      ['5" bolt', '10"'],
    ],
  ],
  [
    'text after a closing quote',
    'a,b\n"x" y,2\n',
    [
      ['a', 'b'],
      ['"x" y', '2'],
    ],
  ],
  [
    'a quoted delimiter',
    'a,b\n"x,y",2\n',
    [
      ['a', 'b'],
      ['x,y', '2'],
    ],
  ],
  [
    'empty cells',
    'a,b,c\n,"",\n1,,\n',
    [
      ['a', 'b', 'c'],
      ['1', '', ''],
    ],
  ],
  [
    'blank lines',
    '\n\na,b\n\n  \n1,2\n,\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons',
    'a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t"2\t3"\n',
    [
      ['a', 'b'],
      ['1', '2\t3'],
    ],
  ],
])('%s', async (_, text, expected) => {
  expect(await cellsOf(text)).toEqual(expected)
  expect(await cellsOf(text, 1)).toEqual(expected)
})

test.each([
  ['a,b;c,d', ','],
  ['"x,y,z";b', ';'],
  ['# PARTS,,,\n\na;b;c', ';'],
  ['single', ','],
  ['a;b\n1,2,3,4,5', ';'],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter)
})

test('rows are numbered as a spreadsheet shows them', async () => {
  const rows = await rowsOf('a,b\n\n"1\n\n1",2\n3,4\n')
  expect(rows.map(({ rowNumber }) => rowNumber)).toEqual([1, 3, 4])
})

test('a NUL or a lone surrogate makes only its own row an error', async () => {
  const rows = await rowsOf('a,b\nx\0,1\ny\uD800,2\nz😀,3\n')
  expect(rows.map(({ problem }) => problem && reasonOf([problem]))).toEqual([
    undefined,
    'contains a NUL character',
    'contains a character that cannot be read',
    undefined,
  ])
  expect(rows[1]?.cells).toEqual(['x\uFFFD', '1'])
})

test.each([
  ['an unclosed quote', 'a,b\n1,2\n"3,4\n5,6\n', 'Row 3: a quoted field is never closed'],
  [
    'an unclosed quote in a long file',
    `a,b\n"1,2\n${'3,4\n'.repeat(200_000)}`,
    'Row 2: a quoted field is never closed',
  ],
  ['a field of 1 MB', `a,b\n${'x'.repeat(1_000_000)},2\n`, 'Row 2: a field is longer than 450,000 characters'],
  ['a quoted field of 1 MB', `a,b\n"${'x'.repeat(1_000_000)}",2\n`, 'Row 2: a '],
  ['5,000 columns', `a,b\n${'1,'.repeat(5_000)}\n`, 'Row 2: more than 1,000 columns'],
  ['a row of 10 MB', `a,b\n${'x'.repeat(10_000_000)}\n`, 'Row 2: a field is longer than 450,000 characters'],
  [
    'long fields in one row',
    `${`${'x'.repeat(90_000)},`.repeat(100)}\n`,
    'Row 1: the row is longer than 1,000,000 characters',
  ],
])('%s is refused', async (_, text, message) => {
  await expect(rowsOf(text, 256 * 1024)).rejects.toThrow(message)
})

test.each([
  [
    'an inch mark before a separator',
    'A,"Bolt 3/8"",5\n"B","Washer",6\nC,Nut,7\n',
    [
      ['A', 'Bolt 3/8"', '5'],
      ['B', 'Washer', '6'],
      ['C', 'Nut', '7'],
    ],
  ],
  [
    'an inch mark inside',
    'A,"3/8" bolt",5\nB,Nut,7\n',
    [
      ['A', '3/8" bolt', '5'],
      ['B', 'Nut', '7'],
    ],
  ],
  [
    'two inch marks',
    '"A","1/2"x3/8" pipe",5\n"B","Nut",7\n',
    [
      ['A', '1/2"x3/8" pipe', '5'],
      ['B', 'Nut', '7'],
    ],
  ],
  [
    'a word in quotes',
    'A,"the "big" one",5\r\nB,Nut,7',
    [
      ['A', 'the "big" one', '5'],
      ['B', 'Nut', '7'],
    ],
  ],
])('%s does not swallow the rows below', async (_, text, expected) => {
  for (const size of [1, 3, 1_000]) expect(await cellsOf(text, size)).toEqual(expected)
})

const cell = fc.oneof(fc.string(), fc.stringMatching(/^[ab",;\t\r\n #'=]{0,6}$/))

test('reads what our writer writes exactly as csv-parse does, whatever the chunks', async () => {
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 50 }), async (rows, chunkSize) => {
      const text = await writtenCsv([['h1', 'h2', 'h3'], ...rows])
      const expected = parse(text).filter((cells) => cells.some((value) => value.trim() !== ''))
      expect(
        (await cellsOf(text, chunkSize)).map((cells) => cells.map((value) => value.replaceAll('\0', '\uFFFD'))),
      ).toEqual(expected.map((cells) => cells.map((value) => value.replaceAll('\0', '\uFFFD'))))
    }),
  )
})
