import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { bomOfTop, linesRead, readUpload } from '../../../testing/read-upload.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`

async function preview(body: string, query = 'type=bom&bomOf=TOP-1&components=create') {
  return (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
}

/** Reads a file as an import does, without an upload. */
async function read(body: string, options: Parameters<typeof readUpload>[1] = bomOfTop) {
  const found = await readUpload(body, options)
  return { ...found, lines: linesRead(found) }
}
const newComponents = { type: 'bom', choices: { components: 'create' } } as const

/** The lines that an import of the file stores. */
async function linesOf(body: string, query?: string) {
  const answer = await preview(body, query)
  expect((await operator.post(at(`imports/${answer.id}/commit`), { goodRowsOnly: true })).statusCode).toBe(200)
  const lines = await server.given.sql(
    `select p.part_number as number, l.quantity from bom_lines l join parts p on p.id = l.part_id where l.company_id = $1 order by 1`,
    [company.id],
  )
  return { warnings: answer.warnings, lines: lines.map(({ number, quantity }) => [number, Number(quantity)]) }
}

test('quantities with decimal zeros, as SAP writes them, are read like the file, and the preview says so', async () => {
  const { lines, warnings } = await read('Komponente;Menge\nC-1;2,000\nC-2;4,000\n')
  expect(lines).toEqual([
    ['C-1', 2],
    ['C-2', 4],
  ])
  expect(warnings).toContain(
    "Menge is read with a decimal comma, but '2,000' and '4,000' may have a decimal point: choose one",
  )
})

test.each([
  ['Part Number,Qty Per,Quantity\nC-1,2,200\n', 2],
  ['Part Number,Quantity,BoM Lines/Quantity\nC-1,10,20\n', 20],
  ['Part Number,Quantity Per PCB,Quantity\nC-1,3,30\n', 3],
  ['Part Number,Qty per Kit,Quantity\nC-1,2,200\n', 2],
  ['Teilenummer;Menge pro Gerät;Menge\nC-1;2;200\n', 2],
  ['Part Number,Qty,Build Quantity\nC-1,2,200\n', 2],
])('of two quantities that for one assembly counts: %j', async (body, quantity) => {
  expect((await linesOf(body)).lines).toEqual([['C-1', quantity]])
  expect((await operator.get(at('parts'))).json().items).toMatchObject([{ stockLevel: 0 }])
})

test('the stock and the price of a supplier in a bill of materials are neither our stock nor our retail price', async () => {
  await linesOf('Part Number,Qty,Stock,Min Qty,Price\nC-1,2,450000,100,0.01\n')
  const { items } = (await operator.get(at('parts'))).json()
  expect(items).toMatchObject([{ stockLevel: 0, reorderThreshold: 0, retailPrice: 0, cost: 0.01 }])
})

test.each([
  ['Part Number,Qty,Value\nC-1,2,10k\nC-2,2,DNP\nC-3,1,10k (DNF)\n', 'C-2 in row 3, C-3 in row 4'],
  ['Part Number,Qty,Exclude from BOM\nC-1,2,\nC-2,2,Excluded from BOM\n', 'C-2 in row 3'],
  ['Part Number,Qty,BOM Structure\nC-1,2,Normal\nC-2,2,Reference\n', 'C-2 in row 3'],
  ['Teilenummer;Menge;Bestückung\nC-1;2;bestückt\nC-2;2;n.b.\nC-3;1;nicht bestückt\n', 'C-2 in row 3, C-3 in row 4'],
  [
    'Teilenummer;Menge;Wert;Bemerkung\nC-1;2;100n;\nC-2;1;DNP;\nC-3;1;10k;nicht bestückt\n',
    'C-2 in row 3, C-3 in row 4',
  ],
  ['Part Number,Qty,In BOM\nC-1,2,Yes\nC-2,2,No\n', 'C-2 in row 3'],
  ['Part Number,Qty,Assembly Option\nC-1,2,\nC-2,2,DNI\n', 'C-2 in row 3'],
])('a component that stays off the board does not count, wherever the file says so: %j', async (body, told) => {
  const { lines, warnings } = await read(body)
  expect(lines).toEqual([['C-1', 2]])
  expect(warnings).toContain(`Lines marked as not fitted are left out: ${told}`)
})

test('words that only look like such a mark leave no line out', async () => {
  const { lines } = await read(
    'Part Number,Qty,Comment,Notes\nC-1,1,nF,Nm\nC-2,1,DNP resistor kit,Do not fit before painting\nC-3,1,DNS server,not fitted by supplier; fit in house\n',
  )
  expect(lines.map(([number]) => number)).toEqual(['C-1', 'C-2', 'C-3'])
})

test('the total below the lines is no component', async () => {
  const { lines, warnings } = await read('Part Number,Qty\nC-1,2\nC-2,5\nTOTAL,7\n# end,\n')
  expect(lines.map(([number]) => number)).toEqual(['C-1', 'C-2'])
  expect(warnings).toContain('Rows 4, 5 are totals or comments, so they are left out')
})

test('positions do not show the decimal mark of quantities', async () => {
  const { lines } = await read('Pos;Teilenummer;Menge\n1.1;C-1;1,000\n1.2;C-2;4,000\n')
  expect(lines.map(([, quantity]) => quantity)).toEqual([1, 4])
})

test('a missing level and a batch size are told', async () => {
  const levels = await read('Level,Part Number,Qty\n1,A-1,1\n3,C-1,2\n')
  expect(levels.warnings).toContain('A level is missing above row 3: they hang on the row above')
  const batch = await read('Part Number,Qty,Base Quantity\nC-1,200,100\n')
  expect(batch.warnings).toContain(
    "'Base Quantity' says how many the figures of a row are for ('100'). Figures are taken as they are: for one",
  )
})

test('lines at the top of a list with levels, whose quantities count nowhere, are named', async () => {
  const body = 'Level,Part Number,Description,Qty\n1,SUB-1,Sub,2\n2,SCR,Screw,4\n1,SCR,Screw,48\n'
  expect((await read(body, newComponents)).warnings).toEqual([
    'No item stands above these lines, so their quantities count nowhere; if they belong to an item, name it: SUB-1 in row 2 (2), SCR in row 4 (48)',
  ])
  expect((await read(body)).warnings).toEqual([])
  const lists = 'Level,Part Number,Qty\n0,A-1,1\n1,C-1,2\n0,A-2,1\n1,C-1,2\n'
  expect((await read(lists, newComponents)).warnings).toEqual([])
})

test('a part that the file gives components is named: the new item has no stock', async () => {
  await server.given.part(company, { part_number: 'B-8' })
  const { warnings } = await preview('Parent,Component,Quantity\nB-8,C-1,2\n')
  expect(warnings).toContainEqual(expect.stringContaining('the stock of the parts: B-8'))
})

test.each([
  [
    'Start Date,End Date\nP-1,C-1,1,2020-01-01,2021-01-01\n',
    "'Start Date' and 'End Date' are left out: every line counts, whatever its days",
  ],
  ['Option\nP-1,C-1,1,Red\n', "'Option' is left out: every line counts, whatever it says there"],
  ['Optional\nP-1,C-1,1,Yes\n', "'Optional' is left out: every line counts, whatever it says there"],
  ['Alternate For\nP-1,C-1,1,C-9\n', "'Alternate For' is left out: every line counts, whatever it says there"],
  ['Alt For\nP-1,C-1,1,C-9\n', "'Alt For' is left out: every line counts, whatever it says there"],
  ['Second Source\nP-1,C-1,1,C-9\n', "'Second Source' is left out: every line counts, whatever it says there"],
  ['Alternate\nP-1,C-1,1,Alternate of C-9\n', "'Alternate' is left out: every line counts, whatever it says there"],
])('a column that may say which lines count is named: %j', async (rest, warning) => {
  expect((await read(`Parent,Component,Quantity,${rest}`)).warnings).toContain(warning)
})

test.each([
  ['Level,Item Number,Quantity,Line Type\n1,C-1,2,Component\n1,C-2,2,Substitute\n'],
  ['Part Number,Qty,Alternate\nC-1,2,\nC-2,2,Yes\n'],
  ['Part Number,Qty,Alternate\nC-1,2,\nC-2,2,ALT\n'],
  ['Item,Part Number,Qty\n1,C-1,2\n1 ALT,C-2,2\n'],
  ['Part Number,Qty,Note\nC-1,2,\nC-2,2,ALTERNATE\n'],
  ['Part Number,Qty,Remark\nC-1,2,see alternate\nC-2,2,2nd source\n'],
  ['Part Number,Qty,2nd Source\nC-1,2,\nC-2,2,Yes\n'],
  ['Komponente;Menge;PosTyp\nC-1;2;L\nC-2;1;D\n'],
  ['Item,Part Number,Qty,Change\n1,C-1,2,ADD\n2,C-2,2,DELETE\n'],
])('alternates, documents and deleted lines do not count: %j', async (body) => {
  const { lines, warnings } = await read(body)
  expect(lines).toEqual([['C-1', 2]])
  expect(warnings).toContain('Lines marked as alternates, documents, work or deleted are left out: C-2 in row 3')
})

test('a column of alternate numbers or types leaves no line out', async () => {
  const { lines } = await read(
    'Part Number,Qty,Alternate,Type,Status\nC-1,2,C-9,Reference,Active\nC-2,1,,Part,Obsolete\n',
  )
  expect(lines).toHaveLength(2)
})

test('phantoms are told', async () => {
  const { lines, warnings } = await read('Item,Part Number,BOM Structure,Qty\n1,C-1,Normal,2\n2,C-2,Phantom,1\n')
  expect(lines).toHaveLength(2)
  expect(warnings).toContainEqual(expect.stringContaining('stock of their own: C-2 in row 3'))
})

test.each(['-', '/'])("positions of two numbers show levels: '1%s1'", async (sign) => {
  const { bom } = await read(`Pos,Part Number,Qty\n1,A-1,1\n1${sign}1,C-1,2\n2,C-3,1\n`)
  expect(bom).toMatchObject({ parents: 2, lines: 3, unknownNumbers: ['C-1', 'C-3'] })
})

test.each(['Total parts,', 'Total parts: 4,', 'Number of components,4'])('a count is no component: %s', async (row) => {
  const { lines } = await read(`Part Number,Qty\nC-1,4\n${row}\n`)
  expect(lines).toEqual([['C-1', 4]])
})

test('a total beside levels may count for the whole product, which is told', async () => {
  const { warnings } = await read('Level,Part Number,Total Qty\n1,A-1,2\n2,C-1,8\n')
  expect(warnings).toContain(
    "'Total Qty' may count for the whole product, but is taken as the quantity for one of the parent",
  )
  const flat = await read('Part Number,Total Qty\nC-1,8\n')
  expect(flat.warnings).toEqual(["The column 'Total Qty' is taken as Quantity"])
})

test.each([
  'Product,Quantity,BoM Lines/Component,BoM Lines/Quantity\nTOP-1,10,C-1,20\n',
  'Parent Item,Quantity,Item Code,Qty (Items)\nTOP-1,10,C-1,20\n',
])('lines for several of a product are told: %j', async (body) => {
  const { warnings } = await read(body, newComponents)
  expect(warnings).toContainEqual(
    expect.stringContaining("'Quantity' says how many the figures of a row are for ('10')"),
  )
})

test('products and components by SKU are no list of stock', async () => {
  const { bom } = await read('ProductSKU,ProductName,ComponentSKU,Quantity\nTOP-1,Machine,C-1,2\n', { type: 'auto' })
  expect(bom).toMatchObject({ parents: 1, lines: 1 })
})

test.each([
  ['Part Number,Description,Ref\nRESISTORS,,\nC-1,10k,"R1,R2"\nC-2,1k,R3\nCAPS,CAPS,\nC-3,100n,C1\n', [2, 1, 1]],
  ['Part Number,Description,Qty\nRESISTORS,,\nC-1,10k,2\nC-2,1k,1\nCAPS,,\nC-3,100n,1\n', [2, 1, 1]],
])('the headings of groups are no components: %j', async (body, quantities) => {
  const { lines, warnings } = await read(body)
  expect(lines).toEqual(quantities.map((quantity, at) => [`C-${at + 1}`, quantity]))
  expect(warnings).toContain('Rows 2, 5 look like headings of groups, so they are left out')
})

test('lines with the same number in the list count, each of them, and the preview says so', async () => {
  const { lines, warnings } = await read('Find No,Part Number,Qty\n1,C-1,2\n1,C-2,2\n2,C-3,1\n')
  expect(lines).toHaveLength(3)
  expect(warnings).toContain(
    'Several lines have the same item number, and each of them counts; if they are alternates, leave all but one out: 1 in rows 2 and 3',
  )
  const levels = await read(
    'Level,Find No,Part Number,Qty\n1,10,A-1,1\n2,10,C-1,2\n2,20,C-2,2\n1,20,A-2,1\n2,10,C-1,2\n',
  )
  expect(levels.warnings).toEqual([])
})

test.each<[string, string, 'bom' | 'parts']>([
  ['Part Number,Description,Qty A,Qty B\nC-1,Nut,2,4\n', "'Qty A' and 'Qty B'", 'bom'],
  ['ITEM NO.,PART NUMBER,Small/QTY.,Large/QTY.\n1,C-1,1,2\n2,C-2,4,8\n', "'Small/QTY.' and 'Large/QTY.'", 'parts'],
])('of several columns of quantities none counts, and all are named: %j', async (body, columns, type) => {
  expect((await read(body, { ...bomOfTop, type })).warnings).toEqual([
    'No column feeds Quantity: each line counts 1',
    `${columns} could be Quantity, and are left out: choose one`,
  ])
})

test('what is wrong with a new part is said of the row that names it', async () => {
  const { id } = await preview('Part Number,Qty,Unit Cost (EUR)\nC-1,2,5.00\n')
  const { items } = (await operator.get(at(`imports/${id}/rows?action=error`))).json()
  expect(items).toContainEqual(
    expect.objectContaining({
      rowNumber: 2,
      error: expect.stringMatching(/^Row 2: Unit Cost \(EUR\) must be in dollars/),
    }),
  )
})

test('a warning names columns of waste and of days, which are not read', async () => {
  const { lines, warnings } = await read(
    'Part Number,Qty,Scrap %,Effective From,Effective To\nC-1,2,10,2020-01-01,2021-01-01\nC-2,2,5,2021-01-01,\n',
  )
  expect(lines).toHaveLength(2)
  expect(warnings).toEqual([
    "'Scrap %' is left out: figures are taken as they are",
    "'Effective From' and 'Effective To' are left out: every line counts, whatever its days",
  ])
})

test.each([
  'Index,Part Number,Qty,Type\n1,C-1.PRT,2,PART\n2,C-2.ASM,1,ASSEMBLY\n',
  'Quantity,Part Number,Type,Nomenclature\n2,C-1,Part,Bracket\n1,C-2,Assembly,Frame\n',
])('quantities beside parts and assemblies, as CAD programs write them, are no stock: %j', async (body) => {
  const { bom } = await read(body, { type: 'parts', choices: { bomOf: 'TOP-1' } })
  expect(bom).toMatchObject({ lines: 2 })
})

test('a header that stands again, as on a printed page, is no component', async () => {
  const { lines, warnings } = await read('Part Number,Description\nC-1,Nut\nPart Number,Description\nC-2,Bolt\n')
  expect(lines.map(([number]) => number)).toEqual(['C-1', 'C-2'])
  expect(warnings).toContain('Row 3 is a total or a comment, so it is left out')
})

test('the numbers that Odoo writes in brackets before names are read apart', async () => {
  const body =
    'Product,BoM Lines/Component,BoM Lines/Quantity\n[FURN-1] Corner Desk,[FURN-2] Table [oak] Leg,4\n,Glue,1\n'
  const { lines } = await linesOf(body, 'type=bom&components=create')
  expect(lines).toEqual([
    ['FURN-2', 4],
    ['Glue', 1],
  ])
  expect((await operator.get(at('parts'))).json().items).toMatchObject([{ name: 'Glue' }, { name: 'Table [oak] Leg' }])
  expect((await operator.get(at('products'))).json().items).toMatchObject([{ sku: 'FURN-1', name: 'Corner Desk' }])
})

test('a component without a description has its other name', async () => {
  await linesOf('Item,Part Number,Part Name,Description,Qty\n1,C-1,Tube,,4\n2,C-2,Bar,Long bar,1\n')
  expect((await operator.get(at('parts?sort=partNumber'))).json().items).toMatchObject([
    { name: 'Tube' },
    { name: 'Long bar' },
  ])
})

test('levels may be signs', async () => {
  const { lines } = await read('Level,Part Number,Qty\n+,C-1,1\n++,C-2,2\n+,C-3,1\n')
  expect(lines).toEqual([
    ['C-1', 1],
    ['C-2', 2],
    ['C-3', 1],
  ])
})
