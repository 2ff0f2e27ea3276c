import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// More cases of section 9 of the brief, worked out by hand before they were run: what several people do in a day.
const { server, company, operator, sbr } = useServer()
const { path, cardOf, moved, movementsOf, place, post, reverse, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
const stock = async (id: string) => {
  const { onHand, value } = await cardOf(id)
  return [onHand, value]
}
const undo = async (changeSetId: string) => (await sbr.post(path(`change-sets/${changeSetId}/undo`), {})).json()
const upload = async (file: string, type: string) =>
  (await operator.post(path(`imports?type=${type}`), file, { 'content-type': 'text/csv' })).json()
const booked = async (file: string) => {
  const done = await operator.post(path(`imports/${(await upload(file, 'stock')).id}/commit`), {})
  expect(done.statusCode, done.body).toBe(200)
  return done.json().changeSetId as string
}
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('the answer has the movements in the order of the lines, also when it comes again', async () => {
  const [a, b] = [await place(), await place()]
  const [first, second] = [await part({ location: a.code }), await part()]
  const lines = [
    { itemId: second.id, quantity: 7 },
    { itemId: first.id, quantity: 5 },
    { itemId: first.id, quantity: 2, toLocationId: b.id },
    { itemId: second.id, quantity: -3 },
    { itemId: first.id, quantity: -1 },
  ]
  const actionId = randomUUID()
  const expected = [
    ...[
      [second.id, 7],
      [first.id, 5],
      [first.id, -2],
      [first.id, 2],
    ],
    ...[
      [second.id, -3],
      [first.id, -1],
    ],
  ]
  for (const answer of [await post(lines, actionId), await post(lines, actionId)]) {
    const { movements } = answer.json()
    expect(movements.map(({ itemId, quantity }: Record<string, unknown>) => [itemId, quantity])).toEqual(expected)
  }
})

test('of two people who move six of ten from one place, one does', async () => {
  const [a, b, c] = [await place(), await place(), await place()]
  const { id } = await part({ location: a.code, stock_level: 10, cost: 1.5 })
  const move = (person: typeof operator, to: string) =>
    person.post(path('movements'), {
      actionId: randomUUID(),
      lines: [{ itemId: id, quantity: 6, locationId: a.id, toLocationId: to }],
    })
  const answers = await Promise.all([move(operator, b.id), move(sbr, c.id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(Object.values(await spots(id)).sort()).toEqual([4, 6])
  expect(await stock(id)).toEqual([10, 15])
})

test('a chain of moves changes no value, and is taken back from its end only', async () => {
  const [a, b, c] = [await place(), await place(), await place()]
  const { id } = await part()
  await moved([{ itemId: id, quantity: 9, unitCost: 0.333333, locationId: a.id }])
  const [first] = await moved([{ itemId: id, quantity: 9, locationId: a.id, toLocationId: b.id }])
  const [second] = await moved([{ itemId: id, quantity: 5, locationId: b.id, toLocationId: c.id }])
  expect((await reverse(first.id)).statusCode).toBe(409)
  expect(await spots(id)).toEqual({ [b.code]: 4, [c.code]: 5 })
  for (const { id: movement } of [second, first]) expect((await reverse(movement)).statusCode).toBe(200)
  expect([await spots(id), await stock(id)]).toEqual([{ [a.code]: 9 }, [9, 2.999997]])
})

test('of two moves of one document each goes back to where it came from', async () => {
  const [a, b, c, d] = [await place(), await place(), await place(), await place()]
  const [first, second] = [await part(), await part()]
  await moved([a, c].map(({ id: locationId }) => ({ itemId: first.id, quantity: 4, locationId })))
  const move = (from: { id: string }, to: { id: string }) => ({
    ...{ itemId: first.id, quantity: 4, locationId: from.id, toLocationId: to.id },
  })
  const movements = await moved([move(a, b), move(c, d), { itemId: second.id, quantity: 1 }])
  const at = (locationId: string) =>
    movements.find((movement: { locationId: string }) => movement.locationId === locationId)
  expect((await reverse(at(b.id).id)).statusCode).toBe(200)
  expect(await spots(first.id)).toEqual({ [a.code]: 4, [d.code]: 4 })
  expect((await reverse(at(c.id).id)).statusCode).toBe(200)
  expect(await spots(first.id)).toEqual({ [a.code]: 4, [c.code]: 4 })
})

test('a count of what is on hold lowers what is on hand, and not what is available', async () => {
  const hold = await place(undefined, { kind: 'hold' })
  const { id } = await part({ stock_level: 10, cost: 3 })
  await moved([{ itemId: id, quantity: 4, toLocationId: hold.id }])
  await operator.post(path(`stock/${id}/counts`), { counted: 1, onHand: 4, locationId: hold.id })
  expect(await cardOf(id)).toMatchObject({ onHand: 7, available: 6, value: 21 })
})

test('a place that becomes a hold takes what is in it out of what is available, and gives it back', async () => {
  const shelf = await place()
  const { id } = await part({ location: shelf.code, stock_level: 8 })
  const available = async () => (await cardOf(id)).available
  const seen = [await available()]
  for (const kind of ['hold', 'place']) {
    await operator.patch(path(`locations/${shelf.id}`), { kind }, { 'if-match': '*' })
    seen.push(await available())
  }
  expect(seen).toEqual([8, 0, 8])
})

test('one lot at three places is counted at one, and the undo of the count is additive', async () => {
  const [a, b, c] = [await place(), await place(), await place()]
  const { id } = await part({ has_lots: true })
  await moved([{ itemId: id, quantity: 30, unitCost: 2, lotNumber: 'L1', locationId: a.id }])
  for (const to of [b, c])
    await moved([{ itemId: id, quantity: 10, lotNumber: 'L1', locationId: a.id, toLocationId: to.id }])
  const count = { counted: 7, onHand: 10, locationId: b.id, lotNumber: 'l1' }
  const { changeSetId } = (await operator.post(path(`stock/${id}/counts`), count)).json()
  expect(await stock(id)).toEqual([27, 54])
  await moved([{ itemId: id, quantity: -2, lotNumber: 'L1', locationId: b.id }])
  expect((await undo(changeSetId)).conflictCount).toBe(0)
  expect([await spots(id), await stock(id)]).toEqual([
    { [`${a.code} L1`]: 10, [`${b.code} L1`]: 8, [`${c.code} L1`]: 10 },
    [28, 56],
  ])
})

test('a lot traced both ways names the receipt, the moves and the issue, and no other lot', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ has_lots: true })
  await moved([
    { itemId: id, quantity: 20, lotNumber: 'L1', locationId: a.id },
    { itemId: id, quantity: 20, lotNumber: 'L2', locationId: a.id },
    { itemId: id, quantity: 6, lotNumber: 'L1', locationId: a.id, toLocationId: b.id },
    { itemId: id, quantity: -5, lotNumber: 'L1', locationId: b.id },
    { itemId: id, quantity: -5, lotNumber: 'L2', locationId: a.id },
  ])
  const { items } = (await operator.get(path('movements?lotNumber=l1&order=asc'))).json()
  expect(items.map(({ quantity, reason }: Record<string, unknown>) => [quantity, reason])).toEqual([
    [20, 'other'],
    [-6, 'moved'],
    [6, 'moved'],
    [-5, 'other'],
  ])
})

test('two files of stock are undone in the order of their booking and against it', async () => {
  const a = await place()
  const number = `F-${randomUUID().slice(0, 8)}`
  const { id } = await part({ part_number: number })
  const file = (...rows: string[]) => `Item Number,Place,Lot,Quantity,Cost Each\n${rows.join('\n')}\n`
  const first = await booked(file(`${number},${a.code},L1,5,2`, `${number},${a.code},L2,7,3`))
  expect(await stock(id)).toEqual([12, 31])
  const second = await booked(file(`${number},${a.code},L1,0,`, `${number},${a.code},L2,10,5`))
  // There is less of it afterwards, so the file has no price for what comes in: +3 bring 7.75, then -5 take 12.916667 of 38.75.
  expect([await spots(id), await stock(id)]).toEqual([{ [`${a.code} L2`]: 10 }, [10, 25.833333]])
  // What the first brought in L1 is gone: kept, and named.
  expect(await undo(first)).toMatchObject({ conflictCount: 1, conflicts: [{ entityId: id, field: 'stock_level' }] })
  expect((await undo(second)).conflictCount).toBe(0)
  expect([await spots(id), await stock(id)]).toEqual([{ [`${a.code} L1`]: 5, [`${a.code} L2`]: 7 }, [12, 31]])
})

test('a form with a name and a stock is undone where it can be: what has moved away stays, the name comes back', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ name: 'Bolt', location: a.code, stock_level: 3, cost: 2 })
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { name: 'Screw', stockLevel: 8 })).json()
  await moved([{ itemId: id, quantity: 6, locationId: a.id, toLocationId: b.id }])
  expect(await undo(changeSetId)).toMatchObject({ conflictCount: 1, conflicts: [{ field: 'stock_level' }] })
  expect((await operator.get(path(`parts/${id}`))).json()).toMatchObject({ name: 'Bolt', stockLevel: 8 })
  expect(await stock(id)).toEqual([8, 16])
})

