import { beforeEach, expect, test } from 'vitest'
import { type Client, useServer } from '../../testing/fixture.ts'

const { server, company } = useServer()
let reader: Client
beforeEach(async () => {
  reader = await server.signIn('employee', company)
})

const path = (rest = '') => `/api/companies/${company.id}/components${rest}`
type Choice = { type: string; id: string; number: string; name: string }
const search = async (query: string): Promise<Choice[]> => (await reader.get(path(`?${query}`))).json().items
const resolve = async (numbers: string[]) =>
  (await reader.post(path('/resolve'), { numbers })).json().items as { number: string; matches: Choice[] }[]

test('components of one kind are found by number and by name, sorted by number', async () => {
  await server.given.part(company, { part_number: 'P-10', name: 'Bolt' })
  const nut = await server.given.part(company, { part_number: 'P-2', name: 'Nut for bolt' })
  await server.given.assembly(company, { assembly_number: 'P-3', name: 'Bolt set' })
  expect((await search('type=part&q=bolt')).map(({ number }) => number)).toEqual(['P-2', 'P-10'])
  expect(await search('type=part&q=P-2')).toMatchObject([
    { type: 'part', id: nut.id, number: 'P-2', name: 'Nut for bolt' },
  ])
  expect((await search('type=assembly')).map(({ number }) => number)).toEqual(['P-3'])
  expect(await search('type=product&q=bolt')).toEqual([])
})

test('the item with exactly this number comes first, however many others contain it', async () => {
  for (let n = 0; n < 12; n++) await server.given.part(company, { part_number: `0-A1-${n}` })
  await server.given.part(company, { part_number: 'A1' })
  const found = await search('type=part&q=a1&pageSize=5')
  expect(found).toHaveLength(5)
  expect(found[0]?.number).toBe('A1')
})

test('numbers are resolved in their order, whatever their case; an unknown number has no item', async () => {
  await server.given.part(company, { part_number: 'Leg-1' })
  await server.given.part(company, { part_number: 'X1', name: 'a part' })
  await server.given.product(company, { sku: 'X1', name: 'a product' })
  const items = await resolve(['nothing', 'x1', ' LEG-1 ', 'X1', ''])
  expect(items.map(({ number, matches }) => [number, matches.map((match) => `${match.type} ${match.number}`)])).toEqual(
    [
      ['nothing', []],
      ['x1', ['part X1', 'product X1']],
      ['LEG-1', ['part Leg-1']],
      ['X1', ['part X1', 'product X1']],
      ['', []],
    ],
  )
})

test('a number means one record, whatever its case, blanks and width', async () => {
  for (const number of ['m3', 'Straße 1']) await server.given.part(company, { part_number: number })
  const items = await resolve(['m3', 'M3', ' m3 ', 'Ｍ３', 'STRASSE 1'])
  const found = items.map(({ matches }) => matches.map(({ number }) => number))
  expect(found).toEqual([['m3'], ['m3'], ['m3'], ['m3'], ['Straße 1']])
})

test('wildcards are taken literally', async () => {
  await server.given.part(company, { part_number: 'A1' })
  expect(await search('type=part&q=%25')).toEqual([])
  expect((await resolve(['A%', 'A_']))[1]?.matches).toEqual([])
})

test('no item of another company is found, and its path does not exist (T1)', async () => {
  const other = await server.given.company()
  await server.given.part(other, { part_number: 'SECRET' })
  expect(await search('type=part&q=SECRET')).toEqual([])
  expect((await resolve(['SECRET']))[0]?.matches).toEqual([])
  expect((await reader.get(`/api/companies/${other.id}/components?type=part`)).statusCode).toBe(404)
  expect((await reader.post(`/api/companies/${other.id}/components/resolve`, { numbers: ['x'] })).statusCode).toBe(404)
})

test('numbers can still be looked up in a company that was sold, because that changes nothing', async () => {
  const part = await server.given.part(company, { part_number: 'P-1' })
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  reader = await server.signIn('sbr_operator', await server.given.firm())
  expect(await search('q=P-1')).toMatchObject([{ id: part.id }])
  expect(await resolve(['p-1'])).toMatchObject([{ matches: [{ id: part.id }] }])
})

test.each([
  ['type=vendor', 'type'],
  ['type=part&pageSize=51', 'pageSize'],
  [`type=part&q=${'x'.repeat(201)}`, 'q'],
])('a search that is not valid is refused with the field: %s', async (query, field) => {
  const answer = await reader.get(path(`?${query}`))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues[0].field).toBe(field)
})

test.each([[[]], [Array(1001).fill('x')], ['x'], [[1]], [['x'.repeat(201)]]])(
  'a list of numbers that is not valid is refused (%#)',
  async (numbers) => {
    expect((await reader.post(path('/resolve'), { numbers })).statusCode).toBe(400)
  },
)
