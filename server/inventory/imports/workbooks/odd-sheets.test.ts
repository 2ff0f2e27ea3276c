import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { formattedWorkbook, workbookOf } from '../../../testing/workbook-file.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = (body: Buffer) => operator.post(at('imports?fileName=list.xlsx'), body, { 'content-type': 'text/csv' })
const preview = async (body: Buffer) => {
  const answer = await upload(body)
  expect(answer.json()).toMatchObject({ id: expect.any(String) })
  return answer.json()
}
const commit = async (id: string) => (await operator.post(at(`imports/${id}/commit`), {})).json()
const parts = async () => (await operator.get(at('parts?sort=partNumber&pageSize=500'))).json().items

const header = ['Part Number', 'Name', 'Quantity', 'Cost', 'Location']

test('a text that the workbook does not have is no empty cell: the workbook is damaged', async () => {
  const row = ['N-1', 'Nut', 5, 1, { xml: '<c t="s"><v>99</v></c>' }]
  const answer = await upload(workbookOf({ name: 'A', rows: [header, row] }))
  expect([answer.statusCode, answer.json().message]).toEqual([422, 'The workbook is damaged and cannot be read'])
})

test('cells without a value are empty, whatever their type; truth is written in two ways', async () => {
  const rows = [
    header,
    ['N-1', 'Nut', 5, 1, { xml: '<c t="s"/>' }],
    ['N-2', 'Nut', 5, 1, { xml: '<c t="b"/>' }],
    ['N-3', 'Nut', 5, 1, { xml: '<c t="b"><v>true</v></c>' }],
    ['N-4', 'Nut', { xml: '<c t="e"/>' }, { xml: '<c t="str"><f>""</f><v></v></c>' }, { xml: '<c t="inlineStr"/>' }],
  ]
  const { id, summary } = await preview(workbookOf({ name: 'A', rows }))
  expect(summary).toMatchObject({ create: 4, error: 0 })
  await commit(id)
  expect((await parts()).map(({ location }: { location: string | null }) => location)).toEqual([
    ...[null, null, 'TRUE', null],
  ])
})

test('what lies hidden behind a merged cell is not read', async () => {
  const rows = [header, ['N-1', 'Nut', 5, 1, 'Bin 1'], ['N-2', 'Bolt', 9, 2, 'Bin 7'], ['N-3', 'Pin', 4, 2, 'Bin 3']]
  const { id, summary } = await preview(workbookOf({ name: 'A', rows, merges: ['C2:C3', 'E2:E3'] }))
  // Two parts share one number, so the second one has to get its own.
  expect(summary).toMatchObject({ create: 2, error: 1 })
  const corrected = { cells: ['N-2', 'Bolt', '0', '2', 'Bin 1'] }
  expect((await operator.patch(at(`imports/${id}/rows/3`), corrected)).statusCode).toBe(200)
  await commit(id)
  expect(await parts()).toMatchObject([
    { partNumber: 'N-1', stockLevel: 5, location: 'Bin 1' },
    { partNumber: 'N-2', stockLevel: 0, location: 'Bin 1' },
    { partNumber: 'N-3', stockLevel: 4, location: 'Bin 3' },
  ])
})

test('units that a sheet shows beside its numbers are said, except words for pieces', async () => {
  const file = formattedWorkbook([
    header,
    ['N-1', 'Rod', [12, '0" pcs"'], [1234.5, '#,##0.00" kg"'], 'A'],
    ['N-2', 'Rod', [1500, '#,##0" m"'], [2, '0.00'], 'A'],
    ['N-3', 'Rod', [12, '#,##0" Stk."'], [2, '0.00\\ "USD"'], 'A'],
    ['N-4', 'Rod', [12000, '0,"k"'], [2, '"$"0.00'], 'A'],
  ])
  const { warnings, summary } = await preview(file)
  expect(summary).toMatchObject({ create: 4, error: 0 })
  expect(warnings).toEqual([
    "Quantity shows units or words, and its numbers are taken without them: '1,500 m' in row 3",
    "Cost shows units or words, and its numbers are taken without them: '1,234.50 kg' in row 2",
  ])
})

test('a currency in the name of a sheet is named', async () => {
  const { warnings } = await preview(workbookOf({ name: 'Prices EUR', rows: [header, ['N-1', 'Nut', 5, 1.5, 'A']] }))
  expect(warnings).toEqual([
    "The sheet 'Prices EUR' names EUR. Amounts are taken as dollars: convert them first if they are none",
  ])
})

test('columns behind an empty one may be another table, and the preview says so', async () => {
  const { warnings } = await preview(
    workbookOf({
      name: 'A',
      rows: [
        ['Part Number', 'Name', 'Quantity', '', 'Vendor', 'Phone'],
        ['N-1', 'Nut', 5, '', 'Acme', '555-1'],
        ['N-2', 'Bolt', 7, '', 'Brown', '555-2'],
      ],
    }),
  )
  expect(warnings).toEqual([
    "An empty column stands before 'Vendor'. If another table begins there, leave its columns out",
  ])
})
