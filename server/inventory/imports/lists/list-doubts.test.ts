import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { readUpload } from '../../../testing/read-upload.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, query = 'type=parts') =>
  (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()

/** Reads a file as an import does, without an upload. */
const read = (body: string, options: Parameters<typeof readUpload>[1] = {}) =>
  readUpload(body, { type: 'parts', ...options })

const columnsOf = ({ sections }: Awaited<ReturnType<typeof read>>) => sections[0]?.columns ?? []
const fieldsOf = (answer: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(columnsOf(answer).map(({ header, fields }) => [header, fields[0]]))

test.each([
  ...['EUR', 'GBP', 'TL', 'GBp', 'STG', 'Kčs', 'Canadian dollar', 'C$', 'our own'].map((text) => [text, 'Currency']),
  ['TL', 'Döviz'],
])('amounts beside a column of currencies are in that currency: %s in %s', async (currency, column) => {
  const body = `Part Number,Name,Purchase Price,${column}\nA,Nut,10.00,${currency}\n`
  const answer = await preview(body)
  expect(answer).toMatchObject({ summary: { error: 1 } })
  expect(answer.warnings).toContainEqual(expect.stringContaining(`other currencies than dollars (${currency})`))
  const taken = await preview(body, `type=parts&inDollars=${encodeURIComponent('["Purchase Price"]')}`)
  expect(taken).toMatchObject({ summary: { create: 1, error: 0 } })
  const dollars = await preview(body.replace(currency, 'USD'))
  expect(dollars).toMatchObject({ summary: { create: 1, error: 0 } })
})

test.each(['$12 MXN', '$12 CAD', 'Cost ($ MXN)', 'Cost $ (CAD)'])(
  'a dollar sign with the code of another currency is that currency: %s',
  async (text) => {
    const [header, cell] = text.startsWith('Cost') ? [text, '12'] : ['Cost', text]
    const mapping = { [header]: ['cost'] }
    const answer = await read(`Part Number,Name,${header}\nA,Nut,${cell}\n`, { mapping })
    expect(answer.warnings).toEqual([expect.stringMatching(/other currencies than dollars \((?:MXN|CAD)\)/)])
    expect(answer.summary).toMatchObject({ create: 0, error: 1 })
  },
)

test('a currency above the table is told, and so are rows above the header', async () => {
  const titled = await read('Prices in EUR per 100 pieces\nPart Number,Name,Cost\nA,Nut,12\n')
  expect(titled.warnings).toContain(
    'Row 1 names EUR. Amounts are taken as dollars: convert them first if they are none',
  )
  const late = await read('X-1,Nut,1\nX-2,Bolt,2\nPart Number,Name,Cost\nX-3,Washer,3\n')
  expect(late.warnings).toContain('2 rows above the header in row 3 are left out')
})

test.each(['Cost ($/100)', 'Cost (USD per 1000)', 'Cost (cents)', 'Price Unit'])(
  'a header that speaks of more than one is not taken for the price of one: %s',
  async (header) => {
    const answer = await read(`Part Number,Name,${header}\nA,Nut,12\n`)
    expect(fieldsOf(answer)[header]).toBeUndefined()
    expect(answer.leftOut).toContain(header)
  },
)

test('the price in an order is what one pays', async () => {
  const answer = await read('Part Number,Description,Unit Price,Extended Price\nA,Nut,0.10,1.00\n')
  expect(fieldsOf(answer)).toMatchObject({ 'Unit Price': 'cost' })
})

test('a list of stock with SKUs holds parts', async () => {
  const { types } = await preview('SKU,Name,Quantity,Cost,Reorder Level\nA,Nut,5,1,2\n', 'type=auto')
  expect(types).toEqual(['parts'])
})

test('a stock level that rises a hundredfold is told', async () => {
  await server.given.part(company, { part_number: 'B-8', stock_level: 500 })
  const { warnings } = await preview('Part Number,Stock Level\nB-8,250000\n')
  expect(warnings).toContain('1 part gets at least a hundred times the stock level: B-8 from 500 to 250,000')
})

test('a quote for inches does not swallow the row below', async () => {
  const { rows, errors } = await read('Part Number,Name,Stock Level\nE-2,"12"" drive,6\nE-3,Washer 3",7\n')
  expect([rows.length, errors]).toEqual([1, [expect.stringContaining('a quote is missing or too many')]])
})

test('a header that stands again is no record; below one with its columns in another order nothing is read', async () => {
  const again = await read('Part Number,Name,Cost\nA,Nut,1\nPart Number,Name,Cost\nB,Bolt,2\n')
  expect(again).toMatchObject({ summary: { create: 2, error: 0 } })
  const turned = await read('Part Number,Name,Quantity,Cost\nA,Nut,5,1\nPart Number,Name,Cost,Quantity\nB,Bolt,7,1\n')
  expect(turned).toMatchObject({ summary: { create: 1, error: 2 } })
  expect(turned.errors.at(-1)).toBe(
    'Row 4: below row 3 the columns stand in another order: import that part as a file of its own',
  )
})

test.each([
  [
    'Part Number,Name,Qty,On Hand,Cost\nA,Nut,20,480,0.12\n',
    { 'On Hand': 'stockLevel' },
    "'On Hand' is taken as Quantity; 'Qty' could be it too, and is left out",
  ],
  [
    'Part Number,Name,Quantity,Unit Cost,Cost\nA,Nut,500,0.12,60\n',
    { 'Unit Cost': 'cost' },
    "'Unit Cost' is taken as Cost; 'Cost' could be it too, and is left out",
  ],
])(
  'of two columns for a field the name that says more counts, and the other one is told',
  async (body, fields, told) => {
    const answer = await read(body)
    expect(fieldsOf(answer)).toMatchObject(fields)
    expect(answer.warnings).toContain(told)
  },
)

test.each([
  ...['USD', 'US$', '$', 'dollars', 'Dollar', 'U.S. dollars', 'USD - US Dollar', '', 'n/a', '-', '1.08'],
  'USD\nPart Number,Name,Cost,Currency\nB,Bolt,2,USD',
])('a column of currencies asks nothing about dollars, empty cells and rates: %s', async (text) => {
  const { summary, warnings } = await read(`Part Number,Name,Cost,Currency\nA,Nut,1.00,${text}\n`)
  expect(summary).toMatchObject({ error: 0 })
  expect(warnings).not.toContainEqual(expect.stringContaining('currenc'))
})

test('in a column of currencies each row has its own', async () => {
  const body = 'Part Number,Name,Cost,Purchase Currency\nA,Nut,1.00,USD\nB,Bolt,2.00,EUR\nC,Pin,3.00,\n'
  const { errors, summary } = await read(body)
  expect(summary).toEqual({ create: 2, error: 1 })
  expect(errors).toEqual([expect.stringMatching(/^Row 3: /)])
})

test.each([
  ['Teilenummer;Bezeichnung;Revision;Bestand\nA;Nut;1.1;500,000\nB;Kabel;2.0;12,500\n', 'open'],
  ['Part Number,Name,Quantity,Cost\nA,Nut,"1,000",0.12\nB,Bolt,"12,000",0.05\n', 'point'],
])('a revision shows no decimal mark, a cost does: %j', async (body, evidence) => {
  const stock = columnsOf(await read(body)).find(({ fields }) => fields[0] === 'stockLevel')
  expect(stock?.numbers).toMatchObject({ evidence })
})

test('quotes for inches in the last column swallow no rows', async () => {
  const { summary } = await read('Part Number,Quantity,Name\nE-1,5,"3/4"" pipe\nE-2,6,Nut\nE-3,7,2"" pipe"\n')
  expect(summary).toMatchObject({ create: 0, error: 1 })
})

test('new parts with the numbers of existing products are told', async () => {
  await server.given.product(company, { sku: 'B-8' })
  const { warnings } = await preview('SKU,Name,Quantity\nb-8,Bolt,5\n', 'type=auto')
  expect(warnings).toContain('1 of the new parts has the number of existing products: B-8')
})

test.each([
  'Part Number,Description,Price,Min Qty\nA,Nut,0.10,100\n',
  'Part Number,Description,Stock,Min Qty,1+,10+\nA,Nut,5,100,1.00,0.90\n',
  'Artikelnummer;Bezeichnung;EK;Mindestmenge\nA;Mutter;0,10;100\n',
])('in a price list the least that one can order is no minimum stock: %j', async (body) => {
  const answer = await read(body)
  expect(Object.values(fieldsOf(answer))).not.toContain('reorderThreshold')
  expect(answer.warnings).toContainEqual(
    expect.stringContaining('may be the least that one can order, so it does not become Reorder Threshold'),
  )
})

const severalOf = (column: string, found: string) =>
  `'${column}' says how many the figures of a row are for ('${found}'). Figures are taken as they are: for one`

test.each([
  [
    'Price,Valid from,Valid to',
    '5,2026-01-01,2026-12-31',
    "'Valid from' and 'Valid to' are left out: prices count from the import on",
  ],
  ['Price,Gültig bis', '5,31.12.2026', "'Gültig bis' is left out: prices count from the import on"],
  ['Price,Discount', '5,30%', "'Discount' is left out: figures are taken as they are"],
  ['Price,Rabatt %,Zuschlag', '5,30,2', "'Rabatt %' and 'Zuschlag' are left out: figures are taken as they are"],
  [
    'Supplier 1,Supplier 2',
    'Acme,Beta',
    "'Supplier 1' and 'Supplier 2' could be Supplier, and are left out: choose one",
  ],
  [
    'Price incl. VAT,Price excl. VAT',
    '12.1,10',
    "'Price incl. VAT' and 'Price excl. VAT' could be Retail Price, and are left out: choose one",
  ],
  ['Aisle,Shelf,Bin', '1,2,3', "'Bin' is taken as Location; 'Aisle' and 'Shelf' could be it too, and are left out"],
  [
    'Regular price,Sale price',
    '10,8',
    "'Regular price' is taken as Retail Price; 'Sale price' could be it too, and is left out",
  ],
  ['Cost,Per', '4.50,100', severalOf('Per', '100')],
  ['Cost,Per', '4.50,C', severalOf('Per', 'C')],
  ['Cost,Per', '4.50,M', severalOf('Per', 'M')],
  ['Cost,Price Unit', '4.50,GR', severalOf('Price Unit', 'GR')],
  ['Cost,Cost Unit', '50,100 m', severalOf('Cost Unit', '100 m')],
])('what a column beside others leaves open is told, and nothing else: %s with %s', async (header, cells, warning) => {
  expect((await read(`Part Number,Name,${header}\nA,Nut,${cells}\n`)).warnings).toEqual([warning])
})

test('beside a stock level it is', async () => {
  const answer = await read('Part Number,Description,On Hand,Min Qty,Price\nA,Nut,5,100,1\n')
  expect(fieldsOf(answer)).toMatchObject({ 'Min Qty': 'reorderThreshold' })
})

test.each([
  [
    'Part Number,Name,Price,Price 10,Price 100+\nA,Nut,5,4,3\n',
    "'Price' is taken as Retail Price; 'Price 10' and 'Price 100+' could be it too, and are left out",
  ],
  [
    'Part Number,Name,Price 1,Price 10\nA,Nut,5,4\n',
    "'Price 1' and 'Price 10' could be Retail Price, and are left out: choose one",
  ],
  [
    'Part Number,Name,1+,10+,100-499\nA,Nut,5,4,3\n',
    "'1+', '10+' and '100-499' could be Retail Price, and are left out: choose one",
  ],
  [
    'SKU,Name,Break Qty 1,Break Price 1\nA,Nut,1,5\n',
    "'Break Price 1' could be Retail Price, and is left out: choose it, if it is",
  ],
  ['Part Number,Name,Qty A,Qty B\nA,Nut,5,6\n', "'Qty A' and 'Qty B' could be Quantity, and are left out: choose one"],
  [
    'Part Number,Name,Cost (EUR),Cost (USD)\nA,Nut,5,6\n',
    "'Cost (EUR)' and 'Cost (USD)' could be Cost, and are left out: choose one",
  ],
  [
    'Part Number,Name,Price,List Price\nA,Nut,5,6\n',
    "'Price' is taken as Retail Price; 'List Price' could be it too, and is left out",
  ],
])('of several columns of one kind the preview says which counts and which do not: %j', async (body, warning) => {
  expect((await read(body)).warnings).toContain(warning)
})

test('the heading of a group is left out, but a number alone in its row may be a part without the rest: it is marked', async () => {
  const body =
    'Part Number,Name,Quantity,Location\nFASTENERS,,,\nA,Nut,5,Bin 1\nB,Bolt,3,Bin 1\nCables,CABLES,,\nC,Cable,2,Bin 2\n,Tools,,\nD,Saw,1,Bin 2\nE,Axe,1,Bin 2\nTL-33,,,\n'
  const { id, summary, warnings } = await preview(body)
  expect(summary).toMatchObject({ create: 5, error: 1 })
  expect(warnings).toEqual(['Rows 2, 5, 7 look like headings of groups, so they are left out'])
  const { items } = (await operator.get(at(`imports/${id}/rows?action=error`))).json()
  expect(items.map(({ error }: { error: string }) => error)).toEqual([
    'Row 10: looks like the heading of a group, so it is no record',
  ])
  await operator.post(at(`imports/${id}/commit`), { goodRowsOnly: true })
  expect((await operator.get(at('parts'))).json().items).toHaveLength(5)
})

test('in a list of numbers and names alone, a name that is its number is no heading', async () => {
  const { summary } = await read('Part Number,Name,Location\nM8,M8,\nM10,M10,\nA,Nut,Bin 1\n')
  expect(summary).toMatchObject({ create: 3, error: 0 })
})

test('a net price beside the list price is suggested as what one pays', async () => {
  const answer = await read('Part Number,Name,List Price,Net Price\nA,Nut,10,7\n')
  expect(fieldsOf(answer)).toMatchObject({ 'List Price': 'retailPrice', 'Net Price': 'cost' })
  expect(answer.warnings).toEqual(["The column 'Net Price' is taken as Cost"])
})

test.each(['UOM', 'Cost UOM'])('a warning names units that hold several: %s', async (unit) => {
  const { warnings } = await read(`Part Number,Name,Cost,${unit}\nA,Nut,5,EA\nB,Bolt,12,BOX\nC,Wire,3,m\n`)
  expect(warnings).toEqual([
    `'${unit}' says how many the figures of a row are for ('BOX'). Figures are taken as they are: for one`,
  ])
})

test.each([
  'Part Number,Name,Quantity\nA,Nut,5\n\nPart Number,Name,Cost\nB,Bolt,3\n',
  'Part Number,Name,Quantity\nA,Nut,5\n\nSupplier,Phone,\nAcme,555,\n',
])('below the header of another table nothing is read: %j', async (body) => {
  const { errors, summary } = await read(body)
  expect(summary).toMatchObject({ create: 1, error: 2 })
  expect(errors).toEqual(
    [4, 5].map((row) => `Row ${row}: another table begins in row 4: import it as a file of its own`),
  )
})

test.each([
  'Item No.,Description,Quantity,Unit Price,Total\nA,Nut,5,2.00,10.00\n',
  'Invoice No,Item Code,Description,Qty,Amount\n77,A,Nut,5,10.00\n',
  'Référence;Désignation;Qté;Prix unitaire;Montant HT\nA;Ecrou;5;2,00;10,00\n',
  'SKU,Product Name,Units,Gross Sales\nA,Nut,5,10\n',
])('the quantities of an invoice or of sales are no stock: %j', async (body) => {
  const answer = await read(body, { type: 'auto' })
  expect(Object.values(fieldsOf(answer))).not.toContain('stockLevel')
  expect(answer.warnings).toContain(
    'This looks like an order, an offer or a list of sales, so its quantities do not become stock levels unless you choose that',
  )
})

test('a column without a name is no rival', async () => {
  expect((await read(',Part Number,Name,Quantity\n0,A,Nut,5\n')).warnings).toEqual([
    'Columns without a name in the header are left out: A (row 2)',
  ])
})
