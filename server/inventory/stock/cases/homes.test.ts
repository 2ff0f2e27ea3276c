import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { stockFaults } from '../../../testing/oracles/stock-law.ts'
import { stockOf } from '../../../testing/stock.ts'

// What is without a place goes to the home place of its item.
const { server, company, operator, sbr } = useServer()
const { path, cardOf, moved, movementsOf, place, reverse, spots } = stockOf({ company, operator })
const part = (fields: Record<string, unknown> = {}) => server.given.part(company, fields)
const move = async (itemId: string, quantity: number, more: object = {}) =>
  (await moved([{ itemId, quantity, ...more }]))[0]
afterEach(async () => {
  expect(await stockFaults(server.given, company.id)).toEqual([])
})

const undo = (changeSetId: string) => operator.post(path(`change-sets/${changeSetId}/undo`), {})

test('what was moved to or from a place that is gone is not moved back, by Reverse or by Undo', async () => {
  const [home, away, shelf] = [await place(), await place(), await place()]
  const { id } = await part({ location: home.code, stock_level: 10 })
  const [out] = await moved([{ itemId: id, quantity: 4, locationId: home.id, toLocationId: away.id }])
  const [on] = await moved([{ itemId: id, quantity: 4, locationId: away.id, toLocationId: shelf.id }])
  const gone = (await operator.delete(path(`locations/${away.id}`))).json()
  const before = await movementsOf(id)
  for (const movement of [out, on]) {
    const refused = await reverse(movement.id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `${away.code} was deleted: bring it back, or move the stock to where it is now`,
    ])
    const undone = await undo(movement.changeSetId)
    expect(undone.json()).toMatchObject({ restored: 0, conflicts: [{ reason: 'It needs a record that is gone' }] })
  }
  expect(await movementsOf(id)).toEqual(before)
  await undo(gone.changeSetId)
  for (const movement of [on, out]) expect((await reverse(movement.id)).statusCode).toBe(200)
  expect(await spots(id)).toEqual({ [home.code]: 10 })
})

test('what went home by itself, once the item had a home, is not moved from home to home', async () => {
  const { id } = await part({ location: 'HOME-9', stock_level: 3 })
  const home = await place('HOME-9')
  const [, arrived] = (await movementsOf(id)).slice(-2)
  const refused = await reverse(arrived.id)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'It is there already: the stock is at home'])
  expect(await spots(id)).toEqual({ [home.code]: 3 })
})

test('what went home below zero is reversed with its other half, not with the movement before it', async () => {
  await sbr.patch(`/api/companies/${company.id}`, { allowsNegativeStock: true })
  const shelf = await place()
  const { id } = await part({ location: 'HOME-8' })
  await move(id, -18)
  await move(id, 5, { locationId: shelf.id, unitCost: 2 })
  const home = await place('HOME-8')
  const [left, arrived] = (await movementsOf(id)).slice(-2)
  expect([left.quantity, arrived.quantity]).toEqual([18, -18])
  for (const half of [left, arrived]) expect((await reverse(half.id)).statusCode).toBe(409)
  expect(await spots(id)).toEqual({ [home.code]: -18, [shelf.code]: 5 })
})

test.each([
  ['comes in', 'update parts set stock_level = 10 where id = $1'],
  // Its home has been looked for, and its movement is not posted yet.
  ['is about to come in', 'select from parts where id = $1 for no key update'],
])('a place that is made while stock %s takes in all of it', async (_when, begun) => {
  const { id } = await part({ location: 'HOME-7', stock_level: 3 })
  const receiver = await server.adminClient()
  await receiver.query('begin')
  await receiver.query(begun, [id])
  const making = place('HOME-7')
  const waiting = `select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`
  await expect.poll(async () => (await receiver.query(waiting)).rowCount).toBe(1)
  await receiver.query('update parts set stock_level = 10 where id = $1', [id])
  await receiver.query('commit')
  await receiver.end()
  const home = await making
  expect([(await cardOf(id)).onHand, await spots(id)]).toEqual([10, { [home.code]: 10 }])
})

// What the other transaction cannot see yet: an item that begins, comes back, or gets the Location.
const arrivals: [string, (id: string) => Promise<{ text: string; values: unknown[] }>][] = [
  [
    'begins',
    async () => ({
      text: `insert into parts (company_id, part_number, name, location, stock_level) values ($1, $2, 'Bolt', 'home-6', 10)`,
      values: [company.id, randomUUID()],
    }),
  ],
  [
    'comes back',
    async (id) => {
      await operator.delete(path(`parts/${id}`))
      const text = `select app.bring_back(company_id, array[id]) from activity_logs where entity_id = $1 and action = 'deleted'`
      return { text, values: [id] }
    },
  ],
  ['gets its Location', async (id) => ({ text: `update parts set location = 'home-6' where id = $1`, values: [id] })],
]
const isPlaced = async () => {
  const { items } = (await operator.get(path('locations'))).json()
  return items.map(({ code, itemCount }: { code: string; itemCount: number }) => [code, itemCount])
}

test.each(arrivals)('a place that is made while an item %s, and is there first, takes it in', async (what, begin) => {
  const { id } = await part({ location: what === 'comes back' ? 'HOME-6' : null, stock_level: 10 })
  const { text, values } = await begin(id)
  const other = await server.adminClient()
  await other.query('begin')
  await other.query(text, values)
  await place('HOME-6')
  await other.query('commit')
  await other.end()
  expect(await isPlaced()).toEqual([['HOME-6', 1]])
})

test.each(arrivals)('a place that is made while an item %s, and is there last, takes it in', async (what, begin) => {
  const { id } = await part({ location: what === 'comes back' ? 'HOME-6' : null, stock_level: 10 })
  const { text, values } = await begin(id)
  const other = await server.adminClient()
  await other.query('begin')
  await other.query(`insert into locations (company_id, code, name) values ($1, 'HOME-6', 'Shelf')`, [company.id])
  await server.given.sql(text, values)
  await other.query('commit')
  await other.end()
  expect(await isPlaced()).toEqual([['HOME-6', 1]])
})

test('a place keeps its items when its code changes, and an item keeps its stock when its Location does', async () => {
  const [a] = [await place('QA'), await place('QB')]
  const { id } = await part({ location: 'qa', stock_level: 5 })
  const before = (await movementsOf(id)).length
  expect((await operator.patch(path(`locations/${a.id}`), { code: 'QA2' }, { 'if-match': '*' })).statusCode).toBe(200)
  expect((await operator.get(path(`parts/${id}`))).json().location).toBe('QA2')
  expect([await spots(id), (await movementsOf(id)).length]).toEqual([{ QA2: 5 }, before])
  await operator.patch(path(`parts/${id}`), { location: 'QB' })
  expect(await spots(id)).toEqual({ QA2: 5 })
  await move(id, 1)
  expect(await spots(id)).toEqual({ QA2: 5, QB: 1 })
})
