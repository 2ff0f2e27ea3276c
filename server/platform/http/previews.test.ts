import { randomUUID } from 'node:crypto'
import { previewHeader } from 'contract/activity/preview-header.ts'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const path = (rest: string) => `/api/companies/${company.id}/${rest}`
const preview = { [previewHeader]: '1' }
const stored = async () =>
  server.given.sql('select name, cost::float8 as cost, stock_level, version from parts where company_id = $1', [
    company.id,
  ])

test('a preview says what a change would write into the log, and nothing is written', async () => {
  const { id } = await server.given.part(company, { name: 'Bolt', part_number: 'B-1', cost: 1, stock_level: 5 })
  const before = await stored()
  const answer = await operator.patch(path(`parts/${id}`), { cost: 2, stockLevel: 3 }, { ...preview, 'if-match': '*' })
  expect(answer.statusCode).toBe(200)
  const tried = { id, cost: 2, version: 2 }
  expect(answer.json()).toMatchObject({
    ...tried,
    answer: tried,
    changes: expect.arrayContaining([
      expect.objectContaining({ entityName: 'Bolt', fieldChanged: 'cost', oldValue: '1.000000', newValue: '2.000000' }),
      expect.objectContaining({ entityName: 'Bolt', action: 'stock_changed', oldValue: '5', newValue: '3' }),
    ]),
    changeCount: 2,
  })
  expect(answer.headers.etag).toBeUndefined()
  expect(await stored()).toEqual(before)
  expect((await operator.get(path(`activity?entityId=${id}`))).json().items).toHaveLength(1)
})

test('a preview of more than a hundred new parts shows a hundred of them', async () => {
  const create = Array.from({ length: 101 }, (_, at) => ({ name: `P ${at}`, partNumber: `P-${at}` }))
  const answer = (await operator.post(path('parts/batch'), { create }, preview)).json()
  expect(answer.changes).toHaveLength(100)
  expect(answer.changeCount).toBe(101)
  expect(await stored()).toEqual([])
})

test('a preview keeps no answer for its key, so that the change itself can use it', async () => {
  const [key, part] = [{ 'idempotency-key': randomUUID() }, { name: 'Nut', partNumber: 'N-1' }]
  await operator.post(path('parts'), part, { ...preview, ...key })
  expect((await operator.post(path('parts'), part, key)).json()).toMatchObject({ name: 'Nut', version: 1 })
})

test('a change that fails fails in its preview, too', async () => {
  await server.given.part(company, { name: 'Nut', part_number: 'N-1' })
  const answer = await operator.post(path('parts'), { name: 'Nut', partNumber: 'N-1' }, preview)
  expect(answer.statusCode).toBe(409)
})

test('what asks an outside service, sends a file or is about an account has no preview', async () => {
  const refused = [
    await operator.post(path('assistant/sop-draft'), {}, preview),
    await operator.post('/api/tokens', { name: 'Mine' }, preview),
  ]
  for (const answer of refused) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: 'This change has no preview' })
  }
})

test('a preview is asked for by 1: what is sent otherwise is neither tried nor written', async () => {
  const part = { name: 'Rivet', partNumber: 'R-1' }
  for (const value of ['0', 'false', '']) {
    const answer = await operator.post(path('parts'), part, { [previewHeader]: value })
    expect([value, answer.statusCode, answer.json().data.issues[0].field]).toEqual([value, 400, 'X-Preview'])
  }
  expect((await operator.get(path('parts?q=R-1'))).json().total).toBe(0)
})
