import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { csvText } from '../../../testing/csv.ts'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// Calculated outside the product before they were run.
const { server, company, operator, sbr } = useServer()
const { path, cardOf, moved, movementsOf, place, post, reverse, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
const undo = async (changeSetId: string) => (await sbr.post(path(`change-sets/${changeSetId}/undo`), {})).json()
const figures = async (id: string) => {
  const { onHand, available, value } = await cardOf(id)
  return { onHand, available, value }
}
const imported = async (type: string, file: string) => {
  const preview = await operator.post(path(`imports?type=${type}`), file, { 'content-type': 'text/csv' })
  const done = await operator.post(path(`imports/${preview.json().id}/commit`), {})
  expect(done.statusCode, done.body).toBe(200)
  return done.json().changeSetId as string
}
const refused = async (lines: object[]) => {
  const answer = await post(lines)
  return [answer.statusCode, answer.json().data?.reason ?? answer.json().data?.issues?.[0]?.field]
}
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('what goes from one hold to another stays out of what is available, and what leaves the last one is available again', async () => {
  const [first, second] = [await place(undefined, { kind: 'hold' }), await place(undefined, { kind: 'hold' })]
  const shelf = await place()
  const { id } = await part()
  await moved([{ itemId: id, quantity: 9, unitCost: 1.111111, locationId: first.id }])
  expect(await figures(id)).toEqual({ onHand: 9, available: 0, value: 9.999999 })
  await moved([{ itemId: id, quantity: 5, locationId: first.id, toLocationId: second.id }])
  expect(await figures(id)).toEqual({ onHand: 9, available: 0, value: 9.999999 })
  const [, out] = await moved([{ itemId: id, quantity: 3, locationId: second.id, toLocationId: shelf.id }])
  expect(await figures(id)).toEqual({ onHand: 9, available: 3, value: 9.999999 })
  expect((await reverse(out.id)).statusCode).toBe(200)
  expect(await figures(id)).toEqual({ onHand: 9, available: 0, value: 9.999999 })
  expect(await spots(id)).toEqual({ [first.code]: 4, [second.code]: 5 })
})

test('two lots of one part have one average, and each gives no more than it has', async () => {
  const { id } = await part({ has_lots: true })
  await moved([
    { itemId: id, quantity: 50, unitCost: 2, lotNumber: 'L1' },
    { itemId: id, quantity: 50, unitCost: 3, lotNumber: 'L2' },
  ])
  const [used] = await moved([{ itemId: id, quantity: -30, lotNumber: 'l1' }])
  expect(used).toMatchObject({ value: -75, lotNumber: 'L1' })
  await moved([
    { itemId: id, quantity: -20, lotNumber: 'L1' },
    { itemId: id, quantity: -10, lotNumber: 'L2' },
  ])
  expect(await refused([{ itemId: id, quantity: -1, lotNumber: 'L1' }])).toEqual([409, 'place_short'])
  expect(await refused([{ itemId: id, quantity: 5 }])).toEqual([400, 'lines.0.lotNumber'])
  expect([await spots(id), await figures(id)]).toEqual([{ '- L2': 40 }, { onHand: 40, available: 40, value: 100 }])
})

test('a lot that is reversed takes the price of its receipt away from the other', async () => {
  const { id } = await part({ has_lots: true })
  const [first] = await moved([
    { itemId: id, quantity: 10, unitCost: 5, lotNumber: 'A' },
    { itemId: id, quantity: 10, unitCost: 6.5, lotNumber: 'B' },
  ])
  await moved([{ itemId: id, quantity: -4, lotNumber: 'B' }])
  // 20 / 115, -4 took 23; without A: 10 / 65, -4 takes 26.
  expect((await cardOf(id)).value).toBe(92)
  const [back] = (await reverse(first.id)).json().movements
  expect(back).toMatchObject({ value: -53, variance: 3 })
  expect([await spots(id), (await cardOf(id)).value]).toEqual([{ '- B': 6 }, 39])
})

test.each([
  [{ decimals: 2, unit: 'm' }, 0.125],
  [{}, 1.5],
  [{ decimals: 4, unit: 'kg' }, 1e-8],
  [{ decimals: 3, unit: 'kg' }, -0.0001],
  [{}, 'three'],
  [{}, null],
  [{}, 0],
])('of a part with %j a movement of %j is refused with the field', async (fields, quantity) => {
  const { id } = await part(fields)
  const answer = await post([{ itemId: id, quantity }])
  expect([answer.statusCode, answer.json().data.issues[0].field]).toEqual([400, 'lines.0.quantity'])
  expect(await movementsOf(id)).toEqual([])
})

test('decimals grow with what is on hand, and shrink once the last digit has gone', async () => {
  const { id } = await part({ unit: 'm', decimals: 2 })
  await moved([{ itemId: id, quantity: 1.25, unitCost: 4 }])
  const decimals = async (wanted: number) =>
    (await operator.patch(path(`parts/${id}`), { decimals: wanted })).statusCode
  expect([await decimals(3), await decimals(2), await decimals(3)]).toEqual([200, 200, 200])
  await moved([{ itemId: id, quantity: 0.125, unitCost: 4 }])
  expect(await decimals(2)).toBe(400)
  await moved([{ itemId: id, quantity: -0.005 }])
  expect([await decimals(2), (await cardOf(id)).value]).toEqual([200, 5.48])
})

test('opening stock by file is taken back, and comes back with the undo of that', async () => {
  const [a, b] = [await place(), await place()]
  const number = `O-${randomUUID().slice(0, 8)}`
  const { id } = await part({ part_number: number, unit: 'kg', decimals: 3 })
  const lines = [`${number},${a.code},L1,1.125,8`, `${number},${b.code},L2,0.5,9.5`, `${number},${b.code},L3,0.001,0`]
  const set = await imported('stock', `Item Number,Place,Lot,Quantity,Cost Each\n${lines.join('\n')}\n`)
  const state = [{ [`${a.code} L1`]: 1.125, [`${b.code} L2`]: 0.5, [`${b.code} L3`]: 0.001 }, 13.75]
  expect([await spots(id), (await cardOf(id)).value]).toEqual(state)
  const undone = await undo(set)
  expect([undone.conflicts, await spots(id), (await cardOf(id)).value]).toEqual([[], {}, 0])
  expect((await undo(undone.changeSetId)).conflicts).toEqual([])
  expect([await spots(id), (await cardOf(id)).value]).toEqual(state)
  const file = csvText((await operator.get(path('exports/stock.csv'))).body)
  const again = await operator.post(path('imports?type=stock'), file, { 'content-type': 'text/csv' })
  expect(again.json().summary).toMatchObject({ create: 0, update: 0, error: 0 })
})

test('an undone import leaves what has been used since, and takes back the rest', async () => {
  const [used, whole] = [
    await part({ part_number: `U-${randomUUID()}` }),
    await part({ part_number: `W-${randomUUID()}` }),
  ]
  const number = (item: { part_number?: unknown }) => String(item.part_number)
  const set = await imported('stock', `Item Number,Quantity,Cost Each\n${number(used)},5,2\n${number(whole)},7,3\n`)
  await moved([{ itemId: used.id, quantity: -1 }])
  expect(await undo(set)).toMatchObject({ conflictCount: 1, conflicts: [{ entityId: used.id, field: 'stock_level' }] })
  expect([await figures(used.id), await figures(whole.id)]).toEqual([
    { onHand: 4, available: 4, value: 8 },
    { onHand: 0, available: 0, value: 0 },
  ])
})

test('of a reversal and an undo of one movement at once, one has an effect', async () => {
  const { id } = await part()
  await moved([{ itemId: id, quantity: 10, unitCost: 1.5 }])
  const [issue] = await moved([{ itemId: id, quantity: -4 }])
  await Promise.all([
    ...[1, 2, 3].map(() => reverse(issue.id)),
    ...[1, 2, 3].map(() => operator.post(path(`change-sets/${issue.changeSetId}/undo`), {})),
  ])
  expect(await figures(id)).toEqual({ onHand: 10, available: 10, value: 15 })
  expect(await movementsOf(id)).toHaveLength(3)
})

test('what a deleted part had at its places comes back there, and its receipt is reversed where it was', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  const [receipt] = await moved([{ itemId: id, quantity: 6, unitCost: 2, locationId: b.id }])
  await moved([{ itemId: id, quantity: 4, unitCost: 4.5 }])
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect((await undo(changeSetId)).conflicts).toEqual([])
  expect(await spots(id)).toEqual({ [a.code]: 4, [b.code]: 6 })
  expect((await reverse(receipt.id)).statusCode).toBe(200)
  expect([await spots(id), (await cardOf(id)).value]).toEqual([{ [a.code]: 4 }, 18])
})

test('a document in two units of two people is booked whole, or not at all', async () => {
  const [wire, screw] = [await part({ unit: 'm', decimals: 2 }), await part()]
  await moved([
    { itemId: wire.id, quantity: 12.34, unitCost: 0.5 },
    { itemId: screw.id, quantity: 3, unitCost: 0.333333 },
  ])
  const take = (person: typeof operator) =>
    person.post(path('movements'), {
      actionId: randomUUID(),
      lines: [
        { itemId: wire.id, quantity: -10 },
        { itemId: screw.id, quantity: -2 },
      ],
    })
  const answers = await Promise.all([operator, sbr].map(take))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect([await figures(wire.id), await figures(screw.id)]).toEqual([
    { onHand: 2.34, available: 2.34, value: 1.17 },
    { onHand: 1, available: 1, value: 0.333333 },
  ])
})
