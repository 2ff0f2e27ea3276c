import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { formattedWorkbook, workbookOf } from '../../../testing/workbook-file.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string | Buffer, query = 'type=parts') =>
  (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows?pageSize=500`))).json().items
const errorsOf = async (id: string) => (await rowsOf(id)).map(({ error }: { error: string | null }) => error)
async function stored(id: string, body: object = {}) {
  expect((await operator.post(at(`imports/${id}/commit`), body)).statusCode).toBe(200)
  return (await operator.get(at('parts?sort=partNumber&pageSize=500'))).json().items
}
const numbersOf = (parts: { partNumber: string }[]) => parts.map(({ partNumber }) => partNumber)
const header = ['Part Number', 'Name', 'Quantity', 'Cost']
const json = (name: string, value: unknown) => `&${name}=${encodeURIComponent(JSON.stringify(value))}`

/** A number, its format in Excel, what the cell shows there and so what a CSV file of the workbook says. */
const shown: [number, string, string][] = [
  [42, '"PN-"0000', 'PN-0042'],
  [1234567, '000\\-0000', '123-4567'],
  [100.1, '0.00', '100.10'],
  [7, '[<100]"S-"0;"L-"0', 'S-7'],
  [5551234, '###\\-####', '555-1234'],
  [0.25, '# ?/?', '1/4'],
  [0.5, '0%', '50%'],
  [12, '0" pcs"', '12 pcs'],
  [1234567, '#,##0', '1,234,567'],
  [46025, 'd\\-mmm', '3-Jan'],
  [46082, 'mmm\\-yy', 'Mar-26'],
  [0.35, 'h:mm', '8:24'],
  [120000000001, '0', '120000000001'],
  [3, 'General', '3'],
  [8, '@', '8'],
]

test('a text field takes what a cell shows: a workbook and its CSV file give the same keys', async () => {
  const sheet = await preview(
    formattedWorkbook([header, ...shown.map(([value, code, text]) => [[value, code], text, 1] as never)]),
  )
  const csv = [header.slice(0, 2), ...shown.map(([, , text]) => [`"${text}"`, `"${text}"`])].join('\n')
  await stored(sheet.id)
  const again = await preview(csv)
  expect(again.summary).toEqual({ create: 0, update: 0, unchanged: shown.length, error: 0 })
})

test('a number field takes the number of a cell, whatever it shows, but no day and no percentage', async () => {
  const rows = [
    header,
    ['A', 'Nut', [1200, '#,##0" pcs"'], [1234.5, '_("$"* #,##0.00_)']],
    ['B', 'Bolt', [3, '000'], [1234567, '0.0,']],
    ['C', 'Day', [5, 'd\\-mmm'], 1],
    ['D', 'Percent', 1, [0.25, '0%']],
  ]
  const { id } = await preview(formattedWorkbook(rows as never))
  expect(await errorsOf(id)).toEqual([
    null,
    null,
    "Row 4: Quantity must be a whole number, found '1900-01-05'",
    "Row 5: Cost must be an amount from 0 to 999,999,999.99 with at most 6 decimals, found '25%'",
  ])
  const parts = await stored(id, { goodRowsOnly: true })
  expect(parts).toMatchObject([
    { stockLevel: 1200, cost: 1234.5 },
    { stockLevel: 3, cost: 1234567 },
  ])
})

test.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [60, false, '1900-02-29'],
  [61, false, '1900-03-01'],
  [46348, false, '2026-11-22'],
  [46348.75, false, '2026-11-22'],
  [0, true, '1904-01-01'],
  [44886, true, '2026-11-22'],
])("the day %d in an error is Excel's day (since 1904: %s)", async (value, isSince1904, day) => {
  const { id } = await preview(formattedWorkbook([header, ['A', 'Nut', [value, 'd\\-mmm'] as never]], { isSince1904 }))
  expect((await errorsOf(id))[0]).toContain(`found '${day}'`)
})

test('days in place of numbers of parts are named in a warning, in a sheet and in a text', async () => {
  const sheet = await preview(formattedWorkbook([header, [[46025, 'd\\-mmm'], 'Was 3-JAN'], ['MAR-1', 'Nut']] as never))
  const warning = "Part Number holds days: '3-Jan' in row 2. A spreadsheet makes days of numbers like 3-1 and MAR-1"
  const withoutCost = '2 new parts have no cost in the file and cost 0 until somebody enters one: 3-Jan, MAR-1'
  expect(sheet.warnings).toEqual([withoutCost, expect.stringContaining(warning)])
  const days = ['2026-01-03', '03.01.2026', '1/3/2026', 'Mär 26', '3-Jan']
  const text = await preview(`Part Number,Name\n${days.map((day) => `${day},Nut`).join('\n')}\n4-JAN,Nut\n1-2,Nut\n`)
  expect(text.warnings).toEqual([
    expect.stringContaining(
      "Part Number holds days: '2026-01-03' in row 2, '03.01.2026' in row 3, '1/3/2026' in row 4, … 2 more.",
    ),
  ])
  const barcodes = await preview('Part Number,Name,Barcode,Location\nA,2026-01-03,3-Jan,2026-01-03\n')
  expect(barcodes.warnings).toEqual([expect.stringContaining('Barcode holds days')])
})

test('the error of a formula is an error of its cell, in any column and language', async () => {
  const errors = ['#REF!', '#N/A', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!', '#BEZUG!', '#NV', '#WERT!']
  const others = ['#¿NOMBRE?', '#¡REF!', '#ССЫЛКА!', '#Н/Д', 'Err:502', '#SPILL!', '#GETTING_DATA', '#ÜBERLAUF!']
  const lines = [...errors, ...others].map((error, index) => `P-${index},${error},,`)
  const { id, summary } = await preview(`${header}\n${lines.join('\n')}\n#REF!,Key,,\n#N/A,,,\nB,#10 screw,#N/A,#N/A\n`)
  expect(summary).toMatchObject({ create: 0, error: 21 })
  const found = await errorsOf(id)
  expect(found[0]).toBe("Row 2: Name holds the error of a formula: correct the formula, found '#REF!'")
  expect(found[18]).toBe("Row 20: Part Number holds the error of a formula: correct the formula, found '#REF!'")
  expect(found.at(-1)).toBe(
    "Row 22: Quantity holds the error of a formula: correct the formula, found '#N/A'; Cost holds the error of a formula: correct the formula, found '#N/A'",
  )
  const cell = (error: string) => ({ xml: `<c t="e"><v>${error}</v></c>` })
  const sheet = await preview(
    workbookOf({ name: 'A', rows: [header, ['A', cell('#N/A'), 1], [cell('#REF!'), 'Nut', 1]] }),
  )
  expect(await errorsOf(sheet.id)).toEqual([
    "Row 2: Name holds the error of a formula: correct the formula, found '#N/A'",
    "Row 3: Part Number holds the error of a formula: correct the formula, found '#REF!'",
  ])
})

