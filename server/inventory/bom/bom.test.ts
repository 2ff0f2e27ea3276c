import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvText } from '../../testing/csv.ts'
import { useServer } from '../../testing/fixture.ts'

const { server, company, employee } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const read = async (rest: string) => (await employee.get(path(rest))).json()
const records = (csv: string) => parse(csv, { columns: true }) as Record<string, string>[]

/** A lamp of two arms (each a rod, four bolts, one joint of two bolts) and six bolts of its own. */
async function lamp() {
  const { given } = server
  const bolt = await given.part(company, { part_number: 'B-1', name: 'Bolt', cost: 0.1234, stock_level: 100 })
  const rod = await given.part(company, { part_number: 'R-1', name: 'Rod', cost: 12.5, stock_level: 9, location: 'A1' })
  const arm = await given.assembly(company, { assembly_number: 'A-1', name: 'Arm' })
  const joint = await given.product(company, { sku: 'J-1', name: 'Joint', cost: 3 })
  const fields = { sku: 'L 1/2', name: 'Lamp', cost: 20, retail_price: 50 }
  const product = await given.product(company, fields)
  await given.bomLine(company, { product_id: joint.id }, { part_id: bolt.id }, 2)
  await given.bomLine(company, { assembly_id: arm.id }, { part_id: rod.id }, 1)
  await given.bomLine(company, { assembly_id: arm.id }, { part_id: bolt.id }, 4)
  await given.bomLine(company, { assembly_id: arm.id }, { sub_product_id: joint.id }, 1)
  await given.bomLine(company, { product_id: product.id }, { sub_assembly_id: arm.id }, 2)
  await given.bomLine(company, { product_id: product.id }, { part_id: bolt.id }, 6)
  return { bolt, rod, arm, joint, product }
}

test('a tree shows every line of every level with its quantities and costs', async () => {
  const { bolt, rod, arm, joint, product } = await lamp()
  const tree = await read(`bom/${product.id}/tree`)
  const root = { id: product.id, type: 'product', number: 'L 1/2', name: 'Lamp', cost: 20 }
  // 2 x 12.5 + (6 + 2 x (4 + 2)) x 0.1234
  expect(tree).toMatchObject({ ...root, rolledUpCost: 27.2212, partsWithoutCost: 0, isCut: false })
  const figures = ['number', 'level', 'quantity', 'totalQuantity', 'unitCost', 'extendedCost', 'hasChildren']
  expect(tree.rows.map((row: Record<string, unknown>) => figures.map((key) => row[key]))).toEqual([
    ['A-1', 1, 2, 2, 13.2404, 26.4808, true],
    ['R-1', 2, 1, 2, 12.5, 25, false],
    ['B-1', 2, 4, 8, 0.1234, 0.9872, false],
    ['J-1', 2, 1, 2, 0.2468, 0.4936, true],
    ['B-1', 3, 2, 4, 0.1234, 0.4936, false],
    ['B-1', 1, 6, 6, 0.1234, 0.7404, false],
  ])
  expect(tree.rows[4]).toMatchObject({
    key: `${arm.id}/${joint.id}/${bolt.id}`,
    parentKey: `${arm.id}/${joint.id}`,
    type: 'part',
  })
  expect(tree.rows[0].parentKey).toBe(null)
  expect(await read(`bom/${arm.id}/tree`)).toMatchObject({ type: 'assembly', cost: null, rolledUpCost: 13.2404 })
  expect((await read(`where-used/${rod.id}`)).total).toBe(2)
})

test('the flat list adds up each part, and shows what is missing for a target', async () => {
  const { bolt, rod, product } = await lamp()
  const parts = await read(`bom/${product.id}/parts?target=6`)
  expect(parts).toEqual({
    ...{
      target: 6,
      maxBuildable: 4,
      limiting: [{ type: 'part', id: rod.id, number: 'R-1', name: 'Rod' }],
      rolledUpCost: 27.2212,
    },
    ...{ total: 2, partsWithoutCost: 0 },
    items: [
      {
        ...{ type: 'part', id: bolt.id, number: 'B-1', name: 'Bolt', location: null, quantity: 18, required: 108 },
        ...{ onHand: 100, missing: 8, unitCost: 0.1234, extendedCost: 2.2212, isLimiting: false, unit: 'each' },
      },
      {
        ...{ type: 'part', id: rod.id, number: 'R-1', name: 'Rod', location: 'A1', quantity: 2, required: 12 },
        ...{ onHand: 9, missing: 3, unitCost: 12.5, extendedCost: 25, isLimiting: true, unit: 'each' },
      },
    ],
  })
  expect(await read(`bom/${product.id}/parts`)).toMatchObject({ target: 1, items: [{ required: 18, missing: 0 }, {}] })
})

