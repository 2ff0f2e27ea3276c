import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// R14: once something has come in with a price, an edit of the cost revalues the stock only on request. Worked out by hand before they were run.
const { server, company, operator, manager } = useServer()
const { path, cardOf, moved, movementsOf, reverse, spots, place } = stockOf({ company, operator })
const stock = async (id: string) => {
  const { onHand, value } = await cardOf(id)
  return [onHand, value]
}
const revalue = (id: string, actionId: string = randomUUID(), headers = {}) =>
  operator.post(path(`stock/${id}/revaluations`), { actionId }, headers)
const setCost = (id: string, cost: number) => operator.patch(path(`parts/${id}`), { cost })
const undo = (changeSetId: string) => operator.post(path(`change-sets/${changeSetId}/undo`), {})
const receive = (itemId: string, quantity: number, unitCost: number) => moved([{ itemId, quantity, unitCost }])
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

/** A part with 40 on hand that were bought at 3.00, and now costs 2.50. */
async function dearStock() {
  const { id } = await server.given.part(company, { cost: 2 })
  await receive(id, 40, 3)
  await setCost(id, 2.5)
  expect(await stock(id)).toEqual([40, 120])
  return id
}

test('on request the stock is worth its cost, once, and the log says so', async () => {
  const id = await dearStock()
  expect((await cardOf(id)).valueAtCost).toBe(100)
  const actionId = randomUUID()
  const { movements } = (await revalue(id, actionId)).json()
  expect(movements).toMatchObject([
    {
      quantity: 0,
      value: -20,
      variance: 0,
      valueAfter: 100,
      onHandAfter: 40,
      reason: 'revalued',
      unitCost: 2.5,
      actionId,
    },
  ])
  expect(await cardOf(id)).toMatchObject({ onHand: 40, value: 100, averageCost: 2.5, lastPrice: 3, valueAtCost: 100 })
  expect((await revalue(id, actionId)).json().movements).toMatchObject([{ id: movements[0].id }])
  expect((await revalue(id)).json()).toMatchObject({ status: 422, message: 'The stock is worth its cost already' })
  const { items } = (await operator.get(path(`activity?entityId=${id}&pageSize=1`))).json()
  expect(items).toMatchObject([{ fieldChanged: 'stock_value', oldValue: '120', newValue: '100', canUndo: true }])
  expect((await operator.get(path('changes?field=stock&pageSize=1'))).json().items).toMatchObject([
    { recordId: id, newValue: '100' },
  ])
})

test('a preview says what a revaluation would change, and changes nothing', async () => {
  const id = await dearStock()
  const answer = (await revalue(id, randomUUID(), { 'x-preview': '1' })).json()
  expect(answer).toMatchObject({
    movements: [{ value: -20, valueAfter: 100 }],
    changes: [{ entityId: id, fieldChanged: 'stock_value', oldValue: '120', newValue: '100' }],
  })
  expect(await stock(id)).toEqual([40, 120])
})

test('an undo takes a revaluation back, and the undo of that brings it again', async () => {
  const id = await dearStock()
  const [{ changeSetId }] = (await revalue(id)).json().movements
  const back = (await undo(changeSetId)).json()
  expect(back).toMatchObject({ restored: 1, conflicts: [] })
  expect(await stock(id)).toEqual([40, 120])
  expect((await undo(back.changeSetId)).json().conflicts).toEqual([])
  expect(await stock(id)).toEqual([40, 100])
  expect(
    (await movementsOf(id)).slice(-3).map(({ value, reason }: Record<string, unknown>) => [value, reason]),
  ).toEqual([
    [-20, 'revalued'],
    [20, 'revalued'],
    [-20, 'revalued'],
  ])
})

