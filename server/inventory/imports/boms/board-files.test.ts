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

test('Odoo counts screws in dozens, which is more than one, and cable in metres', async () => {
  const body =
    'Product,BoM Lines/Component,BoM Lines/Quantity,BoM Lines/Product Unit of Measure\n[T-1] Table,[S-1] Screw,1.00,Dozens\n,[C-1] Cable,2.00,m\n'
  const { id, warnings } = await upload(body, 'type=assemblies&components=create')
  expect(warnings).toContain(
    "'BoM Lines/Product Unit of Measure' says how many the figures of a row are for ('Dozens'). Figures are taken as they are: for one",
  )
  const rows = (await operator.get(at(`imports/${id}/rows`))).json().items
  const unit = rows.find(({ label }: { label: string }) => label === 'C-1 · Cable').changes.find(isUnit)
  expect(unit).toMatchObject({ newValue: 'm' })
})
const isUnit = ({ field }: { field: string }) => field === 'unit'

test('Epicor writes the item that is made beside the number of each material, and its revision', async () => {
  const { bom, warnings } = await upload(
    'PartNum,RevisionNum,MtlSeq,MtlPartNum,QtyPer\nD-1,A,10,M-1,1\nD-1,B,10,M-1,2\nD-2,A,10,M-1,1\n',
    'type=assemblies&components=create',
  )
  expect(bom).toMatchObject({ parents: 2, tops: ['D-1', 'D-2'] })
  expect(warnings).toContainEqual(expect.stringContaining('several lists of components'))
})

test.each(['Next Assy', 'Next Assy.', 'Assembly Item', 'Used In', 'Where Used', 'Parent PN', 'Parent Item No.'])(
  'the item that is made has many names: %s',
  async (header) => {
    expect((await upload(`${header},Component,Quantity\nA-1,C-1,2\nA-2,C-1,3\n`, 'type=assemblies')).bom).toMatchObject(
      {
        parents: 2,
      },
    )
  },
)

test.each(['Phantom', 'Is Phantom', 'Phantom?'])('a column %s says which lines are phantoms', async (header) => {
  const { warnings } = await upload(
    `Level,Part Number,Qty,${header}\n0,T-1,1,\n1,U-1,1,X\n2,C-1,2,No\n`,
    'type=assemblies',
  )
  expect(warnings).toContain('Phantoms are taken as items of their own, with stock of their own: U-1 in row 3')
})

test.each([
  ['Basis', 'Item', 'Lot'],
  ['Fixed Qty', 'false', 'true'],
])('a column that says which quantities do not grow with the order is named: %s', async (header, usual, other) => {
  const list = (value: string) => `Parent,Component,Qty,${header}\nA-1,C-1,2,${usual}\nA-1,C-2,1,${value}\n`
  const left = `'${header}' is left out: figures are taken as they are`
  expect((await upload(list(other), 'type=assemblies')).warnings).toContain(left)
  expect((await upload(list(usual), 'type=assemblies')).warnings).not.toContain(left)
})

test('the material of which parts are made is no component', async () => {
  const list = 'ITEM NO.,QTY.,DESCRIPTION,LENGTH,MATERIAL\n1,2,TUBE,500,S235\n2,4,TUBE,320.5,S235\n3,8,GUSSET,,S235\n'
  const levels = 'Level;Titel;Anzahl;Material\n0;Roboter;1;\n1;Platte;2;S235\n1;Bolzen;8;C45\n'
  for (const body of [list, levels])
    expect(await upload(body, 'type=assemblies&bomOf=T-1&components=create')).toMatchObject({
      status: 'needs_mapping',
      missing: ['Component'],
    })
  const sap = 'Material;Objektkurztext;Menge;Ebene\nM-1;Rad;1;1\nM-2;Achse;2;1\n'
  expect((await upload(sap, 'type=assemblies&bomOf=T-1&components=create')).bom).toMatchObject({ lines: 2 })
})

test('components side by side in one row are named, since each needs a row of its own', async () => {
  const { warnings } = await upload(
    'Assembly Number,Name,Component 1,Qty 1,Component 2,Qty 2\nK-1,Kit,BOLT,4,NUT,4\n',
    'type=assemblies',
  )
  const letters = await upload('SKU,Name,Part A,Qty A,Part B,Qty B\nK-2,Kit,BOLT,4,NUT,4\n', 'type=products')
  expect(letters.warnings).toEqual([expect.stringContaining("'Part A' and 'Part B' are left out")])
  expect(warnings).toContain(
    "'Component 1' and 'Component 2' are left out: give each component a row of its own, with the number of what contains it",
  )
})

test('references only count the lines: what is not kept of them is named', async () => {
  const { leftOut } = await upload('Reference,Value,Datasheet,Qty,MPN\n"C1-C3,C7",100n,~,4,GRM188\n', 'bomOf=BOARD-1')
  expect(leftOut).toEqual(['Reference', 'Datasheet'])
  const counting = await upload('Reference,Value,Datasheet,MPN\n"C1-C3,C7",100n,~,GRM188\n', 'bomOf=BOARD-1')
  expect(counting.leftOut).toEqual(['Datasheet'])
})

test('a word instead of a quantity says what to do', async () => {
  await given()
  const { id } = await upload('Level,Number,Qty\n0,TOP-1,\n1,P-1,REF\n1,P-2,as needed\n', 'type=bom')
  const { items } = (await operator.get(at(`imports/${id}/rows`))).json()
  expect(items.map(({ error }: { error: string | null }) => error)).toContain(
    "Row 2: Qty has no quantity: 'REF' in row 3, 'as needed' in row 4. Enter a number, or leave the row out",
  )
})
