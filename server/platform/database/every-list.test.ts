import { randomUUID } from 'node:crypto'
import { contract } from 'contract/index.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, useServer } from '../../testing/fixture.ts'
import { proceduresOf } from '../http/procedures.ts'

const { server, company, operator, employee, sbr } = useServer()

type Definition = { '~orpc': { route: { method?: string }; inputSchema?: unknown; outputSchema?: unknown } }

/** Every operation that answers `items`, with the keys of its query. */
const lists = proceduresOf<Definition>(contract).flatMap(([name, { '~orpc': of }]) => {
  const isList = of.outputSchema instanceof z.ZodObject && 'items' in of.outputSchema.shape
  if (!isList || of.route.method !== 'GET') return []
  return [{ name, keys: of.inputSchema instanceof z.ZodObject ? Object.keys(of.inputSchema.shape) : [] }]
})

/** Lists in one answer, each with what bounds it. */
const bounded: Record<string, string> = {
  'agreedHours.list': 'the agreements with one person',
  'backups.list': 'the newest 1,000',
  'bom.parts': 'the parts of one bill of materials',
  'bom.whereUsed': 'the first of them, with their number',
  'comments.people': 'the people of a company',
  'companies.list': 'the companies of the firm',
  'companies.parents': 'the companies of the firm',
  'components.search': 'the first matches of a search',
  'deleted.people': 'at most 500',
  'figures.portfolio': 'the companies of the firm',
  'files.list': 'a record has a most of files',
  'imports.list': 'the newest 50',
  'imports.rowNumbers': 'at most 10,000',
  'integrations.assigned': 'the services that there are',
  'integrations.list': 'the services that there are',
  'jobs.list': 'the exports of one person that a day keeps',
  'members.candidates': 'at most 50',
  'needs.list': 'the most urgent',
  'savedViews.list': 'at most 100',
  'search.find': 'the best matches',
  'session.list': 'the devices of one person',
  'sopReadings.counts': 'the companies of the firm',
  'sopVersions.list': 'the versions of one SOP',
  'sops.uses': 'the first 50, with their number',
  'storeProducts.list': 'at most 50',
  'suggestions.list': 'at most 500 wait; the newest 500',
  'taskItems.list': 'at most 100',
  'taskReports.list': 'the reports on one task',
  'taskTemplates.get': 'the checklist of one template',
  'timeLocks.list': 'the newest 200',
  'tokens.list': 'at most 50',
  'webhooks.list': 'at most 10',
}

/** Lists in pages without a cursor, each with the reason. */
const withoutCursor: Record<string, string> = {
  'imports.added': 'set down with the preview, so its pages stay',
  'imports.rows': 'set down with the preview, so its pages stay',
}

/** Lists in pages that are not narrowed to what was changed since a moment, each with the reason. */
const withoutMoment: Record<string, string> = {
  ...withoutCursor,
  'activity.list': 'never changes, and begins with the newest',
  'feed.list': 'its cursor is the moment',
  'integrationCalls.list': 'never changes, and begins with the newest',
  'inventory.buildAnalysis': 'worked out of stock and bills of materials',
  'locations.stock': 'worked out of movements, which are narrowed',
  'members.list': 'the moment would tell colleagues of roles that they may not read; people are narrowed',
  'revenue.customers': 'a copy of what the store has',
  'revenue.orders': 'a copy of what the store has',
  'revenue.products': 'a copy of what the store has',
  'sopReadings.overview': 'worked out of readings and versions',
  'stock.movements': 'the movements of the company are narrowed, also to one item',
  'stockValue.list': 'worked out of movements, for any day',
  'storeProducts.compare': 'worked out of our products and those of the store',
  'unitsSold.list': 'worked out of orders',
  'webhooks.listDeliveries': 'never changes, and begins with the newest',
}

const hasOne = (keys: string[], ...of: string[]) => of.some((key) => keys.includes(key))
const isPaged = (keys: string[]) => hasOne(keys, 'page', 'cursor', 'before', 'after')
const namesWhere = (holds: (keys: string[]) => boolean) =>
  lists.flatMap(({ name, keys }) => (holds(keys) ? [name] : [])).toSorted()

test('a list without pages is bounded', () => {
  expect(namesWhere((keys) => !isPaged(keys))).toEqual(Object.keys(bounded).toSorted())
})

test('every list in pages can be read wholly, by a cursor or on from a record', () => {
  const stays = namesWhere((keys) => isPaged(keys) && !hasOne(keys, 'cursor', 'before', 'after'))
  expect(stays).toEqual(Object.keys(withoutCursor).toSorted())
})

