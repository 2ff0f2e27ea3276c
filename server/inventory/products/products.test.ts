import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

// assemblies.test.ts covers what products share with assemblies.

const { server, company, operator } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/products${rest}`
const line = (type: string, { id }: { id: string }, quantity = 1) => ({ type, id, quantity })
const machine = { sku: 'M-1', name: 'Machine' }

async function add(fields: object): Promise<{ id: string; version: number; changeSetId: string }> {
  const answer = await operator.post(path(), fields)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

test('a product keeps its prices to the cent and its bill of materials in its order', async () => {
  const [bolt, frame] = [await server.given.part(company), await server.given.assembly(company)]
  const { id } = await add({
    ...machine,
    cost: 999_999_999.99,
    retailPrice: 0.0001,
    category: 'Lathes',
    bom: [line('assembly', frame), line('part', bolt, 1_000_000)],
  })
  const read = (await operator.get(path(`/${id}`))).json()
  expect(read).toMatchObject({ ...machine, cost: 999_999_999.99, retailPrice: 0.0001, category: 'Lathes', bomCount: 2 })
  expect(read.bom).toEqual([
    {
      type: 'assembly',
      id: frame.id,
      number: frame.assembly_number,
      name: frame.name,
      quantity: 1,
      unit: 'each',
      decimals: 0,
    },
    {
      type: 'part',
      id: bolt.id,
      number: bolt.part_number,
      name: bolt.name,
      quantity: 1_000_000,
      unit: 'each',
      decimals: 0,
    },
  ])
  const { items } = (await operator.get(path('?q=machine'))).json()
  expect(items[0]).toMatchObject({ ...machine, bomCount: 2 })
  expect(items[0]).not.toHaveProperty('bom')
})

test.each(['', '   ', null])('an empty Shopify id is saved as null (%j)', async (shopifyProductId) => {
  const { id } = await add({ ...machine, shopifyProductId: '8123' })
  expect((await operator.get(path(`/${id}`))).json().shopifyProductId).toBe('8123')
  await operator.patch(path(`/${id}`), { shopifyProductId })
  expect((await operator.get(path(`/${id}`))).json().shopifyProductId).toBe(null)
})

test('a product without prices has prices of 0', async () => {
  const { id } = await add(machine)
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ cost: 0, retailPrice: 0, bomCount: 0, bom: [] })
})

test('in a list, a product with a BOM and without a cost of its own has the cost of its parts', async () => {
  const seal = await server.given.part(company, { cost: 1.25 })
  const free = await server.given.part(company, { cost: 0 })
  const built = { name: 'Rolled up', bom: [line('part', seal, 4), line('part', free, 2)] }
  await add({ ...built, sku: 'ROLL-1' })
  await add({ ...built, sku: 'ROLL-2', cost: 3 })
  await add({ sku: 'ROLL-3', name: 'Rolled up', bom: [line('part', free)] })
  await add({ sku: 'ROLL-4', name: 'Rolled up' })
  const { items } = (await operator.get(path('?q=Rolled&sort=sku'))).json()
  expect(items.map((each: { rolledUpCost: number | null }) => each.rolledUpCost)).toEqual([5, null, 0, null])
})

test('products sort by number as people count, and by price', async () => {
  for (const [sku, cost] of [
    ['P-10', 1],
    ['P-2', 3],
    ['P-1', 2],
  ] as const)
    await add({ sku, name: sku, cost })
  const skus = async (query: string) =>
    (await operator.get(path(query))).json().items.map(({ sku }: { sku: string }) => sku)
  expect(await skus('?sort=sku')).toEqual(['P-1', 'P-2', 'P-10'])
  expect(await skus('?sort=cost&order=desc')).toEqual(['P-2', 'P-1', 'P-10'])
})

test.each([
  [{ sku: '' }, 'sku', 'SKU is required'],
  [{ sku: 'x'.repeat(101) }, 'sku', 'Must be at most 100 characters'],
  [{ name: null }, 'name', 'Name is required'],
  [{ cost: -0.01 }, 'cost', 'Must not be negative'],
  [{ cost: '12' }, 'cost', 'Must be an amount'],
  [{ retailPrice: 1_000_000_000 }, 'retailPrice', 'Must be at most 999,999,999.99'],
  [{ retailPrice: 0.0000001 }, 'retailPrice', 'Must have at most 6 decimals'],
  [{ shopifyProductId: 'x'.repeat(101) }, 'shopifyProductId', 'Must be at most 100 characters'],
  [{ category: 'x'.repeat(201) }, 'category', 'Must be at most 200 characters'],
])('a field that is not valid is refused: %j', async (wrong, field, message) => {
  const answer = await operator.post(path(), { ...machine, ...wrong })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message })
})

test('amounts that JSON cannot carry are refused', async () => {
  const { id } = await add(machine)
  for (const cost of ['1e309', 'NaN', 'Infinity']) {
    const answer = await operator.patch(path(`/${id}`), `{"cost":${cost}}`)
    expect([400, 415]).toContain(answer.statusCode)
  }
})

test('a component that does not exist is refused with its line of the bill of materials (T3)', async () => {
  const foreign = await server.given.part(await server.given.company())
  const [unknown, other] = [
    await operator.post(path(), { ...machine, bom: [line('part', { id: randomUUID() })] }),
    await operator.post(path(), { ...machine, bom: [line('part', foreign)] }),
  ]
  expect(unknown.statusCode).toBe(422)
  expect(unknown.json().data).toEqual({ field: 'bom.0.id' })
  expect(other.body).toBe(unknown.body)
})

test('an SKU in use is refused, with the field', async () => {
  await add(machine)
  const answer = await operator.post(path(), { ...machine, name: 'Other' })
  expect([answer.statusCode, answer.json().data]).toEqual([409, { reason: 'duplicate', field: 'sku' }])
})

test('a product in another product is not deleted alone; when both are deleted, undo restores both', async () => {
  const motor = await add({ sku: 'MOTOR', name: 'Motor' })
  const { id } = await add({ ...machine, bom: [line('product', motor, 2)] })
  const refused = await operator.delete(path(`/${motor.id}`))
  expect(refused.json().data).toMatchObject({
    reason: 'in_use',
    count: 1,
    uses: [{ type: 'product', id, number: 'M-1', name: 'Machine' }],
  })
  const both = await operator.post(path('/bulk-delete'), { selection: { ids: [motor.id, id] } })
  expect(both.json()).toMatchObject({ count: 2 })
  await operator.post(`/api/companies/${company.id}/change-sets/${both.json().changeSetId}/undo`)
  expect((await operator.get(path(`/${id}`))).json().bom).toMatchObject([{ id: motor.id, quantity: 2 }])
})

test('two products cannot take the same product of the store: the refusal names the first, however the id is written', async () => {
  const first = await add({ ...machine, shopifyProductId: '8123' })
  const second = await add({ sku: 'M-2', name: 'Other' })
  const taken = {
    code: 'CONFLICT',
    message: 'This product of the store is linked already: M-1 · Machine',
    data: { reason: 'store_product_taken', field: 'shopifyProductId' },
  }
  const link = 'gid://shopify/Product/8123'
  expect((await operator.post(path(), { sku: 'M-3', name: 'Third', shopifyProductId: link })).json()).toMatchObject(
    taken,
  )
  const patched = await operator.patch(path(`/${second.id}`), { shopifyProductId: link })
  expect([patched.statusCode, patched.json()]).toMatchObject([409, taken])
  // Its own link, written in another way, and the same id in another company are fine.
  expect((await operator.patch(path(`/${first.id}`), { shopifyProductId: link })).statusCode).toBe(200)
  await server.given.product(await server.given.company(), { shopify_product_id: '8123' })
  // A deleted product gives its link free; it does not take it back from another one.
  const deleted = (await operator.post(path('/bulk-delete'), { selection: { ids: [first.id] } })).json()
  expect((await operator.patch(path(`/${second.id}`), { shopifyProductId: '8123' })).statusCode).toBe(200)
  const restored = await operator.post(`/api/companies/${company.id}/change-sets/${deleted.changeSetId}/undo`)
  expect(restored.json()).toMatchObject({
    conflicts: [{ code: 'rule', params: { rule: 'store_product_taken', detail: 'M-2 · Other' } }],
  })
  const bin = await operator.post(`/api/companies/${company.id}/deleted/restore`, { selection: { ids: [first.id] } })
  expect([bin.statusCode, bin.json().data.obstacles]).toMatchObject([
    409,
    [{ reason: 'linked', record: { number: 'M-1' }, other: { id: second.id, number: 'M-2' } }],
  ])
})
