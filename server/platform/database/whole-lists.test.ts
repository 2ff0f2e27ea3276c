import { randomUUID } from 'node:crypto'
import { contract } from 'contract/index.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator, manager, employee, sbr } = useServer()
const address = (list: string, query: string) => `/api/companies/${company.id}/${list}?${query}`

const records: Record<string, (n: number) => object> = {
  parts: (n) => ({ partNumber: `W-${n}`, name: `Washer ${n}` }),
  assemblies: (n) => ({ assemblyNumber: `W-${n}`, name: `Washer ${n}` }),
  products: (n) => ({ sku: `W-${n}`, name: `Washer ${n}` }),
  vendors: (n) => ({ name: `Washer ${n}` }),
  sops: (n) => ({ title: `Washer ${n}`, visibility: 'company', type: 'process', stage: 'intake', status: 'published' }),
  'task-templates': (n) => ({ title: `Washer ${n}` }),
  tasks: (n) => ({ title: `Washer ${n}`, assignedTo: operator.person.id }),
}
const lists = Object.keys(records)

async function make(list: string, from: number, to: number) {
  const ids: string[] = []
  for (let n = from; n <= to; n += 1) {
    const made = await operator.post(`/api/companies/${company.id}/${list}`, records[list]?.(n) ?? {})
    expect(made.statusCode).toBe(201)
    ids.push(made.json().id)
  }
  return ids
}

async function read(list: string, query: string, between = async () => {}) {
  const ids: string[] = []
  for (let next: string | undefined = address(list, query); next; ) {
    const answer = await operator.get(next)
    expect(answer.statusCode).toBe(200)
    ids.push(...answer.json().items.map(({ id }: { id: string }) => id))
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1]
    await between()
  }
  return ids
}

test.each(lists)('%s are read wholly by cursor while others write', async (list) => {
  const before = await make(list, 1, 5)
  let n = 10
  const ids = await read(list, 'cursor=start&pageSize=2', async () => {
    n += 1
    if (n < 14) await make(list, n, n)
  })
  expect(ids).toEqual(expect.arrayContaining(before))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
})

test.each(lists)(
  '%s are narrowed to what was changed since a moment, by pages, by cursor and in a search',
  async (list) => {
    const [, second] = await make(list, 21, 23)
    const name = ['sops', 'tasks', 'task-templates'].includes(list) ? 'title' : 'name'
    const changed = await operator.patch(
      `/api/companies/${company.id}/${list}/${second}`,
      { [name]: 'Gasket' },
      { 'if-match': '1' },
    )
    expect(changed.statusCode).toBe(200)
    const since = `updatedSince=${(await operator.get(`/api/companies/${company.id}/${list}/${second}`)).json().updatedAt}`
    for (const query of [
      since,
      `${since}&cursor=start&pageSize=1`,
      `${since}&q=gasket`,
      `${since}&cursor=start&q=gasket`,
    ])
      expect(await read(list, query)).toEqual([second])
    const page = (await operator.get(address(list, `${since}&cursor=start`))).json()
    expect(page.total).toBe(1)
  },
)

test.each(lists)(
  '%s refuse a moment without a zone that PostgreSQL knows and a cursor that no page gave',
  async (list) => {
    for (const query of [
      'updatedSince=2026-11-28',
      'updatedSince=2026-11-28T10:00:00',
      'updatedSince=0000-01-01T00:00:00Z',
      'updatedSince=2026-11-28T10:00:00-16:00',
    ]) {
      const answer = await operator.get(address(list, query))
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        expect.stringContaining('Must be a time like 2026-11-21T08:30:00Z'),
      ])
    }
    const answer = await operator.get(address(list, 'cursor=7'))
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining('take the cursor from Link'),
    ])
  },
)

test('an adjusted stock and a changed bill of materials change their record', async () => {
  const momentOf = async (list: string, id?: string) =>
    (await operator.get(`/api/companies/${company.id}/${list}/${id}`)).json().updatedAt
  const [part] = await make('parts', 31, 32)
  const [product] = await make('products', 31, 32)
  await operator.post(`/api/companies/${company.id}/parts/${part}/stock`, { delta: 3, reason: 'received' })
  expect(await read('parts', `updatedSince=${await momentOf('parts', part)}`)).toEqual([part])
  const bom = [{ type: 'part', id: part, quantity: 2 }]
  const saved = await operator.patch(`/api/companies/${company.id}/products/${product}`, { bom }, { 'if-match': '1' })
  expect(saved.statusCode).toBe(200)
  expect(await read('products', `updatedSince=${await momentOf('products', product)}`)).toEqual([product])
})

