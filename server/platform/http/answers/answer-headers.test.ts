import { expect, test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'

const { server, company, operator } = useServer()
const path = (rest = '') => `/api/companies/${company.id}/parts${rest}`

test('a new record says where it is and which version it has, and so does each change', async () => {
  const made = await operator.post(path(), { partNumber: 'E-1', name: 'Bolt' })
  const { id } = made.json()
  expect(made.headers).toMatchObject({ location: path(`/${id}`), etag: '"1"' })
  const read = await operator.get(made.headers.location ?? '')
  expect([read.json().id, read.headers.etag]).toEqual([id, '"1"'])
  const changed = await operator.patch(path(`/${id}`), { name: 'Nut' }, { 'if-match': read.headers.etag ?? '' })
  expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"'])
  const stale = await operator.patch(path(`/${id}`), { name: 'Pin' }, { 'if-match': read.headers.etag ?? '' })
  expect(stale.statusCode).toBe(409)
})

test('what is made at an address without records below it has no location', async () => {
  const part = await server.given.part(company)
  const adjusted = await operator.post(path(`/${part.id}/stock`), { delta: 3, reason: 'received' })
  expect([adjusted.statusCode < 300, adjusted.headers.location]).toEqual([true, undefined])
})

test('a page of a list links to the pages beside it, with the same filters', async () => {
  for (let n = 1; n <= 5; n++) await server.given.part(company, { part_number: `L-${n}`, name: `Lamp ${n}` })
  const linkOf = async (query: string) => (await operator.get(path(query))).headers.link
  const to = (page: number, relation: string) => `<${path(`?q=lamp&pageSize=2&page=${page}`)}>; rel="${relation}"`
  expect(await linkOf('?q=lamp&pageSize=2')).toBe(to(2, 'next'))
  expect(await linkOf('?q=lamp&pageSize=2&page=2')).toBe(`${to(1, 'prev')}, ${to(3, 'next')}`)
  expect(await linkOf('?q=lamp&pageSize=2&page=3')).toBe(to(2, 'prev'))
  expect(await linkOf('?q=lamp')).toBeUndefined()
  let count = 0
  for (let next: string | undefined = path('?q=lamp&pageSize=2'); next; ) {
    const answer = await operator.get(next)
    count += answer.json().items.length
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1]
  }
  expect(count).toBe(5)
})
