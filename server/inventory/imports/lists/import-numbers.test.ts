import { expect, test } from 'vitest'
import { importCsv } from '../../../testing/csv.ts'
import { useServer } from '../../../testing/fixture.ts'
import { readUpload } from '../../../testing/read-upload.ts'
import { workbookOf } from '../../../testing/workbook-file.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string | Buffer, query = '') =>
  (await operator.post(at(`imports?type=parts${query}`), body, { 'content-type': 'text/csv' })).json()
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows?pageSize=500`))).json().items
const errorsOf = async (id: string) => (await rowsOf(id)).map(({ error }: { error: string | null }) => error)

/** The stored numbers of all parts, by part number. */
async function stored(id: string, body: object = {}) {
  expect((await operator.post(at(`imports/${id}/commit`), body)).statusCode).toBe(200)
  const { items } = (await operator.get(at('parts?pageSize=500'))).json()
  type Part = { partNumber: string; cost: number; stockLevel: number }
  return Object.fromEntries(items.map(({ partNumber, cost, stockLevel }: Part) => [partNumber, [cost, stockLevel]]))
}

const inDollars = (header: string) => `&inDollars=${encodeURIComponent(JSON.stringify([header]))}`

const german =
  'Artikelnummer;Bezeichnung;Menge;EK-Preis\nA;Schraube;1.200;1.234\nB;Mutter;12;2,345\nC;Feder;3.000,0;10,5\nD;Rad;5;1.234,56 €\nE;Öse;0;12,-\n'

test('one value that can only have a decimal comma decides for its whole column (decision 0053)', async () => {
  const { id, summary, columns } = await preview(german, inDollars('EK-Preis'))
  expect(summary).toMatchObject({ create: 5, error: 0 })
  expect(columns[3]).toMatchObject({ fields: ['cost'], numbers: { evidence: 'comma', decimals: 'comma' } })
  expect(await stored(id)).toEqual({ A: [1234, 1200], B: [2.345, 12], C: [10.5, 3000], D: [1234.56, 5], E: [12, 0] })
})

test('a column of whole numbers shows its mark: 1.200 means a decimal comma, 1,200 a decimal point, 1.000 either', async () => {
  const sheet = (one: string, other: string) => `Part Number;Name;Quantity\nA;Nut;${one}\nB;Bolt;${other}\n`
  const comma = await preview(sheet('1.200', '1.000'))
  expect(comma).toMatchObject({ warnings: [], summary: { create: 2 } })
  expect(comma.columns[2].numbers).toMatchObject({ evidence: 'comma', decimals: 'comma' })
  expect(await stored(comma.id)).toEqual({ A: [0, 1200], B: [0, 1000] })
  const point = await preview(sheet('2,400', '7'))
  // A file of semicolons probably has decimal commas: it is answer for.
  expect(point.columns[2].numbers).toMatchObject({ evidence: 'open', decimals: 'point' })
  expect(point.warnings).toContain('1 part gets a lower stock level: B from 1,000 to 7')
  expect(await stored(point.id)).toMatchObject({ A: [0, 2400], B: [0, 7] })
  const open = await preview(sheet('1.000', '7'))
  expect(open.columns[2].numbers).toMatchObject({ evidence: 'open', decimals: 'point' })
})

test.each([
  ['English', 'Part Number,Name,On Hand,Cost\nA,Nut,500.000,0.12\nB,Cable,12.500,1.10\n', '12.500'],
  ['German', 'Part Number;Name;Bestand;EK\nA;Nut;500,000;0,12\nB;Cable;12,500;1,10\n', '12,500'],
])('%s stock with three decimals is read like the prices beside it; a fraction is refused', async (_, body, found) => {
  const { id, columns, summary } = await preview(body)
  expect(columns[2].numbers).toMatchObject({ evidence: 'open' })
  expect(summary).toMatchObject({ create: 1, error: 1 })
  expect(await errorsOf(id)).toContainEqual(expect.stringContaining(`must be a whole number, found '${found}'`))
  expect(await stored(id, { goodRowsOnly: true })).toEqual({ A: [0.12, 500] })
})

test('the value that decides may be in the last of thousands of rows', async () => {
  const rows = Array.from({ length: 4_000 }, (_, index) => `P-${index};Teil;1.500`)
  const read = await readUpload(`Part Number;Name;Cost\n${rows.join('\n')}\nLAST;Teil;0,5\n`, { type: 'parts' })
  const costs = Map.groupBy(read.rows, ({ values }) => Number(values.at(-1)))
  expect([...costs].map(([cost, found]) => [cost, found.length])).toEqual([
    [1_500, 4_000],
    [0.5, 1],
  ])
})

test.each([
  [
    'French',
    'A;1 234,56\nB;1\u00A0234,56\nC;1\u202F234,56 €\nD;2,345\n',
    { A: 1234.56, B: 1234.56, C: 1234.56, D: 2.345 },
  ],
  ['Swiss', "A;1'234.50\nB;CHF 1’234.50\nC;2.345\nD;Fr. 12.-\n", { A: 1234.5, B: 1234.5, C: 2.345, D: 12 }],
  ['American', 'A;$1,234.56\nB;"2,345"\nC;USD 10.50\nD;0.125\n', { A: 1234.56, B: 2345, C: 10.5, D: 0.125 }],
])('%s prices are read to the cent', async (_, rows, costs) => {
  const file = `Part Number;Name;Cost\n${rows.replaceAll(/^(.);/gm, '$1;Part;')}`
  const { id, summary } = await preview(file, inDollars('Cost'))
  expect(summary).toMatchObject({ create: 4, error: 0 })
  const found = Object.entries(await stored(id)).map(([number, [cost]]) => [number, cost])
  expect(Object.fromEntries(found)).toEqual(costs)
})

test('a column with both marks is read as each of its values is written, when each shows its own', async () => {
  const body = 'Part Number;Name;Cost\nA;Nut;$1,20\nB;Bolt;$4.50\nC;Pin;7\nD;Cap;1.234,5\n'
  const { id, summary, columns, warnings } = await preview(body)
  expect(summary).toMatchObject({ create: 4, error: 0 })
  expect(columns[2].numbers).toMatchObject({ evidence: 'each', decimals: null, isChosen: false })
  expect(warnings).toContain(
    "Cost has decimal points and decimal commas ('$4.50' and '$1,20'): each is read as written",
  )
  expect(await stored(id)).toEqual({ A: [1.2, 0], B: [4.5, 0], C: [7, 0], D: [1234.5, 0] })
})

test('in a column with both marks a value that allows both is an error until the user chooses a mark for it, and can then be corrected', async () => {
  const body = 'Part Number;Name;Cost\nA;Nut;10,50\nB;Bolt;10.50\nC;Pin;7\nD;Cap;1.234\nE;Rod;1,2,3\n'
  const first = await preview(body)
  expect(first.summary).toMatchObject({ create: 3, error: 2 })
  expect(first.columns[2].numbers).toMatchObject({ evidence: 'both', decimals: null, examples: ['1.234'] })
  expect(first.warnings).toContain(
    "Cost has decimal points and decimal commas, and '1.234' may have either: choose one for such values",
  )
  expect(await errorsOf(first.id)).toContain(
    "Row 5: Cost may have a decimal point or a decimal comma: choose one of them, found '1.234'",
  )
  const { id, summary, columns } = await preview(body, `&decimals=${encodeURIComponent('{"Cost":"comma"}')}`)
  expect(summary).toMatchObject({ create: 4, error: 1 })
  expect(columns[2].numbers).toMatchObject({ evidence: 'both', decimals: 'comma', isChosen: true })
  const fixed = await operator.patch(at(`imports/${id}/rows/6`), { cells: ['E', 'Rod', '12,3'] })
  expect(fixed.json().summary).toMatchObject({ create: 5, error: 0 })
  expect(await stored(id)).toMatchObject({ A: [10.5, 0], B: [10.5, 0], D: [1234, 0], E: [12.3, 0] })
})

test('in a column that allows both marks, commas are removed (product.md 5), and a warning shows the other reading', async () => {
  const body = 'Part Number,Name,Cost\nA,Nut,"2,345"\nB,Bolt,1.234\n'
  const { id, columns, warnings } = await preview(body)
  expect(columns[2].numbers).toEqual({
    ...{ evidence: 'open', decimals: 'point', isChosen: false },
    ...{ examples: ['2,345', '1.234'], hint: false },
  })
  expect(warnings).toEqual([
    "Cost is read with a decimal point, but '2,345' and '1.234' may have a decimal comma: choose one",
  ])
  expect(await stored(id)).toEqual({ A: [2345, 0], B: [1.234, 0] })
  const chosen = await preview(body, '&decimals=comma')
  expect(chosen.warnings).toEqual([])
  expect(await stored(chosen.id)).toEqual({ A: [2.345, 0], B: [1234, 0] })
})

test('semicolons, or decimal commas in another column, suggest a decimal comma for an open column', async () => {
  const hintOf = async (body: string) => (await preview(body)).columns[2].numbers.hint
  expect(await hintOf('Part Number;Name;Cost\nA;Nut;2,345\n')).toBe(true)
  expect(await hintOf('Part Number,Name,Cost,Retail Price\nA,Nut,1.234,"9,99"\n')).toBe(true)
  expect(await hintOf('Part Number;Name;Cost;Retail Price\nA;Nut;1.234;9.99\n')).toBe(false)
})

test('quantities are read by the mark of their column too, and a fraction is an error', async () => {
  const { id, summary } = await preview(
    'Part Number;Name;Quantity\nA;Nut;1.200\nB;Bolt;2.000.000\nC;Pin;12,0\nD;Cap;1,5\n',
  )
  expect(summary).toMatchObject({ create: 3, error: 1 })
  expect(await errorsOf(id)).toContain("Row 5: Quantity must be a whole number, found '1,5'")
  expect(await stored(id, { goodRowsOnly: true })).toEqual({ A: [0, 1200], B: [0, 2_000_000], C: [0, 12] })
})

test('a mark chosen once is kept for the next file with these columns, unless its values show another', async () => {
  const file = (cost: string) => `Part Number,Name,Cost\nA,Nut,"${cost}"\n`
  const { id } = await preview(file('2,345'), `&decimals=${encodeURIComponent('{"Cost":"comma"}')}`)
  expect(await stored(id)).toEqual({ A: [2.345, 0] })
  const next = await preview(file('3,456'))
  expect(next.columns[2].numbers).toMatchObject({ decimals: 'comma', isChosen: true })
  expect(await stored(next.id)).toEqual({ A: [3.456, 0] })
  expect((await preview(file('10.5'))).columns[2].numbers).toMatchObject({ decimals: 'point', isChosen: false })
})

test.each(['points', '{"Cost":"dot"}', '[]'])('the mark %s is refused', async (decimals) => {
  const answer = await operator.post(
    at(`imports?decimals=${encodeURIComponent(decimals)}`),
    'Part Number,Name\nA,Nut\n',
    {
      'content-type': 'text/csv',
    },
  )
  expect(answer.statusCode).toBe(400)
})

test('a number that a spreadsheet has shortened is told, with its rows, where a text is meant', async () => {
  const warned = async (body: string) => (await preview(body)).warnings
  const file = 'Part Number,Name,Barcode\n1.20E+11,Nut,4E+12\n2E3,Bolt,\n12E-4,Pin,\n"3,4e+12",Washer,\n'
  expect(await warned(file)).toEqual([
    "Part Number holds numbers that a spreadsheet has shortened, and digits are lost: '1.20E+11' in row 2, '3,4e+12' in row 5. Format the column as text and save the file again",
    "Barcode holds numbers that a spreadsheet has shortened, and digits are lost: '4E+12' in row 2. Format the column as text and save the file again",
  ])
  const many = Array.from({ length: 9 }, (_, index) => `1.2${index}E+11,Nut`)
  expect((await warned(`Part Number,Name\n${many.join('\n')}\n`))[0]).toContain("'1.22E+11' in row 4, … 6 more.")
})

test.each([
  ['a bill of materials', 'Parent,Component,Qty\nTop,1.20E+11,2\n', 'Component'],
  ['a store export', 'Handle,Title,Variant SKU,Variant Price\nshirt,Shirt,1.20E+11,2\n', 'Variant SKU'],
])('so it is in %s', async (_, body, column) => {
  const { warnings } = (await operator.post(at('imports'), body, { 'content-type': 'text/csv' })).json()
  expect(warnings).toContainEqual(expect.stringContaining(`${column} holds numbers that a spreadsheet has shortened`))
})

test('a sheet gives the whole number, however it shows it; a text of it is told', async () => {
  const rows = [
    ['Part Number', 'Name'],
    [120000000001, 'Nut'],
    [1234567890123450, 'Pin'],
    ['1.20E+11', 'Bolt'],
  ]
  const { id, warnings } = await preview(workbookOf({ name: 'A', rows }))
  expect(warnings).toEqual([expect.stringContaining("'1234567890123450' in row 3, '1.20E+11' in row 4.")])
  expect(Object.keys(await stored(id))).toContain('120000000001')
})

test('a cost has six decimals everywhere: imported, read, listed, exported, and rolled up', async () => {
  const { id, summary } = await preview('Part Number,Name,Cost\nR-1,Resistor,0.00046\nR-2,Resistor,0.001234\n')
  expect(summary).toMatchObject({ create: 2, error: 0 })
  expect(await stored(id)).toEqual({ 'R-1': [0.00046, 0], 'R-2': [0.001234, 0] })
  const exported = (await operator.get(at('exports/parts.csv'))).body
  expect(exported).toContain(',0.00046,')
  expect((await preview(exported)).summary).toMatchObject({ update: 0, unchanged: 2 })
  expect((await operator.get(at('lists/parts?columns=partNumber,cost&sort=partNumber'))).body).toContain(
    'R-1,0.00046\n',
  )
  const { items } = (await operator.get(at('parts?q=R-1'))).json()
  const [part] = items
  const made = { assemblyNumber: 'A-1', name: 'Board', components: [{ type: 'part', id: part.id, quantity: 3 }] }
  const assembly = (await operator.post(at('assemblies'), made)).json()
  const tree = (await operator.get(at(`bom/${assembly.id}/tree`))).json()
  expect(tree).toMatchObject({ rolledUpCost: 0.00138 })
  expect((await operator.get(at(`parts/${part.id}`))).json().cost).toBe(0.00046)
  const prices = { cost: 0.123456, retailPrice: 1.654321 }
  expect((await operator.post(at('products'), { sku: 'S-1', name: 'Kit', ...prices })).json()).toMatchObject(prices)
  for (const file of ['exports/products.csv', 'lists/products?format=csv', 'lists/products?format=xlsx']) {
    const { rawPayload } = await operator.get(at(file))
    expect(await importCsv(operator, company.id, rawPayload, 'products')).toMatchObject({
      summary: { create: 0, update: 0, unchanged: 1, error: 0 },
    })
  }
})

test('full-width digits are refused with what to write', async () => {
  const { id } = await preview('Part Number,Name,Qty,Cost\nA,Nut,３５０,２.５\n')
  expect(await errorsOf(id)).toEqual([
    "Row 2: Qty has full-width digits: write 350, found '３５０'; Cost has full-width digits: write 2.5, found '２.５'",
  ])
})
