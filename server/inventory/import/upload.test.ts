import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GivenCompany } from '../../testing/given.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  server = await startTestServer()
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
afterAll(() => server.close())

const upload = (body: string | Buffer, more: Record<string, string> = {}) =>
  operator.post(`/api/companies/${company.id}/imports?type=parts`, body, { 'content-type': 'text/csv', ...more })

test('the same file with the same key is one import; another file with it is refused (T84, T101)', async () => {
  const key = { 'idempotency-key': 'click-1' }
  const answers = await Promise.all([1, 2, 3].map(() => upload('Name,Part Number\nBolt,B-1\n', key)))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  expect((await upload('Name,Part Number\nNut,N-1\n', key)).statusCode).toBe(422)
})

test('the preview of a new row says how its cells were read', async () => {
  const preview = (await upload('Name;Part Number;Cost\nBolt;B-2;€ 2.000,75\n')).json()
  const rows = (await operator.get(`/api/companies/${company.id}/imports/${preview.id}/rows`)).json()
  expect(rows.items[0].changes).toContainEqual({ field: 'cost', oldValue: null, newValue: '2000.75' })
})

test('a file that is not UTF-8 is read with a warning', async () => {
  const preview = (await upload(Buffer.from('Name,Part Number\nSchraube für Öse,Z-1\n', 'latin1'))).json()
  expect(preview.summary.create).toBe(1)
  expect(preview.warnings.join()).toContain('Windows-1252')
})
