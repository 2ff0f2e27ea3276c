import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const create = (fields: object) => operator.post(path('parts'), { partNumber: 'W-1', name: 'Wire', ...fields })
const change = (id: string, fields: object) => operator.patch(path(`parts/${id}`), fields)
const read = async (id: string) => (await operator.get(path(`parts/${id}`))).json()
const wire = async (fields: object = {}) =>
  (await create({ unit: 'm', decimals: 2, stockLevel: 3.2, reorderThreshold: 0.5, cost: 0.48, ...fields })).json()
const product = (quantity: number, id: string) =>
  operator.post(path('products'), { sku: 'S-1', name: 'Lamp', bom: [{ type: 'part', id, quantity }] })
const issues = (answer: { json: () => { data: { issues: unknown } } }) => answer.json().data.issues

test('a part has a unit and decimals, and its quantities are numbers with these decimals', async () => {
  const part = await wire()
  expect(part).toMatchObject({ unit: 'm', decimals: 2, stockLevel: 3.2, reorderThreshold: 0.5 })
  expect((await change(part.id, { stockLevel: 45 })).json()).toMatchObject({ stockLevel: 45 })
  expect((await operator.get(path('parts'))).body).toContain('"stockLevel":45,')
  expect(await read((await create({ partNumber: 'N-1' })).json().id)).toMatchObject({ unit: 'each', decimals: 0 })
})

test.each([
  [' KG ', 'kg'],
  ['Each', 'each'],
  ['', 'each'],
  ['Spool', 'Spool'],
])('the unit %j is kept as %s', async (unit, kept) => {
  expect((await create({ unit })).json()).toMatchObject({ unit: kept })
})

test.each([
  [{ unit: 'm', decimals: 2, stockLevel: 0.125 }, 'stockLevel', 'Must have at most 2 decimals'],
  [{ unit: 'm', decimals: 1, reorderThreshold: 0.25 }, 'reorderThreshold', 'Must have at most 1 decimal'],
  [{ stockLevel: 1.5 }, 'stockLevel', 'Must be a whole number'],
  [{ reorderThreshold: 1.5 }, 'reorderThreshold', 'Must be a whole number'],
  [{ unit: 'm', decimals: 4, stockLevel: 1e-8 }, 'stockLevel', 'Must have at most 4 decimals'],
  [{ unit: 'm', decimals: 4, stockLevel: Number.NaN }, 'stockLevel', 'Must be a number'],
  [{ unit: 'm', decimals: 4, stockLevel: 'NaN' }, 'stockLevel', 'Must be a number'],
  [{ unit: 'm', decimals: 5 }, 'decimals', 'Must be 0 to 4'],
  [{ unit: 'm', decimals: -1 }, 'decimals', 'Must be 0 to 4'],
  [{ unit: 'm', decimals: 0.5 }, 'decimals', 'Must be a whole number'],
  [{ decimals: 1 }, 'decimals', 'Must be 0: whole numbers are counted in each'],
  [{ unit: 'x'.repeat(21) }, 'unit', 'Must be at most 20 characters'],
])('%j is refused with the field (case 16)', async (fields, field, message) => {
  const answer = await create(fields)
  expect(answer.statusCode).toBe(400)
  expect(issues(answer)).toEqual([{ field, message }])
})

test('a change is refused with the field too, whoever set the decimals', async () => {
  const { id } = await wire()
  for (const [fields, field] of [
    [{ stockLevel: 0.125 }, 'stockLevel'],
    [{ reorderThreshold: 1e-8 }, 'reorderThreshold'],
    [{ decimals: 0 }, 'decimals'],
    [{ decimals: 3, stockLevel: 0.1255 }, 'stockLevel'],
    [{ unit: 'each' }, 'decimals'],
  ] as const) {
    const answer = await change(id, fields)
    expect([fields, answer.statusCode]).toEqual([fields, 400])
    expect(issues(answer)).toMatchObject([{ field }])
  }
  expect(await read(id)).toMatchObject({ stockLevel: 3.2, decimals: 2, version: 1 })
  expect((await change(id, { decimals: 3, stockLevel: 0.125 })).statusCode).toBe(200)
})

