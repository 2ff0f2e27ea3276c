import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockOf } from '../../../testing/stock.ts'

const { server, company, operator } = useServer()
const { path, cardOf, moved, movementsOf, place, post, reverse } = stockOf({ company, operator })

type Made = { itemId: string; other?: string; id: string }
const kinds: Record<string, () => Promise<Made>> = {
  receipt: async () => made({ quantity: 5, unitCost: 3 }),
  issue: async () => made({ quantity: -5 }),
  transfer: async () => {
    const [a, b] = [await place(), await place()]
    const { id: itemId } = await server.given.part(company, { stock_level: 20, cost: 2, location: a.code })
    const [out] = await moved([{ itemId, quantity: 5, locationId: a.id, toLocationId: b.id }])
    return { itemId, id: out.id }
  },
  count: async () => {
    const { id: itemId } = await server.given.part(company, { stock_level: 20, cost: 2 })
    await operator.post(path(`parts/${itemId}/stock-counts`), { counted: 25, onHand: null })
    return { itemId, id: (await movementsOf(itemId)).at(-1).id }
  },
}
async function made(line: object): Promise<Made> {
  const { id: itemId } = await server.given.part(company, { stock_level: 20, cost: 2 })
  const [movement] = await moved([{ itemId, ...line }])
  return { itemId, id: movement.id }
}

/** The ids of a movement and its reversals, each of which reverses the one before. */
async function chainOf(itemId: string, first: string): Promise<string[]> {
  const history = await movementsOf(itemId)
  const chain = [first]
  for (;;) {
    const next = history.find(({ reverses }: { reverses: string }) => reverses === chain.at(-1))
    if (!next) return chain
    chain.push(next.id)
  }
}

test.each(Object.keys(kinds))('of a %s and its reversals, only what is in force can be reversed', async (kind) => {
  const { itemId, id } = await (kinds[kind] as () => Promise<Made>)()
  const states = [await shownOf(itemId)]
  for (let length = 1; length <= 5; length += 1) {
    const chain = await chainOf(itemId, id)
    expect(chain).toHaveLength(length)
    const isInForce = (at: number) => (length - 1 - at) % 2 === 0
    for (const [at, one] of chain.entries())
      if (!isInForce(at)) {
        const refused = await reverse(one)
        expect([refused.statusCode, refused.json().message]).toEqual([409, 'This movement has been reversed already'])
      }
    // The oldest and the newest of those in force, in turn.
    const inForce = chain.filter((_, at) => isInForce(at))
    expect((await reverse(inForce.at(length === 3 ? -1 : 0) as string)).statusCode).toBe(200)
    states.push(await shownOf(itemId))
  }
  const [done, undone] = states
  expect(states).toEqual([done, undone, done, undone, done, undone])
  expect(undone).not.toEqual(done)
})

const shownOf = async (id: string) => {
  const { onHand, value, places } = await cardOf(id)
  return { onHand, value, places }
}

test('an action id that comes again with the same lines has the same answer, whatever happened since', async () => {
  const [a, b] = [await place(), await place()]
  const { id: other } = await server.given.part(company, { stock_level: 9 })
  const { id } = await server.given.part(company, { location: a.code, stock_level: 9 })
  const actionId = randomUUID()
  const lines = [
    { itemId: id, quantity: 5, unitCost: 1.234567, reason: 'received', note: 'Box 4', lotNumber: 'L1' },
    { itemId: id, quantity: 2, toLocationId: b.id },
    { itemId: other, quantity: -4 },
    { itemId: id, quantity: -1 },
    { itemId: other, quantity: 3 },
  ]
  const first = await post(lines, actionId)
  expect(first.statusCode, first.body).toBe(200)
  await operator.patch(path(`parts/${id}`), { location: b.code })
  await operator.delete(path(`parts/${id}`))
  const again = await post(lines, actionId)
  const idsOf = (answer: typeof first) => answer.json().movements.map((movement: { id: string }) => movement.id)
  expect([again.statusCode, idsOf(again)]).toEqual([200, idsOf(first)])
})

test('an action id that comes again with something else is refused, and posts nothing', async () => {
  const { id } = await server.given.part(company, { stock_level: 9 })
  const other = await server.given.part(company)
  const shelf = await place()
  const actionId = randomUUID()
  const line = { itemId: id, quantity: 5, reason: 'received', lotNumber: 'L1', unitCost: 2 }
  const [movement] = (await post([line], actionId)).json().movements
  const changed: object[][] = [
    [{ ...line, quantity: 6 }],
    [{ ...line, itemId: other.id }],
    [{ ...line, reason: 'returned' }],
    [{ ...line, unitCost: 3 }],
    [{ ...line, lotNumber: 'L2' }],
    [{ ...line, note: 'Box' }],
    [{ ...line, locationId: shelf.id }],
    [{ ...line, arrivedOn: '2026-01-01' }],
    [line, line],
    [{ itemId: id, quantity: 5, toLocationId: shelf.id }],
  ]
  const message = 'This action id has posted other movements: use a new one'
  for (const lines of changed) {
    const refused = await post(lines, actionId)
    expect([refused.statusCode, refused.json().message, lines]).toEqual([409, message, lines])
  }
  const refused = await operator.post(path(`movements/${movement.id}/reversal`), { actionId })
  expect([refused.statusCode, refused.json().message]).toEqual([409, message])

  const reversing = randomUUID()
  const back = (wanted: string) => operator.post(path(`movements/${wanted}/reversal`), { actionId: reversing })
  const done = (await back(movement.id)).json()
  expect((await back(movement.id)).json()).toMatchObject({ movements: [{ id: done.movements[0].id }] })
  expect((await post([line], reversing)).statusCode).toBe(409)
  const [next] = await moved([line])
  expect((await back(next.id)).statusCode).toBe(409)
  expect((await cardOf(id)).onHand).toBe(14)
})
