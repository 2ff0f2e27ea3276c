import { afterEach, beforeEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

const { server, company, operator, sbr } = useServer()
const { path, post, cardOf, moved, movementsOf, place, reverse, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
const allow = (allowsNegativeStock: boolean) => sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock })
beforeEach(async () => {
  expect((await allow(true)).statusCode).toBe(200)
})

afterEach(async () => {
  expect((await allow(true)).statusCode).toBe(200)
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

const stock = async (id: string) => {
  const { onHand, value } = await cardOf(id)
  return [onHand, value]
}

test('only somebody who may change the company allows stock below zero', async () => {
  expect((await operator.patch(`/api/companies/${company.id}`, { allowsNegativeStock: false })).statusCode).toBe(403)
})

test('what is missing is worth the last average, and a receipt that crosses zero leaves the stock at its price', async () => {
  const { id } = await part({ cost: 1 })
  await moved([{ itemId: id, quantity: 10, unitCost: 2 }])
  await moved([{ itemId: id, quantity: -13 }])
  expect(await stock(id)).toEqual([-3, -6])
  const [first] = await moved([{ itemId: id, quantity: 1, unitCost: 5 }])
  expect(first).toMatchObject({ value: 2, variance: 3 })
  expect(await stock(id)).toEqual([-2, -4])
  const [crossing] = await moved([{ itemId: id, quantity: 12, unitCost: 5 }])
  expect(crossing).toMatchObject({ value: 54, variance: 6 })
  expect(await stock(id)).toEqual([10, 50])
})

test('a receipt of exactly what is missing leaves nothing, and its price is the last average', async () => {
  const { id } = await part({ cost: 4 })
  await moved([{ itemId: id, quantity: -3 }])
  expect(await stock(id)).toEqual([-3, -12])
  await moved([{ itemId: id, quantity: 3, unitCost: 1 }])
  expect(await stock(id)).toEqual([0, 0])
  await moved([{ itemId: id, quantity: 2 }])
  expect(await stock(id)).toEqual([2, 2])
})

test('half of what is missing is worth half, to the last digit', async () => {
  const { id } = await part()
  await moved([{ itemId: id, quantity: 5, unitCost: 1 }])
  await moved([{ itemId: id, quantity: 1, unitCost: 1.000005 }])
  await moved([{ itemId: id, quantity: -12 }])
  await moved([{ itemId: id, quantity: 3 }])
  expect(await stock(id)).toEqual([-3, -3.000003])
})

test('an expensive issue that is reversed below zero leaves no average below zero', async () => {
  const { id } = await part()
  await moved([{ itemId: id, quantity: 10, unitCost: 1 }])
  const [cheap] = await moved([{ itemId: id, quantity: -10 }])
  await moved([{ itemId: id, quantity: 1, unitCost: 100 }])
  await moved([{ itemId: id, quantity: -3 }])
  expect(await stock(id)).toEqual([-2, -200])
  const [back] = (await reverse(cheap.id)).json().movements
  expect(back).toMatchObject({ value: 208, variance: -198 })
  expect(await stock(id)).toEqual([8, 8])
})

test('a receipt that has been used can be reversed, and the right one booked after it', async () => {
  const { id } = await part()
  const [wrong] = await moved([{ itemId: id, quantity: 10, unitCost: 1 }])
  await moved([{ itemId: id, quantity: -8 }])
  expect((await reverse(wrong.id)).statusCode).toBe(200)
  expect((await stock(id))[0]).toBe(-8)
  await moved([{ itemId: id, quantity: 10, unitCost: 3 }])
  expect(await stock(id)).toEqual([2, 6])
})

test('what a reversed reversal of an issue took comes back at the average of what is missing', async () => {
  const { id } = await part({ cost: 1.5 })
  const [one] = await moved([{ itemId: id, quantity: -1 }])
  const [many] = await moved([{ itemId: id, quantity: -17 }])
  const reversalOf = async (movement: { id: string }) => (await reverse(movement.id)).json().movements[0]
  const [first, second] = [await reversalOf(one), await reversalOf(many)]
  const again = await reversalOf(first)
  await reversalOf(second)
  expect(await stock(id)).toEqual([-18, -27])
  expect(await reversalOf(again)).toMatchObject({ quantity: 1, value: 1.5, variance: 0 })
  expect(await stock(id)).toEqual([-17, -25.5])
})

test.each([
  ['crosses zero', [[-5], [10, 3]], 1, [], [5, 15]],
  ['was used up', [[5], [10, 3], [-12]], 1, [], [3, 8]],
  ['is dearer than what is missing', [[5], [2, 10], [-20]], 1, [], [-13, -55.714286]],
  ['is dear, with a cheap one that leaves some missing', [[5], [2, 10], [-20]], 1, [[14, 1]], [1, 1]],
  ['is dear, with a cheap one that leaves some on hand', [[5], [2, 10], [-20]], 1, [[20, 1]], [7, 7]],
] as [string, number[][], number, number[][], number[]][])(
  'once its reversal is reversed, a receipt that %s leaves what it would have left without them',
  async (_, lines, receipt, later, expected) => {
    const { id } = await part({ cost: 2 })
    const post = async (posted: number[][]) => {
      const movements = []
      for (const [quantity, unitCost] of posted) movements.push(...(await moved([{ itemId: id, quantity, unitCost }])))
      return movements
    }
    const [reversal] = (await reverse((await post(lines))[receipt].id)).json().movements
    await post(later)
    expect((await reverse(reversal.id)).statusCode).toBe(200)
    expect(await stock(id)).toEqual(expected)
  },
)

test('a place and a lot go below zero, also while there is enough elsewhere', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  await moved([{ itemId: id, quantity: 5, unitCost: 2, locationId: a.id, lotNumber: 'L1' }])
  await moved([{ itemId: id, quantity: 7, locationId: a.id, toLocationId: b.id, lotNumber: 'L1' }])
  await moved([{ itemId: id, quantity: -1, locationId: b.id, lotNumber: 'L2' }])
  expect(await spots(id)).toEqual({ [`${a.code} L1`]: -2, [`${b.code} L1`]: 7, [`${b.code} L2`]: -1 })
  expect(await stock(id)).toEqual([4, 8])
})

test('stock is set, adjusted and undone below zero, and a count brings it back', async () => {
  const { id } = await part({ stock_level: 5, cost: 2 })
  const set = await operator.patch(path(`parts/${id}`), { stockLevel: -1 })
  expect([set.statusCode, set.json().stockLevel]).toEqual([200, -1])
  const adjusted = await operator.post(path(`parts/${id}/stock`), { delta: -2, reason: 'used' })
  expect(adjusted.json().stockLevel).toBe(-3)
  const counted = await operator.post(path(`parts/${id}/stock-counts`), { counted: 4, onHand: -3 })
  expect(counted.json().stockLevel).toBe(4)
  await moved([{ itemId: id, quantity: -4 }])
  await operator.post(path(`change-sets/${counted.json().changeSetId}/undo`), {})
  expect(await stock(id)).toEqual([-7, -14])
  expect((await movementsOf(id)).at(-1)).toMatchObject({ quantity: -7, reason: 'undone' })
})

test('when it is forbidden again, what is below zero stays there and can only rise', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  await moved([{ itemId: id, quantity: -3 }])
  await moved([{ itemId: id, quantity: 2, locationId: b.id }])
  await allow(false)
  const lower = await operator.patch(path(`parts/${id}`), { stockLevel: -2 })
  expect(lower.json().data.issues).toEqual([{ field: 'stockLevel', message: 'Must not be negative' }])
  expect((await operator.patch(path(`parts/${id}`), { name: 'Bolt', stockLevel: -1 })).statusCode).toBe(200)
  expect((await post([{ itemId: id, quantity: -1 }])).statusCode).toBe(409)
  expect((await operator.post(path(`parts/${id}/stock`), { delta: -1 })).statusCode).toBe(409)
  expect((await post([{ itemId: id, quantity: -3, locationId: b.id }])).statusCode).toBe(409)
  await moved([{ itemId: id, quantity: 1 }])
  expect(await spots(id)).toEqual({ [a.code]: -2, [b.code]: 2 })
  await moved([{ itemId: id, quantity: 2, locationId: b.id, toLocationId: a.id }])
  expect(await spots(id)).toEqual({})
})