test('the database refuses what nobody checked', async () => {
  const { id } = await wire()
  for (const set of [
    'stock_level = 0.125',
    `reorder_threshold = 'NaN'`,
    `unit = 'each'`,
    'decimals = 5',
    `unit = ' m'`,
    'decimals = 0',
  ])
    await expect(server.given.sql(`update parts set ${set} where id = $1`, [id])).rejects.toMatchObject({
      code: '23514',
    })
  const { id: of } = (await operator.post(path('products'), { sku: 'S-1', name: 'Lamp' })).json()
  const insert = (component: string, quantity: string) =>
    server.given.sql(
      `insert into bom_lines (company_id, product_id, ${component}, quantity) values ($1, $2, $3, ${quantity})`,
      [company.id, of, component === 'part_id' ? id : of],
    )
  await expect(insert('part_id', '0.125')).rejects.toMatchObject({ message: 'line_decimals' })
  await expect(insert('part_id', `'NaN'`)).rejects.toMatchObject({ code: expect.stringMatching(/23514|SB001/) })
  await expect(insert('sub_product_id', '1.5')).rejects.toMatchObject({ code: '23514' })
})

test('a line of a BOM has the decimals of its part; assemblies and products are counted', async () => {
  const part = await wire()
  const lamp = (await product(0.35, part.id)).json()
  expect(lamp.bom).toMatchObject([{ quantity: 0.35, unit: 'm', decimals: 2 }])
  const lines = (type: string, id: string, quantity: unknown) =>
    operator.patch(path(`products/${lamp.id}`), { bom: [{ type, id, quantity }] })
  const nut = (await create({ partNumber: 'N-1' })).json()
  const frame = (await operator.post(path('assemblies'), { assemblyNumber: 'A-1', name: 'Frame' })).json()
  for (const [type, id, quantity, message] of [
    ['part', part.id, 0.125, 'Must have at most 2 decimals'],
    ['part', nut.id, 1.5, 'Must be a whole number'],
    ['part', part.id, 1e-8, 'Must have at most 4 decimals'],
    ['part', part.id, 0, 'Must be more than 0'],
    ['part', part.id, 'NaN', 'Must be a number'],
    ['assembly', frame.id, 1.5, 'Must be a whole number'],
  ]) {
    const answer = await lines(type, id, quantity)
    expect([quantity, answer.statusCode]).toEqual([quantity, 400])
    expect(issues(answer)).toEqual([{ field: 'bom.0.quantity', message }])
  }
  // What was read can be sent back.
  expect((await operator.patch(path(`products/${lamp.id}`), { bom: lamp.bom })).statusCode).toBe(200)
})