test('so it is in a bill of materials', async () => {
  const { id } = await preview('Parent,Component,Qty\nTop,#REF!,2\n#N/A,X,1\n', 'type=bom&components=create')
  const found = (await errorsOf(id)).join()
  expect(found).toContain("found '#N/A'")
  expect(found).toContain("found '#REF!'")
})

test('amounts in other currencies are errors until the user takes them as dollars', async () => {
  const amounts = ['$10.00', '€10.00', '£10.00', '¥1000', '10.00 kr', 'EUR 10.00', '10 USD', 'US$ 10', '10']
  const body = `${header}\n${amounts.map((amount, index) => `P-${index},Part,1,${amount}`).join('\n')}\n`
  const answer = await preview(body)
  expect(answer.summary).toMatchObject({ create: 4, error: 5 })
  expect(answer.columns[3].currencies).toMatchObject({
    isTaken: false,
    found: expect.arrayContaining(['$', '€', 'kr']),
  })
  expect(answer.warnings).toEqual([
    'Cost has other currencies than dollars (€, £, ¥, kr, EUR): convert them, or take the amounts as dollars',
  ])
  expect((await errorsOf(answer.id))[1]).toBe(
    "Row 3: Cost must be in dollars: convert it, or take the amounts of the column as dollars, found '€10.00'",
  )
  const taken = await preview(body, `type=parts${json('inDollars', ['Cost'])}`)
  const mixed = [expect.stringContaining('several currencies')]
  expect(taken).toMatchObject({ warnings: mixed, summary: { create: 9, error: 0 } })
  expect((await preview('Part Number,Name,Cost (EUR)\nA,Nut,5\n')).summary).toMatchObject({ error: 1 })
  expect((await preview('Part Number,Name,Cost (USD)\nA,Nut,5\n')).summary).toMatchObject({ create: 1 })
})

