import { expect, test } from 'vitest'
import { useCompany } from '../../testing/fixture.ts'

const { company, operator } = useCompany()

const upload = (body: string | Buffer, more: Record<string, string> = {}) =>
  operator.post(`/api/companies/${company.id}/imports?type=parts`, body, { 'content-type': 'text/csv', ...more })

test('the same file with the same key is one import; another file with that key is refused (T84, T101)', async () => {
  const key = { 'idempotency-key': 'click-1' }
  const answers = await Promise.all([1, 2, 3].map(() => upload('Name,Part Number\nBolt,B-1\n', key)))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  expect((await upload('Name,Part Number\nNut,N-1\n', key)).statusCode).toBe(422)
})

test('the preview of a new row says how its cells were read', async () => {
  const preview = (await upload('Name;Part Number;Cost\nBolt;B-2;$ 2.000,75\n')).json()
  const rows = (await operator.get(`/api/companies/${company.id}/imports/${preview.id}/rows`)).json()
  expect(rows.items[0].changes).toContainEqual({ field: 'cost', oldValue: null, newValue: '2000.75' })
})

test('a file that is not UTF-8 is read with a warning', async () => {
  const preview = (await upload(Buffer.from('Name,Part Number\nSchraube für Öse,Z-1\n', 'latin1'))).json()
  expect(preview.summary.create).toBe(1)
  expect(preview.warnings.join()).toContain('Windows-1252')
})

test('a record that somebody added between preview and commit is not overwritten, and the rest is stored', async () => {
  const preview = (await upload('Name,Part Number,Quantity\nBolt,RACE-1,5\nNut,RACE-2,6\n')).json()
  expect(preview.summary.create).toBe(2)
  await operator.post(`/api/companies/${company.id}/parts`, { partNumber: 'RACE-1', name: 'Added meanwhile' })
  const result = (
    await operator.post(`/api/companies/${company.id}/imports/${preview.id}/commit`, { goodRowsOnly: true })
  ).json()
  expect(result.summary).toEqual({ create: 1, update: 0, unchanged: 0, error: 1 })
  const parts = (await operator.get(`/api/companies/${company.id}/parts?q=RACE`)).json()
  expect(parts.items.map((part: { stockLevel: number }) => part.stockLevel)).toEqual([0, 6])
})

test('of rows with the same number the last one counts, also for a new part (T82)', async () => {
  const preview = (await upload('Name,Part Number,Quantity\nBolt,TWICE-1,5\nBolt,TWICE-1,9\n')).json()
  const committed = await operator.post(`/api/companies/${company.id}/imports/${preview.id}/commit`, {})
  expect(committed.json()).toMatchObject({ success: 1, total: 2 })
  const parts = (await operator.get(`/api/companies/${company.id}/parts?q=TWICE`)).json()
  expect(parts.items).toMatchObject([{ partNumber: 'TWICE-1', stockLevel: 9, version: 1 }])
})
