import { expect, test } from 'vitest'
import { importCsv } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'
import { workbookOf } from '../../testing/workbook-file.ts'

const { server, company, operator } = useServer()

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
  expect(point.warnings).toContain('1 part gets a lower stock level: B from 1000 to 7')
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
  const rows = Array.from({ length: 6_000 }, (_, index) => `P-${index};Teil;1.500`)
  const { id } = await preview(`Part Number;Name;Cost\n${rows.join('\n')}\nLAST;Teil;0,5\n`)
  await operator.post(at(`imports/${id}/commit`), {})
  const costs =
    'select cost::float as cost, count(*)::int as parts from parts where company_id = $1 group by 1 order by 1'
  expect(await server.given.sql(costs, [company.id])).toEqual([
    { cost: 0.5, parts: 1 },
    { cost: 1500, parts: 6_000 },
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

const withoutUnits = (...headers: string[]) => `&withoutUnits=${encodeURIComponent(JSON.stringify(headers))}`

test('units and words for no number are ignored by one choice for the column; without it each is an error of its row', async () => {
  const body =
    'Part Number,Name,Qty,Cost\nA,Cable,3 m,$1.10/ea\nB,Bolt,"1,200 pcs",TBD\nC,Oil,5 L.,2.50 per L\nD,Nut,n/a,0.5\nE,Pin,2 dozen,10/100 pcs\n'
  const answer = await preview(body)
  expect(answer.summary).toMatchObject({ create: 0, error: 5 })
  expect(answer.columns.slice(2).map(({ units }: { units: object }) => units)).toEqual([
    // The units of the others become those of their parts.
    { examples: ['1,200 pcs', 'n/a'], words: ['n/a'], isIgnored: false },
    { examples: ['$1.10/ea', 'TBD', '2.50 per L'], words: ['TBD'], isIgnored: false },
  ])
  // The mark of '1,200 pcs' is found as that of '1,200'.
  expect(answer.columns[2].numbers).toMatchObject({ evidence: 'point', examples: ['1,200 pcs'] })
  const { id, summary, columns } = await preview(body, withoutUnits('Qty', 'Cost'))
  expect(summary).toMatchObject({ create: 4, error: 1 })
  expect(columns[2].units).toMatchObject({ isIgnored: true })
  // What changes the number is no unit.
  expect((await errorsOf(id)).filter(Boolean)).toEqual([
    "Row 6: Qty must be a number with at most 4 decimals, found '2 dozen'; Cost must be an amount from 0 to 999,999,999.99 with at most 6 decimals, found '10/100 pcs'",
  ])
  expect(await stored(id, { goodRowsOnly: true })).toEqual({
    ...{ A: [1.1, 3], B: [0, 1200], C: [2.5, 5], D: [0.5, 0] },
  })
})

test('by the same choice words for nothing are empty in a column of text, but not in the number of a part', async () => {
  const body = 'Part Number,Name,Supplier,Qty\nTBD,Bolt,n/a,1\nB,Nut,TBD,2\nC,Pin,Nadler,3\n'
  const answer = await preview(body)
  expect(answer.columns[2].units).toMatchObject({ words: ['n/a', 'TBD'], isIgnored: false })
  const { id, problems } = await preview(body, withoutUnits('Part Number', 'Supplier'))
  expect(problems.map(({ code, params }: { code: string; params: object }) => ({ code, ...params }))).toEqual([
    { code: 'words_for_nothing', column: 'Part Number', cells: ["'TBD' in row 2"] },
  ])
  await stored(id)
  const { items } = (await operator.get(at('parts?sort=partNumber'))).json()
  type Part = { partNumber: string; supplierName: string | null }
  expect(items.map(({ partNumber, supplierName }: Part) => [partNumber, supplierName])).toEqual([
    ['B', null],
    ['C', 'Nadler'],
    ['TBD', null],
  ])
})

test('a corrected row ignores units as its column does', async () => {
  const { id } = await preview('Part Number,Name,Qty\nA,,3 m\n', withoutUnits('Qty'))
  const { row } = (await operator.patch(at(`imports/${id}/rows/2`), { cells: ['A', 'Cable', '4 m'] })).json()
  expect(row).toMatchObject({ action: 'create', error: null })
  expect(await stored(id)).toEqual({ A: [0, 4] })
})

test.each([
  ['٣٬٠٠٠', '٠٫١٢', 3000, 0.12],
  ['۱۲۳', '۱۲٫۵', 123, 12.5],
  ['１２０', '１，２００．５', 120, 1200.5],
  ['१२३', '१२.५', 123, 12.5],
  ['5\u200b', '\u202a1.50\u202c', 5, 1.5],
])(
  'digits of every script are digits, and signs that nobody sees are nothing: %s, %s',
  async (count, cost, stock, amount) => {
    const { id, summary } = await preview(`Part Number,Name,Quantity,Cost\nA,Nut,"${count}","${cost}"\n`)
    expect(summary).toMatchObject({ create: 1, error: 0 })
    expect(await stored(id)).toEqual({ A: [amount, stock] })
  },
)

test.each(['9 個', '10 шт.', '11 pz', '12 pièces', '13 szt.', '14 st'])(
  'a count says pieces in other languages: %s',
  async (cell) => {
    expect((await preview(`Part Number,Name,Quantity\nA,Nut,${cell}\n`)).summary).toMatchObject({ create: 1 })
  },
)

test('a new part gets the unit behind its quantity; one that has no unit stays without, and another unit is an error', async () => {
  await server.given.part(company, { part_number: 'U-EACH', name: 'Rope', stock_level: 1 })
  await server.given.part(company, { part_number: 'U-FT', name: 'Hose', unit: 'ft', decimals: 2, stock_level: 1 })
  const body =
    'Part Number,Name,Qty\nU-1,Cable,150 m\nU-2,Wire,12.5 metres\nU-3,Bolt,40\nU-4,Nut,165 pcs\nU-EACH,Rope,7 m\nU-FT,Hose,9 m\n'
  const { id, columns, summary, warnings } = await preview(body)
  expect(columns[2]).toMatchObject({ fields: ['stockLevel', 'unit', 'decimals'], units: null })
  expect(summary).toMatchObject({ create: 4, update: 1, error: 1 })
  expect(warnings).toEqual([
    '1 existing part is counted without a unit and stays so: U-EACH (m)',
    "New parts get the unit that stands in Qty: '150 m' and '12.5 metres'",
  ])
  expect((await errorsOf(id)).filter(Boolean)).toEqual(["Row 7: Qty must be in ft, found '9 m'"])
  const { row } = (await operator.patch(at(`imports/${id}/rows/7`), { cells: ['U-FT', 'Hose', '9.25 ft'] })).json()
  expect(row).toMatchObject({ action: 'update', error: null })
  await operator.post(at(`imports/${id}/commit`), {})
  const { items } = (await operator.get(at('parts?q=U-&sort=partNumber'))).json()
  type Part = { partNumber: string; stockLevel: number; unit: string; decimals: number }
  expect(
    items.map(({ partNumber, stockLevel, unit, decimals }: Part) => [partNumber, stockLevel, unit, decimals]),
  ).toEqual([
    ['U-1', 150, 'm', 2],
    ['U-2', 12.5, 'm', 2],
    ['U-3', 40, 'each', 0],
    ['U-4', 165, 'each', 0],
    ['U-EACH', 7, 'each', 0],
    ['U-FT', 9.25, 'ft', 2],
  ])
})

test('whoever takes the unit away from a column of quantities gets the question about its units', async () => {
  const mapping = encodeURIComponent(JSON.stringify({ Qty: ['stockLevel'] }))
  const { columns, summary } = await preview('Part Number,Name,Qty\nW-1,Cable,150 m\n', `&mapping=${mapping}`)
  expect(columns[2]).toMatchObject({ fields: ['stockLevel'], units: { examples: ['150 m'] } })
  expect(summary).toMatchObject({ error: 1 })
})
