import { expect, test } from 'vitest'
import { csvText } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = async (body: string, type = 'parts') =>
  (await operator.post(path(`imports?type=${type}`), body, { 'content-type': 'text/csv' })).json()
const commit = async ({ id }: { id: string }) => (await operator.post(path(`imports/${id}/commit`), {})).json()
const errors = async ({ id }: { id: string }) =>
  (await operator.get(path(`imports/${id}/rows`))).json().items.map(({ error }: { error: string | null }) => error)
const parts = async () => (await operator.get(path('parts?sort=partNumber'))).json().items
const wire = { part_number: 'W-1', name: 'Wire', unit: 'm', decimals: 2, stock_level: 12.5 }
const exported = async () => csvText((await operator.get(path('exports/parts.csv'))).body)

test('a file of a company without units has no columns for them', async () => {
  await server.given.part(company)
  expect(await exported()).not.toMatch(/Unit|Decimals/)
})

test('an export prints quantities as people write them, and is imported again without a change', async () => {
  await server.given.part(company, wire)
  await server.given.part(company, { part_number: 'N-1', stock_level: 45 })
  const body = await exported()
  expect(body.split('\n')[0]).toContain('Barcode,Unit,Decimals,Linked Vendor')
  expect(body).toMatch(/"Wire",W-1,,12\.5,.*,m,2,/)
  expect(body).toMatch(/N-1,,45,.*,each,0,/)
  expect((await preview(body)).summary).toEqual({ create: 0, update: 0, unchanged: 2, error: 0 })
})

test.each(['Unit', 'UOM', 'U/M', 'Unit of Measure', 'Einheit', 'ME', 'Unité', 'Unidad'])(
  'a file can name the unit %s, by the words of other systems',
  async (header) => {
    const file = `Part Number,Name,Quantity,${header}\nW-1,Wire,12.35,MTR\nN-1,Nut,5,PCS\nP-1,Powder,0.125,Kg\n`
    expect(await commit(await preview(file))).toMatchObject({ success: 3 })
    expect(await parts()).toMatchObject([
      { partNumber: 'N-1', unit: 'each', decimals: 0, stockLevel: 5 },
      { partNumber: 'P-1', unit: 'kg', decimals: 3, stockLevel: 0.125 },
      { partNumber: 'W-1', unit: 'm', decimals: 2, stockLevel: 12.35 },
    ])
  },
)

test('a file without units changes none, and its quantities have the decimals of the parts', async () => {
  await server.given.part(company, wire)
  const file = await preview('Part Number,Name,Quantity\nW-1,Wire,"3,25"\n')
  expect(file.summary).toMatchObject({ update: 1, error: 0 })
  await commit(file)
  expect(await parts()).toMatchObject([{ stockLevel: 3.25, unit: 'm', decimals: 2 }])
})

test('the usual decimals of a unit are for parts that get it: others keep theirs', async () => {
  await server.given.part(company, { ...wire, decimals: 3, stock_level: 0.125 })
  expect((await preview('Part Number,Name,Quantity,UOM\nW-1,Wire,0.125,m\n')).summary).toMatchObject({ unchanged: 1 })
})

test.each([
  ['Part Number,Name,Quantity\nW-1,Wire,0.125\n', "Quantity must have at most 2 decimals, found '0.125'"],
  ['Part Number,Name,Quantity\nN-1,Nut,1.5\n', "Quantity must be a whole number, found '1.5'"],
  [
    'Part Number,Name,Quantity\nW-1,Wire,0.00001\n',
    "Quantity must be a number with at most 4 decimals, found '0.00001'",
  ],
  ['Part Number,Name,Quantity\nW-1,Wire,NaN\n', "Quantity must be a number with at most 4 decimals, found 'NaN'"],
  ['Part Number,Name,Decimals\nW-1,Wire,0\n', "Decimals must be enough for 12.5, found '0'"],
  ['Part Number,Name,Decimals\nN-1,Nut,2\n', "Decimals must be 0: whole numbers are counted in each, found '2'"],
  ['Part Number,Name,Unit,Decimals\nW-1,Wire,m,7\n', "Decimals must be 0 to 4, found '7'"],
])('%j is a problem of its cell', async (file, sentence) => {
  await server.given.part(company, wire)
  expect(await errors(await preview(file))).toEqual([`Row 2: ${sentence}`])
})

