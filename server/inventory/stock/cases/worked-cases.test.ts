import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// Worked out by hand before they were run.
const { server, company, operator } = useServer()
const { path, cardOf, moved, movementsOf, place, post, reverse, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
const stock = async (id: string) => {
  const { onHand, value } = await cardOf(id)
  return [onHand, value]
}
const move = async (itemId: string, quantity: number, more: object = {}) =>
  (await moved([{ itemId, quantity, ...more }]))[0]
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

const undo = (changeSetId: string) => operator.post(path(`change-sets/${changeSetId}/undo`), {})

test('a price with six decimals goes out whole', async () => {
  const { id } = await part()
  await move(id, 3, { unitCost: 0.333333 })
  const out = []
  for (let n = 0; n < 3; n++) out.push((await move(id, -1)).value)
  expect([out, await stock(id)]).toEqual([
    [-0.333333, -0.333333, -0.333333],
    [0, 0],
  ])
})

test('a reversed receipt takes its share of what is left', async () => {
  const { id } = await part()
  await move(id, 7, { unitCost: 1 })
  const second = await move(id, 3, { unitCost: 2 })
  expect((await move(id, -4)).value).toBe(-5.2)
  const [back] = (await reverse(second.id)).json().movements
  expect([back.value, back.variance, await stock(id)]).toEqual([-4.8, -1.2, [3, 3]])
})

test('the variance of a reversal goes back with the reversal of it', async () => {
  const { id } = await part()
  const first = await move(id, 10, { unitCost: 5 })
  await move(id, -10)
  await move(id, 20, { unitCost: 6 })
  const [back] = (await reverse(first.id)).json().movements
  const [again] = (await reverse(back.id)).json().movements
  expect([back, again].map(({ value, variance }) => [value, variance])).toEqual([
    [-60, 10],
    [60, -10],
  ])
  expect(await stock(id)).toEqual([20, 120])
})

test('an issue comes back at its old price', async () => {
  const { id } = await part()
  await move(id, 10, { unitCost: 1 })
  const issue = await move(id, -5)
  await move(id, 5, { unitCost: 3 })
  await reverse(issue.id)
  expect(await stock(id)).toEqual([15, 25])
  expect((await cardOf(id)).averageCost).toBe(1.666667)
})

test('undo of a lowered stock brings its value back, whatever came in since', async () => {
  const { id } = await part({ stock_level: 40, cost: 2.5 })
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { stockLevel: 30 })).json()
  await move(id, 10, { unitCost: 5 })
  expect(await stock(id)).toEqual([40, 125])
  await undo(changeSetId)
  expect(await stock(id)).toEqual([50, 150])
})

test('an import that lowers is undone to the last digit', async () => {
  const a = await part({ part_number: 'A', stock_level: 10, cost: 1.5 })
  const b = await part({ part_number: 'B', stock_level: 5, cost: 0.1 })
  const preview = (
    await operator.post(path('imports?type=parts'), 'Part Number,Quantity\nA,4\nB,0\n', { 'content-type': 'text/csv' })
  ).json()
  await operator.post(path(`imports/${preview.id}/commit`), {})
  expect([await stock(a.id), await stock(b.id)]).toEqual([
    [4, 6],
    [0, 0],
  ])
  expect((await operator.post(path(`imports/${preview.id}/undo`), {})).statusCode).toBe(200)
  expect([await stock(a.id), await stock(b.id)]).toEqual([
    [10, 15],
    [5, 0.5],
  ])
})

test('the lines of a document are taken in their order', async () => {
  const { id } = await part()
  const first = await post([
    { itemId: id, quantity: -3 },
    { itemId: id, quantity: 5, unitCost: 2 },
  ])
  expect([first.statusCode, first.json().data.line]).toEqual([409, 0])
  await moved([
    { itemId: id, quantity: 5, unitCost: 2 },
    { itemId: id, quantity: -3 },
  ])
  expect(await stock(id)).toEqual([2, 4])
})

test('a place that is empty goes, and its movements stay', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: b.code })
  await move(id, 5, { locationId: a.id })
  expect((await operator.delete(path(`locations/${a.id}`))).statusCode).toBe(409)
  await move(id, 5, { locationId: a.id, toLocationId: b.id })
  expect((await operator.delete(path(`locations/${a.id}`))).statusCode).toBe(200)
  const history = await movementsOf(id)
  expect(
    history.map((m: { locationId: string; locationCode: string | null }) => [m.locationId, m.locationCode]),
  ).toEqual([
    [a.id, null],
    [a.id, null],
    [b.id, b.code],
  ])
  // The receipt went to a place that is gone: reversed at home.
  expect((await reverse(history[0].id)).statusCode).toBe(200)
  expect(await spots(id)).toEqual({})
})

test('a part that is deleted and brought back twice is what it was, and its deletion cannot be reversed', async () => {
  const { id } = await part({ stock_level: 40, cost: 2.5 })
  for (let n = 0; n < 2; n++) await undo((await operator.delete(path(`parts/${id}`))).json().changeSetId)
  expect(await stock(id)).toEqual([40, 100])
  const gone = (await movementsOf(id)).find(({ reason }: { reason: string }) => reason === 'deleted')
  expect((await reverse(gone.id)).statusCode).toBe(409)
})