test('a stock that a form lowered is the same in its file, and comes back with the undo', async () => {
  const { id, part_number } = await part({ unit: 'kg', decimals: 3, stock_level: 4.125, cost: 8 })
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { stockLevel: 0.5 })).json()
  expect((await movementsOf(id)).at(-1)).toMatchObject({ quantity: -3.625, value: -29, reason: 'edited' })
  const file = (await operator.get(path('exports/parts.csv'))).body
  expect(file).toContain(part_number)
  expect((await upload(file, 'parts')).summary).toMatchObject({ create: 0, update: 0, error: 0 })
  await undo(changeSetId)
  expect(await stock(id)).toEqual([4.125, 33])
})

test('the reversal of one action id comes three times and is one', async () => {
  const { id } = await part({ stock_level: 5, cost: 2 })
  const [receipt] = await moved([{ itemId: id, quantity: 3, unitCost: 4 }])
  const actionId = randomUUID()
  const send = () => operator.post(path(`movements/${receipt.id}/reversal`), { actionId })
  const answers = [...(await Promise.all([send(), send()])), await send()]
  expect(answers.map((answer) => [answer.statusCode, answer.json().movements[0].id])).toEqual(
    Array(3).fill([200, answers[0]?.json().movements[0].id]),
  )
  expect([await stock(id), (await movementsOf(id)).length]).toEqual([[5, 10], 3])
})