test('parts and bought products that cost 0 are counted, each once, since the rolled-up cost leaves them out', async () => {
  const { bolt, arm, product } = await lamp()
  const shade = await server.given.product(company, { sku: 'S-1', name: 'Shade', cost: 0 })
  await server.given.bomLine(company, { assembly_id: arm.id }, { sub_product_id: shade.id }, 1)
  const operator = await server.signIn('company_operator', company)
  await operator.patch(path(`parts/${bolt.id}`), { cost: 0 })
  const counted = { rolledUpCost: 25, partsWithoutCost: 2 }
  expect(await read(`bom/${product.id}/tree`)).toMatchObject(counted)
  expect(await read(`bom/${product.id}/parts`)).toMatchObject(counted)
  const { items } = await read('inventory/build-analysis?q=lamp')
  expect(items).toMatchObject([{ calculatedCost: 25, partsWithoutCost: 2 }])
  expect(await read(`bom/${shade.id}/tree`)).toMatchObject({ partsWithoutCost: 0 })
})

test('the limiting part changes with the stock', async () => {
  const { bolt, rod, product } = await lamp()
  const operator = await server.signIn('company_operator', company)
  await operator.patch(path(`parts/${rod.id}`), { stockLevel: 50 })
  expect(await read(`bom/${product.id}/parts`)).toMatchObject({ maxBuildable: 5, limiting: [{ id: bolt.id }] })
  await operator.patch(path(`parts/${rod.id}`), { stockLevel: 10 })
  expect(await read(`bom/${product.id}/parts`)).toMatchObject({
    ...{ maxBuildable: 5, limiting: [{ id: bolt.id }, { id: rod.id }] },
  })
})

