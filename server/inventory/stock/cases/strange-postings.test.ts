import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// What nobody should be able to post: ids of another company, without the right, and figures that are none.
const { server, company, operator, manager, employee, sbr } = useOwnServer()
const { path, post, cardOf, moved, movementsOf, place } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

/** A company with a part, a place, a lot and a movement of its own. */
async function stranger() {
  const other = await server.given.company()
  const of = stockOf({ company: other, operator: await server.signIn('company_operator', other) })
  const { id } = await server.given.part(other, { part_number: 'THEIRS' })
  const shelf = await of.place('THEIRS-1')
  const actionId = randomUUID()
  const lines = [{ itemId: id, quantity: 5, unitCost: 2, locationId: shelf.id, lotNumber: 'THEIRS-L' }]
  const answer = await of.post(lines, actionId)
  expect(answer.statusCode, answer.body).toBe(200)
  return { id: id as string, shelf, actionId, movement: answer.json().movements[0], of }
}

test('parts, places, movements and changes of another company do not exist, and nothing of it changes', async () => {
  const theirs = await stranger()
  const { id } = await part({ stock_level: 5 })
  const own = await place()
  const before = await theirs.of.cardOf(theirs.id)
  const fieldOf = async (line: object) => {
    const answer = await post([line])
    return [answer.statusCode, answer.json().data.issues[0].field]
  }
  expect(await fieldOf({ itemId: theirs.id, quantity: 1 })).toEqual([400, 'lines.0.itemId'])
  expect(await fieldOf({ itemId: id, quantity: 1, locationId: theirs.shelf.id })).toEqual([400, 'lines.0.locationId'])
  expect(await fieldOf({ itemId: id, quantity: 1, toLocationId: theirs.shelf.id })).toEqual([
    400,
    'lines.0.toLocationId',
  ])
  const statusOf = async (rest: string, body: object) => (await operator.post(path(rest), body)).statusCode
  const count = { counted: 1, onHand: null }
  const answers = [
    await statusOf(`movements/${theirs.movement.id}/reversal`, { actionId: randomUUID() }),
    await statusOf(`change-sets/${theirs.movement.changeSetId}/undo`, {}),
    await statusOf(`stock/${theirs.id}/counts`, count),
    await statusOf(`stock/${id}/counts`, { ...count, locationId: theirs.shelf.id }),
    (await operator.get(path(`stock/${theirs.id}`))).statusCode,
    (await operator.get(path(`stock/${theirs.id}/history`))).statusCode,
    (await operator.get(path(`locations/${theirs.shelf.id}/stock`))).statusCode,
    (await operator.delete(path(`locations/${theirs.shelf.id}`))).statusCode,
    (await operator.get(path(`locations/${theirs.shelf.id}`))).statusCode,
    (await operator.patch(path(`locations/${theirs.shelf.id}`), { name: 'Ours' }, { 'if-match': '*' })).statusCode,
    (await operator.get(path(`parts/${theirs.id}/stock-movements`))).statusCode,
    await statusOf(`parts/${theirs.id}/stock`, { delta: 1 }),
    await statusOf(`parts/${theirs.id}/stock-counts`, count),
    await statusOf(`parts/${id}/stock-reversals`, { movementId: theirs.movement.id }),
  ]
  expect(answers).toEqual(answers.map(() => 404))
  const inside = { parentId: theirs.shelf.id }
  for (const answer of [
    await operator.patch(path(`locations/${own.id}`), inside, { 'if-match': '*' }),
    await operator.post(path('locations'), { code: 'IN-1', name: 'Inside', ...inside }),
  ])
    expect([answer.statusCode, answer.json().data.field]).toEqual([422, 'parentId'])
  for (const query of [
    `itemId=${theirs.id}`,
    `partId=${theirs.id}`,
    `locationId=${theirs.shelf.id}`,
    'lotNumber=THEIRS-L',
    'q=THEIRS',
  ])
    expect((await operator.get(path(`movements?${query}`))).json()).toMatchObject({ total: 0, items: [] })
  const file = 'Item Number,Place,Lot,Quantity\nTHEIRS,THEIRS-1,THEIRS-L,9\n'
  const preview = await operator.post(path('imports?type=stock'), file, { 'content-type': 'text/csv' })
  expect(preview.json().summary).toMatchObject({ create: 0, update: 0, error: 1 })
  expect([await theirs.of.cardOf(theirs.id), (await cardOf(id)).onHand]).toEqual([before, 5])
})

test('an action id of another company is free, and each company has its own effect of it', async () => {
  const theirs = await stranger()
  const { id } = await part()
  const answer = await post([{ itemId: id, quantity: 3 }], theirs.actionId)
  expect([answer.statusCode, (await cardOf(id)).onHand]).toEqual([200, 3])
  expect((await theirs.of.cardOf(theirs.id)).onHand).toBe(5)
})

test('an action of two people with one id is one effect, and both see it', async () => {
  const { id } = await part()
  const [line, actionId] = [{ itemId: id, quantity: 3 }, randomUUID()]
  const answers = await Promise.all([post([line], actionId), sbr.post(path('movements'), { actionId, lines: [line] })])
  expect(new Set(answers.map((answer) => answer.json().movements[0].id)).size).toBe(1)
  expect((await cardOf(id)).onHand).toBe(3)
})

test.each([...['-1', '1.5', '0.00001', '2147483648', '1e999', 'NaN', '"4"', '"４"', '"٤"', 'null']])(
  'a count of %s is refused, and counts nothing',
  async (counted) => {
    const { id } = await part({ stock_level: 5 })
    const body = `{"counted":${counted},"onHand":5}`
    const answer = await operator.post(path(`stock/${id}/counts`), body, { 'content-type': 'application/json' })
    expect([answer.statusCode, await movementsOf(id)]).toEqual([400, [expect.objectContaining({ reason: 'opening' })]])
  },
)

