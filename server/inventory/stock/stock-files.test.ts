import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = async (body: string, type = 'stock') => {
  const answer = await operator.post(path(`imports?type=${type}`), body, { 'content-type': 'text/csv' })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const commit = async ({ id }: { id: string }, choice = {}) => operator.post(path(`imports/${id}/commit`), choice)
const rows = async ({ id }: { id: string }) => (await operator.get(path(`imports/${id}/rows`))).json().items
const errors = async (preview: { id: string }) => (await rows(preview)).map(({ error }: { error: string }) => error)
const place = async (code: string) => (await operator.post(path('locations'), { code, name: `Shelf ${code}` })).json()
const stockOf = async (id: string) => (await operator.get(path(`stock/${id}`))).json()
const movementsOf = async (id: string) =>
  (await operator.get(path(`movements?itemId=${id}&order=asc&pageSize=500`))).json().items
const exported = async () => (await operator.get(path('exports/stock.csv'))).body
const header = 'Item Number,Place,Lot,Quantity,Cost Each\n'

test('44: a file books what there is at each place and in each lot, once', async () => {
  const [a, b] = [await place('A'), await place('B')]
  const { id } = await server.given.part(company, { part_number: 'P-1' })
  const preview = await upload(`${header}P-1,A,L1,5,2\np-1,b,L1,7,3.5\n`)
  expect(preview).toMatchObject({ type: 'stock', types: ['stock'], status: 'previewed' })
  expect(preview.summary).toEqual({ create: 2, update: 0, unchanged: 0, error: 0 })
  const done = (await commit(preview)).json()
  expect(done).toMatchObject({ success: 2, total: 2, types: ['stock'], records: [{ type: 'part', update: 1 }] })
  expect(done.summary).toEqual(preview.summary)
  expect(await stockOf(id)).toMatchObject({
    onHand: 12,
    value: 34.5,
    places: [
      { locationId: a.id, lotNumber: 'L1', quantity: 5 },
      { locationId: b.id, lotNumber: 'L1', quantity: 7 },
    ],
  })
  expect(await movementsOf(id)).toMatchObject([
    { quantity: 5, reason: 'imported', locationId: a.id, lotNumber: 'L1', value: 10 },
    { quantity: 7, reason: 'imported', locationId: b.id, lotNumber: 'L1', value: 24.5 },
  ])
  expect((await upload(await exported())).summary).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 })
  expect((await upload(await exported(), 'auto')).types).toEqual(['stock'])
  expect((await operator.post(path(`imports/${preview.id}/undo`), {})).statusCode).toBe(200)
  expect(await stockOf(id)).toMatchObject({ onHand: 0, value: 0, places: [] })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a row changes only the stock that it names, of assemblies and products too', async () => {
  const [home, away] = [await place('A'), await place('B')]
  const part = await server.given.part(company, { part_number: 'P-1', location: 'A', stock_level: 4, cost: 1 })
  const product = await server.given.product(company, { sku: 'S-1', stock_level: 9 })
  const kit = await server.given.assembly(company, { assembly_number: 'A-1' })
  const preview = await upload(`${header}P-1,,,1,\nP-1,B,,3,\nS-1,,,9,\nA-1,B,,2,5\n`)
  expect((await rows(preview)).map(({ label, action }: { label: string; action: string }) => [label, action])).toEqual([
    ['P-1', 'update'],
    ['P-1 · B', 'create'],
    ['S-1', 'unchanged'],
    ['A-1 · B', 'create'],
  ])
  expect((await rows(preview))[0].changes).toEqual([{ field: 'quantity', oldValue: '4', newValue: '1' }])
  expect((await commit(preview)).json()).toMatchObject({ success: 4 })
  expect(await stockOf(part.id)).toMatchObject({
    onHand: 4,
    value: 4,
    places: [
      { locationId: home.id, quantity: 1 },
      { locationId: away.id, quantity: 3 },
    ],
  })
  expect(await stockOf(kit.id)).toMatchObject({ onHand: 2, value: 10 })
  expect(await stockOf(product.id)).toMatchObject({ onHand: 9 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test.each([
  ['P-9,A,,5,', 'Item Number: P-9 does not exist'],
  ['P-1,Z,,5,', 'Place: Z does not exist'],
  ['P-1,A,,1.5,', "Quantity must be a whole number, found '1.5'"],
  ['P-1,A,,-1,', "Quantity must be 0 or more, found '-1'"],
  ['P-1,A,,٣,', "Quantity must be a number with at most 4 decimals, found '٣'"],
  ['P-1,A,,３,', "Quantity has full-width digits: write 3, found '３'"],
  ['P-1,A,,,', 'Quantity is required'],
  ['W-1,A,,0.125,', "Quantity must have at most 2 decimals, found '0.125'"],
  ['M-1,A,,5,', 'Lot is required'],
  ['X-1,A,,5,', 'Item Number: several items have the number X-1'],
])('the row %s is refused: %s', async (row, sentence) => {
  await place('A')
  await server.given.part(company, { part_number: 'P-1' })
  await server.given.part(company, { part_number: 'W-1', unit: 'm', decimals: 2 })
  await server.given.part(company, { part_number: 'M-1', has_lots: true })
  await server.given.part(company, { part_number: 'X-1' })
  await server.given.product(company, { sku: 'X-1' })
  expect(await errors(await upload(header + row))).toEqual([`Row 2: ${sentence}`])
})

test('what a file only puts elsewhere keeps its value, whatever it costs in the file', async () => {
  await place('A')
  await place('B')
  const { id } = await server.given.part(company, { part_number: 'P-1', location: 'A' })
  const receipt = (quantity: number, unitCost: number) => ({ itemId: id, quantity, unitCost, reason: 'received' })
  await operator.post(path('movements'), { actionId: randomUUID(), lines: [receipt(3, 2), receipt(4, 1)] })
  await commit(await upload(`${header}P-1,A,,2,99\nP-1,B,,5,99\n`))
  expect(await stockOf(id)).toMatchObject({ onHand: 7, value: 10, lastPrice: 1 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a stock that two rows name is refused, and the faulty row is corrected or left out', async () => {
  const away = await place('B')
  await place('A')
  const { id } = await server.given.part(company, { part_number: 'P-1', location: 'a' })
  const preview = await upload(`${header}P-1,A,,5,\nP-1,,,6,\n`)
  expect(await errors(preview)).toEqual([null, 'Row 3: The stock of this item, place and lot is in row 2 already'])
  expect((await commit(preview)).statusCode).toBe(422)
  expect((await operator.get(path(`imports/${preview.id}/errors.csv`))).body).toContain('is in row 2 already')
  const fixed = await operator.patch(path(`imports/${preview.id}/rows/3`), { cells: ['P-1', 'B', '', '6', ''] })
  expect(fixed.json()).toMatchObject({ row: { action: 'create', error: null }, summary: { create: 2, error: 0 } })
  expect((await commit(preview)).json()).toMatchObject({ success: 2 })
  expect((await stockOf(id)).places).toContainEqual({ locationId: away.id, lotNumber: null, quantity: 6 })
})

test('a stock that moved since the preview is refused, and chosen rows are booked alone', async () => {
  const a = await place('A')
  const parts = [
    await server.given.part(company, { part_number: 'P-1' }),
    await server.given.part(company, { part_number: 'P-2' }),
  ]
  const preview = await upload(`${header}P-1,A,,5,\nP-2,A,,6,\n`)
  const lines = [{ itemId: parts[0]?.id, quantity: 1, reason: 'received', locationId: a.id }]
  await operator.post(path('movements'), { actionId: randomUUID(), lines })
  const refused = await commit(preview)
  expect([refused.statusCode, refused.json().data.errors]).toEqual([422, [expect.stringMatching(/^Row 2: /)]])
  expect((await commit(preview, { only: [3] })).json()).toMatchObject({ success: 1 })
  expect(await stockOf(parts[0]?.id ?? '')).toMatchObject({ onHand: 1 })
  expect(await stockOf(parts[1]?.id ?? '')).toMatchObject({ onHand: 6 })
})

test('a file of another system names its columns by its own words, or they are mapped', async () => {
  await place('A')
  const { id } = await server.given.part(company, { part_number: 'P-1' })
  const found = await upload('Artikelnummer;Lagerort;Charge;Bestand;EK\nP-1;A;L1;5;2,50\n')
  expect(found.columns.map(({ fields }: { fields: string[] }) => fields[0])).toEqual([
    'itemNumber',
    'place',
    'lot',
    'quantity',
    'unitCost',
  ])
  const unmapped = await upload('X1,Warehouse,Serial,QOH\nP-1,A,S1,1\n')
  const suggested = { fields: ['itemNumber'], match: 'close', note: 'Its values are numbers that you have.' }
  expect(unmapped.columns[0]).toMatchObject(suggested)
  const mapping = encodeURIComponent(JSON.stringify({ X1: ['itemNumber'] }))
  const mapped = await operator.post(
    path(`imports?type=stock&mapping=${mapping}`),
    'X1,Warehouse,Serial,QOH\nP-1,A,S1,1\n',
    {
      'content-type': 'text/csv',
    },
  )
  expect(mapped.json().summary).toMatchObject({ create: 1 })
  await commit(mapped.json())
  expect((await stockOf(id)).places).toMatchObject([{ lotNumber: 'S1', quantity: 1 }])
})

test('the template of stock has its columns, and its older address leads to it', async () => {
  const { headers, statusCode } = await operator.get(path('imports/templates/stock'))
  expect([statusCode, headers.location]).toEqual([308, path('import-templates/stock')])
  const { body } = await operator.get(path('import-templates/stock'))
  expect(body.trim().replace('\uFEFF', '')).toBe(header.trim())
})

test('a lot is the same in other letters: as it is kept, or as the file writes it first', async () => {
  const [a, b] = [await place('A'), await place('B')]
  const part = await server.given.part(company, { part_number: 'P-1' })
  const other = await server.given.part(company, { part_number: 'P-2' })
  await commit(await upload(`${header}P-1,A,Lot-1,5,2\n`))
  const preview = await upload(
    `${header}P-1,A,LOT-1,6,2\nP-1,B,lot\u00ad-1,7,2\nP-2,A,ser-1,1,2\nP-2,B,SER-1,1,2\nP-2,A,Ser-1,1,2\n`,
  )
  expect(await errors(preview)).toEqual([
    null,
    null,
    null,
    null,
    'Row 6: The stock of this item, place and lot is in row 4 already',
  ])
  await commit(preview, { goodRowsOnly: true })
  expect((await stockOf(part.id)).places).toMatchObject([
    { locationId: a.id, lotNumber: 'Lot-1', quantity: 6 },
    { locationId: b.id, lotNumber: 'Lot-1', quantity: 7 },
  ])
  expect((await stockOf(other.id)).places).toMatchObject([
    { locationId: a.id, lotNumber: 'ser-1' },
    { locationId: b.id, lotNumber: 'ser-1' },
  ])
})

test('a unit beside the quantities of a file of stock is named, since they are taken in that of the item', async () => {
  await server.given.part(company, { part_number: 'W-1', unit: 'm', decimals: 2 })
  const { warnings } = await upload('Item Number,Quantity,UOM\nW-1,1.5,km\n')
  expect(warnings).toEqual(["'UOM' is left out (km): figures are taken in the unit of each item"])
  expect((await upload('Item Number,Quantity,UOM\nW-1,1.5,EA\n')).warnings).toEqual([])
})

test('the days until which lots keep are named as left out, not as those of prices', async () => {
  await server.given.part(company, { part_number: 'W-1' })
  const { warnings } = await upload('Item Number,Quantity,Cost Each,Expiry\nW-1,1,2,2027-01-01\n')
  expect(warnings).toEqual(["'Expiry' is left out: figures are taken as they are"])
})

test('the preview says which stock a file of stock lowers', async () => {
  await place('A')
  await server.given.part(company, { part_number: 'P-1', stock_level: 500 })
  await server.given.product(company, { sku: 'S-1', stock_level: 9 })
  await server.given.part(company, { part_number: 'P-2', stock_level: 5 })
  const preview = await upload(`${header}P-1,,,5,\nS-1,,,8,\nP-2,,,6,\n`)
  expect(preview.warnings).toEqual(['2 rows lower the stock of an item: P-1 from 500 to 5, S-1 from 9 to 8'])
  expect(preview.effects).toMatchObject({ stockLowered: 2 })
})

test('the preview says which totals a file of stock raises, since stock outside its rows stays', async () => {
  for (const code of ['A', 'B']) await place(code)
  const glue = { stock_level: 12.5, unit: 'kg', decimals: 1 }
  const { id } = await server.given.part(company, { part_number: 'GLUE', ...glue })
  for (const part_number of ['RESIN', 'OIL', 'WAX']) await server.given.part(company, { part_number, ...glue })
  await commit(await upload(`${header}OIL,A,,12.5,\nOIL,,,0,\n`))
  const body = `${header}GLUE,,B2611,12.5,\nRESIN,A,,4,\nRESIN,,,0,\nOIL,B,,2,\nWAX,,,13,\n`
  const preview = await upload(body)
  expect(preview.warnings).toContain(
    'The totals of 2 items rise, since stock outside these rows stays: GLUE from 12.5 kg to 25 kg, OIL from 12.5 kg to 14.5 kg',
  )
  await commit(preview)
  expect(await stockOf(id)).toMatchObject({ onHand: 25 })
  expect((await upload(body)).warnings).toEqual([])
})

test('an item that is deleted while the file is looked at is no reason to fail', async () => {
  const { id } = await server.given.part(company, { part_number: 'P-1', stock_level: 500 })
  await server.given.part(company, { part_number: 'P-2', stock_level: 5 })
  const preview = await upload(`${header}P-1,,,5,\nP-9,,,4,\n`)
  await operator.delete(path(`parts/${id}`))
  const fixed = await operator.patch(path(`imports/${preview.id}/rows/3`), { cells: ['P-2', '', '', '4', ''] })
  expect(fixed.statusCode, fixed.body).toBe(200)
  const { warnings } = (await operator.get(path(`imports/${preview.id}`))).json()
  expect(warnings).toEqual(['1 row lowers the stock of an item: P-2 from 5 to 4'])
})

test('a column that may hold lots is named, when none surely does', async () => {
  await server.given.part(company, { part_number: 'P-1' })
  const { warnings } = await upload('Item Number,Quantity,Tracking-Lot Number\nP-1,5,L9\n')
  expect(warnings).toEqual(["'Tracking-Lot Number' could be Lot, and is left out: choose it, if it is"])
})

test('our own file of stock that is taken as a list of parts says so, also without a lot', async () => {
  await place('A')
  await place('B')
  await server.given.part(company, { part_number: 'P-1', location: 'A' })
  const { warnings } = await upload(`${header}P-1,A,,50,2\nP-1,B,,20,\n`, 'parts')
  expect(warnings).toContain(
    "'Lot' is left out: choose Stock for the file, to keep what is at each place and in each lot",
  )
  expect((await upload('Part Number,Location,Lot,Quantity\nP-1,A,,50\n', 'parts')).warnings).toEqual([])
})
