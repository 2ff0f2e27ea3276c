import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FeedEvent, FeedPage } from 'contract/activity/feed.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'
import { until } from '../testing/until.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const page = async (cursor?: string, pageSize = 100, by: Client = operator): Promise<FeedPage> => {
  const answer = await by.get(path(`feed?pageSize=${pageSize}${cursor ? `&cursor=${cursor}` : ''}`))
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const now = async () => (await page()).cursor

/** All events since a cursor. Other files write beside us, and hold the feed back for a moment: so it asks until `isWhole`. */
async function since(cursor: string, isWhole: (items: FeedEvent[]) => boolean, pageSize = 100, by: Client = operator) {
  const items: FeedEvent[] = []
  let at = cursor
  return until(
    async () => {
      const next = await page(at, pageSize, by)
      at = next.cursor
      items.push(...next.items)
      return items
    },
    () => isWhole(items),
  )
}
const eventsOf = (items: FeedEvent[]) => items.map(({ entityType, entityId, action }) => [entityType, entityId, action])

const create = async (fields: object = {}) =>
  (await operator.post(path('parts'), { partNumber: `N-${randomUUID()}`, name: 'Nut', ...fields })).json()

test('without a cursor the feed begins now, and then tells each record once for each change set', async () => {
  const first = await page()
  expect(first).toEqual({ items: [], cursor: expect.any(String), hasMore: false })
  const part = await create()
  const changed = (
    await operator.patch(path(`parts/${part.id}`), { name: 'Bolt', location: 'Shelf', stockLevel: 3 })
  ).json()
  const removed = (await operator.delete(path(`parts/${part.id}`))).json()
  await operator.post(path(`change-sets/${removed.changeSetId}/undo`), {})
  const items = await since(first.cursor, ({ length }) => length >= 4)
  const actions = ['created', 'changed', 'deleted', 'restored']
  expect(eventsOf(items)).toEqual(actions.map((action) => ['part', part.id, action]))
  expect(items[1]).toEqual({
    ...{ id: expect.any(String), entityType: 'part', entityId: part.id, recordType: 'part', recordId: part.id },
    ...{
      action: 'changed',
      changeSetId: changed.changeSetId,
      userId: operator.person.id,
      createdAt: expect.any(String),
    },
  })
  expect(new Set(items.map(({ id }) => id)).size).toBe(4)
})

test('a change without values: the feed carries no name and no field', async () => {
  const cursor = await now()
  await create({ name: 'Secret nut' })
  const items = await since(cursor, ({ length }) => length > 0)
  expect(JSON.stringify(items)).not.toContain('Secret nut')
})

test('a transaction that began earlier and commits later is not missed, and nothing comes twice', async () => {
  const [early, late] = [await server.adminClient(), await server.adminClient()]
  const add = async (client: pg.Client, name: string) =>
    (
      await client.query('insert into parts (company_id, part_number, name) values ($1, $2, $2) returning id', [
        company.id,
        name,
      ])
    ).rows[0].id as string
  try {
    const cursor = await now()
    await early.query('begin')
    const first = await add(early, 'early')
    await late.query('begin')
    const second = await add(late, 'late')
    await late.query('commit')
    const meanwhile = await page(cursor)
    expect(meanwhile).toMatchObject({ items: [], hasMore: false })
    await early.query('commit')
    const items = await since(meanwhile.cursor, ({ length }) => length >= 2)
    expect(eventsOf(items)).toEqual([
      ['part', first, 'created'],
      ['part', second, 'created'],
    ])
  } finally {
    await Promise.all([early.end(), late.end()])
  }
})

test('a transaction that began before the first question and commits after it is told', async () => {
  const early = await server.adminClient()
  try {
    await early.query('begin')
    const { rows } = await early.query(
      `insert into parts (company_id, part_number, name) values ($1, 'early', 'early') returning id`,
      [company.id],
    )
    const cursor = await now()
    await early.query('commit')
    expect(eventsOf(await since(cursor, ({ length }) => length > 0))).toEqual([['part', rows[0].id, 'created']])
  } finally {
    await early.end()
  }
})

