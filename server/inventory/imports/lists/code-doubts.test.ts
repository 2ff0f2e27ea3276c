// Numbers of parts, codes and accounts that a program may have changed are named.

import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { formattedWorkbook } from '../../../testing/workbook-file.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string | Buffer, query = 'type=parts') =>
  (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()

test('a warning names new numbers that differ from existing ones only in zeros, which spreadsheets drop and add', async () => {
  await server.given.part(company, { part_number: '00123' })
  await server.given.part(company, { part_number: '1001' })
  const { warnings } = await preview('Part Number,Name\n123,Nut\n1001.0,Bolt\n77,Pin\n')
  expect(warnings).toEqual([
    '2 of the new parts have the number of existing parts but for zeros: 123 and 00123, 1001.0 and 1001',
  ])
})

test('a warning names new numbers that only look like others, because some letters are Cyrillic or Greek', async () => {
  await server.given.part(company, { part_number: 'CAB-100' })
  await server.given.part(company, { part_number: 'ТОР-7' }) // Cyrillic
  const { summary, warnings } = await preview(
    'Part Number,Name\nСАВ-100,Nut\nTOP-7,Bolt\nHEX-9,Pin\nΗΕΧ-9,Pin again\nБолт-М8,Bolt\nＣＡＢ-200,Wide\nCAB\u200b-200,Unseen\n',
  )
  expect(summary).toMatchObject({ create: 6 })
  expect(warnings).toContain(
    '3 of the new parts look like other parts, but some of their letters are Cyrillic or Greek: САВ-100 and CAB-100, TOP-7 and ТОР-7, ΗΕΧ-9 and HEX-9',
  )
})

test('a routing number that lost its zero in a spreadsheet is named, without the number', async () => {
  const { warnings } = await preview(
    'Name,Routing Number,Phone\nAcme,021000021,21000021\nBeta,21000021,\nGamma,12345678,\n',
    'type=vendors',
  )
  expect(warnings).toEqual([
    'Routing Number holds numbers without the zero at their beginning, which a spreadsheet drops: row 3. Format the column as text and enter them again',
  ])
})

test.each(['=T(""00126"")', '=HYPERLINK(""https://erp.example/7"",""00126"")', '=HYPERLINK(""#7"";""00126"")'])(
  'a formula that only shows a text is that text, and the preview says so: %s',
  async (cell) => {
    const { id, warnings } = await preview(`Part Number,Name\n"${cell}",Nut\n`)
    expect(warnings).toEqual([expect.stringContaining("taken off: '00126' in row 2")])
    expect((await operator.get(at(`imports/${id}/rows`))).json().items).toMatchObject([{ label: '00126 · Nut' }])
  },
)

test('German and other months in codes are days', async () => {
  const { warnings } = await preview('Artikelnummer;Bezeichnung\n01. Mrz;Mutter\nMärz 26;Bolzen\n')
  expect(warnings).toEqual([expect.stringContaining("'01. Mrz' in row 2, 'März 26' in row 3")])
})

test('numbers with an exponent in a sheet may have been codes such as 1E5, and the preview says so', async () => {
  const { summary, warnings } = await preview(
    formattedWorkbook([
      ['Part Number', 'Name', 'Quantity'],
      [[100000, '0.00E+00'], 'Terminal', [200, '0.00E+00']],
      [[200000, 'General'], 'Clamp', 1],
    ]),
  )
  expect(summary).toMatchObject({ create: 2 })
  expect(warnings).toEqual([
    "Part Number holds numbers with an exponent: '1.00E+05' in row 2. A spreadsheet makes such numbers of codes like 1E5: if these were codes, format the column as text and enter them again",
  ])
})

test.each(['Internal ID', 'Item ID', 'Product ID'])(
  'a number that another program gave to a record is only suggested as the part number: %s',
  async (header) => {
    const { columns, warnings } = await preview(`${header},Name,Quantity On Hand\n101,HW : BOLT-M8,5\n`)
    expect(columns[0]).toMatchObject({ fields: ['partNumber'], match: 'close' })
    expect(warnings).toContain(`The column '${header}' is taken as Part Number`)
  },
)

test('a bar code that lost its zero in a spreadsheet is named, and others are not', async () => {
  const { warnings } = await preview(
    'Part Number,Name,UPC\nA,Nut,12345678905\nB,Bolt,036000291452\nC,Pin,12345678901\n',
  )
  expect(warnings).toEqual([
    "UPC holds numbers without the zero at their beginning, which a spreadsheet drops: '12345678905' in row 2. Format the column as text and enter them again",
  ])
})

test.each(['"', "''", '〃', 'ditto', 'dto.', 'do.', 'idem'])(
  'a sign for the same as above is kept as text, and the preview says so: %s',
  async (sign) => {
    const list = (name: string) => `Part Number|Name|Supplier\nA|Nut|Acme\nB|${name}|${sign === '"' ? '""""' : sign}\n`
    const { warnings } = await preview(list('Bolt'))
    expect(warnings).toEqual([
      `Supplier holds signs for 'the same as above', which are kept as text: '${sign}' in row 3`,
    ])
  },
)
