import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { company, operator } = useServer()
const address = (list: string, query: string) => `/api/companies/${company.id}/${list}?${query}`

const records: Record<string, (n: number) => object> = {
  parts: (n) => ({ partNumber: `W-${n}`, name: `Washer ${n}` }),
  assemblies: (n) => ({ assemblyNumber: `W-${n}`, name: `Washer ${n}` }),
  products: (n) => ({ sku: `W-${n}`, name: `Washer ${n}` }),
  vendors: (n) => ({ name: `Washer ${n}` }),
  sops: (n) => ({ title: `Washer ${n}`, visibility: 'company', type: 'process', stage: 'intake', status: 'published' }),
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
    const name = ['sops', 'tasks'].includes(list) ? 'title' : 'name'
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
