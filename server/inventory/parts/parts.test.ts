import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/parts${rest}`
const stored = (id: string) => server.given.sql('select * from parts where id = $1', [id])
const nut = {
  partNumber: 'N-1',
  name: 'Nut',
  cost: 0.0125,
  retailPrice: 999_999_999.99,
  stockLevel: 3,
  reorderThreshold: 3,
}

test('a part is created, read, changed and deleted', async () => {
  const vendor = await server.given.vendor(company)
  const created = await operator.post(path(), { ...nut, vendorId: vendor.id })
  expect(created.statusCode).toBe(201)
  const { id } = created.json()
  expect(created.json()).toMatchObject({ ...nut, vendorName: vendor.name, companyId: company.id, version: 1 })
  const changed = await operator.patch(path(`/${id}`), { stockLevel: 4, vendorId: null }, { 'if-match': '1' })
  expect(changed.json()).toMatchObject({ stockLevel: 4, vendorId: null, vendorName: null, cost: 0.0125, version: 2 })
  expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ stockLevel: 4, version: 2 })
  expect((await operator.delete(path(`/${id}`))).json()).toMatchObject({ count: 1 })
  expect(await stored(id)).toEqual([])
})

test('a part needs a number and a name; all other fields start empty or at 0', async () => {
  const created = await operator.post(path(), { partNumber: 'N-1', name: 'Nut' })
  const nothing = { cost: 0, retailPrice: 0, stockLevel: 0, reorderThreshold: 0, location: null, vendorId: null }
  expect(created.json()).toMatchObject(nothing)
})

test('only people who may write learn what is wrong with the input', async () => {
  const { post } = await server.signIn('employee', company)
  expect((await post(path(), { cost: 'much' })).statusCode).toBe(403)
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.post(path(), { cost: 'much' })).statusCode).toBe(404)
  expect((await stranger.get(path('?sort=nothing'))).statusCode).toBe(404)
})

test('parts of another company cannot be seen or changed (T1)', async () => {
  const other = await server.given.company()
  const foreign = await server.given.part(other)
  const under = (companyId: string, id: string) => `/api/companies/${companyId}/parts/${id}`
  const attempts = async (companyId: string, id: string) => [
    await operator.get(under(companyId, id)),
    await operator.patch(under(companyId, id), { stockLevel: 9 }),
    await operator.delete(under(companyId, id)),
  ]
  for (const companyId of [company.id, other.id, randomUUID(), 'none']) {
    const [known, unknown] = [await attempts(companyId, foreign.id), await attempts(companyId, randomUUID())]
    expect(known.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(known.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body))
  }
  expect(await stored(foreign.id)).toMatchObject([{ stock_level: '0.0000', version: 1 }])
})

test('a vendor of another company is refused like an unknown one (T3)', async () => {
  const foreign = await server.given.vendor(await server.given.company())
  const part = await server.given.part(company)
  const attempts = async (vendorId: string) => [
    await operator.post(path(), { ...nut, vendorId }),
    await operator.patch(path(`/${part.id}`), { vendorId }),
  ]
  const [known, unknown] = [await attempts(foreign.id), await attempts(randomUUID())]
  expect(known.map(({ statusCode }) => statusCode)).toEqual([422, 422])
  expect(known.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body))
  expect(known[0]?.json().data).toEqual({ field: 'vendorId' })
  expect(await stored(part.id)).toMatchObject([{ vendor_id: null }])
})

test.each<[object, string]>([
  [{}, 'partNumber'],
  [{ ...nut, name: '' }, 'name'],
  [{ ...nut, cost: -1 }, 'cost'],
  [{ ...nut, cost: 1e9 }, 'cost'],
  [{ ...nut, cost: 0.0000001 }, 'cost'],
  [{ ...nut, cost: '1' }, 'cost'],
  [{ ...nut, cost: true }, 'cost'],
  [{ ...nut, cost: null }, 'cost'],
  [{ ...nut, retailPrice: [1] }, 'retailPrice'],
  [{ ...nut, stockLevel: 1.5 }, 'stockLevel'],
  [{ ...nut, stockLevel: -1 }, 'stockLevel'],
  [{ ...nut, stockLevel: 2_147_483_648 }, 'stockLevel'],
  [{ ...nut, stockLevel: '' }, 'stockLevel'],
  [{ ...nut, vendorId: 'x' }, 'vendorId'],
  [{ ...nut, name: 'x'.repeat(301) }, 'name'],
  [{ ...nut, companyId: randomUUID() }, 'companyId'],
  [{ ...nut, id: randomUUID() }, 'id'],
  [{ ...nut, version: 5 }, 'version'],
  [{ ...nut, createdAt: '2020-01-01' }, 'createdAt'],
  [{ ...nut, company_id: randomUUID() }, 'company_id'],
  [{ ...nut, isLowStock: true }, 'isLowStock'],
])('what is not valid is refused by its key: %j (T23, T28, T80, T81)', async (body, field) => {
  const answer = await operator.post(path(), body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test('a change takes no id, no company and nothing else beside the fields (T23)', async () => {
  const part = await server.given.part(company)
  for (const key of ['companyId', 'id', 'version', 'createdAt', 'createdBy', '__proto__x']) {
    const answer = await operator.patch(path(`/${part.id}`), { [key]: randomUUID() })
    expect([key, answer.statusCode]).toEqual([key, 400])
    expect(answer.json().data.issues).toMatchObject([{ field: key }])
  }
})

test('a number in use is refused, with the field', async () => {
  await operator.post(path(), nut)
  const answer = await operator.post(path(), { ...nut, name: 'Other' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    message: 'This part number is used already',
    data: { reason: 'duplicate', field: 'partNumber' },
  })
})

test('of ten saves of the same version one succeeds, and the others are conflicts (T94)', async () => {
  const { id } = (await operator.post(path(), nut)).json()
  const saves = Array.from({ length: 10 }, (_, stockLevel) => stockLevel + 10)
  const answers = await Promise.all(
    saves.map((stockLevel) => operator.patch(path(`/${id}`), { stockLevel }, { 'if-match': '1' })),
  )
  const won = answers.filter(({ statusCode }) => statusCode === 200)
  expect(won).toHaveLength(1)
  const { stockLevel } = won[0]?.json() ?? {}
  for (const lost of answers.filter((answer) => answer !== won[0])) {
    expect(lost.statusCode).toBe(409)
    expect(lost.json().data).toMatchObject({ reason: 'stale', current: { stockLevel, version: 2 } })
  }
  expect(await stored(id)).toMatchObject([{ stock_level: `${stockLevel}.0000`, version: 2 }])
})

test('a list with one foreign or unknown id deletes nothing (T2)', async () => {
  const mine = await server.given.part(company)
  const foreign = await server.given.part(await server.given.company())
  for (const id of [foreign.id, randomUUID()]) {
    const answer = await operator.post(path('/bulk-delete'), { selection: { ids: [mine.id, id] } })
    expect(answer.statusCode).toBe(404)
  }
  expect([...(await stored(mine.id)), ...(await stored(foreign.id))]).toHaveLength(2)
})

test('an id named twice is deleted once', async () => {
  const { id } = await server.given.part(company)
  const answer = await operator.post(path('/bulk-delete'), { selection: { ids: [id, id] } })
  expect(answer.json()).toMatchObject({ count: 1 })
})

test('all parts that match are deleted, also beyond the page, and no others', async () => {
  const vendor = await server.given.vendor(company)
  for (const number of [1, 2, 3]) await server.given.part(company, { part_number: `A-${number}`, vendor_id: vendor.id })
  await server.given.part(company, { part_number: 'A-4' })
  const foreign = await server.given.part(await server.given.company(), { part_number: 'A-9' })
  const selection = { matching: { q: 'a-', vendorId: vendor.id, isLowStock: true } }
  expect((await operator.post(path('/bulk-delete'), { selection })).json()).toMatchObject({ count: 3 })
  expect((await operator.get(path())).json()).toMatchObject({ total: 1, items: [{ partNumber: 'A-4' }] })
  expect(await stored(foreign.id)).toHaveLength(1)
})

test.each([
  [{}],
  [{ ids: [] }],
  [{ ids: ['x'] }],
  [{ ids: [randomUUID()], matching: {} }],
  [{ matching: { companyId: randomUUID() } }],
  [{ matching: { iban: 'x' } }],
])('a selection that is neither ids nor a search is refused: %j', async (selection) => {
  const part = await server.given.part(company)
  expect((await operator.post(path('/bulk-delete'), { selection })).statusCode).toBe(400)
  expect(await stored(part.id)).toHaveLength(1)
})

test('a part that is sent as a spreadsheet is refused, also with an Idempotency-Key (T104)', async () => {
  const answer = await operator.post(path(), 'a,b', { 'content-type': 'text/csv', 'idempotency-key': 'once' })
  expect(answer.statusCode).toBe(415)
})
