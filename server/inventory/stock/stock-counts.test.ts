import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { stockFaults } from '../../testing/stock-law.ts'

const { server, company, operator } = useServer()
let id: string
beforeEach(async () => {
  id = (await server.given.part(company, { stock_level: 41 })).id
})

const path = (rest = '', part = id) => `/api/companies/${company.id}/parts/${part}${rest}`
const count = (body: object, part = id) => operator.post(path('/stock-counts', part), body)
const adjust = (delta: number) => operator.post(path('/stock'), { delta })
const movements = async () => (await operator.get(path('/stock-movements'))).json()

test('a count sets the stock to what was counted (decision 0069)', async () => {
  expect((await count({ counted: 39, onHand: 41, note: 'Shelf 4' })).json()).toMatchObject({ stockLevel: 39 })
  expect(await movements()).toMatchObject({
    opening: 41,
    items: [{ delta: -2, balance: 39, reason: 'counted', note: 'Shelf 4', userId: operator.person.id }],
  })
})

test('an equal count is recorded, with who and when, and there is nothing to undo', async () => {
  expect((await count({ counted: 41, onHand: 41 })).json()).toMatchObject({ stockLevel: 41, changeSetId: null })
  expect(await movements()).toMatchObject({
    opening: 41,
    items: [{ delta: 0, balance: 41, reason: 'counted', userId: operator.person.id, createdAt: expect.any(String) }],
  })
  await adjust(1)
  expect(await movements()).toMatchObject({ opening: 41, total: 2 })
  expect(await stockFaults(server.given)).toEqual([])
})

test('an edit that leaves the stock as it is moves nothing', async () => {
  await operator.patch(path(), { stockLevel: 41 })
  expect(await movements()).toMatchObject({ total: 0 })
})

test('a movement since the count began is not overwritten: the count must be repeated', async () => {
  await adjust(-3)
  const refused = await count({ counted: 39, onHand: 41 })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      message: 'Stock moved from 41 to 38 since this count began. Check the count, then apply it again.',
      data: { reason: 'moved', stockLevel: 38 },
    },
  ])
  expect((await count({ counted: 39, onHand: 38 })).json()).toMatchObject({ stockLevel: 39 })
  expect((await count({ counted: 7, onHand: null })).json()).toMatchObject({ stockLevel: 7 })
  expect((await movements()).items.map(({ delta }: { delta: number }) => delta)).toEqual([-32, 1, -3])
})

test('one of two different counts at once is accepted', async () => {
  const answers = await Promise.all([count({ counted: 39, onHand: 41 }), count({ counted: 40, onHand: 41 })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await stockFaults(server.given)).toEqual([])
})

test('a count can be undone, which is a movement too', async () => {
  const { changeSetId } = (await count({ counted: 39, onHand: 41 })).json()
  await operator.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect(await movements()).toMatchObject({ items: [{ delta: 2, balance: 41, reason: 'undone' }, { delta: -2 }] })
})

test.each<[object, string]>([
  [{ onHand: 1 }, 'counted'],
  [{ counted: -1, onHand: 1 }, 'counted'],
  [{ counted: 1.5, onHand: 1 }, 'counted'],
  [{ counted: 2_147_483_648, onHand: 1 }, 'counted'],
  [{ counted: 1 }, 'onHand'],
  [{ counted: 1, onHand: '1' }, 'onHand'],
])('what is not valid is refused by its key: %j', async (body, field) => {
  const answer = await count(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test('a manager counts nothing, and a part of another company is not there (T1)', async () => {
  const manager = await server.signIn('manager', company)
  expect((await manager.post(path('/stock-counts'), { counted: 1, onHand: 41 })).statusCode).toBe(403)
  const foreign = await server.given.part(await server.given.company(), { stock_level: 4 })
  expect((await count({ counted: 1, onHand: 4 }, foreign.id)).statusCode).toBe(404)
})
