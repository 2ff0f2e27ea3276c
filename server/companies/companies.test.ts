import { describe, expect, test } from 'vitest'
import { useOwnCompany } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

const { server, firm, sbr: operator } = useOwnCompany()

describe('the portfolio', () => {
  test('shows every company with its figures, the parent firm first', async () => {
    const company = await server.given.company({
      name: 'Zeta Works',
      description: 'Valves',
      parent_company_id: firm.id,
    })
    await server.signIn('employee', company)
    await server.signIn('manager', company)
    await server.given.part(company, { stock_level: 1, reorder_threshold: 2 })
    await server.given.part(company, { stock_level: 5, reorder_threshold: 2 })
    const { items } = (await operator.get('/api/companies')).json()
    expect(items[0]).toMatchObject({ id: firm.id, isSbr: true })
    expect(items.find(({ id }: GivenCompany) => id === company.id)).toMatchObject({
      name: 'Zeta Works',
      type: 'portfolio',
      status: 'active',
      description: 'Valves',
      parentCompanyId: firm.id,
      parentName: firm.name,
      peopleCount: 2,
      partCount: 2,
      lowStockCount: 1,
      monthRevenue: null,
    })
  })

  test('is only for operators of the firm (T16, T25)', async () => {
    const company = await server.given.company()
    for (const role of ['company_operator', 'manager', 'employee'] as const) {
      const client = await server.signIn(role, company)
      expect((await client.get('/api/companies')).statusCode).toBe(403)
      expect((await client.get('/api/companies/parents')).statusCode).toBe(403)
      expect((await client.post('/api/companies', { name: 'Mine' })).statusCode).toBe(403)
      expect((await client.patch(`/api/companies/${company.id}`, { name: 'Mine' })).statusCode).toBe(403)
    }
    expect((await server.anonymous.get('/api/companies')).statusCode).toBe(401)
    const nobody = await server.signIn(null, company)
    expect((await nobody.get('/api/companies')).json()).toMatchObject({ code: 'NO_ROLE' })
  })

  test('of 300 companies comes in one fast query', async () => {
    await server.given.sql(
      `with made as (insert into companies (name, parent_company_id) select 'Many ' || n, $1 from generate_series(1, 300) n returning id)
       insert into row_counts (company_id, table_name, total, marked, value_at_cost, value_at_retail)
       select id, 'parts', 10, 3, 0, 0 from made`,
      [firm.id],
    )
    const { items } = (await operator.get('/api/companies')).json()
    expect(items.filter(({ name }: GivenCompany) => name.startsWith('Many '))).toHaveLength(300)
    expect(items.find(({ name }: GivenCompany) => name === 'Many 7')).toMatchObject({ partCount: 10, lowStockCount: 3 })
  })
})

test('nobody can delete a company', async () => {
  const company = await server.given.company()
  expect((await operator.delete(`/api/companies/${company.id}`)).statusCode).toBe(405)
})