test('tree, flat list, files and build analysis agree to the cent', async () => {
  const { product } = await lamp()
  const [tree, parts] = [await read(`bom/${product.id}/tree`), await read(`bom/${product.id}/parts?target=7`)]
  const treeCsv = await employee.get(path(`bom/${product.id}/tree.csv`))
  expect(treeCsv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(treeCsv.headers['content-disposition']).toBe('attachment; filename="L-1-2-tree.csv"')
  expect(records(csvText(treeCsv.body))).toEqual(
    tree.rows.map((row: Record<string, string>) => ({
      ...{ Level: `${row.level}`, Type: expect.stringMatching(new RegExp(row.type ?? '', 'i')), Number: row.number },
      ...{ Name: row.name, Quantity: `${row.quantity}`, 'Total Quantity': `${row.totalQuantity}` },
      ...{ 'Unit Cost': `${row.unitCost}`, 'Extended Cost': `${row.extendedCost}` },
    })),
  )
  const partsCsv = await employee.get(path(`bom/${product.id}/parts.csv?target=7`))
  expect(partsCsv.headers['content-disposition']).toBe('attachment; filename="L-1-2-parts.csv"')
  expect(records(csvText(partsCsv.body))).toEqual(
    parts.items.map((item: Record<string, string>) => ({
      ...{ Type: 'Part', 'Part Number': item.number, Name: item.name, Location: item.location ?? '' },
      ...{
        Quantity: `${item.quantity}`,
        Required: `${item.required}`,
        'On Hand': `${item.onHand}`,
        Missing: `${item.missing}`,
      },
      ...{ 'Unit Cost': `${item.unitCost}`, 'Extended Cost': `${item.extendedCost}` },
      Limiting: item.isLimiting ? 'yes' : '',
    })),
  )
  const { items } = await read('inventory/build-analysis?q=lamp')
  expect(items).toMatchObject([{ calculatedCost: 27.2212, maxBuildable: parts.maxBuildable, limiting: parts.limiting }])
})

test('names are no formulas in a spreadsheet, and a file name is made from any number', async () => {
  const part = await server.given.part(company, { part_number: '-1', name: '=1+1' })
  const assembly = await server.given.assembly(company, { assembly_number: '=東/京', name: 'x' })
  await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: part.id })
  for (const file of ['tree', 'parts']) {
    const answer = await employee.get(path(`bom/${assembly.id}/${file}.csv`))
    expect(answer.body).toContain("'-1,'=1+1")
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="bom-${file}.csv"`)
  }
})

test('where-used lists direct uses first, with the quantity over all paths', async () => {
  const { bolt, arm, joint, product } = await lamp()
  expect(await read(`where-used/${bolt.id}`)).toEqual({
    total: 3,
    items: [
      { type: 'assembly', id: arm.id, number: 'A-1', name: 'Arm', level: 1, quantity: 6 },
      { type: 'product', id: joint.id, number: 'J-1', name: 'Joint', level: 1, quantity: 2 },
      { type: 'product', id: product.id, number: 'L 1/2', name: 'Lamp', level: 1, quantity: 18 },
    ],
  })
  expect((await read(`where-used/${joint.id}`)).items).toMatchObject([
    { id: arm.id, level: 1, quantity: 1 },
    { id: product.id, level: 2, quantity: 2 },
  ])
})

/** 20 levels, each used twice by two items of the next: 2^20 paths to the part, a quantity of 10^6 at each level. */
async function diamond() {
  const part = await server.given.part(company, { cost: 0.01, stock_level: 2_147_483_647 })
  let below: { column: string; id: string }[] = [{ column: 'part_id', id: part.id }]
  for (let level = 1; level <= 19; level++) {
    const pair = [await server.given.assembly(company), await server.given.assembly(company)]
    for (const { id } of pair) {
      for (const { column, id: component } of below) {
        await server.given.bomLine(company, { assembly_id: id }, { [column]: component }, 1_000_000)
      }
    }
    below = pair.map(({ id }) => ({ column: 'sub_assembly_id', id }))
  }
  const product = await server.given.product(company)
  for (const { id } of below) {
    await server.given.bomLine(company, { product_id: product.id }, { sub_assembly_id: id }, 1_000_000)
  }
  return { part, product }
}

test('a million paths to one part are added up, not walked; quantities of 126 digits do no harm', async () => {
  const { part, product } = await diamond()
  const quantity = 2 ** 19 * 1e120
  const parts = await read(`bom/${product.id}/parts?target=1000000`)
  expect(parts).toMatchObject({ maxBuildable: 0, limiting: [{ id: part.id }], total: 1 })
  expect(parts.items[0].quantity / quantity).toBeCloseTo(1, 12)
  expect(parts.items[0].missing / 1e6 / quantity).toBeCloseTo(1, 12)
  expect(parts.rolledUpCost / quantity).toBeCloseTo(0.01, 12)
  const tree = await read(`bom/${product.id}/tree`)
  expect(tree).toMatchObject({ rolledUpCost: parts.rolledUpCost, isCut: true })
  expect(tree.rows).toHaveLength(5_000)
  const keys = new Set([null, ...tree.rows.map(({ key }: { key: string }) => key)])
  expect(tree.rows.every(({ parentKey }: { parentKey: string | null }) => keys.has(parentKey))).toBe(true)
  const uses = await read(`where-used/${part.id}`)
  expect(uses.total).toBe(39)
  expect(uses.items.at(-1)).toMatchObject({ id: product.id, level: 20, quantity: parts.items[0].quantity })
  for (const sort of ['maxBuildable', 'calculatedCost', 'name']) {
    const { items } = await read(`inventory/build-analysis?sort=${sort}`)
    expect(items).toMatchObject([{ id: product.id, maxBuildable: 0, calculatedCost: parts.rolledUpCost }])
  }
  const file = csvText((await employee.get(path(`bom/${product.id}/tree.csv`))).body)
    .trimEnd()
    .split('\n')
  expect(file).toHaveLength(50_002)
  expect(file.at(-1)).toBe('Only the first 50000 rows are in this file,,,,,,,')
})

const all = ['tree', 'parts', 'tree.csv', 'parts.csv']

test('an item that does not exist, was deleted, is a part or belongs to another company has no bill of materials', async () => {
  const { rod, product } = await lamp()
  const foreign = await server.given.product(await server.given.company())
  const gone = await server.given.product(company)
  const operator = await server.signIn('company_operator', company)
  await operator.delete(path(`products/${gone.id}`))
  for (const file of all) {
    const unknown = await employee.get(path(`bom/${randomUUID()}/${file}`))
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'That item no longer exists'])
    for (const { id } of [foreign, gone, rod]) {
      const answer = await employee.get(path(`bom/${id}/${file}`))
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body])
    }
  }
  const unknown = await employee.get(path(`where-used/${randomUUID()}`))
  for (const { id } of [foreign, gone]) {
    expect((await employee.get(path(`where-used/${id}`))).body).toBe(unknown.body)
  }
  const stranger = await server.signIn('company_operator', await server.given.company())
  const none = await stranger.get(`/api/companies/${randomUUID()}/bom/${product.id}/tree`)
  const answer = await stranger.get(path(`bom/${product.id}/tree`))
  expect([answer.statusCode, answer.body]).toEqual([404, none.body])
})

test.each(['0', '-1', '1.5', 'x', '', 'NaN', '1e309', '1000001'])('a target of %j is refused', async (target) => {
  const { id } = await server.given.product(company)
  for (const file of ['parts', 'parts.csv']) {
    const answer = await employee.get(path(`bom/${id}/${file}?target=${target}`))
    expect([answer.statusCode, answer.json().data.issues[0].field]).toEqual([400, 'target'])
  }
})

test('a value that is no id finds nothing, and unknown query parameters are refused', async () => {
  const { id } = await server.given.product(company)
  expect((await employee.get(path('bom/x/tree'))).statusCode).toBe(404)
  expect((await employee.get(path('where-used/x'))).statusCode).toBe(404)
  expect((await employee.get(path(`bom/${id}/tree?depth=2`))).statusCode).toBe(400)
})