test('the unit of a part that has moved stays; its decimals grow, and shrink as far as they are not used (case 18)', async () => {
  const { id } = await wire({ stockLevel: 0 })
  expect((await change(id, { unit: 'kg' })).statusCode).toBe(200)
  await operator.post(path(`parts/${id}/stock`), { delta: 0.12, reason: 'received' })
  const refused = await change(id, { unit: 'm' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().data).toMatchObject({ field: 'unit', reason: 'unit_moved' })
  expect((await change(id, { decimals: 3, stockLevel: 0.125 })).statusCode).toBe(200)
  expect(issues(await change(id, { decimals: 2 }))).toEqual([{ field: 'decimals', message: 'Too few for 0.125' }])
  await change(id, { stockLevel: 0.12 })
  const lamp = (await product(0.355, id)).json()
  const used = await change(id, { decimals: 2 })
  expect(used.statusCode).toBe(409)
  expect(used.json().data).toMatchObject({ field: 'decimals', reason: 'decimals_used' })
  await operator.patch(path(`products/${lamp.id}`), { bom: [] })
  expect((await change(id, { decimals: 2 })).json()).toMatchObject({ decimals: 2, stockLevel: 0.12 })
})

test('0.30 on hand builds three of 0.10, and 0.29 two (case 15)', async () => {
  const { id } = await wire({ stockLevel: 0.3 })
  const lamp = (await product(0.1, id)).json()
  const builds = async () => [
    (await operator.get(path(`bom/${lamp.id}/parts`))).json().maxBuildable,
    (await operator.get(path('inventory/build-analysis'))).json().items[0].maxBuildable,
    Number((await server.given.sql('select buildable from app.max_buildable($1)', [company.id]))[0]?.buildable),
  ]
  expect(await builds()).toEqual([3, 3, 3])
  await change(id, { stockLevel: 0.29 })
  expect(await builds()).toEqual([2, 2, 2])
})

test('need and shortage of a target are exact: 130 of 0.35 need 45.5 (case 14)', async () => {
  const { id } = await wire()
  const lamp = (await product(0.35, id)).json()
  const { items, rolledUpCost } = (await operator.get(path(`bom/${lamp.id}/parts?target=130`))).json()
  expect(items).toMatchObject([{ quantity: 0.35, required: 45.5, onHand: 3.2, missing: 42.3, unit: 'm' }])
  expect(rolledUpCost).toBe(0.168)
  expect((await operator.get(path(`bom/${lamp.id}/tree`))).json().rows).toMatchObject([
    { totalQuantity: 0.35, unit: 'm' },
  ])
  expect((await operator.get(path(`where-used/${id}`))).json().items).toMatchObject([{ quantity: 0.35 }])
  expect((await operator.get(path('inventory/summary'))).json()).toMatchObject({ valueAtCost: 1.536 })
})

test('a bulk edit of thresholds is refused where a part has fewer decimals', async () => {
  const { id } = await wire()
  const nut = (await create({ partNumber: 'N-1' })).json()
  const edit = (ids: string[], value: number) =>
    operator.post(path('parts/bulk-edit'), { selection: { ids }, field: 'reorderThreshold', value, preview: false })
  expect(issues(await edit([nut.id], 1.5))).toEqual([{ field: 'value', message: 'Must be a whole number' }])
  expect(issues(await edit([id, nut.id], 1.5))).toEqual([
    { field: 'value', message: 'Has too many decimals for 1 of the parts' },
  ])
  expect((await edit([id], 1.5)).json()).toMatchObject({ count: 1 })
  expect(await read(id)).toMatchObject({ reorderThreshold: 1.5 })
})

test('a batch names the quantity that does not fit', async () => {
  const answer = await operator.post(path('parts/batch'), {
    create: [{ partNumber: 'N-1', name: 'Nut', stockLevel: 1.5 }],
  })
  expect(answer.json().data.faulty).toMatchObject([
    { index: 0, status: 400, data: { issues: [{ field: 'stockLevel' }] } },
  ])
})

test('the log keeps quantities as people write them, and every change can be undone', async () => {
  const part = await wire()
  const saved = (await change(part.id, { stockLevel: 45, decimals: 3 })).json()
  const { items } = (await operator.get(path(`activity?entityId=${part.id}`))).json()
  expect(items.find((entry: { fieldChanged: string }) => entry.fieldChanged === 'stock_level')).toMatchObject({
    oldValue: '3.2',
    newValue: '45',
  })
  const lamp = (await product(0.355, part.id)).json()
  const undo = async () => (await operator.post(path(`change-sets/${saved.changeSetId}/undo`), {})).json()
  expect((await undo()).conflicts).toMatchObject([
    { entityId: part.id, reason: 'A bill of materials or a stock needs more decimals: 0.355 m' },
  ])
  await operator.patch(path(`products/${lamp.id}`), { bom: [] })
  expect(await undo()).toMatchObject({ restored: 1, conflicts: [] })
  expect(await read(part.id)).toMatchObject({ stockLevel: 3.2, decimals: 2 })
})

test('what was deleted comes back with its unit and its lines', async () => {
  const part = await wire()
  const lamp = (await product(0.35, part.id)).json()
  const { changeSetId } = (await operator.delete(path(`products/${lamp.id}`))).json()
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect((await operator.get(path(`products/${lamp.id}`))).json().bom).toMatchObject([{ quantity: 0.35 }])
})
