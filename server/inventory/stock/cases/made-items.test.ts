import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// What has no price takes the average, else the cost: of a part its own, of what is made that of its parts. Worked out by hand before they were run.
const { server, company, operator } = useServer()
const { path, cardOf, moved, place, reverse, spots } = stockOf({ company, operator })
const stock = async (id: string) => {
  const { onHand, value } = await cardOf(id)
  return [onHand, value]
}
const move = async (itemId: string, quantity: number, more: object = {}) =>
  (await moved([{ itemId, quantity, ...more }]))[0]
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

/** An assembly of three bolts of 2.00. */
async function frame(fields: object = {}) {
  const bolt = await server.given.part(company, { cost: 2 })
  const assembly = await server.given.assembly(company, fields as Record<string, unknown>)
  await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: bolt.id }, 3)
  return { id: assembly.id as string, boltId: bolt.id as string }
}

test.each([
  ['without a price', {}],
  ['with a price', { unitCost: 70 }],
])('the first receipt of a product, %s, is reversed and leaves the rest at its cost', async (_, price) => {
  const { id } = await server.given.product(company, { cost: 50 })
  const first = await move(id, 2, price)
  await move(id, 3)
  await reverse(first.id)
  expect(await stock(id)).toEqual([3, 150])
})

test('the first receipt of an assembly is reversed and leaves the rest at the cost of its parts', async () => {
  const { id } = await frame()
  const first = await move(id, 2, { unitCost: 9 })
  await move(id, 5)
  expect(await stock(id)).toEqual([7, 63])
  await reverse(first.id)
  expect(await stock(id)).toEqual([5, 30])
})

test('what an assembly was worth when it came in counts, though its parts cost more since', async () => {
  const { id, boltId } = await frame()
  const first = await move(id, 2)
  await move(id, 1)
  expect(await stock(id)).toEqual([3, 18])
  await operator.patch(path(`parts/${boltId}`), { cost: 11 })
  await reverse(first.id)
  expect(await stock(id)).toEqual([1, 6])
})

test('a reversed receipt leaves the rest at the costs of their days', async () => {
  const { id } = await server.given.part(company, { cost: 3 })
  const first = await move(id, 2)
  await operator.patch(path(`parts/${id}`), { cost: 5 })
  await move(id, 1)
  await move(id, 1, { unitCost: 10 })
  expect(await stock(id)).toEqual([4, 25])
  await operator.patch(path(`parts/${id}`), { cost: 9 })
  await reverse(first.id)
  expect(await stock(id)).toEqual([2, 15])
})

test('a cost that was edited while nothing was on hand counts for what comes in next, and without it, too', async () => {
  const { id } = await server.given.part(company, { cost: 3 })
  await move(id, 2)
  await move(id, -2)
  await operator.patch(path(`parts/${id}`), { cost: 5 })
  const next = await move(id, 4)
  expect(await stock(id)).toEqual([4, 20])
  await move(id, 1)
  await reverse(next.id)
  expect(await stock(id)).toEqual([1, 5])
})

test('once something came in with a price, an edit of the cost changes neither the stock nor the last average', async () => {
  const { id } = await server.given.part(company, { cost: 3 })
  await move(id, 2, { unitCost: 4 })
  await move(id, -2)
  await operator.patch(path(`parts/${id}`), { cost: 5 })
  await move(id, 1)
  expect(await stock(id)).toEqual([1, 4])
})

test('the cost of a product revalues its stock until something has come in with a price', async () => {
  const { id } = await server.given.product(company, { cost: 50, stock_level: 2 })
  await operator.patch(path(`products/${id}`), { cost: 60 })
  expect(await stock(id)).toEqual([2, 120])
  await move(id, 2, { unitCost: 80 })
  await operator.patch(path(`products/${id}`), { cost: 99 })
  expect(await stock(id)).toEqual([4, 280])
})

test('an assembly is at home where its location says, moves there with it, and comes back there', async () => {
  const { id } = await frame({ location: 'bay-1' })
  await move(id, 4)
  const bay = await place('BAY-1')
  expect([await spots(id), (await cardOf(id)).homeId]).toEqual([{ 'BAY-1': 4 }, bay.id])
  await operator.patch(path(`locations/${bay.id}`), { code: 'BAY-2' }, { 'if-match': '*' })
  expect((await operator.get(path(`assemblies/${id}`))).json().location).toBe('BAY-2')
  await move(id, 1, { lotNumber: 'S-1' })
  const { changeSetId } = (await operator.delete(path(`assemblies/${id}`))).json()
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect([await spots(id), await stock(id)]).toEqual([{ 'BAY-2': 4, 'BAY-2 S-1': 1 }, [5, 30]])
})