test('feedback is read by cursor, and narrowed to what was changed', async () => {
  for (const title of ['Lamp', 'Lens', 'Lid'])
    await operator.post('/api/feedback', { title, description: 'Broken', type: 'bug' })
  const pages = `companyId=${company.id}&cursor=start&pageSize=2`
  const first = await sbr.get(`/api/feedback?${pages}`)
  expect(first.json().items).toHaveLength(2)
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  expect((await sbr.get(next)).json().items).toHaveLength(1)
  const [last] = first.json().items
  const answered = await sbr.patch(`/api/feedback/${last.id}`, { status: 'done' }, { 'if-match': '1' })
  expect(answered.statusCode).toBe(200)
  const { updatedAt } = (await sbr.get(`/api/feedback/${last.id}`)).json()
  const changed = (await sbr.get(`/api/feedback?companyId=${company.id}&updatedSince=${updatedAt}`)).json()
  expect(changed.items.map(({ id }: { id: string }) => id)).toEqual([last.id])
})

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

test('time entries of all days are read wholly by cursor, and what was changed includes removals', async () => {
  const on = (day: string) =>
    server.given.timeEntry(company, employee.person, {
      ...{ started_at: `${day}T08:00:00Z`, ended_at: `${day}T16:00:00Z` },
      ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
    })
  const entries = [await on('2026-03-02'), await on('2026-03-03'), await on('2026-03-04')]
  expect(await read('time-entries', 'cursor=start&pageSize=2')).toEqual(idsOf(entries))
  expect(await read('time-entries', 'cursor=start&pageSize=2&from=2026-03-03&to=2026-03-31')).toEqual(
    idsOf(entries.slice(1)),
  )
  const page = (await operator.get(address('time-entries', 'cursor=start'))).json()
  expect(page).toMatchObject({ from: '2026-03-02', total: 3, workedSeconds: 3 * 8 * 3_600 })
  const [first, second] = entries
  const edit = { notes: 'Forgot the drill', reason: 'Asked for' }
  await operator.patch(`/api/companies/${company.id}/time-entries/${first?.id}`, edit, { 'if-match': '1' })
  await operator.post(`/api/companies/${company.id}/time-entries/${second?.id}/remove`, { reason: 'Twice' })
  const changed = idsOf(entries.slice(0, 2))
  for (const query of ['', '&cursor=start&pageSize=1', '&sort=startedAt&order=asc'])
    expect((await read('time-entries', `updatedSince=2026-06-01T00:00:00Z${query}`)).toSorted()).toEqual(changed)
  const [, removed] = (
    await operator.get(address('time-entries', 'updatedSince=2026-06-01T00:00:00Z&cursor=start'))
  ).json().items
  expect(removed).toMatchObject({ id: second?.id, removedAt: expect.any(String), updatedAt: expect.any(String) })
  expect(await read('time-entries', 'updatedSince=2026-06-01T00:00:00Z&isRemoved=false')).toEqual([first?.id])
  expect((await manager.get(address('time-entries', 'cursor=start'))).json().total).toBe(2)
})

test('an employee reads only their own time entries by cursor', async () => {
  await server.given.timeEntry(company, employee.person, { ended_at: new Date().toISOString() })
  const mine = await server.given.timeEntry(company, manager.person, { ended_at: new Date().toISOString() })
  const other = await server.signIn('employee', company)
  const path = `/api/companies/${company.id}/time-entries?cursor=start`
  expect((await other.get(path)).json()).toMatchObject({ items: [], total: 0 })
  expect(idsOf((await manager.get(path)).json().items)).toContain(mine.id)
})

test('comments on all records are read wholly by cursor, and narrowed to what was changed', async () => {
  const part = await server.given.part(company)
  const task = await server.given.task(company, operator.person, operator.person)
  const say = async (entityType: string, entityId: string, body: string) =>
    (await operator.post(`/api/companies/${company.id}/comments`, { entityType, entityId, body })).json()
  const [first, second, third] = [
    await say('part', part.id, 'Sharp'),
    await say('task', task.id, 'Late'),
    await say('part', part.id, 'Blunt'),
  ]
  expect(await read('comments', 'cursor=start&pageSize=2')).toEqual(idsOf([first, second, third]))
  expect(await read('comments', `cursor=start&entityType=part&entityId=${part.id}`)).toEqual(idsOf([first, third]))
  expect(idsOf((await employee.get(address('comments', 'cursor=start'))).json().items)).toEqual(idsOf([first, third]))
  const path = `/api/companies/${company.id}/comments/${first.id}`
  const { updatedAt } = (await operator.patch(path, { body: 'Very sharp' }, { 'if-match': '1' })).json()
  expect(await read('comments', `cursor=start&updatedSince=${updatedAt}`)).toEqual([first.id])
  expect(await read('comments', `updatedSince=${updatedAt}&entityType=part&entityId=${part.id}`)).toEqual([first.id])
  await operator.delete(path)
  expect(await read('comments', 'cursor=start')).toEqual(idsOf([second, third]))
})

