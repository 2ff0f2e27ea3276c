import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'

// The numbers are those of the worked cases of the brief (decision 0390).
const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
const post = (lines: object[], actionId = randomUUID(), by = operator) =>
  by.post(path('movements'), { actionId, lines })
const stockOf = async (id: string) => {
  const { onHand, value } = (await operator.get(path(`stock/${id}`))).json()
  return [onHand, value]
}
const movementsOf = async (id: string) =>
  (await operator.get(path(`movements?itemId=${id}&order=asc&pageSize=500`))).json().items
const reverse = (id: string, actionId = randomUUID()) => operator.post(path(`movements/${id}/reversal`), { actionId })

/** Posts one movement and returns it. */
async function move(itemId: string, quantity: number, unitCost?: number, reason = quantity > 0 ? 'received' : 'used') {
  const answer = await post([{ itemId, quantity, reason, ...(unitCost === undefined ? {} : { unitCost }) }])
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().movements[0]
}

test('1: stock has its moving average, whatever is used, returned and received', async () => {
  const { id } = await part()
  const seen: unknown[] = []
  const steps = [[100, 2], [50, 2.6], [-60], [-10, 2.6, 'returned'], [20, 1.7]] as const
  for (const [quantity, unitCost, reason] of steps) {
    const { onHandAfter, valueAfter, value, variance } = await move(id, quantity, unitCost, reason)
    expect([onHandAfter, valueAfter]).toEqual(await stockOf(id))
    seen.push([onHandAfter, valueAfter, value, variance])
  }
  // The credit of 26 is 4 above what the returned pieces were worth.
  expect(seen).toEqual([
    [100, 200, 200, 0],
    [150, 330, 130, 0],
    [90, 198, -132, 0],
    [80, 176, -22, -4],
    [100, 210, 34, 0],
  ])
})

test('2: the last piece takes the cent that is left', async () => {
  const { id } = await part()
  await move(id, 2, 1)
  await move(id, 1, 1.01)
  const taken = []
  for (let piece = 0; piece < 3; piece++) taken.push((await move(id, -1)).value)
  expect(taken).toEqual([-1.003333, -1.003334, -1.003333])
  expect(await stockOf(id)).toEqual([0, 0])
})

test('the stock card has the last price, which a reversed receipt does not set', async () => {
  const { id } = await part({ cost: 5 })
  const lastPrice = async () => (await operator.get(path(`stock/${id}`))).json().lastPrice
  await move(id, 3)
  expect(await lastPrice()).toBeNull()
  await move(id, 3, 1.003333)
  const later = await move(id, 1, 9)
  await move(id, -1)
  expect(await lastPrice()).toBe(9)
  await reverse(later.id)
  expect(await lastPrice()).toBe(1.003333)
})

test('3: a receipt is reversed at its price while nothing has been used', async () => {
  const { id } = await part()
  await move(id, 100, 2)
  const second = await move(id, 50, 2.6)
  const [reversal] = (await reverse(second.id)).json().movements
  expect(reversal).toMatchObject({ quantity: -50, value: -130, variance: 0, reverses: second.id })
  expect(await stockOf(id)).toEqual([100, 200])
})

test('4: a reversed receipt leaves the value that the stock would have had without it', async () => {
  const { id } = await part()
  const first = await move(id, 10, 5)
  await move(id, -10)
  await move(id, 20, 6)
  expect(await stockOf(id)).toEqual([20, 120])
  const [reversal] = (await reverse(first.id)).json().movements
  expect(reversal).toMatchObject({ quantity: -10, value: -60, variance: 10 })
  expect(await stockOf(id)).toEqual([10, 60])
})

test('5: a receipt that has been used cannot be reversed, and the refusal names the use', async () => {
  const { id } = await part()
  const receipt = await move(id, 10, 1)
  const use = await move(id, -8)
  const answer = await reverse(receipt.id)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toMatch(
    /^Only 2 on hand: 10 cannot be taken off: 8 went out on .*\. Return what is left instead$/,
  )
  expect(answer.json().data).toMatchObject({ reason: 'below_zero', stockLevel: 2, usedBy: use.id })
  expect(await stockOf(id)).toEqual([2, 2])
})

test('6: what comes in without a price takes the average, else the last one, else the cost', async () => {
  const { id } = await part({ cost: 3 })
  await move(id, 4)
  expect(await stockOf(id)).toEqual([4, 12])
  await move(id, -4)
  expect(await stockOf(id)).toEqual([0, 0])
  await move(id, 1)
  expect(await stockOf(id)).toEqual([1, 3])
})

