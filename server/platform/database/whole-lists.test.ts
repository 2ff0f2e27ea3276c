import { contract } from 'contract/index.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useServer } from '../../testing/fixture.ts'

const { company, operator, sbr } = useServer()
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

test.each(lists)('%s refuse a moment without a zone and a cursor that no page gave', async (list) => {
  for (const query of [
    'updatedSince=2026-11-28',
    'updatedSince=2026-11-28T10:00:00',
    'updatedSince=0000-01-01T00:00:00Z',
  ]) {
    const answer = await operator.get(address(list, query))
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('a moment with its zone')])
  }
  const answer = await operator.get(address(list, 'cursor=7'))
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    expect.stringContaining('take the cursor from Link'),
  ])
})

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
