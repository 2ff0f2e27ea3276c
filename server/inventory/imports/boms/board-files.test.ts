import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

// Lists of the parts of one board or machine, which do not name it.

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = async (body: Buffer | string, query = '') =>
  (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
const commit = async (id: string, body: object = {}) => (await operator.post(at(`imports/${id}/commit`), body)).json()
const lines = async (noun: 'assemblies' | 'products', number: string) => {
  const item = (await operator.get(at(`${noun}?q=${number}`))).json().items[0]
  const found = (await operator.get(at(`${noun}/${item.id}`))).json()
  return (found.components ?? found.bom).map((line: Record<string, unknown>) => `${line.quantity} ${line.number}`)
}
const given = async () => {
  await server.given.part(company, { part_number: 'P-1', name: 'Plate', cost: 2, stock_level: 40 })
  await server.given.part(company, { part_number: 'P-2', name: 'Screw', cost: 0.5, stock_level: 90 })
}

const stockOf = async (number: string) => (await operator.get(at(`parts?q=${number}`))).json().items[0].stockLevel
const grouped =
  'Reference,Qty,Value,Part Number,DNP\n"C1-C3, C7",4,100nF,C-100N,\n"R1,R2,R5",2,10k,R-10K,\nU1,1,MCU,U-MCU,DNP\n'
const withoutCount = 'Ref,Value,Part Number\n"C1-C3, C7",100nF,C-100N\nU1,MCU,U-MCU\n'
const board = async () => {
  for (const [part_number, name, stock_level] of [
    ['C-100N', '100nF', 5000],
    ['R-10K', '10k', 8000],
    ['U-MCU', 'MCU', 120],
  ] as const)
    await server.given.part(company, { part_number, name, stock_level })
}

test('a bill of materials that is given to Parts is offered as one: its quantities are no stock levels', async () => {
  await board()
  for (const type of ['parts', 'auto']) {
    const asked = await upload(grouped, `type=${type}`)
    expect(asked).toMatchObject({ status: 'needs_mapping', bom: {}, missing: ['Parent or Level'] })
  }
  const { id, warnings } = await upload(grouped, 'type=parts&bomOf=BOARD-1')
  expect(warnings).toEqual([
    'Lines marked as not fitted are left out: U-MCU in row 4',
    'The quantity differs from the number of references; the quantity counts: 2 and 3 in row 3',
  ])
  await commit(id)
  expect(await lines('products', 'BOARD-1')).toEqual(['4 C-100N', '2 R-10K'])
  // As a list, the quantity stays out until a mapping says that it is the stock.
  const list = await upload(grouped, 'type=parts&bomLike=list')
  expect(list).toMatchObject({ types: ['parts'], summary: { update: 0, error: 0 } })
  expect(list.warnings.join()).toContain('This looks like a bill of materials')
  const mapping = encodeURIComponent(JSON.stringify({ Qty: ['stockLevel'] }))
  const stock = await upload(grouped, `type=parts&mapping=${mapping}`)
  expect(stock.summary.update).toBe(3)
  expect(await stockOf('C-100N')).toBe(5000)
})

test.each([
  ['Quantity Per PCB', '4,3', 'No warning'],
  ['Qnty', '4,3', 'No warning'],
  ['Total Qty', '4,3', "The column 'Total Qty' is taken as Quantity"],
])('the quantity of a line is found under %s', async (header, quantities, told) => {
  await board()
  const [one, other] = quantities.split(',')
  const preview = await upload(`Level,Part Number,${header}\n1,C-100N,${one}\n1,R-10K,${other}\n`, 'bomOf=B-1')
  expect(preview.warnings.join() || 'No warning').toBe(told)
  await commit(preview.id)
  expect(await lines('products', 'B-1')).toEqual([`${one} C-100N`, `${other} R-10K`])
})

test('without a quantity column the preview says what a line counts', async () => {
  await board()
  const counted = await upload(withoutCount, 'bomOf=B-1')
  expect(counted.warnings).toEqual([
    'No column feeds Quantity: each line counts its references, and 1 when it has none',
  ])
  await commit(counted.id)
  expect(await lines('products', 'B-1')).toEqual(['4 C-100N', '1 U-MCU'])
  const single = await upload('Parent,Component\nB-2,U-MCU\n')
  expect(single.warnings).toEqual(['No column feeds Quantity: each line counts 1'])
})

test('positions without dots are no levels: the items of a flat list belong to the named item', async () => {
  await given()
  const flatList = 'ITEM NO.,PART NUMBER,QTY.\n1,P-1,2\n2,P-2,4\n'
  expect((await upload(flatList, 'type=parts')).status).toBe('needs_mapping')
  await commit((await upload(flatList, 'type=parts&bomOf=SW-1')).id)
  expect(await lines('products', 'SW-1')).toEqual(['2 P-1', '4 P-2'])
})

test('the quantities of an order become stock levels only by a mapping', async () => {
  await board()
  const order = 'Part Number,Quantity,Backorder,Extended Price\nC-100N,10,0,1\n'
  const preview = await upload(order, 'type=parts')
  expect(preview).toMatchObject({ summary: { update: 0, unchanged: 1 } })
  expect(preview.warnings.join()).toContain('This looks like an order, an offer or a list of sales')
})

test('a flat list without parents and levels belongs to the item that the user names', async () => {
  await given()
  const file = 'Part Name,Quantity,Note\nP-1,4,\nP-2,-,Optional\nN-9,12,new\nP-1,1,\n'
  const mapping = encodeURIComponent(JSON.stringify({ 'Part Name': ['bomComponent'], Quantity: ['bomQuantity'] }))
  const asked = await upload(file, `type=bom&mapping=${mapping}`)
  expect(asked).toMatchObject({ status: 'needs_mapping', missing: ['Parent or Level'] })
  const query = `type=bom&bomOf=MACHINE&bomTop=products&components=create&mapping=${mapping}`
  const preview = await upload(file, query)
  expect(preview).toMatchObject({
    status: 'previewed',
    types: ['products', 'parts'],
    summary: { create: 2, error: 0 },
    bom: { parents: 1, lines: 3, unknown: 1, tops: ['MACHINE'] },
    warnings: [
      'Lines with a dash instead of a quantity are left out: P-2 in row 3',
      'The quantities of repeated lines are added: P-1 in MACHINE: rows 2 and 5',
    ],
  })
  await commit(preview.id)
  expect(await lines('products', 'MACHINE')).toEqual(['5 P-1', '12 N-9'])
  const { id } = (await operator.get(at('products?q=MACHINE'))).json().items[0]
  expect((await operator.get(at(`bom/${id}/parts`))).json()).toMatchObject({ maxBuildable: 0, rolledUpCost: 10 })
  await operator.post(at(`imports/${preview.id}/undo`), {})
  expect((await operator.get(at('products'))).json().total).toBe(0)
  expect((await operator.get(at('parts'))).json().total).toBe(2)
})

test.each(['BOM Notes', 'Assembly Comments', 'Line Remarks', 'Assembly Note', 'Bemerkung Bestückung', 'Instructions'])(
  'a remark in a column %s keeps a component off the board',
  async (header) => {
    await given()
    const { id, warnings } = await upload(`Ref Des,Part Number,Qty,${header}\nR1,P-1,1,\nR2,P-2,1,DNI\n`, 'bomOf=B-1')
    expect(warnings).toEqual(['Lines marked as not fitted are left out: P-2 in row 3'])
    await commit(id)
    expect(await lines('products', 'B-1')).toEqual(['1 P-1'])
  },
)

test('waste beside the lines of a bill of materials is named', async () => {
  await given()
  const body = 'Assembled Product Code,Component Product Code,Quantity,Wastage Quantity\nDESK,P-1,4,0.2\n'
  expect((await upload(body)).warnings).toEqual(["'Wastage Quantity' is left out: figures are taken as they are"])
})

test.each(['Attrition', 'Overage', 'Length (mm)', 'Cut Length', 'Länge', 'Unit QTY'])('so is %s', async (header) => {
  await given()
  const { warnings } = await upload(`Parent,Component,Quantity,${header}\nDESK,P-1,2,150\n`)
  expect(warnings).toEqual([`'${header}' is left out: figures are taken as they are`])
})