test('7: of two requests at once for more than there is, one succeeds', async () => {
  const { id } = await part({ stock_level: 5 })
  const answers = await Promise.all([1, 2].map(() => post([{ itemId: id, quantity: -3, reason: 'used' }])))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json()).toMatchObject({ data: { reason: 'below_zero', stockLevel: 2, itemId: id, line: 0 } })
  expect((await stockOf(id))[0]).toBe(2)
})

test('9: setting the stock by a form books the difference, its file changes nothing, and undo takes it back', async () => {
  const { id, part_number } = await part({ stock_level: 40, cost: 2.5 })
  expect(await stockOf(id)).toEqual([40, 100])
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { stockLevel: 45 })).json()
  expect((await movementsOf(id)).at(-1)).toMatchObject({ quantity: 5, value: 12.5, reason: 'edited', onHandAfter: 45 })
  const file = (await operator.get(path('exports/parts.csv'))).body
  expect(file).toMatch(new RegExp(`,${part_number},[^,]*,45,`))
  const preview = (await operator.post(path('imports?type=parts'), file, { 'content-type': 'text/csv' })).json()
  expect(preview.summary).toMatchObject({ create: 0, update: 0, error: 0 })
  await operator.post(path(`imports/${preview.id}/commit`), {})
  expect(await stockOf(id)).toEqual([45, 112.5])
  const undone = await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect(undone.json()).toMatchObject({ conflictCount: 0 })
  expect(await stockOf(id)).toEqual([40, 100])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('10: fifty people and documents in opposite orders leave right sums', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await part({ stock_level: 1_000, cost: 1.25 })).id),
  )
  const at = (n: number) => ids[n % ids.length] as string
  const sums = new Map(ids.map((id) => [id, 1_000]))
  const send = async (by: Client, lines: { itemId: string; quantity: number }[]) => {
    const answer = await post(lines, randomUUID(), by)
    expect(answer.statusCode, answer.body).toBe(200)
    for (const { itemId, quantity } of lines) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity)
  }
  const people = Array.from({ length: 50 }, async (_, person) => {
    const by = await server.signIn('company_operator', company)
    for (let turn = 0; turn < 20; turn++) await send(by, [{ itemId: at(person + turn), quantity: person % 3 ? 1 : -1 }])
    const document = [1, 2].map((line) => ({ itemId: at(person + line), quantity: -2 }))
    if (person < 10) await send(by, person % 2 ? document : document.reverse())
  })
  await Promise.all(people)
  for (const [id, sum] of sums) expect(await stockOf(id)).toEqual([sum, sum * 1.25])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('11: one action has one effect, for ever', async () => {
  const { id } = await part({ stock_level: 5 })
  const actionId = randomUUID()
  const send = () => post([{ itemId: id, quantity: -1 }], actionId)
  const [first, second] = await Promise.all([send(), send()])
  await server.given.sql('delete from idempotency_keys')
  const third = await send()
  expect(second.json()).toEqual(first.json())
  expect(third.json()).toEqual(first.json())
  expect((await stockOf(id))[0]).toBe(4)
})

