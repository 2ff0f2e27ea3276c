import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const edit = (body: object) => operator.post(path('parts/bulk-edit'), { preview: false, ...body })
const part = (name: string, fields: object = {}) => server.given.part(company, { name, part_number: name, ...fields })
const stored = async (field: string) => {
  const rows = await server.given.sql<Record<string, unknown>>(
    `select ${field} as value from parts where company_id = $1 order by name`,
    [company.id],
  )
  return rows.map(({ value }) => value)
}
const undo = (changeSetId: string) => operator.post(path(`change-sets/${changeSetId}/undo`), {})

test('a preview shows what would change, and changes nothing', async () => {
  const [one, two, three] = [
    await part('A'),
    await part('B', { location: 'Shelf 1' }),
    await part('C', { location: 'x' }),
  ]
  const selection = { ids: [one.id, two.id, three.id, three.id.toUpperCase()] }
  const answer = await edit({ selection, field: 'location', value: ' Shelf 1 ', preview: true })
  expect(answer.json()).toEqual({
    count: 2,
    unchanged: 1,
    lowered: 0,
    changeSetId: null,
    sample: [
      { id: one.id, number: 'A', name: 'A', oldValue: null, newValue: 'Shelf 1', unit: null },
      { id: three.id, number: 'C', name: 'C', oldValue: 'x', newValue: 'Shelf 1', unit: null },
    ],
  })
  expect(await stored('location')).toEqual([null, 'Shelf 1', 'x'])
  expect(await stored('version')).toEqual([1, 1, 1])
})