test('fifty people who each take one of forty lines of a document leave whole documents', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await part({ stock_level: 30, cost: 2 })).id))
  const take = (turn: number) => post((turn % 2 ? ids : ids.toReversed()).map((itemId) => ({ itemId, quantity: -1 })))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => take(turn)))
  const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
  expect([of(200), of(409)]).toEqual([30, 20])
  for (const id of ids) expect(await stock(id)).toEqual([0, 0])
})

test.each([
  [1, 0.35, 2],
  [0.7, 0.35, 2],
  [0.69, 0.35, 1],
  [0.3, 0.1, 3],
  [0.34, 0.35, 0],
])('%d on hand and %d a piece build %d', async (stockLevel, per, builds) => {
  const wire = await part({ unit: 'm', decimals: 2, stock_level: stockLevel })
  const product = await server.given.product(company)
  await server.given.bomLine(company, { product_id: product.id }, { part_id: wire.id }, per)
  expect((await operator.get(path(`bom/${product.id}/parts?target=1`))).json().maxBuildable).toBe(builds)
})

test('a unit stays once something has moved, and can change while there is only opening stock', async () => {
  const { id } = await part({ stock_level: 5, cost: 2 })
  const unit = async (wanted: string) => (await operator.patch(path(`parts/${id}`), { unit: wanted })).statusCode
  await operator.patch(path(`parts/${id}`), { cost: 3 })
  expect(await unit('m')).toBe(200)
  await moved([{ itemId: id, quantity: -1 }])
  expect(await unit('kg')).toBe(409)
})

test('an issue of before a part kept lots is reversed without one, and only a receipt needs one', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ stock_level: 5, location: a.code })
  const [issue] = await moved([{ itemId: id, quantity: -2 }])
  await operator.patch(path(`parts/${id}`), { hasLots: true })
  expect((await reverse(issue.id)).statusCode).toBe(200)
  await moved([{ itemId: id, quantity: 4, locationId: a.id, toLocationId: b.id }])
  expect((await operator.post(path(`parts/${id}/stock`), { delta: 1 })).statusCode).toBe(422)
  expect(await spots(id)).toEqual({ [a.code]: 1, [b.code]: 4 })
})

test('a count that found what was expected has nothing to undo', async () => {
  const { id } = await part({ stock_level: 5 })
  await operator.post(path(`stock/${id}/counts`), { counted: 5, onHand: 5 })
  const [, count] = await movementsOf(id)
  const answer = await operator.post(path(`change-sets/${count.changeSetId}/undo`), {})
  expect(answer.json()).toMatchObject({ restored: 0, conflicts: [], changeSetId: null })
  expect((await movementsOf(id)).length).toBe(2)
})