test('a reversed revaluation leaves the rest at its average, and the share of what was used is variance', async () => {
  const { id } = await server.given.part(company)
  await receive(id, 10, 10)
  await setCost(id, 8)
  const [{ id: movement, changeSetId }] = (await revalue(id)).json().movements
  expect((await moved([{ itemId: id, quantity: -5 }]))[0].value).toBe(-40)
  const [back] = (await reverse(movement)).json().movements
  expect([back.value, back.variance, await stock(id)]).toEqual([10, 10, [5, 50]])
  expect((await reverse(movement)).statusCode).toBe(409)
  expect((await undo(changeSetId)).json().conflicts).toMatchObject([{ code: 'reversed' }])
  const [again] = (await reverse(back.id)).json().movements
  expect([again.value, again.variance, await stock(id)]).toEqual([-10, -10, [5, 40]])
})

test('a receipt that is reversed after a revaluation leaves the rest at the cost', async () => {
  const { id } = await server.given.part(company)
  await receive(id, 10, 10)
  const [second] = await receive(id, 10, 20)
  await setCost(id, 12)
  const [{ id: movement }] = (await revalue(id)).json().movements
  const [back] = (await reverse(second.id)).json().movements
  expect([back.value, back.variance, await stock(id)]).toEqual([-120, -80, [10, 120]])
  const [last] = (await reverse(movement)).json().movements
  expect([last.value, last.variance, await stock(id)]).toEqual([-20, 80, [10, 100]])
})

test('what was revalued and used since is taken back as variance only', async () => {
  const id = await dearStock()
  const [{ changeSetId }] = (await revalue(id)).json().movements
  await moved([{ itemId: id, quantity: -40 }])
  expect((await undo(changeSetId)).json().conflicts).toEqual([])
  expect((await movementsOf(id)).at(-1)).toMatchObject({ value: 0, variance: 20, onHandAfter: 0, valueAfter: 0 })
})

test('an assembly is revalued at what its parts cost now, and a stock below zero at the cost too', async () => {
  const part = await server.given.part(company, { cost: 1.5 })
  const { id } = await server.given.assembly(company)
  await operator.patch(path(`assemblies/${id}`), { components: [{ type: 'part', id: part.id, quantity: 2 }] })
  await moved([{ itemId: id, quantity: 4 }])
  expect(await stock(id)).toEqual([4, 12])
  await setCost(part.id, 2)
  await revalue(id)
  expect(await stock(id)).toEqual([4, 16])
  const bare = await server.given.assembly(company)
  await moved([{ itemId: bare.id, quantity: 1 }])
  expect((await revalue(bare.id)).json().message).toBe('It has no cost, and no components that have one')
  await server.given.sql('update companies set allows_negative_stock = true where id = $1', [company.id])
  const wire = await server.given.part(company, { unit: 'm', decimals: 2, cost: 2 })
  await receive(wire.id, 0.5, 2)
  await moved([{ itemId: wire.id, quantity: -3.75 }])
  await setCost(wire.id, 3)
  await revalue(wire.id)
  expect(await stock(wire.id)).toEqual([-3.25, -9.75])
})

test('a revaluation leaves what is at each place, and its movement is at none', async () => {
  const shelf = await place()
  const { id } = await server.given.part(company, { cost: 1, location: shelf.code })
  await moved([{ itemId: id, quantity: 3, unitCost: 5, lotNumber: 'L1' }])
  const before = await spots(id)
  const [movement] = (await revalue(id)).json().movements
  expect([movement.locationId, await spots(id), await stock(id)]).toEqual([null, before, [3, 3]])
})

test('of two who revalue at once one does, and nothing on hand is not revalued', async () => {
  const id = await dearStock()
  const answers = await Promise.all([revalue(id), revalue(id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  await moved([{ itemId: id, quantity: -40 }])
  expect((await revalue(id)).json()).toMatchObject({
    status: 422,
    message: 'Nothing is on hand that could be revalued',
  })
  expect((await cardOf(id)).valueAtCost).toBeNull()
})

test('a manager does not revalue, nor anybody an item of another company', async () => {
  const id = await dearStock()
  const body = { actionId: randomUUID() }
  expect((await manager.post(path(`stock/${id}/revaluations`), body)).statusCode).toBe(403)
  expect((await revalue(randomUUID())).statusCode).toBe(404)
  expect(await stock(id)).toEqual([40, 120])
})
