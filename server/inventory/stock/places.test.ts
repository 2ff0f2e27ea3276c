import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { stockOf } from '../../testing/stock.ts'

// The numbers are those of the worked cases of the brief (decision 0410).
const { server, company, operator } = useServer()
const { path, post, cardOf, movementsOf, reverse, moved, place, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)

test('8: stock is moved from place to place, no more than is there, and its value stays', async () => {
  const { id } = await part({ cost: 3 })
  const [a, b] = [await place(), await place()]
  await moved([{ itemId: id, quantity: 10, reason: 'received', locationId: a.id }])
  const halves = await moved([{ itemId: id, quantity: 4, reason: 'moved', locationId: a.id, toLocationId: b.id }])
  expect(halves).toMatchObject([
    { quantity: -4, onHandAfter: 6, value: 0, valueAfter: 30, reason: 'moved', locationId: a.id, locationCode: a.code },
    { quantity: 4, onHandAfter: 10, value: 0, valueAfter: 30, reason: 'moved', locationId: b.id, locationCode: b.code },
  ])
  const refused = await post([{ itemId: id, quantity: 7, locationId: a.id, toLocationId: b.id }])
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toContain(`Only 6 at ${a.code}: 7 cannot be taken off`)
  expect(refused.json().data).toMatchObject({ reason: 'place_short', line: 0, locationId: a.id, quantity: 6 })
  expect(await spots(id)).toEqual({ [a.code]: 6, [b.code]: 4 })
  expect(await cardOf(id)).toMatchObject({ onHand: 10, value: 30, averageCost: 3 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('what was moved goes back by the reversal of either half, once', async () => {
  const { id } = await part()
  const [a, b] = [await place(), await place()]
  await moved([{ itemId: id, quantity: 10, locationId: a.id, unitCost: 2 }])
  const [, second] = await moved([{ itemId: id, quantity: 4, locationId: a.id, toLocationId: b.id }])
  const back = await reverse(second.id)
  expect(back.json().movements).toMatchObject([
    { quantity: -4, locationId: b.id, reason: 'moved' },
    { quantity: 4, locationId: a.id, reason: 'moved' },
  ])
  expect(await spots(id)).toEqual({ [a.code]: 10 })
  expect((await reverse(second.id)).statusCode).toBe(409)
  expect(await cardOf(id)).toMatchObject({ onHand: 10, value: 20 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a receipt is reversed at its place only while it is there', async () => {
  const { id } = await part()
  const [a, b] = [await place(), await place()]
  const [receipt] = await moved([{ itemId: id, quantity: 10, locationId: a.id, unitCost: 2 }])
  await moved([{ itemId: id, quantity: 4, locationId: a.id, toLocationId: b.id }])
  const refused = await reverse(receipt.id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toMatch(
    /^Only 6 there: 10 cannot be taken off: 4 moved away on .*\. Move that back first$/,
  )
  expect((await cardOf(id)).onHand).toBe(10)
})

test('what a receipt would have been worth without it is right beside moves from place to place', async () => {
  const { id } = await part()
  const [a, b] = [await place(), await place()]
  const [first] = await moved([{ itemId: id, quantity: 10, locationId: a.id, unitCost: 5 }])
  await moved([{ itemId: id, quantity: 10, locationId: a.id, toLocationId: b.id }])
  await moved([{ itemId: id, quantity: -10, locationId: b.id }])
  await moved([{ itemId: id, quantity: 20, locationId: a.id, unitCost: 6 }])
  await moved([{ itemId: id, quantity: 5, locationId: a.id, toLocationId: b.id }])
  const [reversal] = (await reverse(first.id)).json().movements
  expect(reversal).toMatchObject({ quantity: -10, value: -60, variance: 10 })
  expect(await cardOf(id)).toMatchObject({ onHand: 10, value: 60 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('setting the stock books the difference at the home place, never more than is there', async () => {
  const [home, away] = [await place(), await place()]
  const { id } = await part({ location: home.code.toLowerCase() })
  expect((await cardOf(id)).homeId).toBe(home.id)
  await operator.patch(path(`parts/${id}`), { stockLevel: 8 })
  await moved([{ itemId: id, quantity: 5, locationId: home.id, toLocationId: away.id }])
  await operator.patch(path(`parts/${id}`), { stockLevel: 10 })
  expect(await spots(id)).toEqual({ [home.code]: 5, [away.code]: 5 })
  const refused = await operator.patch(path(`parts/${id}`), { stockLevel: 4 })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toMatch(/^There is not enough: .* has 5 at /)
  expect((await cardOf(id)).onHand).toBe(10)
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a new place takes in the stock of items whose location spells its code, and undo gives it back', async () => {
  const code = `Bay ${randomUUID().slice(0, 6)}`
  const { id } = await part({ location: code.toUpperCase(), stock_level: 7, cost: 2 })
  const product = await server.given.product(company, { location: code, stock_level: 2 })
  const elsewhere = await part({ location: 'Nowhere', stock_level: 3 })
  const made = await place(code)
  expect([await spots(id), await spots(product.id), await spots(elsewhere.id)]).toEqual([
    { [code]: 7 },
    { [code]: 2 },
    { '-': 3 },
  ])
  const renamed = await operator.patch(path(`locations/${made.id}`), { code: `${code}b` })
  expect(renamed.statusCode).toBe(200)
  expect((await operator.get(path(`parts/${id}`))).json().location).toBe(`${code}b`)
  await operator.post(path(`change-sets/${renamed.json().changeSetId}/undo`), {})
  expect((await operator.get(path(`parts/${id}`))).json().location).toBe(code.toUpperCase())
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('an item that gets a home takes its stock there', async () => {
  const home = await place()
  const { id } = await part({ stock_level: 4 })
  await operator.patch(path(`parts/${id}`), { location: home.code, stockLevel: 3 })
  expect(await spots(id)).toEqual({ [home.code]: 3 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a place with stock or with places inside is not deleted, and says by what it is used', async () => {
  const outer = await place()
  const inner = await place(undefined, { parentId: outer.id })
  const { id, name } = await part()
  await moved([{ itemId: id, quantity: 2, locationId: inner.id }])
  const refused = await operator.delete(path(`locations/${inner.id}`))
  expect([refused.statusCode, refused.json().data.uses[0].name]).toEqual([409, name])
  const holding = await operator.delete(path(`locations/${outer.id}`))
  expect([holding.statusCode, holding.json().data.uses[0].name]).toEqual([409, inner.name])
  await moved([{ itemId: id, quantity: -2, locationId: inner.id }])
  const both = { selection: { ids: [outer.id, inner.id] } }
  const gone = await operator.post(path('locations/bulk-delete'), both)
  expect(gone.json()).toMatchObject({ count: 2 })
  const undone = await operator.post(path(`change-sets/${gone.json().changeSetId}/undo`), {})
  expect(undone.json()).toMatchObject({ conflictCount: 0 })
  expect((await operator.get(path(`locations/${inner.id}`))).json().parentId).toBe(outer.id)
})

test('a place cannot be inside itself, and a code is used once', async () => {
  const outer = await place()
  const inner = await place(undefined, { parentId: outer.id })
  const loop = await operator.patch(path(`locations/${outer.id}`), { parentId: inner.id })
  expect([loop.statusCode, loop.json().data.field]).toEqual([422, 'parentId'])
  const twin = await operator.post(path('locations'), { code: outer.code.toLowerCase(), name: 'Other' })
  expect([twin.statusCode, twin.json().data.field]).toEqual([409, 'code'])
})

test('a place shows what is there', async () => {
  const shelf = await place()
  const wire = await part({ part_number: 'A-1', unit: 'm', decimals: 1 })
  const product = await server.given.product(company, { sku: 'B-1' })
  await moved([
    { itemId: product.id, quantity: 3, locationId: shelf.id, lotNumber: 'S-7' },
    { itemId: wire.id, quantity: 2.5, locationId: shelf.id },
  ])
  const { items, total } = (await operator.get(path(`locations/${shelf.id}/stock`))).json()
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { itemType: 'part', number: 'A-1', quantity: 2.5, unit: 'm', lotNumber: null },
    { itemType: 'product', number: 'B-1', quantity: 3, unit: 'each', lotNumber: 'S-7' },
  ])
})

test('places are listed as a tree, each with what is in it and in the places inside it', async () => {
  const own = await server.given.company()
  const of = stockOf({ company: own, operator: await server.signIn('company_operator', own) })
  const hall = await of.place('Z-HALL')
  const shelf = await of.place('A-SHELF', { parentId: hall.id })
  const bin = await of.place('B-BIN', { parentId: shelf.id })
  await of.place('M-YARD')
  const bolt = await server.given.part(own, { part_number: 'B-1', stock_level: 0 })
  const nut = await server.given.part(own, { part_number: 'N-1', stock_level: 0 })
  await of.moved([
    { itemId: bolt.id, quantity: 3, reason: 'received', unitCost: 1.003333, locationId: bin.id },
    { itemId: bolt.id, quantity: 2, reason: 'received', unitCost: 1.003333, locationId: shelf.id },
    { itemId: nut.id, quantity: 1, reason: 'received', unitCost: 2, locationId: hall.id },
  ])
  const list = async (query = '') => (await of.who.operator.get(of.path(`locations${query}`))).json().items
  expect(await list()).toMatchObject([
    { code: 'M-YARD', around: [], itemCount: 0, value: 0 },
    { code: 'Z-HALL', around: [], itemCount: 2, value: 7.016665 },
    { code: 'A-SHELF', around: ['Z-HALL'], itemCount: 1, value: 5.016665 },
    { code: 'B-BIN', around: ['Z-HALL', 'A-SHELF'], itemCount: 1, value: 3.009999 },
  ])
  expect(await list('?q=bin')).toMatchObject([{ code: 'B-BIN', around: ['Z-HALL', 'A-SHELF'], itemCount: 1 }])
  const { items, total } = (await of.who.operator.get(of.path(`locations/${hall.id}/stock`))).json()
  expect(total).toBe(3)
  expect(items).toMatchObject([
    { number: 'B-1', locationId: shelf.id, locationCode: 'A-SHELF', quantity: 2, decimals: 0 },
    { number: 'B-1', locationId: bin.id, locationCode: 'B-BIN', quantity: 3 },
    { number: 'N-1', locationId: hall.id, locationCode: 'Z-HALL', quantity: 1 },
  ])
  const movements = async (id: string) =>
    (await of.who.operator.get(of.path(`movements?locationId=${id}`))).json().items
  const codes = (await movements(hall.id)).map((each: { locationCode: string }) => each.locationCode)
  expect(codes.toSorted()).toEqual(['A-SHELF', 'B-BIN', 'Z-HALL'])
  expect(await movements(bin.id)).toMatchObject([{ quantity: 3 }])
})

test('what is on hold is on hand and not available', async () => {
  const hold = await place(undefined, { kind: 'hold' })
  const { id } = await part({ stock_level: 10 })
  await moved([{ itemId: id, quantity: 4, toLocationId: hold.id }])
  expect(await cardOf(id)).toMatchObject({ onHand: 10, available: 6, projected: 6 })
})

test('a bin inside a place on hold is on hold, too', async () => {
  const hold = await place(undefined, { kind: 'hold' })
  const cage = await place(undefined, { parentId: hold.id })
  const bin = await place(undefined, { parentId: cage.id })
  const { id } = await part({ stock_level: 10 })
  const lines = [hold, cage, bin].map(({ id: toLocationId }) => ({ itemId: id, quantity: 1, toLocationId }))
  await moved(lines)
  expect(await cardOf(id)).toMatchObject({ onHand: 10, available: 7, projected: 7 })
  await operator.patch(path(`locations/${cage.id}`), { parentId: null })
  expect(await cardOf(id)).toMatchObject({ available: 9 })
})

test('undo keeps what has left its place since, and says so', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ location: a.code })
  const { changeSetId } = (await operator.patch(path(`parts/${id}`), { name: 'Other', stockLevel: 6 })).json()
  await moved([{ itemId: id, quantity: 4, locationId: a.id, toLocationId: b.id }])
  const undone = (await operator.post(path(`change-sets/${changeSetId}/undo`), {})).json()
  expect(undone.conflictCount).toBe(1)
  expect(JSON.stringify(undone)).toContain('used since')
  expect(await spots(id)).toEqual({ [a.code]: 2, [b.code]: 4 })
})

test('a count of one place changes that place only', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part()
  await moved([
    { itemId: id, quantity: 5, locationId: a.id },
    { itemId: id, quantity: 7, locationId: b.id },
  ])
  const count = (body: object) => operator.post(path(`parts/${id}/stock-counts`), body)
  const stale = await count({ counted: 6, onHand: 6, locationId: b.id })
  expect([stale.statusCode, stale.json().data.stockLevel]).toEqual([409, 7])
  const counted = await count({ counted: 6, onHand: 7, locationId: b.id })
  expect(counted.json()).toMatchObject({ stockLevel: 11 })
  const same = await count({ counted: 5, onHand: 5, locationId: a.id })
  expect(same.json().changeSetId).toBeNull()
  expect((await movementsOf(id)).slice(-2)).toMatchObject([
    { quantity: -1, reason: 'counted', locationId: b.id },
    { quantity: 0, reason: 'counted', locationId: a.id },
  ])
  expect(await spots(id)).toEqual({ [a.code]: 5, [b.code]: 6 })
})

test.each<[string, (a: string, b: string) => object, string]>([
  ['a place that does not exist', () => ({ locationId: '00000000-0000-7000-8000-000000000000' }), 'locationId'],
  ['a move to where it is', (a) => ({ locationId: a, toLocationId: a }), 'toLocationId'],
  ['a move of less than nothing', (a, b) => ({ quantity: -1, locationId: a, toLocationId: b }), 'quantity'],
  ['a move with a price', (a, b) => ({ unitCost: 2, locationId: a, toLocationId: b }), 'unitCost'],
  ['a move to nowhere', (a) => ({ reason: 'moved', locationId: a }), 'toLocationId'],
  ['a lot without a number', () => ({ lotNumber: ' ' }), 'lotNumber'],
])('%s is refused by its field', async (_name, line, field) => {
  const { id } = await part()
  const [a, b] = [await place(), await place()]
  await moved([{ itemId: id, quantity: 5, locationId: a.id }])
  const answer = await post([{ itemId: id, quantity: 1, ...line(a.id, b.id) }])
  expect([answer.statusCode, answer.json().data.issues[0].field]).toEqual([400, `lines.0.${field}`])
})

test('two people who take the same pieces from one place: one gets them', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part()
  await moved([
    { itemId: id, quantity: 5, locationId: a.id },
    { itemId: id, quantity: 5, locationId: b.id },
  ])
  const take = () => post([{ itemId: id, quantity: -3, locationId: a.id }])
  const answers = await Promise.all([take(), take()])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await spots(id)).toEqual({ [a.code]: 2, [b.code]: 5 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a move from place to place tells open screens, though it changes no record', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part()
  await moved([{ itemId: id, quantity: 5, locationId: a.id }])
  const answer = await post([{ itemId: id, quantity: 2, locationId: a.id, toLocationId: b.id }])
  expect(String(answer.headers['x-changed'])).toContain('movement')
})

test('decimals stay as long as a place holds a part of the last one', async () => {
  const [a, b] = [await place(), await place()]
  const { id } = await part({ unit: 'm', decimals: 3 })
  await moved([
    { itemId: id, quantity: 0.125, locationId: a.id },
    { itemId: id, quantity: 0.875, locationId: b.id },
  ])
  const refused = await operator.patch(path(`parts/${id}`), { decimals: 0 })
  expect([refused.statusCode, refused.json().data.field]).toEqual([409, 'decimals'])
})

test('the session says which companies have places', async () => {
  const employee = await server.signIn('employee', company)
  const hasPlaces = async () => (await employee.get('/api/session')).json().companies[0].hasPlaces
  await place()
  expect(await hasPlaces()).toBe(true)
  const { items } = (await operator.get(path('locations?pageSize=500'))).json()
  await operator.post(path('locations/bulk-delete'), { selection: { ids: items.map((one: { id: string }) => one.id) } })
  expect(await hasPlaces()).toBe(false)
})