test('fifty writers at once and a reader who loses answers: nothing is missed and nothing doubled', async () => {
  let cursor = await now()
  const expected: string[] = []
  const write = async () => {
    const client = await server.adminClient()
    try {
      for (let round = 0; round < 4; round++) {
        await client.query('begin')
        const { rows } = await client.query(
          'insert into parts (company_id, part_number, name) values ($1, $2, $2) returning id',
          [company.id, randomUUID()],
        )
        await wait(Math.random() * 20) // others begin and commit meanwhile
        await client.query(`update parts set location = 'Shelf' where company_id = $1 and id = $2`, [
          company.id,
          rows[0].id,
        ])
        await client.query('commit')
        expected.push(rows[0].id)
      }
    } finally {
      await client.end()
    }
  }
  const writing = Promise.all(Array.from({ length: 50 }, write))
  let isOver = false
  void writing.finally(() => {
    isOver = true
  })
  const ids: string[] = []
  let isEnd = false
  for (let question = 0; !isEnd || ids.length < expected.length; question++) {
    const wasOver = isOver
    const answer = await page(cursor, 17)
    if (question % 3 === 1) continue // the answer is lost: the program has only its last cursor
    isEnd = wasOver && !answer.hasMore
    cursor = answer.cursor
    ids.push(...answer.items.map(({ entityId }) => entityId))
  }
  await writing
  expect(expected).toHaveLength(200)
  expect(ids.toSorted()).toEqual(expected.toSorted())
})

test('a large import comes in pages, each part once, whatever their size', async () => {
  const cursor = await now()
  const client = await server.adminClient()
  try {
    await client.query('begin')
    await client.query(
      `insert into parts (company_id, part_number, name) select $1, 'L-' || n, 'Part ' || n from generate_series(1, 2000) n`,
      [company.id],
    )
    await client.query(`update parts set location = 'Shelf', name = name || '!' where company_id = $1`, [company.id])
    await client.query('commit')
  } finally {
    await client.end()
  }
  const items = await since(cursor, ({ length }) => length >= 2_000, 499)
  expect(items).toHaveLength(2_000)
  expect(new Set(items.map(({ entityId }) => entityId)).size).toBe(2_000)
  expect(new Set(items.map(({ action }) => action))).toEqual(new Set(['created']))
  const ids = items.map(({ id }) => Number(id))
  expect(ids).toEqual(ids.toSorted((one, other) => one - other))
})

test('one event at a time gets to the end, too', async () => {
  const cursor = await now()
  for (let made = 0; made < 3; made++) await create()
  expect(await since(cursor, ({ length }) => length >= 3, 1)).toHaveLength(3)
})

test('everybody is told only of what they may read', async () => {
  const cursor = await now()
  await server.given.vendorPrivate(await server.given.vendor(company))
  const task = await operator.post(path('tasks'), { title: 'Polish', assignedTo: manager.person.id })
  expect(task.statusCode).toBe(201)
  const part = await create()
  const seenBy = async (by: Client) =>
    eventsOf(await since(cursor, (items) => items.some(({ entityId }) => entityId === part.id), 100, by)).map(
      ([kind]) => kind,
    )
  expect((await seenBy(operator)).toSorted()).toEqual(['part', 'task', 'vendor', 'vendor_private'])
  expect((await seenBy(manager)).toSorted()).toEqual(['part', 'task', 'vendor'])
  expect((await seenBy(employee)).toSorted()).toEqual(['part', 'vendor'])
})

test('a cursor of another company or another database is gone, and other texts are no cursors', async () => {
  const cursor = await now()
  const home = await server.given.company()
  const stranger = await server.signIn('company_operator', home)
  expect((await stranger.get(path(`feed?cursor=${cursor}`))).statusCode).toBe(404)
  const elsewhere = await stranger.get(`/api/companies/${home.id}/feed?cursor=${cursor}`)
  expect(elsewhere.statusCode).toBe(410)
  expect(elsewhere.json()).toMatchObject({ code: 'GONE' })
  const [one, owner, origin, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const copied = (parts: unknown[]) => Buffer.from(parts.join(' ')).toString('base64url')
  for (const other of [
    copied([one, owner, 'a'.repeat(12), ...rest]),
    copied([one, owner, origin, 999_999_999_999, ...rest.slice(1)]),
  ])
    expect((await operator.get(path(`feed?cursor=${other}`))).statusCode).toBe(410)
  for (const other of [
    'x',
    copied([one, owner, origin, 'x', ...rest.slice(1)]),
    copied([one, owner, origin, rest[0], rest[1], '9'.repeat(19)]),
  ]) {
    const answer = await operator.get(path(`feed?cursor=${other}`))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().data.issues).toEqual([{ field: 'cursor', message: expect.any(String) }])
  }
})

test('rows that came from another database do not hide what is changed here', async () => {
  await create()
  await server.given.sql('update change_sets set transaction_id = 999999999999 where company_id = $1', [company.id])
  const cursor = await now()
  await server.given.sql('select app.settle_feed()')
  const part = await create()
  const items = await since(cursor, ({ length }) => length >= 2)
  expect(items.at(-1)).toMatchObject({ entityId: part.id, action: 'created' })
  const stored = await server.given.sql(
    'select from change_sets where company_id = $1 and transaction_id = 999999999999',
    [company.id],
  )
  expect(stored).toEqual([])
})