test('every list in pages whose records change is narrowed to what was changed since a moment', () => {
  const all = namesWhere((keys) => isPaged(keys) && !keys.includes('updatedSince'))
  expect(all).toEqual(Object.keys(withoutMoment).toSorted())
})

type Item = { id?: string; userId?: string }

/** @param path with what narrows the list */
async function walk(reader: Client, path: string, between = async () => {}) {
  const items: Item[] = []
  for (let next: string | undefined = path; next; ) {
    const answer = await reader.get(next)
    expect([next, answer.statusCode]).toEqual([next, 200])
    items.push(...answer.json().items)
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1]
    await between()
  }
  return items
}

const idOf = ({ id, userId }: Item) => id ?? userId ?? ''
const at = (path: string) => `/api/companies/${company.id}/${path}`
const three = [1, 2, 3]

async function post(path: string, body: object) {
  const answer = await operator.post(at(path), body)
  expect([path, answer.statusCode]).toEqual([path, expect.toBeOneOf([200, 201])])
  return answer.json()
}

/** Movements of three parts at a place. @returns the place and the first part */
async function stockPlace() {
  const place = await server.given.location(company)
  const parts = await Promise.all(three.map(() => server.given.part(company)))
  for (const { id: itemId } of parts) {
    const lines = three.map((quantity) => ({ itemId, quantity, locationId: place.id }))
    await post('movements', { actionId: randomUUID(), lines })
  }
  return { place: place.id, part: parts[0]?.id }
}

/** Three products that the store has, too, and has sold. */
async function sellProducts() {
  await server.given.store(company)
  const order = await server.given.storeOrder(company, { created_at_shopify: new Date().toISOString() })
  const shown = await server.given.storeProduct(company, { title: 'Lamp' })
  for (const n of three) {
    await server.given.product(company, { sku: `LAMP-${n}`, retail_price: n })
    const [variant, line] = [
      'insert into store_variants values ($1, $2, $3::int, $4::bigint, $6, $5, 4, 1, 1, true, 2)',
      'insert into store_order_lines values ($1, $2, $3::int, $4::bigint, null, $5, $6, 2, 2, 10)',
    ]
    const id = Number(shown.id) * 10 + n
    await server.given.sql(variant, [company.id, shown.id, n, id, `LAMP-${n}`, 'Default'])
    await server.given.sql(line, [company.id, order.id, n, id, `LAMP-${n}`, 'Lamp'])
  }
}

async function deleteParts() {
  for (const n of three) {
    const part = await server.given.part(company, { name: `Gone ${n}` })
    expect((await operator.delete(at(`parts/${part.id}`))).statusCode).toBe(200)
  }
}

async function askForAccess(word: string) {
  for (const n of three)
    await server.given.sql(
      `insert into access_requests (issuer, subject, email) values ('https://issuer.example', $1, $1 || '@x.example')`,
      [`${word}${n}`],
    )
}

test('a cursor gives what the pages give, of every list in pages', async () => {
  const { place, part } = await stockPlace()
  await Promise.all([sellProducts(), deleteParts(), askForAccess(company.id)])
  for (const n of three) {
    await post('sops', {
      title: `Step ${n}`,
      visibility: 'company',
      type: 'process',
      stage: 'intake',
      status: 'published',
    })
    await post('tasks', { title: `Task ${n}`, assignedTo: employee.person.id })
    await server.given.person('manager', company)
  }
  const walked: [Client, string][] = [
    [sbr, `/api/access-requests?q=${company.id}`],
    [employee, '/api/notifications?isUnread=true'],
    [employee, at('notifications?topic=task_assigned')],
    [operator, at('members?q=')],
    [operator, at('changes?kind=part')],
    [operator, at('deleted?type=part')],
    [operator, at(`locations/${place}/stock?`)],
    [operator, at(`parts/${part}/stock-movements?`)],
    [operator, at('stock-value?itemType=part')],
    [operator, at('sop-readings?q=step')],
    [operator, at('inventory/build-analysis?sort=margin')],
    [operator, at('integrations/shopify/comparison?')],
    [operator, at('revenue/units-sold?type=product')],
  ]
  for (const [reader, path] of walked) {
    const page = (await reader.get(`${path}&pageSize=200`)).json()
    const items = await walk(reader, `${path}&pageSize=2&cursor=start`)
    expect([path, items.length > 2, items.length]).toEqual([path, true, page.total])
    expect([path, items.toSorted(byId)]).toEqual([path, page.items.toSorted(byId)])
    expect((await reader.get(`${path}&pageSize=2&cursor=start`)).json().total).toBe(page.total)
  }
})