test('and so are amounts that a sheet shows in another currency', async () => {
  const rows = [
    header,
    ['A', 'Nut', 1, [10, '[$€-407] #,##0.00']],
    ['B', 'Nut', 1, [10, '"$"0.00']],
    ['C', 'Nut', 1, 10],
  ]
  const { id, summary } = await preview(formattedWorkbook(rows as never))
  expect(summary).toMatchObject({ create: 2, error: 1 })
  expect((await errorsOf(id))[0]).toContain("found '€ 10'")
})

test('computed amounts are rounded to six decimals, or by one choice to what the sheet shows', async () => {
  const thirds = [
    header,
    ['A', 'Third', 5, [1 / 3, '0.00']],
    ['B', 'Reel', 5, [4.37 / 1500, '0.0000']],
    ['C', 'Noise', 0.1 * 30, [0.1 + 0.2, '0.00']],
  ]
  const answer = await preview(formattedWorkbook(thirds as never))
  expect(answer.summary).toMatchObject({ create: 3, error: 0 })
  expect(answer.columns[3].rounding).toEqual({
    ...{ asShown: false },
    examples: ['0.333333333333333, shown as 0.33', '0.00291333333333333, shown as 0.0029'],
  })
  expect(answer.warnings[0]).toContain(
    "Cost has amounts with more than 6 decimals, which are rounded: '0.333333333333333' in row 2",
  )
  expect(await stored(answer.id)).toMatchObject([{ cost: 0.333333 }, { cost: 0.002913 }, { cost: 0.3, stockLevel: 3 }])
  const { id } = await preview(formattedWorkbook(thirds as never), `type=parts${json('asShown', ['Cost'])}`)
  expect(await stored(id)).toMatchObject([{ cost: 0.33 }, { cost: 0.0029 }, { cost: 0.3 }])
  const text = await preview('Part Number,Name,Cost\nA,Third,0.3333333333\n')
  expect(text.warnings[0]).toContain("'0.3333333333' in row 2")
  expect((await stored(text.id))[0]).toMatchObject({ cost: 0.333333 })
})

test('signs of exporters that keep a code as text are taken off, and that is said', async () => {
  const body =
    'Part Number,Name,Quantity,Cost\n"=""00123""",Washer,"=""5""",\'1.5\n="00124",Nut,5,1\n\'00125,\'80s bolt,5,1\n'
  const { id, summary, warnings } = await preview(body)
  expect(summary).toMatchObject({ create: 3, error: 0 })
  expect(warnings[0]).toBe(
    "Part Number holds signs that keep a code as text (=\"00123\" and '00123). They are taken off: '00123' in row 2, '00124' in row 3, ''00125' in row 4",
  )
  const parts = await stored(id)
  expect(numbersOf(parts)).toEqual(['00123', '00124', '00125'])
  expect(parts).toMatchObject([{ name: 'Washer', stockLevel: 5, cost: 1.5 }, {}, { name: "'80s bolt" }])
})

test('rows and columns that a sheet hides, by hand or by a filter, are read like the others, and the preview says so', async () => {
  const rows = [header, ['N-1', 'Nut', 1, 0.5], ['N-2', 'Bolt', 2, 0.5], ['N-3', 'Pin', 3, 0.5]]
  const hiding = workbookOf({ name: 'A', rows, hidden: { rows: [3, 4], columns: [3, 9] } })
  const { id, warnings } = await preview(hiding)
  expect(warnings).toEqual([
    '2 hidden rows of the sheet are included: 3, 4',
    "Hidden columns of the sheet are read like the others: 'Cost'",
  ])
  expect(numbersOf(await stored(id))).toEqual(['N-1', 'N-2', 'N-3'])
  expect((await preview(workbookOf({ name: 'A', rows }))).warnings).toEqual([])
})
