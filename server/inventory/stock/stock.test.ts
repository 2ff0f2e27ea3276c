import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/oracles/stock-law.ts'
import { untilSomebodyWaits } from '../../testing/until.ts'

const { server, company, operator } = useServer()
let id: string
beforeEach(async () => {
  id = (await server.given.part(company, { stock_level: 10 })).id
})

const path = (part = id, rest = '') => `/api/companies/${company.id}/parts/${part}${rest}`
const adjust = (body: object, part = id) => operator.post(path(part, '/stock'), body)
const movements = async (query = '') => (await operator.get(path(id, `/stock-movements${query}`))).json()
const stockOf = async (part = id) => (await operator.get(path(part))).json().stockLevel

test('an adjustment adds to what is on hand and says why', async () => {
  const answer = await adjust({ delta: -3, reason: 'damaged', note: ' Fell down ' })
  expect(answer.json()).toMatchObject({ stockLevel: 7, version: 1, changeSetId: expect.any(String) })
  await adjust({ delta: 5, reason: 'received' })
  await adjust({ delta: 1 })
  expect(await movements()).toMatchObject({
    opening: 10,
    total: 3,
    items: [
      { quantity: 1, onHandAfter: 13, delta: 1, balance: 13, reason: 'other', note: null },
      { delta: 5, balance: 12, reason: 'received', note: null },
      {
        quantity: -3,
        onHandAfter: 7,
        reason: 'damaged',
        note: 'Fell down',
        userId: operator.person.id,
        userName: expect.stringMatching(/^Test Person/),
      },
    ],
  })
})

test('an adjustment can be undone, which is a movement too', async () => {
  const { changeSetId } = (await adjust({ delta: -3 })).json()
  const undone = await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect(undone.json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await movements()).toMatchObject({ items: [{ delta: 3, balance: 10, reason: 'undone' }, { delta: -3 }] })
  expect(await stockOf()).toBe(10)
})

test('nobody can take more than is on hand, and nothing changes', async () => {
  const answer = await adjust({ delta: -11 })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    message: 'Only 10 on hand: 11 cannot be taken off',
    data: { reason: 'below_zero', stockLevel: 10 },
  })
  expect((await adjust({ delta: -10 })).json()).toMatchObject({ stockLevel: 0 })
  expect(await movements()).toMatchObject({ total: 1 })
})

test('a stock above the largest number is refused', async () => {
  const answer = await adjust({ delta: 2_147_483_647 })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toBe('10 on hand: the sum would be above 2,147,483,647')
  expect(await stockOf()).toBe(10)
})

test.each<[object, string]>([
  [{}, 'delta'],
  [{ delta: 0 }, 'delta'],
  [{ delta: 1.5 }, 'delta'],
  [{ delta: '1' }, 'delta'],
  [{ delta: null }, 'delta'],
  [{ delta: 2_147_483_648 }, 'delta'],
  [{ delta: -2_147_483_648 }, 'delta'],
  [{ delta: 1, reason: 'imported' }, 'reason'],
  [{ delta: 1, reason: '' }, 'reason'],
  [{ delta: 1, reason: 'counted' }, 'reason'],
  [{ delta: 1, note: 'x'.repeat(201) }, 'note'],
  [{ delta: 1, note: 1 }, 'note'],
  [{ delta: 1, stockLevel: 5 }, 'stockLevel'],
  [{ delta: 1, companyId: randomUUID() }, 'companyId'],
])('what is not valid is refused by its key: %j', async (body, field) => {
  const answer = await adjust(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test('100 changes at once, up and down, all count (T95)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => adjust({ delta: index % 2 ? -1 : 1, reason: 'returned' })),
  )
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([])
  expect(await stockOf()).toBe(10)
  expect(await movements('?pageSize=200')).toMatchObject({ total: 100, opening: 10 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('when 50 people take one piece each of 20, 20 get one, 30 are told, and the stock is 0', async () => {
  await adjust({ delta: 10 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => adjust({ delta: -1, reason: 'used' })))
  const counts = [200, 409].map((status) => answers.filter(({ statusCode }) => statusCode === status).length)
  expect(counts).toEqual([20, 30])
  expect(await stockOf()).toBe(0)
  expect(await movements('?pageSize=200')).toMatchObject({ total: 21, opening: 10 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a repeated request moves stock once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const send = () => operator.post(path(id, '/stock'), { delta: 2 }, key)
  const [first, second] = await Promise.all([send(), send()])
  expect(first.json()).toEqual(second.json())
  expect(await movements()).toMatchObject({ total: 1, items: [{ balance: 12 }] })
})

test('every other way of changing stock leaves a movement, and other changes none', async () => {
  await operator.patch(path(), { stockLevel: 12 }, { 'if-match': '1' })
  await operator.patch(path(), { location: 'Shelf 1' })
  const { partNumber, name } = (await operator.get(path())).json()
  const imports = `/api/companies/${company.id}/imports`
  const file = `Name,Part Number,Quantity\n${name},${partNumber},30\nNew,N-${randomUUID()},9\n`
  const { id: importId } = (await operator.post(`${imports}?type=parts`, file, { 'content-type': 'text/csv' })).json()
  await operator.post(`${imports}/${importId}/commit`, {})
  await operator.post(`${imports}/${importId}/undo`, {})
  expect(await movements()).toMatchObject({
    opening: 10,
    items: [
      { delta: -18, balance: 12, reason: 'undone' },
      { delta: 18, balance: 30, reason: 'imported' },
      { delta: 2, balance: 12, reason: 'edited' },
    ],
  })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('a deleted part that comes back brings its movements', async () => {
  await adjust({ delta: 4 })
  const { changeSetId } = (await operator.delete(path())).json()
  expect((await operator.get(path(id, '/stock-movements'))).statusCode).toBe(404)
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect(await movements()).toMatchObject({
    ...{ total: 3, opening: 10 },
    items: [
      { delta: 14, balance: 14, reason: 'undone' },
      { delta: -14, balance: 0, reason: 'deleted' },
      { delta: 4, balance: 14 },
    ],
  })
  await adjust({ delta: 1 })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

test('movements cannot be changed or deleted, not even by the owner of the database', async () => {
  await adjust({ delta: 1 })
  for (const attempt of [
    'update stock_movements set delta = 2',
    'delete from stock_movements',
    'truncate stock_movements',
  ])
    await expect(server.given.sql(attempt)).rejects.toThrow('append-only')
})

test('a stock change during an undo is not lost', async () => {
  const { changeSetId } = (await operator.patch(path(), { location: 'Shelf 1' })).json()
  const someone = new pg.Client({ connectionString: server.adminUrl })
  await someone.connect()
  try {
    await someone.query('begin')
    await someone.query('update parts set stock_level = stock_level + 7 where id = $1', [id])
    const undoing = operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
    await untilSomebodyWaits(server.given)
    await someone.query('commit')
    expect((await undoing).statusCode).toBe(200)
  } finally {
    await someone.end()
  }
  expect((await operator.get(path())).json()).toMatchObject({ stockLevel: 17, location: null })
  expect(await stockFaults(server.given, company.id)).toEqual([])
})