test('once it is forbidden again, the count of one place takes no item further below zero', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  await moved([
    { itemId: id, quantity: 2, locationId: b.id },
    { itemId: id, quantity: -4, locationId: a.id },
  ])
  await allow(false)
  const count = (body: object) => operator.post(path(`stock/${id}/counts`), { counted: 0, ...body })
  const refused = await count({ onHand: 2, locationId: b.id })
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'The stock of an item must not fall below zero'])
  expect(await spots(id)).toEqual({ [a.code]: -4, [b.code]: 2 })
  expect((await count({ onHand: -4, locationId: a.id })).statusCode).toBe(200)
  expect(await spots(id)).toEqual({ [b.code]: 2 })
})

test('a deleted part comes back below zero, with what is at each place, although that is forbidden again', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  await moved([
    { itemId: id, quantity: 3, unitCost: 3.333333, locationId: a.id },
    { itemId: id, quantity: -7, locationId: b.id },
  ])
  const before = [await spots(id), await stock(id)]
  await allow(false)
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect((await operator.post(path(`change-sets/${changeSetId}/undo`), {})).json().conflictCount).toBe(0)
  expect([await spots(id), await stock(id)]).toEqual(before)
})

test('what is missing allows no build', async () => {
  const { id, part_number } = await part()
  await moved([{ itemId: id, quantity: -3 }])
  const product = await server.given.product(company, {})
  await server.given.bomLine(company, { product_id: product.id }, { part_id: id }, 2)
  const { items } = (await operator.get(path('inventory/build-analysis?sort=maxBuildable'))).json()
  expect(items).toMatchObject([{ maxBuildable: 0 }])
  const need = (await operator.get(path(`bom/${product.id}/parts?target=1`))).json()
  expect([need.maxBuildable, need.items[0]]).toMatchObject([0, { number: part_number, onHand: -3, missing: 5 }])
})