test('the unit of a part that has moved stays', async () => {
  const { id } = await server.given.part(company, wire)
  await operator.post(path(`parts/${id}/stock`), { delta: 1, reason: 'received' })
  expect(await errors(await preview('Part Number,Name,Unit\nW-1,Wire,kg\n'))).toEqual([
    "Row 2: Unit stays as it is: the stock of W-1 has moved already, found 'kg'",
  ])
})

test('lines of a BOM in JSON have the decimals of their part, in the file or in the company', async () => {
  await server.given.part(company, wire)
  const file = (quantity: number, number = 'W-1') =>
    preview(
      `SKU,Name,BOM (JSON)\nS-1,Lamp,"[{""type"":""part"",""number"":""${number}"",""quantity"":${quantity}}]"\n`,
      'products',
    )
  expect(await errors(await file(0.125))).toEqual(['Row 2: BOM (JSON): W-1 has at most 2 decimals, found 0.125'])
  await server.given.part(company, { part_number: 'N-1' })
  expect(await errors(await file(1.5, 'N-1'))).toEqual([
    'Row 2: BOM (JSON): N-1 is counted in whole numbers, found 1.5',
  ])
  const good = await file(0.35)
  expect(good.summary).toMatchObject({ create: 1, error: 0 })
  await commit(good)
  expect(
    (await preview(csvText((await operator.get(path('exports/products.csv'))).body), 'products')).summary,
  ).toMatchObject({
    unchanged: 1,
  })
})

test('a bill of materials from CAD has decimals for parts that have them, and is refused for others', async () => {
  await server.given.part(company, wire)
  await server.given.part(company, { part_number: 'N-1' })
  const bom = (quantity: string, number: string) =>
    preview(`Parent,Component,Quantity\nA-1,${number},${quantity}\n`, 'bom')
  const good = await bom('0.35', 'W-1')
  expect(good.summary).toMatchObject({ create: 1, error: 0 })
  await commit(good)
  const { items } = (await operator.get(path('assemblies'))).json()
  const [item] = items.length > 0 ? items : (await operator.get(path('products'))).json().items
  const noun = items.length > 0 ? 'assemblies' : 'products'
  const read = (await operator.get(path(`${noun}/${item.id}`))).json()
  expect(read.components ?? read.bom).toMatchObject([{ number: 'W-1', quantity: 0.35, unit: 'm' }])
  expect(await errors(await bom('0.5', 'N-1'))).toEqual([
    "Row 2: Quantity must be from 1 to 1,000,000, and whole unless the part has a unit such as m: '0.5' in row 2",
  ])
  expect((await errors(await bom('0.125', 'W-1')))[0]).toContain('W-1 has at most 2 decimals, found 0.125')
})

test('a new part of a bill of materials gets the unit that stands beside it', async () => {
  const file = await preview(
    'Parent,Component,Description,Quantity,UOM\nA-1,W-9,Cable,0.35,m\nA-1,N-9,Nut,2,EA\n',
    'bom&components=create',
  )
  expect(await errors(file)).toEqual([null, null, null])
  await commit(file)
  expect(await parts()).toMatchObject([
    { partNumber: 'N-9', unit: 'each' },
    { partNumber: 'W-9', unit: 'm', decimals: 2 },
  ])
})

test('a backup brings back units and quantities', async () => {
  const { id } = await server.given.part(company, wire)
  const backup = (await operator.post(path('backups'), { format: 'internal' })).json()
  await operator.patch(path(`parts/${id}`), { unit: 'kg', decimals: 3 })
  await operator.delete(path(`parts/${id}`))
  const restored = (await operator.post(path(`backups/${backup.id}/import`), {})).json()
  expect(await commit(restored)).toMatchObject({ success: 1 })
  expect(await parts()).toMatchObject([{ unit: 'm', decimals: 2, stockLevel: 12.5 }])
})

