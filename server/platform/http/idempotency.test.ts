import pg from 'pg'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/parts${rest}`
const nut = { partNumber: 'N-1', name: 'Nut' }
const key = { 'idempotency-key': 'click-1' }
const parts = async () => (await operator.get(path())).json()

test('a request sent again has one effect and gets the first answer again (T101)', async () => {
  const first = await operator.post(path(), nut, key)
  const second = await operator.post(path(), nut, key)
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect((await parts()).total).toBe(1)
  const log = await operator.get(`/api/companies/${company.id}/activity`)
  expect(log.json().items).toHaveLength(1)
})

test('a repeated request gets the first answer, whatever happened since', async () => {
  const { id, changeSetId } = (await operator.post(path(), nut, key)).json()
  await operator.patch(path(`/${id}`), { stockLevel: 7 })
  await operator.delete(path(`/${id}`))
  expect((await operator.post(path(), nut, key)).json()).toMatchObject({ id, changeSetId, stockLevel: 0 })
  expect((await parts()).total).toBe(0)
})

test('a change sent again is done once', async () => {
  const { id } = await server.given.part(company)
  for (let turn = 0; turn < 3; turn++) {
    const answer = await operator.patch(path(`/${id}`), { stockLevel: 5 }, { ...key, 'if-match': '1' })
    expect(answer.json()).toMatchObject({ stockLevel: 5, version: 2 })
  }
})

test('a deletion sent again is not an error', async () => {
  const { id } = await server.given.part(company)
  const answers = [
    await operator.delete(path(`/${id}`), undefined, key),
    await operator.delete(path(`/${id}`), undefined, key),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers[1]?.json()).toEqual(answers[0]?.json())
})

test('a repeated request that has waited long for the first one is told so, and has its answer later', async () => {
  const { id } = await server.given.part(company)
  const other = new pg.Client({ connectionString: server.adminUrl })
  await other.connect()
  await other.query('begin')
  await other.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `${operator.person.id} ${key['idempotency-key']}`,
  ])
  const waiting = await operator.patch(path(`/${id}`), { stockLevel: 5 }, { ...key, 'if-match': '1' })
  await other.query('rollback')
  await other.end()
  expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([503, '2'])
  expect(waiting.json().message).toBe(
    'The first request with this Idempotency-Key is still under way; please send it again',
  )
  const later = await operator.patch(path(`/${id}`), { stockLevel: 5 }, { ...key, 'if-match': '1' })
  expect(later.json()).toMatchObject({ stockLevel: 5, version: 2 })
})

test('ten at once have one effect, and one answer (T101)', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => operator.post(path(), nut, key)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  expect((await parts()).total).toBe(1)
})

test('the same key for something else is refused (T101)', async () => {
  await operator.post(path(), nut, key)
  for (const answer of [
    await operator.post(path(), { ...nut, partNumber: 'N-2' }, key),
    await operator.post(path('/bulk-delete'), { selection: { matching: {} } }, key),
  ]) {
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      message: 'This Idempotency-Key was used for another request',
      data: { reason: 'key_reused' },
    })
  }
  expect((await parts()).total).toBe(1)
})

test('the key of one person means nothing for another (T101)', async () => {
  await operator.post(path(), nut, key)
  const colleague = await server.signIn('company_operator', company)
  const answer = await colleague.post(path(), { ...nut, partNumber: 'N-2' }, key)
  expect(answer.statusCode).toBe(201)
  expect((await parts()).total).toBe(2)
})

test('a stored answer is not given to somebody who has lost the right', async () => {
  const first = await operator.post(path(), nut, key)
  await server.given.sql(`update user_roles set role = 'employee' where user_id = $1`, [operator.person.id])
  const answer = await operator.post(path(), nut, key)
  expect(answer.statusCode).toBe(403)
  expect(answer.body).not.toContain(first.json().id)
})

test('a refusal is not stored: the next try counts', async () => {
  const body = { ...nut, vendorId: (await server.given.vendor(company)).id }
  await server.given.part(company, { part_number: 'N-1' })
  expect((await operator.post(path(), body, key)).statusCode).toBe(409)
  await server.given.sql('delete from parts where company_id = $1', [company.id])
  expect((await operator.post(path(), body, key)).statusCode).toBe(201)
})

test.each([' ', 'two words', 'é', 'x'.repeat(201)])('the key %j is refused', async (bad) => {
  const answer = await operator.post(path(), nut, { 'idempotency-key': bad })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toMatchObject([{ field: 'Idempotency-Key' }])
  expect((await parts()).total).toBe(0)
})

test('without a key a repeated request is a new one', async () => {
  await operator.post(path(), nut)
  expect((await operator.post(path(), nut)).statusCode).toBe(409)
})
