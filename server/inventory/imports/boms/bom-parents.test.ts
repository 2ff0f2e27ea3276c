// To which item a line belongs: its position names the parent, and no line goes silently to the item of another bill.

import { expect, test } from 'vitest'
import { bomOfTop, linesRead, readUpload } from '../../../testing/read-upload.ts'

async function read(body: string, options: Parameters<typeof readUpload>[1] = bomOfTop) {
  const found = await readUpload(body, options)
  return { ...found, lines: linesRead(found) }
}
const newComponents = { type: 'bom', choices: { components: 'create' } } as const

const dotted =
  'Item,Part Number,Qty\n1,HSG,1\n1.1,TOP,1\n2,GEAR,2\n2.1,HUB,1\n3,SHAFT,1\n1.10,GASKET,1\n5.1,KEY,1\n5.1.1,PIN,1\n'
test.each([
  [newComponents, dotted, ['HSG: TOP, GASKET', 'GEAR: HUB'], '8, 9'],
  [bomOfTop, dotted, ['HSG: TOP, GASKET', 'GEAR: HUB', 'TOP-1: HSG, GEAR, SHAFT'], '8, 9'],
  [
    bomOfTop,
    'Item,Part Number,Qty\n1.2,NUT,1\n1.1,BOLT,1\n1,A-1,1\n1.3.1,PIN,1\n',
    ['A-1: NUT, BOLT', 'TOP-1: A-1'],
    '5',
  ],
  [
    bomOfTop,
    'Item,Part Number,Qty\n1,A-1,1\n1.1,BOLT,1\n1,A-2,1\n1.1,NUT,1\n',
    ['A-1: BOLT', 'A-2: NUT', 'TOP-1: A-1, A-2'],
    '',
  ],
])('the number of a line names its parent, wherever that stands: %#', async (options, body, expected, without) => {
  const { rows, warnings } = await read(body, options)
  const lists = rows.flatMap(({ cells }) => {
    const lines = cells.find((cell) => cell.startsWith('[{'))
    return lines
      ? [
          `${cells[0]}: ${JSON.parse(lines)
            .map(({ number }: { number: string }) => number)
            .join(', ')}`,
        ]
      : []
  })
  expect(lists.toSorted()).toEqual(expected.toSorted())
  const leftOut = `Rows without a parent, a level or a component are left out: ${without}`
  expect(warnings.filter((warning) => warning.startsWith('Rows without'))).toEqual(without ? [leftOut] : [])
  expect(warnings).not.toContainEqual(expect.stringContaining('hang on the row above'))
})

test.each([
  ['Part Number,Qty\nA-1,1\n\nSub-Assembly A-1 contains:\nPart Number,Qty\nC-1,2\n', 4],
  ['Part Number,Qty\nA-1,1\nBill of Material: A-1\nC-1,2\n', 3],
  ['Part Number,Qty\nA-1,1\nA-1 Gearbox\nPart Number,Qty\nC-1,2\n', 3],
  ['Part Number,Description,Qty\nA-1,Frame,1\nRecapitulation of: A-1,,\nQuantity,Part Number,\n2,C-1,\n', 3],
])('a second bill of materials in a file is left out, and the preview says so: %j', async (body, row) => {
  const { lines, warnings } = await read(body)
  expect(lines).toEqual([['A-1', 1]])
  expect(warnings).toContain(
    `Another bill of materials begins in row ${row}, so the rows from there on are left out: import it as a file of its own`,
  )
})

test.each(['Page 2', 'Seite 2 von 3'])(
  'the number of a page above a header that stands again begins no other bill: %s',
  async (page) => {
    const { lines } = await read(
      `Part Number,Description,Qty\nC-1,Nut,1\n${page},,\nPart Number,Description,Qty\nC-2,Bolt,1\n`,
    )
    expect(lines.map(([number]) => number)).toEqual(expect.arrayContaining(['C-1', 'C-2']))
  },
)

test('a table below the words Bill of Material is one, whatever else its columns could be', async () => {
  const table =
    'Quantity,Part Number,Type\n1,PANEL,Part\n\nBill of Material: HINGE\nQuantity,Part Number,Type\n1,PIN,Part\n'
  const { bom, lines } = await read(`Bill of Material: DOOR\n${table}`, { type: 'auto', choices: bomOfTop.choices })
  expect([bom?.lines, lines]).toEqual([1, [['PANEL', 1]]])
})
