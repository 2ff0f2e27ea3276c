import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useServer()
beforeEach(async () => {
  const nut = { part_number: 'N-1', name: 'Nut', cost: 2.5, stock_level: 7, location: 'Shelf 1', supplier_name: 'Acme' }
  await server.given.part(company, nut)
  await server.given.part(company, { part_number: 'B-1', name: 'Bolt', stock_level: 3 })
})

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, query = '') =>
  (await operator.post(at(`imports${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async (id: string, body: object = {}) => (await operator.post(at(`imports/${id}/commit`), body)).json()
const rowsOf = async (id: string) => (await operator.get(at(`imports/${id}/rows`))).json().items
const part = async (number: string) => (await operator.get(at(`parts?q=${number}`))).json().items[0]

test.each([
  ['Number', 'Counted'],
  ['Part No.', 'On hand'],
  ['P/N', 'Qty counted'],
  ['Artikelnummer', 'Bestand'],
])('a count sheet with the columns %s and %s changes the stock and nothing else (0053)', async (number, counted) => {
  const { id, summary, type } = await preview(`${number},${counted}\nN-1,41\nB-1,3\n`)
  expect({ type, summary }).toEqual({ type: 'parts', summary: { create: 0, update: 1, unchanged: 1, error: 0 } })
  expect(await commit(id)).toMatchObject({ success: 2, summary: { update: 1, unchanged: 1 } })
  expect(await part('N-1')).toMatchObject({ name: 'Nut', cost: 2.5, stockLevel: 41, location: 'Shelf 1' })
  await operator.post(at(`imports/${id}/undo`), {})
  expect(await part('N-1')).toMatchObject({ name: 'Nut', stockLevel: 7 })
})

test.each([
  ['Assembly Number,Counted', 'A-1,4'],
  ['Assembly Number,Name,On hand,Counted by', 'A-1,Set,4,Ann'],
  ['SKU,Qty counted', 'S-1,4'],
  ['Product SKU,Bestand', 'S-1,4'],
  ['SKU,Counted,Shelf', 'S-1,4,\nN-1,7,'],
])('a count sheet of what is made, with the columns %s, sets its stock', async (header, rows) => {
  const set = await server.given.assembly(company, { assembly_number: 'A-1', name: 'Set', stock_level: 1 })
  const lamp = await server.given.product(company, { sku: 'S-1', name: 'Lamp', stock_level: 1 })
  const { id, summary, type } = await preview(`${header}\n${rows}\n`)
  expect({ type, summary }).toMatchObject({ type: 'stock', summary: { create: 0, update: 1, error: 0 } })
  await commit(id)
  const stock = async (item: string) => (await operator.get(at(`stock/${item}`))).json().onHand
  expect([await stock(set.id), await stock(lamp.id)].toSorted()).toEqual([1, 4])
})

test.each([
  ['parts', 'Part Number,Count,Recount', 'Count', 'Recount'],
  ['stock', 'Item Number,Location,Count,Verified', 'Count', 'Verified'],
  ['parts', 'Part Number,Counted,Corrected', 'Counted', 'Corrected'],
  ['parts', 'Part Number,Count,Count 2', 'Count', 'Count 2'],
  ['parts', 'Artikelnummer,Nachgezählt,Bestand', 'Nachgezählt', 'Bestand'],
  ['parts', 'Référence,Quantité,Recompté', 'Quantité', 'Recompté'],
  ['parts', 'Part Number,On Hand,Physical Count', 'On Hand', 'Physical Count'],
  ['parts', 'Réf.,Stock théorique,Quantité comptée', 'Stock théorique', 'Quantité comptée'],
  ['stock', 'Item Number,Location,On Hand,Actual', 'On Hand', 'Actual'],
])(
  'of two counts in %s with the columns %s only the user can say which one is the stock',
  async (type, header, one, other) => {
    const place = header.includes('Location') ? ',' : ''
    const body = `${header}\nN-1${place},41,42\nB-1${place},3,\n`
    const asked = await preview(body, `?type=${type}`)
    expect([asked.status, asked.problems.map(({ code }: { code: string }) => code)]).toEqual([
      'needs_mapping',
      ['columns_clash'],
    ])
    expect(asked.warnings).toEqual([expect.stringContaining(`'${one}' and '${other}'`)])
    const field = type === 'stock' ? 'quantity' : 'stockLevel'
    const mapping = encodeURIComponent(JSON.stringify({ [other]: [field] }))
    const { id } = await preview(body, `?type=${type}&mapping=${mapping}`)
    await commit(id, { goodRowsOnly: true })
    expect(await part('N-1')).toMatchObject({ stockLevel: 42 })
  },
)

test('what a person signs beside a count is no second one, nor is another figure', async () => {
  const body = 'Part Number,Count,Verified,Expected,Adjusted Cost,Discount 2\nN-1,41,AB,7,3,4\n'
  expect(await preview(body, '?type=parts')).toMatchObject({ status: 'previewed', summary: { update: 1 } })
})

test('a new part without a name is an error of its row; the other rows are stored', async () => {
  const { id, summary } = await preview('Part Number,Counted\nN-1,41\nX-9,5\n', '?type=parts')
  expect(summary).toEqual({ create: 0, update: 1, unchanged: 0, error: 1 })
  const { error } = (await rowsOf(id))[1]
  expect(error).toBe('Row 3: X-9 is new and has no name')
  expect(await commit(id, { goodRowsOnly: true })).toMatchObject({ success: 1, total: 2 })
  expect(await part('X-9')).toBeUndefined()
})

test('a row without a name becomes an error when its part was deleted since the preview', async () => {
  const { id } = await preview('Part Number,Counted\nN-1,7\nB-1,5\n')
  await server.given.sql(`delete from parts where company_id = $1 and part_number = 'N-1'`, [company.id])
  expect(await commit(id, { goodRowsOnly: true })).toMatchObject({
    success: 1,
    errors: ['Row 2: deleted by someone else since the preview'],
  })
  expect(await part('N-1')).toBeUndefined()
})

test('empty cells change nothing in an existing part, and are 0 or empty in a new one (product.md 5)', async () => {
  const body = 'Part Number,Name,Location,Quantity,Cost,Supplier\nN-1,,,,,\nX-9,Cap,,,,\n'
  const { id, summary } = await preview(body)
  expect(summary).toEqual({ create: 1, update: 0, unchanged: 1, error: 0 })
  await commit(id)
  expect(await part('N-1')).toMatchObject({ name: 'Nut', cost: 2.5, stockLevel: 7, location: 'Shelf 1', version: 1 })
  expect(await part('X-9')).toMatchObject({ cost: 0, stockLevel: 0, location: null, supplierName: null })
})

test('when empty cells clear values, they never clear a name', async () => {
  const body = 'Part Number,Name,Location,Quantity,Cost\nN-1,Nut,,,\nB-1,,Shelf 2,,1\n'
  const { id, summary } = await preview(body, '?emptyCells=clear')
  expect(summary).toEqual({ create: 0, update: 1, unchanged: 0, error: 1 })
  expect((await rowsOf(id))[1].error).toBe('Row 3: Name is required')
  await commit(id, { goodRowsOnly: true })
  expect(await part('N-1')).toMatchObject({ cost: 0, stockLevel: 0, location: null, supplierName: 'Acme' })
  expect(await part('B-1')).toMatchObject({ name: 'Bolt', location: null, stockLevel: 3 })
})

test('an empty cell of components changes nothing, but an empty list removes the lines', async () => {
  const set = await server.given.assembly(company, { assembly_number: 'A-1' })
  const nut = await part('N-1')
  const lines = () => server.given.sql('select quantity::int from bom_lines where parent_id = $1', [set.id])
  await server.given.sql(
    'insert into bom_lines (company_id, assembly_id, part_id, quantity, position) values ($1, $2, $3, 2, 0)',
    [company.id, set.id, nut.id],
  )
  const file = (cell: string) => `Assembly Number,Name,Components (JSON)\nA-1,Renamed,${cell}\n`
  await commit((await preview(file(''))).id)
  expect(await lines()).toEqual([{ quantity: 2 }])
  await commit((await preview(file(''), '?emptyCells=clear')).id)
  expect(await lines()).toEqual([])
})

test('vendors keep the bank data that the file leaves empty', async () => {
  const first = await preview('Name,IBAN,Status,Preferred Shipping\nAcme,DE02,inactive,ups\n', '?type=vendors')
  await commit(first.id)
  const { id, summary } = await preview('Name,IBAN,Status,Preferred Shipping,Tax ID\nAcme,,,,T-1\n', '?type=vendors')
  expect(summary).toMatchObject({ update: 1 })
  await commit(id)
  const [acme] = (await operator.get(at('vendors'))).json().items
  const { private: bank } = (await operator.get(at(`vendors/${acme.id}`))).json()
  expect(bank).toMatchObject({ iban: 'DE02', preferredShippingMethod: 'ups', taxId: 'T-1' })
  expect(await server.given.sql('select status from vendors where company_id = $1', [company.id])).toEqual([
    { status: 'inactive' },
  ])
})

test('importing an export changes nothing, whatever empty cells do', async () => {
  const { body } = await operator.get(at('exports/inventory.csv'))
  for (const query of ['', '?emptyCells=clear']) {
    expect((await preview(body, query)).summary).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 })
  }
})

test('components may use the name of a part when the file gives only its stock', async () => {
  const file = '# PARTS\nPart Number,Quantity\nN-1,5\n# ASSEMBLIES\nAssembly Number,Name,Components (JSON)\n'
  const { id, summary } = await preview(`${file}A-1,Set,"[{""type"":""part"",""name"":""Nut"",""quantity"":2}]"\n`)
  expect(summary).toEqual({ create: 1, update: 1, unchanged: 0, error: 0 })
  await commit(id)
})

test('lots in a list of parts are named as left out, and the file of stock that keeps them', async () => {
  const { warnings } = await preview('Part Number,Name,Bin,Lot No.,Qty\nP-1,Nut,B-1,L1,5\n', '?type=parts')
  expect(warnings).toEqual([
    "'Lot No.' is left out: choose Stock for the file, to keep what is at each place and in each lot",
  ])
})

test.each([
  'PO,Vendor,Part Number,Description,Qty,Unit Price,Due Date\n1001,Acme,P-1,Nut,1000,0.02,2026-04-01\n',
  'Part Number,Description,Qty,Delivery Date\nP-1,Nut,1000,2026-04-01\n',
  'Order No.,Part Number,Description,Quantity\n77,P-1,Nut,1000\n',
  'Teilenummer;Bezeichnung;Menge;Liefertermin\nP-1;Mutter;1000;01.04.2026\n',
  'Part Number,Description,Transaction Type,Quantity\nP-1,Nut,OUT,30\n',
  'Part Number,Description,Qty,Receipt Date\nP-1,Nut,30,2026-03-02\n',
  'MPN,Description,Qty,Date Code\nP-1,Nut,99999,2536\n',
  'Work Order,Part Number,Description,Quantity\nWO-7,P-1,Nut,4\n',
  'Part Number,Name,From,To,Quantity\nP-1,Nut,A,B,3\n',
  'Wareneingang;Artikelnummer;Bezeichnung;Menge;Lieferschein\n2026-03-02;P-1;Mutter;600;LS-7\n',
  'Posting Date,Part Number,Name,Quantity\n2026-03-02,P-1,Nut,600\n',
])('what was ordered, moved or offered is no stock: %j', async (body) => {
  await server.given.part(company, { part_number: 'P-1', name: 'Nut', stock_level: 500 })
  const { id, warnings } = await preview(body, '?type=parts')
  expect(warnings).toContain(
    'This looks like an order, an offer or a list of sales, so its quantities do not become stock levels unless you choose that',
  )
  await operator.post(at(`imports/${id}/commit`), { goodRowsOnly: true })
  expect(await part('P-1')).toMatchObject({ stockLevel: 500 })
})

test.each([
  [
    'Main Stock,Shop Stock\nP-1,Nut,50,60\n',
    "'Main Stock' and 'Shop Stock' could be Quantity, and are left out: choose one",
  ],
  ['Received Qty\nP-1,Nut,50\n', "'Received Qty' could be Quantity, and is left out: choose it, if it is"],
  [
    'Bestand Halle 1;Bestand Halle 2\nP-1;Nut;50;60\n',
    "'Bestand Halle 1' and 'Bestand Halle 2' could be Quantity, and are left out: choose one",
  ],
])('of quantities of which none is surely the stock all are named: %j', async (rest, warning) => {
  const mark = rest.includes(';') ? ';' : ','
  const { warnings } = await preview(`Part Number${mark}Name${mark}${rest}`, '?type=parts')
  expect(warnings).toEqual([warning])
})

test('no quantity is named where none is: least and greatest stocks, prices and values', async () => {
  const body = 'Part Number,Name,Max Stock,Stock Value,Qty Price,Stock Unit Cost\nP-1,Nut,50,60,1,1\n'
  expect((await preview(body, '?type=parts')).warnings).not.toContainEqual(expect.stringContaining('could be Quantity'))
})

test('the price in an order of a customer is what one asks', async () => {
  const body = 'Sales Order,Customer,Part Number,Description,Quantity,Unit Price\nSO-1,Foo,N-1,Nut,20,9\n'
  const { id } = await preview(body, '?type=parts')
  await commit(id)
  expect(await part('N-1')).toMatchObject({ cost: 2.5, retailPrice: 9, stockLevel: 7 })
})

test.each([
  ['products', 'SKU,Name,Stock\nS-1,Lamp,5\n'],
  ['assemblies', 'Assembly Number,Name,On Hand\nA-1,Arm,5\n'],
])('the stock in a list of %s is named as left out, and the file that keeps it', async (type, body) => {
  expect((await preview(body, `?type=${type}`)).warnings).toEqual([
    expect.stringMatching(/^'(Stock|On Hand)' is left out: choose Stock for the file/),
  ])
})

test.each([
  ['L', 'ea', []],
  ['mm', 'ea', [expect.stringContaining("'Unit of Measure' is left out (mm)")]],
  ['L', 'm', [expect.stringContaining("'Unit of Measure' is left out (L, m)")]],
])(
  'a column of units in a file of stock is named unless it names the units of the items: %s and %s',
  async (oil, nut, told) => {
    await server.given.part(company, { part_number: 'O-1', name: 'Oil', unit: 'l', decimals: 2, stock_level: 4 })
    const body = `Item Number,Quantity,Unit of Measure\nO-1,4,${oil}\nN-1,7,${nut}\n`
    expect((await preview(body, '?type=stock')).warnings).toEqual(told)
  },
)