test('comments are listed of one record, or of all by cursor', async () => {
  for (const query of ['', `updatedSince=2026-06-01T00:00:00Z`, 'entityType=part&cursor=start'])
    expect([query, (await operator.get(address('comments', query))).statusCode]).toEqual([query, 400])
})

test('movements are read wholly by cursor, and narrowed to those since a moment', async () => {
  const items = [await server.given.part(company, { stock_level: 1 }), await server.given.part(company)]
  const post = async (itemId: string) => {
    const body = { actionId: randomUUID(), lines: [{ itemId, quantity: 2 }] }
    return (await operator.post(`/api/companies/${company.id}/movements`, body)).json().movements[0]
  }
  const posted = []
  for (const { id } of [...items, ...items]) posted.push(await post(id))
  const ids = await read('movements', 'cursor=start&pageSize=2')
  expect(ids).toEqual([expect.any(String), ...idsOf(posted)])
  expect(await read('movements', `cursor=start&pageSize=1&itemId=${items[1]?.id}`)).toEqual(
    idsOf([posted[1], posted[3]]),
  )
  const since = `updatedSince=${posted[2].createdAt}`
  expect(await read('movements', `${since}&cursor=start`)).toEqual(idsOf(posted.slice(2)))
  expect(await read('movements', since)).toEqual(idsOf(posted.slice(2).toReversed()))
  expect((await operator.get(address('movements', 'cursor=7a'))).statusCode).toBe(400)
})

test('every paged list of records that say when they were changed is read wholly', () => {
  const paged = Object.entries(contract).flatMap(([name, routes]) => {
    if (!('list' in routes)) return []
    const { inputSchema, outputSchema } = (
      routes.list as { '~orpc': { inputSchema?: unknown; outputSchema?: unknown } }
    )['~orpc']
    const items = outputSchema instanceof z.ZodObject && outputSchema.shape.items
    const record = items instanceof z.ZodArray && items.element
    const isDated = record instanceof z.ZodObject && 'updatedAt' in record.shape
    return isDated && inputSchema instanceof z.ZodObject && 'page' in inputSchema.shape
      ? [[name, inputSchema.shape] as const]
      : []
  })
  expect(paged.map(([name]) => name)).toEqual(expect.arrayContaining(['parts', 'tasks', 'sops']))
  for (const [name, shape] of paged)
    expect([name, Object.keys(shape)]).toEqual([name, expect.arrayContaining(['updatedSince', 'cursor'])])
})

test('people, runs of SOPs and proposals of time are read wholly by cursor while others write', async () => {
  const sop = await server.given.sop(company)
  const join = async () => {
    const person = await server.given.person('employee', company)
    const entry = await server.given.timeEntry(company, person)
    const [proposal, run] = await Promise.all([
      server.given.timeProposal(company, person, entry),
      server.given.sopRun(company, person, sop),
    ])
    return { people: person.id, 'sop-runs': run.id, 'time-proposals': proposal.id }
  }
  const joined = [await join(), await join(), await join()]
  const lists = {
    people: `/api/people?companyId=${company.id}&`,
    'sop-runs': address('sop-runs', ''),
    'time-proposals': address('time-proposals', ''),
  }
  for (const list of ['people', 'sop-runs', 'time-proposals'] as const) {
    const ids: string[] = []
    let n = 0
    for (let next: string | undefined = `${lists[list]}cursor=start&pageSize=2`; next; n += 1) {
      const answer = await sbr.get(next)
      expect([list, answer.statusCode]).toEqual([list, 200])
      ids.push(...idsOf(answer.json().items))
      next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1]
      if (n < 2) await join()
    }
    expect(ids).toEqual(expect.arrayContaining(joined.map((made) => made[list])))
    expect(ids).toEqual([...new Set(ids)].toSorted())
  }
})

test('a list that goes on from a record names its next page in Link, with the filters and the size of the page', async () => {
  for (const n of [1, 2, 3])
    await operator.post(`/api/companies/${company.id}/parts`, { partNumber: `L-${n}`, name: 'Nut' })
  const all = (await operator.get(address('activity', 'entityType=part'))).json().items
  expect(all.length).toBeGreaterThan(2)
  expect(await read('activity', 'entityType=part&pageSize=2')).toEqual(idsOf(all))
})