test('a list says which of its records were changed since a moment', async () => {
  await Promise.all([deleteParts(), askForAccess(company.id)])
  const colleague = await server.given.person('employee', company)
  const propose = async () =>
    server.given.timeProposal(company, employee.person, await server.given.timeEntry(company, employee.person))
  const proposals = await Promise.all(three.map(propose))
  const run = async () => server.given.sopRun(company, employee.person, await server.given.sop(company))
  const runs = await Promise.all(three.map(run))
  for (const n of three) await post('tasks', { title: `Task ${n}`, assignedTo: employee.person.id })
  const part = await post('parts', { partNumber: 'B-8', name: 'Bolt' })
  const [asked] = (await sbr.get(`/api/access-requests?q=${company.id}`)).json().items
  const [notice] = (await employee.get('/api/notifications')).json().items
  const [clock] = await server.given.sql('select clock_timestamp() as now')

  const statuses = await Promise.all([
    sbr.patch(`/api/people/${colleague.id}`, { role: 'manager' }, { 'if-match': '*' }),
    sbr.post(`/api/access-requests/${asked.id}/dismiss`, {}),
    employee.patch(at(`notifications/${notice.id}`), { isRead: true }),
    employee.patch(at(`sop-runs/${runs[1]?.id}`), { note: 'Glue is out' }),
    employee.post(at(`time-proposals/${proposals[1]?.id}/withdraw`), {}),
    operator.delete(at(`parts/${part.id}`)),
  ])
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 204, 200, 200, 200, 200])
  const changed: [Client, string, string | undefined][] = [
    [sbr, `/api/people?companyId=${company.id}`, colleague.id],
    [sbr, `/api/access-requests?q=${company.id}`, asked.id],
    [employee, '/api/notifications?isUnread=false', notice.id],
    [employee, at('sop-runs?isOwn=true'), runs[1]?.id],
    [employee, at('time-proposals?status=all'), proposals[1]?.id],
    [operator, at('deleted?type=part'), part.id],
  ]
  const since = `updatedSince=${new Date(clock?.now).toISOString()}`
  for (const [reader, path, id] of changed)
    for (const query of [since, `${since}&cursor=start`])
      expect([path, (await walk(reader, `${path}&${query}`)).map(idOf)]).toEqual([path, [id]])
  const [line] = (await operator.get(at(`changes?kind=part&${since}`))).json().items
  expect(line).toMatchObject({ action: 'deleted', recordId: part.id })
})

/** Makes records in a list, the ids of half of them anywhere among those that are there. */
const many: Record<string, (count: number) => Promise<{ id: string }[]>> = {
  parts: (count) =>
    server.given.sql(
      `insert into parts (company_id, id, part_number, name) select $1, case when n % 2 = 0 then gen_random_uuid() else uuidv7() end, gen_random_uuid(), 'Nut'
        from generate_series(1, $2::int) n returning id`,
      [company.id, count],
    ),
  notifications: (count) =>
    server.given.sql(
      `insert into notifications (company_id, id, user_id, topic, read_at)
        select $1, case when n % 2 = 0 then gen_random_uuid() else uuidv7() end, $3, 'role_changed', now() from generate_series(1, $2::int) n returning id`,
      [company.id, count, operator.person.id],
    ),
}

test.each(Object.keys(many))(
  'of 2,000 %s none comes twice, and none that stays is missing, while others come and go',
  async (list) => {
    const make = many[list] ?? (async () => [])
    const stay = new Set((await make(2_000)).map(idOf))
    // As PostgreSQL does by itself within a minute: plans made for a small table are slow in a large one.
    await server.given.sql(`analyze ${list}`)
    const items = await walk(operator, at(`${list}?cursor=start&pageSize=200`), async () => {
      await make(20)
      const gone: { id: string }[] = await server.given.sql(
        `delete from ${list} where company_id = $1 and id in (select id from ${list} where company_id = $1 order by gen_random_uuid() limit 30) returning id`,
        [company.id],
      )
      for (const { id } of gone) stay.delete(id)
    })
    const ids = items.map(idOf)
    expect(new Set(ids).size).toBe(ids.length)
    expect(stay.difference(new Set(ids))).toEqual(new Set())
  },
)

const byId = (a: Item, b: Item) => (idOf(a) < idOf(b) ? -1 : 1)