test.each(['١٢', '１２', '-1'])('the movement %s does not exist', async (id) => {
  const answer = await operator.post(path(`movements/${encodeURI(id)}/reversal`), { actionId: randomUUID() })
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'Not found'])
})

test.each(['２０２６-01-01', '2026-02-30', '2026-1-1', '9999-12-31'])(
  '%s is no day on which stock arrives',
  async (arrivedOn) => {
    const { id } = await part()
    const answer = await post([{ itemId: id, quantity: 1, arrivedOn }])
    expect([answer.statusCode, answer.json().data.issues[0].field]).toEqual([400, 'lines.0.arrivedOn'])
  },
)

test('of days before the company began and of days to come the answer is clear', async () => {
  await part({ stock_level: 5, cost: 2 })
  const valueOn = async (on: string) => (await operator.get(path(`stock-value?on=${on}`))).json()
  expect(await valueOn('0002-01-01')).toMatchObject({ total: 0, totalValue: 0, recordedFrom: expect.any(String) })
  expect(await valueOn('9998-12-31')).toMatchObject({ total: 1, totalValue: 10 })
  const from = async (query: string) => (await operator.get(path(`movements?${query}`))).json().total
  expect([await from('to=0002-01-01'), await from('from=9998-12-31'), await from('to=9998-12-31')]).toEqual([0, 0, 1])
})

test('managers and employees read the stock and move none of it', async () => {
  const { id } = await part({ stock_level: 5 })
  const [movement] = await movementsOf(id)
  for (const person of [manager, employee]) {
    const answers = [
      await person.post(path('movements'), { actionId: randomUUID(), lines: [{ itemId: id, quantity: 1 }] }),
      await person.post(path(`movements/${movement.id}/reversal`), { actionId: randomUUID() }),
      await person.post(path(`stock/${id}/counts`), { counted: 4, onHand: 5 }),
      await person.post(path('locations'), { code: 'X-1', name: 'X' }),
      await person.get(path('stock-value')),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
    expect((await person.get(path(`stock/${id}`))).json()).toMatchObject({ onHand: 5 })
  }
  expect(await movementsOf(id)).toHaveLength(1)
})

test.each([
  ...['NaN', 'Infinity', '-Infinity', '1e999', '-1e999', '1e308', '2147483648', '-2147483649'],
  ...['1e-8', '0.00001', '1.5', '0', '-0', '"1"', 'null', 'true', '[1]', '{}', '0x10', '1_000'],
])('a quantity of %s is refused, and posts nothing', async (quantity) => {
  const { id } = await part({ stock_level: 5 })
  const body = `{"actionId":"${randomUUID()}","lines":[{"itemId":"${id}","quantity":${quantity}}]}`
  const answer = await operator.post(path('movements'), body, { 'content-type': 'application/json' })
  expect([answer.statusCode, await movementsOf(id)]).toEqual([400, [expect.objectContaining({ reason: 'opening' })]])
})

test.each(['NaN', '1e999', '-0.01', '1e15', '"2"', '0.0000001'])('a price of %s is refused', async (unitCost) => {
  const { id } = await part()
  const line = `{"itemId":"${id}","quantity":1,"unitCost":${unitCost}}`
  const body = `{"actionId":"${randomUUID()}","lines":[${line}]}`
  const answer = await operator.post(path('movements'), body, { 'content-type': 'application/json' })
  expect([answer.statusCode, await movementsOf(id)]).toEqual([400, []])
})

test('the largest stock at the dearest price is kept, goes out whole, and one more is refused', async () => {
  const { id } = await part()
  await moved([{ itemId: id, quantity: 2_147_483_647, unitCost: 999_999_999.99 }])
  expect((await post([{ itemId: id, quantity: 1 }])).statusCode).toBe(422)
  await moved([{ itemId: id, quantity: -2_147_483_646 }])
  expect(await cardOf(id)).toMatchObject({ onHand: 1, value: 999_999_999.99 })
  await moved([{ itemId: id, quantity: -1 }])
  expect(await cardOf(id)).toMatchObject({ onHand: 0, value: 0 })
})

test('a thousand lines of one item are a chain, of a thousand items a document, and one more is refused', async () => {
  const { id } = await part()
  const lines = Array.from({ length: 1_000 }, (_, n) => ({
    itemId: id,
    quantity: n % 2 ? -1 : 2,
    ...(n % 2 ? {} : { unitCost: 2 }),
  }))
  const movements = await moved(lines)
  expect([movements.length, movements.at(-1).onHandAfter, movements.at(-1).valueAfter]).toEqual([1_000, 500, 1_000])
  expect((await post([...lines, { itemId: id, quantity: 1 }])).statusCode).toBe(400)
  const made = await server.given.sql<{ id: string }>(
    `insert into parts (company_id, part_number, name) select $1, 'T-' || n, 'Part' from generate_series(1, 1000) n returning id`,
    [company.id],
  )
  const each = (quantity: number) => made.map((one) => ({ itemId: one.id, quantity }))
  await moved(each(3))
  // The last line is short: none is booked.
  const short = await post([...each(-1).slice(0, 999), { itemId: made[999]?.id, quantity: -4 }])
  expect([short.statusCode, short.json().data.line]).toEqual([409, 999])
  const { total } = (await operator.get(path('movements?q=T-&pageSize=1'))).json()
  expect(total).toBe(1_000)
})
