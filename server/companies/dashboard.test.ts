import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('the dashboard shows what is low, how much there is and what changed last', async () => {
  const company = await server.given.company({ description: 'Valves', time_zone: 'Europe/Berlin' })
  for (let number = 12; number > 0; number--) {
    await server.given.part(company, { name: `Bolt ${number}`, stock_level: 1, reorder_threshold: 3 })
  }
  await server.given.part(company, { name: 'Anvil', stock_level: 9 })
  await server.given.product(company)
  const client = await server.signIn('company_operator', company)
  const vendor = await client.post(`/api/companies/${company.id}/vendors`, { name: 'Acme', private: { iban: 'DE1' } })
  const board = (await client.get(`/api/companies/${company.id}/dashboard`)).json()
  expect(board.company).toMatchObject({
    id: company.id,
    status: 'active',
    description: 'Valves',
    timeZone: 'Europe/Berlin',
  })
  expect(board.counts).toEqual({ parts: 13, lowStock: 12, products: 1, vendors: 1 })
  expect(board.lowStock).toHaveLength(10)
  expect(board.lowStock[1]).toMatchObject({ name: 'Bolt 2', stockLevel: 1, reorderThreshold: 3 })
  expect(board.changes).toHaveLength(10)
  expect(board.changes[0]).toMatchObject({
    changeSetId: vendor.json().changeSetId,
    kind: 'edit',
    userName: expect.stringContaining('Test Person'),
    entityType: 'vendor',
    entityName: 'Acme',
    action: 'created',
    recordCount: 1,
  })
})

test('an employee sees the same without what only operators read', async () => {
  const company = await server.given.company({ description: 'Secret plan', annual_revenue: 77 })
  const vendor = await server.given.vendor(company)
  await server.given.vendorPrivate(vendor)
  const employee = await server.signIn('employee', company)
  const answer = await employee.get(`/api/companies/${company.id}/dashboard`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json().company).not.toHaveProperty('description')
  expect(answer.body).not.toContain('vendor_private')
  expect(answer.json().changes).toMatchObject([{ entityType: 'vendor', userName: null }])
})

test('the name of somebody who left, or belongs to the firm, stays with what they did', async () => {
  const company = await server.given.company()
  const operator = await server.signIn('sbr_operator', await server.given.firm())
  const leaver = await server.signIn('company_operator', company)
  const reader = await server.signIn('employee', company)
  await operator.post(`/api/companies/${company.id}/vendors`, { name: 'By the firm' })
  await leaver.post(`/api/companies/${company.id}/vendors`, { name: 'By a leaver' })
  expect((await operator.delete(`/api/people/${leaver.person.id}`)).statusCode).toBe(204)
  const { changes } = (await reader.get(`/api/companies/${company.id}/dashboard`)).json()
  expect(changes).toMatchObject([
    { entityName: 'By a leaver', userName: expect.stringContaining('Test Person') },
    { entityName: 'By the firm', userName: expect.stringContaining('Test Person') },
  ])
})

test('the dashboard of another company does not exist', async () => {
  const client = await server.signIn('manager', await server.given.company())
  const other = await server.given.company()
  expect((await client.get(`/api/companies/${other.id}/dashboard`)).statusCode).toBe(404)
})