test('a bulk edit is one change set, and undo takes it back', async () => {
  const [one, two] = [await part('A', { location: 'Old' }), await part('B', { location: 'New' })]
  const answer = await edit({ selection: { ids: [one.id, two.id] }, field: 'location', value: 'New' })
  expect(answer.json()).toMatchObject({ count: 1, unchanged: 1, sample: [], changeSetId: expect.any(String) })
  expect(await stored('version')).toEqual([2, 1])
  const { items } = (await operator.get(path(`activity?entityId=${one.id}`))).json()
  expect(items[0]).toMatchObject({
    changeSetKind: 'bulk_edit',
    fieldChanged: 'location',
    oldValue: 'Old',
    newValue: 'New',
  })
  expect((await undo(answer.json().changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await stored('location')).toEqual(['Old', 'New'])
})

test('a bulk edit of stock levels says how many get lower, and books each difference', async () => {
  const parts = [
    await part('A', { stock_level: 9, cost: 2 }),
    await part('B', { stock_level: 4, unit: 'm', decimals: 1, cost: 2 }),
    await part('C', { stock_level: 6, cost: 2 }),
  ]
  const change = { selection: { ids: parts.map(({ id }) => id) }, field: 'stockLevel', value: 6 }
  expect((await edit({ ...change, preview: true })).json()).toMatchObject({
    ...{ count: 2, unchanged: 1, lowered: 1 },
    sample: [
      { number: 'A', oldValue: 9, newValue: 6, unit: 'each' },
      { number: 'B', oldValue: 4, newValue: 6, unit: 'm' },
    ],
  })
  expect(await stored('stock_level::int')).toEqual([9, 4, 6])
  const { changeSetId } = (await edit(change)).json()
  const { items } = (await operator.get(path('movements?order=asc&pageSize=10'))).json()
  expect(
    items
      .slice(-2)
      .map(({ quantity, value, reason }: Record<string, unknown>) => [quantity, value, reason])
      .sort(),
  ).toEqual([
    [-3, -6, 'edited'],
    [2, 4, 'edited'],
  ])
  await operator.post(path(`parts/${parts[1]?.id}/stock`), { delta: 1 })
  expect((await undo(changeSetId)).json()).toMatchObject({ conflictCount: 0 })
  expect(await stored('stock_level::int')).toEqual([9, 5, 6])
})

test('a bulk edit that changes nothing makes no change set', async () => {
  const { id } = await part('A', { location: 'New' })
  const answer = await edit({ selection: { ids: [id] }, field: 'location', value: 'New' })
  expect(answer.json()).toMatchObject({ count: 0, unchanged: 1, changeSetId: null })
})

test('all parts that match are changed, also beyond the page, and no others', async () => {
  const vendor = await server.given.vendor(company)
  for (let index = 0; index < 60; index++) await part(`Bolt ${index}`, { vendor_id: vendor.id })
  await part('Nut', { vendor_id: vendor.id })
  const other = await server.given.company()
  const foreign = await server.given.part(other, { name: 'Bolt of another' })
  const selection = { matching: { q: 'bolt', vendorId: vendor.id, isLowStock: true } }
  const preview = (await edit({ selection, field: 'reorderThreshold', value: 7, preview: true })).json()
  expect(preview).toMatchObject({ count: 60, unchanged: 0 })
  expect(preview.sample).toHaveLength(20)
  expect(preview.sample[0]).toMatchObject({ oldValue: 0, newValue: 7 })
  const done = (await edit({ selection, field: 'reorderThreshold', value: 7 })).json()
  expect(done).toMatchObject({ count: 60, unchanged: 0 })
  expect(new Set((await stored('reorder_threshold')).slice(0, 60))).toEqual(new Set(['7.0000']))
  expect((await stored('reorder_threshold'))[60]).toBe('0.0000')
  expect(await server.given.sql('select version from parts where id = $1', [foreign.id])).toEqual([{ version: 1 }])
})

test.each([
  [{ field: 'retailPrice', percent: 10 }, [21.99, 0.01, 0]],
  [{ field: 'retailPrice', percent: -100 }, [0, 0, 0]],
  [{ field: 'retailPrice', by: 0.51 }, [20.5, 0.52, 0.51]],
  [{ field: 'retailPrice', value: 3 }, [3, 3, 3]],
  [{ field: 'cost', percent: 10 }, [0.01375, 11, 0]],
  [{ field: 'cost', percent: 33.3333 }, [0.016667, 13.33333, 0]],
])('prices change to, by an amount and by percent: %j', async (change, expected) => {
  const parts = [
    await part('A', { retail_price: 19.99, cost: 0.0125 }),
    await part('B', { retail_price: 0.01, cost: 10 }),
    await part('C'),
  ]
  const selection = { ids: parts.map(({ id }) => id) }
  const preview = (await edit({ selection, ...change, preview: true })).json()
  const done = (await edit({ selection, ...change })).json()
  expect(done).toMatchObject({ count: preview.count, unchanged: preview.unchanged })
  expect((await stored(change.field === 'cost' ? 'cost' : 'retail_price')).map(Number)).toEqual(expected)
  const byName = new Map<string, number>(
    preview.sample.map((row: { name: string; newValue: number }) => [row.name, row.newValue]),
  )
  for (const [name, value] of byName) expect(value).toBe(expected['ABC'.indexOf(name)])
})

test.each([
  [{ percent: 10 }, [0.0138, 0.5006, 10.5]],
  [{ percent: -10 }, [0.0113, 0.4096, 8.591]],
  [{ percent: 1 }, [0.0126, 0.4597, 9.64]],
  [{ by: 0.1 + 0.2 }, [0.3125, 0.7551, 9.845]],
])('a retail price keeps as many decimals as it had, at least cents: %j', async (change, expected) => {
  const prices = [0.0125, 0.4551, 9.545]
  await Promise.all(prices.map((price, index) => part('ABC'.charAt(index), { retail_price: price })))
  const send = (preview: boolean) => edit({ selection: { matching: {} }, field: 'retailPrice', ...change, preview })
  const { sample } = (await send(true)).json()
  await send(false)
  expect(sample.map(({ newValue }: { newValue: number }) => newValue)).toEqual(expected)
  expect((await stored('retail_price')).map(Number)).toEqual(expected)
})

test('a price below 0 or too high refuses the whole edit, with the number of parts', async () => {
  const parts = [await part('A', { cost: 1 }), await part('B', { cost: 3 }), await part('C', { cost: 900_000_000 })]
  const selection = { ids: parts.map(({ id }) => id) }
  for (const [change, count] of [
    [{ by: -2 }, 1],
    [{ percent: 20 }, 1],
  ] as const)
    for (const preview of [true, false]) {
      const answer = await edit({ selection, field: 'cost', ...change, preview })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({
        message: `${count} ${count === 1 ? 'part' : 'parts'} would get an amount below 0 or above 999,999,999.99`,
        data: { reason: 'out_of_range', count },
      })
    }
  expect(await stored('version')).toEqual([1, 1, 1])
})

test('a unit brings its usual decimals; what has moved keeps its unit, and a broken stock is not counted in each', async () => {
  const [hose, rope] = [await part('Hose', { stock_level: 12 }), await part('Rope', { unit: 'mm' })]
  const selection = { ids: [hose.id, rope.id] }
  const preview = (await edit({ selection, field: 'unit', value: 'Metres', preview: true })).json()
  expect(preview.sample).toMatchObject([
    { name: 'Hose', oldValue: 'each', newValue: 'm' },
    { name: 'Rope', oldValue: 'mm', newValue: 'm' },
  ])
  const { changeSetId } = (await edit({ selection, field: 'unit', value: 'Metres' })).json()
  expect([await stored('unit'), await stored('decimals')]).toEqual([
    ['m', 'm'],
    [2, 2],
  ])
  await operator.patch(path(`parts/${hose.id}`), { reorderThreshold: 1.5 })
  const whole = await edit({ selection: { ids: [hose.id] }, field: 'unit', value: 'each', preview: true })
  expect(whole.statusCode).toBe(422)
  await operator.patch(path(`parts/${hose.id}`), { reorderThreshold: 0 })
  expect((await undo(changeSetId)).json()).toMatchObject({ conflictCount: 0 })
  expect([await stored('unit'), await stored('decimals')]).toEqual([
    ['each', 'mm'],
    [0, 0],
  ])
  await operator.post(path(`parts/${hose.id}/stock`), { delta: -2, reason: 'damaged' })
  const moved = await edit({ selection, field: 'unit', value: 'm' })
  expect(moved.json()).toMatchObject({ data: { reason: 'unit_moved', count: 1 } })
  expect(await stored('unit')).toEqual(['each', 'mm'])
})

test('a vendor is shown by name; an empty choice takes the vendor away', async () => {
  const [old, next] = [
    await server.given.vendor(company, { name: 'Old Ltd' }),
    await server.given.vendor(company, { name: 'New Ltd' }),
  ]
  const { id } = await part('A', { vendor_id: old.id })
  const selection = { ids: [id] }
  const preview = await edit({ selection, field: 'vendorId', value: next.id, preview: true })
  expect(preview.json().sample).toMatchObject([{ oldValue: 'Old Ltd', newValue: 'New Ltd' }])
  expect((await edit({ selection, field: 'vendorId', value: null })).json()).toMatchObject({ count: 1 })
  expect(await stored('vendor_id')).toEqual([null])
})

test('a vendor of another company is refused like an unknown one, also in the preview (T3)', async () => {
  const foreign = await server.given.vendor(await server.given.company())
  const { id } = await part('A')
  for (const preview of [true, false]) {
    const [known, unknown] = await Promise.all(
      [foreign.id, randomUUID()].map((value) => edit({ selection: { ids: [id] }, field: 'vendorId', value, preview })),
    )
    expect(known?.statusCode).toBe(422)
    expect(known?.body).toBe(unknown?.body)
  }
  expect(await stored('vendor_id')).toEqual([null])
})

test('a list with one foreign or unknown id changes nothing (T2)', async () => {
  const { id } = await part('A')
  const foreign = await server.given.part(await server.given.company())
  const attempt = (other: string, preview: boolean) =>
    edit({ selection: { ids: [id, other] }, field: 'location', value: 'x', preview })
  for (const preview of [true, false]) {
    const [known, unknown] = [await attempt(foreign.id, preview), await attempt(randomUUID(), preview)]
    expect(known.statusCode).toBe(404)
    expect(known.body).toBe(unknown.body)
  }
  expect(await stored('location')).toEqual([null])
})

test.each<[object, string]>([
  [{ field: 'location' }, 'value'],
  [{ field: 'location', value: 3 }, 'value'],
  [{ field: 'location', value: 'x'.repeat(201) }, 'value'],
  [{ field: 'location', percent: 10 }, 'value'],
  [{ field: 'reorderThreshold', value: -1 }, 'value'],
  [{ field: 'reorderThreshold', value: 1.5 }, 'value'],
  [{ field: 'reorderThreshold', value: null }, 'value'],
  [{ field: 'reorderThreshold', by: 1 }, 'value'],
  [{ field: 'cost', value: 1e9 }, 'value'],
  [{ field: 'cost', value: '5' }, 'value'],
  [{ field: 'cost', value: 5, percent: 5 }, 'value'],
  [{ field: 'cost', by: 0 }, 'by'],
  [{ field: 'cost', by: 0.0000001 }, 'by'],
  [{ field: 'cost', by: 1e-8 }, 'by'],
  [{ field: 'cost', value: 1e-8 }, 'value'],
  [{ field: 'cost', percent: 1e-8 }, 'percent'],
  [{ field: 'cost', percent: -101 }, 'percent'],
  [{ field: 'cost', percent: 10_001 }, 'percent'],
  [{ field: 'cost', percent: '5' }, 'percent'],
  [{ field: 'vendorId', value: 'x' }, 'value'],
  [{ field: 'stockLevel', value: 1.5 }, 'value'],
  [{ field: 'stockLevel', by: 1 }, 'value'],
  [{ field: 'partNumber', value: 'P-1' }, 'field'],
  [{ field: 'companyId', value: randomUUID() }, 'field'],
  [{ field: 'location', value: 'x', preview: 'yes' }, 'preview'],
  [{ field: 'location', value: 'x', all: true }, 'all'],
])('what is not valid is refused by its key: %j', async (change, field) => {
  const { id } = await part('A')
  const answer = await edit({ selection: { ids: [id] }, ...change })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
  expect(await stored('version')).toEqual([1])
})

test.each([[{}], [{ ids: [] }], [{ ids: ['x'] }], [{ matching: { companyId: randomUUID() } }]])(
  'a selection that is neither ids nor a search is refused: %j',
  async (selection) => {
    expect((await edit({ selection, field: 'location', value: 'x' })).statusCode).toBe(400)
  },
)

test('the status of many vendors changes in one change set', async () => {
  const [one, two] = [
    await server.given.vendor(company, { name: 'One' }),
    await server.given.vendor(company, { name: 'Two', status: 'inactive' }),
  ]
  const send = (preview: boolean) =>
    operator.post(path('vendors/bulk-edit'), {
      selection: { ids: [one.id, two.id] },
      field: 'status',
      value: 'inactive',
      preview,
    })
  expect((await send(true)).json()).toMatchObject({
    count: 1,
    unchanged: 1,
    sample: [{ id: one.id, number: null, name: 'One', oldValue: 'active', newValue: 'inactive' }],
  })
  const { changeSetId } = (await send(false)).json()
  expect((await operator.get(path('vendors'))).json()).toMatchObject({ activeCount: 0 })
  await undo(changeSetId)
  expect((await operator.get(path('vendors'))).json()).toMatchObject({ activeCount: 1 })
})