test('an undone import takes units and quantities back', async () => {
  await server.given.part(company, wire)
  const file = await preview('Part Number,Name,Quantity,Decimals\nW-1,Wire,0.125,3\n')
  await commit(file)
  expect(await parts()).toMatchObject([{ decimals: 3, stockLevel: 0.125 }])
  await operator.post(path(`imports/${file.id}/undo`), {})
  expect(await parts()).toMatchObject([{ decimals: 2, stockLevel: 12.5 }])
})

test.each([
  ['Part Number,Name,Stock (km)\nW-1,Wire,1.5\n', 'Stock (km)', 'km'],
  ['Part Number,Name,Bestand [m]\nW-1,Wire,15\n', 'Bestand [m]', 'm'],
  ['Part Number,Name,"Stock, kg"\nW-1,Wire,15\n', 'Stock, kg', 'kg'],
  ['Part Number,Name,Qty in ft\nW-1,Wire,15\n', 'Qty in ft', 'ft'],
])(
  'a unit in the header of quantities is named, since they are taken in that of the part: %j',
  async (body, header, unit) => {
    await server.given.part(company, wire)
    expect((await preview(body)).warnings).toContain(
      `'${header}' names a unit (${unit}): its figures are taken in the unit of each part`,
    )
  },
)

test.each(['Qty (pcs)', 'Stock (ea)', 'Qty in Stock', 'Qty (old)'])('no unit is named by %s', async (header) => {
  const { warnings } = await preview(`Part Number,Name,${header}\nN-1,Nut,5\n`)
  expect(warnings.filter((warning: string) => warning.includes('names a unit'))).toEqual([])
})

test.each([
  ['Part Number,Name,On Hand,Reorder At\nW-1,Wire,150 m,20 m\n'],
  ['Part Number,Name,On Hand,UOM,Reorder At\nW-1,Wire,150 m,MTR,20 m\n'],
])('a threshold may repeat the unit of its row: %j', async (file) => {
  const answer = await preview(file)
  expect(answer.summary).toMatchObject({ create: 1, error: 0 })
  expect(answer.columns.flatMap(({ units }: { units: object | null }) => units ?? [])).toEqual([])
  await commit(answer)
  expect(await parts()).toMatchObject([{ unit: 'm', stockLevel: 150, reorderThreshold: 20 }])
})

test('a threshold in another unit than its row is an error', async () => {
  const answer = await preview('Part Number,Name,On Hand,Reorder At\nW-1,Wire,150 m,2000 mm\n')
  expect(await errors(answer)).toEqual([expect.stringContaining("found '2000 mm'")])
})

test('a file that gives parts another unit says what keeps its figures', async () => {
  await server.given.part(company, wire)
  await server.given.part(company, { part_number: 'N-1', stock_level: 45 })
  const { warnings } = await preview('Part Number,Name,Quantity,Unit\nW-1,Wire,12500,mm\nN-1,Nut,45,pcs\n')
  expect(warnings).toContain(
    '1 part gets another unit: W-1 from m to mm. Costs, thresholds and bills of materials keep their figures',
  )
  expect((await preview('Part Number,Name,Quantity,Unit\nW-1,Wire,12,MTR\n')).warnings).not.toContainEqual(
    expect.stringContaining('another unit'),
  )
})

test.each(['W-1', 'W-1,,', 'W-1,6', 'W-1,6,'])(
  'a row of a count without a unit leaves it to its part: %j',
  async (row) => {
    await server.given.part(company, wire)
    const { status, warnings } = await preview(`Item Number,Quantity,Unit\nW-1,5,m\n${row}\n`, 'stock')
    expect(status).toBe('previewed')
    expect(warnings.filter((warning: string) => warning.includes('names a unit'))).toEqual([])
  },
)
