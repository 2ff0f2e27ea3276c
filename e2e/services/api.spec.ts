import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from '../journey.ts'
import { enter, originOf, people } from '../people.ts'

const file = (name: string) => readFileSync(new URL(`../files/${name}`, import.meta.url))

test('a script with a personal access token imports the real files; another company sees nothing of it', async ({
  page,
  playwright,
  baseURL,
}) => {
  await enter(page, people.operator)
  const headers = { origin: await originOf(page) }
  // A company of its own: other journeys import the same files into North and South.
  const company = await page.request.post('/api/companies', { headers, data: { name: 'Script Works' } })
  const { id: companyId } = await company.json()
  const data = { name: 'journey', companyId }
  const made = await page.request.post('/api/tokens', { data, headers })
  expect(made.status()).toBe(201)
  const { token } = await made.json()
  const script = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const base = `/api/companies/${companyId}`

  const upload = async (name: string, query = '') => {
    const answer = await script.post(`${base}/imports?fileName=${name}${query}`, {
      data: file(name),
      headers: { 'content-type': 'text/csv' },
    })
    expect(answer.status()).toBe(201)
    return answer.json()
  }
  for (const name of ['shopify-apparel.csv', 'shopify-jewelery.csv']) {
    const preview = await upload(name)
    expect(preview.summary).toEqual({ create: 20, update: 0, unchanged: 0, error: 0 })
    const stored = await (await script.post(`${base}/imports/${preview.id}/commit`, { data: {} })).json()
    expect(stored).toMatchObject({ success: 20, total: 20, errors: [] })
    expect((await upload(name)).summary).toEqual({ create: 0, update: 0, unchanged: 20, error: 0 })
  }
  const mapping = encodeURIComponent(JSON.stringify({ 'Part Name': ['name', 'partNumber'], Quantity: ['stockLevel'] }))
  const list = await upload('lumenpnp-bom.csv', `&type=parts&mapping=${mapping}`)
  expect(list.summary).toEqual({ create: 91, update: 0, unchanged: 0, error: 12 })
  const refused = await script.post(`${base}/imports/${list.id}/commit`, { data: {} })
  expect(refused.status()).toBe(422)
  const stored = await (await script.post(`${base}/imports/${list.id}/commit`, { data: { goodRowsOnly: true } })).json()
  expect(stored).toMatchObject({ success: 91, total: 103 })
  const found = await (await script.get(`${base}/parts?q=back-leg`)).json()
  expect(found.items[0]).toMatchObject({ partNumber: 'back-leg', stockLevel: 2 })

  await enter(page, people.northEmployee)
  const stranger = await (await page.request.get('/api/session')).json()
  expect((await page.request.get(`${base}/parts`)).status()).toBe(404)
  expect(JSON.stringify(stranger)).not.toContain('Script Works')
  const undone = await (await script.post(`${base}/imports/${list.id}/undo`)).json()
  expect(undone).toMatchObject({ restored: 91, conflictCount: 0 })
})
