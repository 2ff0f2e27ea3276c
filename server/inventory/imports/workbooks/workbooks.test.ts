import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { workbookOf } from '../../../testing/workbook-file.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = (body: Buffer | string, query = 'fileName=list.xlsx') =>
  operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })
const preview = async (body: Buffer | string, query?: string) => {
  const answer = await upload(body, query)
  expect(answer.json()).toMatchObject({ id: expect.any(String) })
  return answer.json()
}
const commit = async (id: string) => (await operator.post(at(`imports/${id}/commit`), {})).json()
const parts = async () => (await operator.get(at('parts?sort=partNumber&pageSize=500'))).json().items
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows`))).json().items

const header = ['Part Number', 'Name', 'Cost', 'Quantity']
const nut = ['N-1', 'Nut', 2.5, 7]

test('the first visible sheet becomes parts, with a title block, merged cells, dates, formulas and formats', async () => {
  const file = workbookOf(
    { name: 'Notes', rows: [['secret']], state: 'hidden' },
    {
      name: 'Teile',
      merges: ['A1:D1'],
      rows: [
        ['Parts list, machine 7'],
        ['As of', { xml: '<c s="1"><v>46348</v></c>' }],
        [],
        [...header, '', 'Location'],
        [{ xml: '<c s="2"><v>42</v></c>' }, 'Washer', { xml: '<c><f>A1*2</f><v>0.30000000000000004</v></c>' }, 12],
        ['N-1', { xml: '<c t="str"><f>"Nu"&amp;"t"</f><v>Nut</v></c>' }, 1234.5, 7, '', 'Bin 1', 'beside the table'],
        ['B-1', { xml: '<c t="inlineStr"><is><r><t>Bo</t></r><r><t>lt</t></r><rPh><t>x</t></rPh></is></c>' }, 1e-3, 3],
      ],
    },
  )
  const found = await preview(file)
  expect(found).toMatchObject({ type: 'parts', summary: { create: 3, error: 0 } })
  expect(found.file).toMatchObject({ format: 'workbook', sheet: 'Teile', headerRow: 4 })
  expect(found.file.sheets).toEqual([
    { name: 'Notes', isHidden: true },
    { name: 'Teile', isHidden: false },
  ])
  expect(found.file.opening[1]).toEqual({ rowNumber: 2, cells: ['As of', '2026-11-22'] })
  expect((await rowsOf(found.id)).map(({ rowNumber }: { rowNumber: number }) => rowNumber)).toEqual([5, 6, 7])
  await commit(found.id)
  expect(await parts()).toMatchObject([
    { partNumber: '00042', name: 'Washer', cost: 0.3, stockLevel: 12, location: null },
    { partNumber: 'B-1', name: 'Bolt', cost: 0.001 },
    { partNumber: 'N-1', name: 'Nut', cost: 1234.5, location: 'Bin 1' },
  ])
})

test('a text that reaches over rows is that of each of them, a number has to be divided by the user (decision 0053)', async () => {
  const rows = [
    ['Stock of hall 3'],
    ['Supplier', 'Part Number', 'Name', 'Quantity', 'Location'],
    ['Miller', 'M-1', 'Nut', 12, 'Bin 1'],
    ['', 'M-2', 'Bolt', '', ''],
    ['', 'M-3', 'Pin', 5, 'Bin 2'],
    ['', 'X-1', 'Washer', 7, ''],
  ]
  const merges = ['A1:E1', 'A3:A5', 'D3:D4', 'E3:E4']
  const { id, warnings } = await preview(workbookOf({ name: 'A', rows, merges }))
  expect(warnings).toEqual([
    expect.stringContaining("'Location' is empty in 1 row"),
    expect.stringContaining("'Supplier' is empty in 1 row"),
  ])
  expect((await rowsOf(id)).map(({ error }: { error: string | null }) => error)).toEqual([
    null,
    'Row 4: Quantity: one merged number stands beside several rows, so enter what this row has',
    null,
    null,
  ])
  const corrected = { cells: ['Miller', 'M-2', 'Bolt', '3', 'Bin 1'] }
  expect((await operator.patch(at(`imports/${id}/rows/4`), corrected)).statusCode).toBe(200)
  await commit(id)
  expect(await parts()).toMatchObject([
    { partNumber: 'M-1', supplierName: 'Miller', stockLevel: 12, location: 'Bin 1' },
    { partNumber: 'M-2', supplierName: 'Miller', stockLevel: 3, location: 'Bin 1' },
    { partNumber: 'M-3', supplierName: 'Miller', stockLevel: 5, location: 'Bin 2' },
    { partNumber: 'X-1', supplierName: null, stockLevel: 7, location: null },
  ])
})

test('the second line of a head is no record, though cells of the first reach into it', async () => {
  const rows = [
    ['Part Number', 'Name', 'Quantity'],
    ['', '', 'pieces'],
    ['N-1', 'Nut', 7],
  ]
  const { id, summary } = await preview(workbookOf({ name: 'A', rows, merges: ['A1:A2', 'B1:B2'] }))
  expect(summary).toMatchObject({ create: 1, error: 1 })
  expect((await rowsOf(id))[0].error).toContain('Part Number is required')
})

test('ranges that overlap and reach far below the table cost no more than their cells', async () => {
  const rows = [
    header,
    ...Array.from({ length: 300 }, (_, n) => [n === 0 ? 'P-0' : `P-${n}`, 'Nut', 1, 1, n === 0 ? 'x' : '']),
  ]
  const merges = Array.from({ length: 50_000 }, () => 'E2:F1000000')
  const { summary } = await preview(workbookOf({ name: 'A', rows, merges }))
  expect(summary).toMatchObject({ create: 300, error: 0 })
})

test('another sheet is read when the user chooses it, and an unknown sheet is refused', async () => {
  const file = workbookOf(
    { name: 'A', rows: [header, nut] },
    { name: 'B', rows: [header, ['S-1', 'Screw', 1, 1]], state: 'hidden' },
  )
  const { id } = await preview(file, 'fileName=list.xlsx&sheet=B')
  expect((await rowsOf(id))[0].label).toBe('S-1 · Screw')
  expect((await upload(file, 'fileName=list.xlsx&sheet=C')).json()).toMatchObject({
    message: "The workbook has no sheet 'C': it has 'A' and 'B'",
  })
})

test('numbers of a sheet are read as they are, also among texts with a decimal comma', async () => {
  const plain = await preview(workbookOf({ name: 'A', rows: [header, ['N-1', 'Nut', 2.345, 7]] }))
  expect(plain.warnings).toEqual([])
  const { id } = await preview(
    workbookOf({ name: 'A', rows: [header, ['N-1', 'Nut', 2.345, 7], ['B-1', 'Bolt', '1.234,5', 3]] }),
  )
  await commit(id)
  expect(await parts()).toMatchObject([{ cost: 1234.5 }, { cost: 2.345 }])
})

test('numbers of a sheet are read as they are, also among texts with both marks', async () => {
  const rows = [
    header,
    ['A', 'Nut', 2.345, 7],
    ['B', 'Bolt', '$1,20', 3],
    ['C', 'Pin', '4.50 $', 3],
    ['D', 'Rod', 12, 1],
  ]
  const { id, summary } = await preview(workbookOf({ name: 'A', rows }))
  expect(summary).toMatchObject({ create: 4, error: 0 })
  await commit(id)
  expect((await parts()).map(({ cost }: { cost: number }) => cost).toSorted()).toEqual([1.2, 12, 2.345, 4.5])
})

test('the content decides how a file is read, whatever its name says', async () => {
  expect((await preview(workbookOf({ name: 'A', rows: [header, nut] }), 'fileName=list.csv')).file.format).toBe(
    'workbook',
  )
  expect((await preview('Part Number,Name\nN-1,Nut\n', 'fileName=list.xlsx')).file.format).toBe('text')
})

test('when the first sheet is a cover, the sheet with the table is read', async () => {
  const cover = { name: 'Cover', rows: [['Inventory 2026'], ['Prepared by', 'J. Doe']] }
  const { id, file } = await preview(workbookOf(cover, { name: 'Stock', rows: [header, nut] }))
  expect(file.sheet).toBe('Stock')
  expect((await rowsOf(id))[0].label).toBe('N-1 · Nut')
})

test.each(['<c><f>C2*2</f></c>', '<c><f>C2*2</f><v></v></c>', '<c><f>C2*2</f><v/></c>'])(
  'a formula without a stored result is an error of its row, not an empty cell: %s',
  async (xml) => {
    const formula = { xml }
    const { id } = await preview(workbookOf({ name: 'A', rows: [header, nut, ['B-1', formula, formula, 3]] }))
    expect((await rowsOf(id))[1].error).toBe(
      "Row 3: Name holds the error of a formula: correct the formula, found '#FORMULA!'; Cost must be an amount from 0 to 999,999,999.99 with at most 6 decimals, found '=C2*2'",
    )
  },
)

test('names of JavaScript objects are headers and values like others', async () => {
  const { id } = await preview(
    workbookOf({
      name: '__proto__',
      rows: [
        ['Part Number', 'Name', '__proto__', 'constructor'],
        ['toString', 'Nut', 'x', 'y'],
      ],
    }),
  )
  await commit(id)
  expect(await parts()).toMatchObject([{ partNumber: 'toString', name: 'Nut' }])
})

test('a workbook is taken by its own type of content', async () => {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const file = workbookOf({ name: 'Parts', rows: [header, nut] })
  const answer = await operator.post(at('imports?type=parts'), file, { 'content-type': type })
  expect([answer.statusCode, answer.json().summary?.create]).toEqual([201, 1])
})