test('opening stock is reversed and comes back', async () => {
  const { id } = (await operator.post(path('parts'), { partNumber: 'O-1', name: 'O', stockLevel: 5, cost: 2 })).json()
  const [opening] = await movementsOf(id)
  const [back] = (await reverse(opening.id)).json().movements
  expect(await stock(id)).toEqual([0, 0])
  await reverse(back.id)
  expect(await stock(id)).toEqual([5, 10])
})

test('decimals add up', async () => {
  const { id } = await part({ unit: 'm', decimals: 2, cost: 1 })
  await move(id, 0.1)
  await move(id, 0.2)
  expect((await cardOf(id)).onHand).toBe(0.3)
  for (let n = 0; n < 3; n++) await move(id, -0.1)
  expect(await stock(id)).toEqual([0, 0])
  const fine = await part({ unit: 'kg', decimals: 4 })
  await move(fine.id, 0.0001, { unitCost: 999_999.99 })
  expect(await stock(fine.id)).toEqual([0.0001, 99.999999])
  await move(fine.id, -0.0001)
  expect(await stock(fine.id)).toEqual([0, 0])
})

test('a day of arrival changes no value', async () => {
  const { id } = await part()
  await move(id, 10, { unitCost: 1 })
  await move(id, -5)
  await move(id, 5, { unitCost: 3, arrivedOn: '2020-01-01' })
  expect(await stock(id)).toEqual([10, 20])
  expect((await operator.get(path('stock-value?on=2020-01-02'))).json().items ?? []).toEqual([])
})

test('a transfer whose pieces have been used is not reversed', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code, stock_level: 10 })
  const [out] = await moved([{ itemId: id, quantity: 4, toLocationId: b.id }])
  await move(id, -3, { locationId: b.id })
  const refused = await reverse(out.id)
  expect(refused.statusCode).toBe(409)
  const answer = await undo(out.changeSetId)
  const undone = answer.json()
  expect([undone.conflictCount ?? undone.data?.reason, await spots(id)]).toEqual([1, { [a.code]: 6, [b.code]: 1 }])
  await move(id, 3, { locationId: b.id })
  expect((await reverse(out.id)).statusCode).toBe(200)
  expect(await spots(id)).toEqual({ [a.code]: 10 })
})

test('a refused reversal names what took the same stock, and is not reversed itself', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  const refusedBy = async (movement: string) => (await reverse(movement)).json().data.usedBy
  const receipt = await move(id, 10, { lotNumber: 'L1' })
  await move(id, 50, { lotNumber: 'L2' })
  const use = await move(id, -3, { lotNumber: 'L1' })
  await reverse((await move(id, -2, { lotNumber: 'L1' })).id)
  await move(id, -2, { lotNumber: 'L2' })
  expect(await refusedBy(receipt.id)).toBe(use.id)
  const [out] = await moved([{ itemId: id, quantity: 7, toLocationId: b.id, lotNumber: 'L1' }])
  const refused = await reverse(receipt.id)
  expect(refused.json().data.usedBy).toBe(out.id)
  expect(refused.json().message).toMatch(
    /^Only 0 there: 10 cannot be taken off: 7 moved away on .*\. Move that back first$/,
  )
})

test('a document is undone with what it moved from place to place', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code, stock_level: 10 })
  const other = await part()
  const posted = await moved([
    { itemId: id, quantity: 4, toLocationId: b.id },
    { itemId: other.id, quantity: 3, unitCost: 1 },
    { itemId: other.id, quantity: -3 },
  ])
  const undone = await undo(posted[0].changeSetId)
  expect(undone.json()).toMatchObject({ conflictCount: 0, restored: 2 })
  expect([await spots(id), await stock(other.id)]).toEqual([{ [a.code]: 10 }, [0, 0]])
  expect((await undo(posted[0].changeSetId)).statusCode).toBe(409)
  expect((await reverse(posted[0].id)).statusCode).toBe(409)
  // The undo is undone.
  expect((await undo(undone.json().changeSetId)).statusCode).toBe(200)
  expect(await spots(id)).toEqual({ [a.code]: 6, [b.code]: 4 })
})

test('an import that only says where stock is can be undone', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ part_number: 'W-1', location: a.code, stock_level: 10, cost: 2 })
  const file = `Item Number,Place,Lot,Quantity\nW-1,${a.code},,4\nW-1,${b.code},L1,6\n`
  const preview = (await operator.post(path('imports?type=stock'), file, { 'content-type': 'text/csv' })).json()
  await operator.post(path(`imports/${preview.id}/commit`), {})
  expect(await spots(id)).toEqual({ [a.code]: 4, [`${b.code} L1`]: 6 })
  const undone = await operator.post(path(`imports/${preview.id}/undo`), {})
  expect([undone.statusCode, await spots(id), await stock(id)]).toEqual([200, { [a.code]: 10 }, [10, 20]])
})

test('a count of all takes the difference at home', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code, stock_level: 5 })
  await move(id, 7, { locationId: b.id })
  expect((await operator.post(path(`stock/${id}/counts`), { counted: 10, onHand: 12 })).statusCode).toBe(200)
  expect(await spots(id)).toEqual({ [a.code]: 3, [b.code]: 7 })
  expect((await operator.post(path(`stock/${id}/counts`), { counted: 6, onHand: 10 })).statusCode).toBe(409)
})

test('one action id at once with other lines is one effect', async () => {
  const { id } = await part()
  const actionId = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => post([{ itemId: id, quantity: 1 + (n % 3) }], actionId)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(8)
  expect(await movementsOf(id)).toHaveLength(1)
})