test('13: a deleted part takes its stock along, and brings it back with its history', async () => {
  const { id } = await part({ stock_level: 40, cost: 2.5 })
  const { changeSetId } = (await operator.delete(path(`parts/${id}`))).json()
  expect((await movementsOf(id)).at(-1)).toMatchObject({
    quantity: -40,
    value: -100,
    reason: 'deleted',
    onHandAfter: 0,
  })
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect(await stockOf(id)).toEqual([40, 100])
  expect((await movementsOf(id)).map(({ quantity }: { quantity: number }) => quantity)).toEqual([40, -40, 40])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('17: a price below a cent stays exact', async () => {
  const { id } = await part()
  await move(id, 5_000, 0.00157)
  expect((await move(id, -1_234)).value).toBe(-1.93738)
  expect(await stockOf(id)).toEqual([3_766, 5.91262])
})

test('43: undo brings back a name, and takes from the stock what its own change added', async () => {
  const { id } = await part({ name: 'Bolt', stock_level: 10 })
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { name: 'Screw', stockLevel: 20 })).json()
  await move(id, -4)
  const undone = await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect(undone.json()).toMatchObject({ conflictCount: 0 })
  expect((await operator.get(path(`parts/${id}`))).json()).toMatchObject({ name: 'Bolt', stockLevel: 6 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('an undo keeps the stock that has been used since, and says so', async () => {
  const { id } = await part({ name: 'Bolt', stock_level: 10 })
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { name: 'Screw', stockLevel: 20 })).json()
  await move(id, -15)
  const undone = (await operator.post(path(`change-sets/${changeSetId}/undo`), {})).json()
  expect(undone).toMatchObject({ conflictCount: 1 })
  expect(JSON.stringify(undone)).toContain('used since')
  expect((await operator.get(path(`parts/${id}`))).json()).toMatchObject({ name: 'Bolt', stockLevel: 5 })
})

test('assemblies and products have stock, at their cost or at what their parts cost', async () => {
  const bolt = await part({ cost: 2 })
  const frame = await server.given.assembly(company)
  await server.given.bomLine(company, { assembly_id: frame.id }, { part_id: bolt.id }, 3)
  const machine = await server.given.product(company, { cost: 50 })
  const answer = await post([
    { itemId: frame.id, quantity: 2 },
    { itemId: machine.id, quantity: 1 },
    { itemId: machine.id, quantity: 1, unitCost: 70 },
  ])
  expect(answer.json().movements).toMatchObject([
    { itemType: 'assembly', quantity: 2, value: 12, partNumber: frame.assembly_number },
    { itemType: 'product', quantity: 1, value: 50, partName: machine.name },
    { itemType: 'product', quantity: 1, value: 70, onHandAfter: 2, valueAfter: 120 },
  ])
  expect(await stockOf(frame.id)).toEqual([2, 12])
  expect((await operator.get(path(`stock/${machine.id}`))).json()).toMatchObject({
    ...{ onHand: 2, value: 120, averageCost: 60, available: 2, projected: 2 },
    places: [{ locationId: null, lotNumber: null, quantity: 2 }],
  })
  const { changeSetId } = answer.json().movements[0]
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect(await stockOf(machine.id)).toEqual([0, 0])
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('the cost of a part revalues its stock until something has come in with a price', async () => {
  const { id } = await part({ stock_level: 10, cost: 2 })
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { cost: 3 })).json()
  expect(await stockOf(id)).toEqual([10, 30])
  await operator.post(path(`change-sets/${changeSetId}/undo`), {})
  expect(await stockOf(id)).toEqual([10, 20])
  await move(id, 10, 4)
  await operator.patch(path(`parts/${id}`), { cost: 9 })
  expect(await stockOf(id)).toEqual([20, 60])
})

test('a movement does not make an open form stale', async () => {
  const { id } = await part({ stock_level: 5 })
  const { version } = (await operator.get(path(`parts/${id}`))).json()
  await move(id, -1)
  const saved = await operator.patch(path(`parts/${id}`), { location: 'Shelf 2' }, { 'if-match': String(version) })
  expect([saved.statusCode, saved.json().stockLevel]).toEqual([200, 4])
})

test.each<[string, object, string]>([
  ['more than 4 decimals', { quantity: 1e-8 }, 'lines.0.quantity'],
  ['half a piece', { quantity: 1.5 }, 'lines.0.quantity'],
  ['nothing', { quantity: 0 }, 'lines.0.quantity'],
  ['text', { quantity: '3' }, 'lines.0.quantity'],
  ['a price for what goes out', { quantity: -1, unitCost: 2 }, 'lines.0.unitCost'],
  ['a price below zero', { quantity: 1, unitCost: -2 }, 'lines.0.unitCost'],
  ['a reason that only the database gives', { quantity: 1, reason: 'deleted' }, 'lines.0.reason'],
  ['an item that does not exist', { itemId: '00000000-0000-7000-8000-000000000000', quantity: 1 }, 'lines.0.itemId'],
])('%s is refused by its field, and nothing is posted', async (_name, line, field) => {
  const { id } = await part({ stock_level: 5 })
  const answer = await post([{ itemId: id, ...line }])
  expect([answer.statusCode, answer.json().data.issues[0].field]).toEqual([400, field])
  expect(await movementsOf(id)).toHaveLength(1)
})

test('all lines of a document are posted, or none', async () => {
  const [one, other] = [await part({ stock_level: 5 }), await part({ stock_level: 1 })]
  const answer = await post([
    { itemId: one.id, quantity: -2 },
    { itemId: other.id, quantity: -2 },
  ])
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe(`${other.part_number}: Only 1 on hand: 2 cannot be taken off`)
  expect((await stockOf(one.id))[0]).toBe(5)
})

test('a part in metres moves by centimetres, and no finer', async () => {
  const { id } = await part({ unit: 'm', decimals: 2, cost: 0.48 })
  await move(id, 53.2, 0.48)
  expect(await stockOf(id)).toEqual([53.2, 25.536])
  expect((await move(id, -45.5)).value).toBe(-21.84)
  expect(await stockOf(id)).toEqual([7.7, 3.696])
  const refused = await post([{ itemId: id, quantity: 0.125 }])
  expect(refused.json().data.issues).toEqual([{ field: 'lines.0.quantity', message: 'Must have at most 2 decimals' }])
  expect(refused.json().message).toBe('lines.0.quantity: Must have at most 2 decimals')
  expect(await stockFaults(server.given, company.id)).toEqual([])
})
