import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../platform/migrations.ts'
import type { GivenCompany } from '../testing/given.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

type Client = Awaited<ReturnType<TestServer['signIn']>>

let server: TestServer
let firm: GivenCompany
let operator: Client
beforeAll(async () => {
  server = await startTestServer()
  firm = await server.given.firm()
  operator = await server.signIn('sbr_operator', firm)
})
afterAll(() => server?.close())

const change = (company: { id: string }, body: object, headers: Record<string, string> = {}) =>
  operator.patch(`/api/companies/${company.id}`, body, headers)
const details = async (company: { id: string }, client: Client = operator) =>
  (await client.get(`/api/companies/${company.id}/details`)).json()

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

  test('is for nobody but operators of the firm (T16, T25)', async () => {
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

  test('of 300 companies comes in one query that is fast', async () => {
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

describe('company details', () => {
  const all = {
    name: 'Full Company',
    description: 'Everything filled in',
    status: 'active',
    type: 'portfolio',
    website: 'https://full.example',
    industry: 'Machining',
    foundedOn: '1987-03-01',
    employeeCount: 42,
    annualRevenue: 1_234_567.89,
    timeZone: 'America/New_York',
    address: { street: '1 Main St', city: 'Dover', region: 'DE', postalCode: '19901', country: 'USA' },
    contactInfo: { person: 'Ann Lee', email: 'ann@full.example', phone: '+1 302 555 0100' },
    metadata: { 'Tax year': 'June', constructor: 'plain' },
  }

  test('come back as they were saved', async () => {
    const created = await operator.post('/api/companies', all)
    expect(created.statusCode).toBe(201)
    expect(created.json()).toMatchObject({
      ...all,
      parentCompanyId: firm.id,
      parentName: firm.name,
      version: 1,
      children: [],
    })
    expect(await details(created.json())).toEqual(created.json())
    const { items } = (await operator.get('/api/companies')).json()
    expect(items.map(({ id }: GivenCompany) => id)).toContain(created.json().id)
  })

  test('of a new company need no more than a name', async () => {
    const created = await operator.post('/api/companies', { name: ' Small\nWorks ' })
    expect(created.json()).toMatchObject({
      name: 'Small Works',
      type: 'portfolio',
      status: 'active',
      timeZone: 'UTC',
      address: { street: null, city: null, region: null, postalCode: null, country: null },
      contactInfo: { person: null, email: null, phone: null },
      metadata: {},
    })
  })

  test('are read by the own operator, without other companies; by managers and employees not', async () => {
    const company = await server.given.company({ company_type: 'parent', annual_revenue: 5 })
    await server.given.company({ parent_company_id: company.id })
    const own = await details(company, await server.signIn('company_operator', company))
    expect(own).toMatchObject({ id: company.id, annualRevenue: 5 })
    expect(own).not.toHaveProperty('children')
    for (const role of ['manager', 'employee'] as const) {
      const reader = await server.signIn(role, company)
      const answer = await reader.get(`/api/companies/${company.id}/details`)
      expect(answer.statusCode).toBe(403)
      expect(answer.body).not.toContain('annualRevenue')
      expect((await reader.get(`/api/companies/${company.id}`)).json()).toEqual({
        id: company.id,
        name: company.name,
        type: 'parent',
        status: 'active',
        isSbr: false,
        timeZone: 'UTC',
      })
    }
  })

  test('of a child are closed to the operator of its parent: only the firm sees the group', async () => {
    const parent = await server.given.company({ company_type: 'parent' })
    const child = await server.given.company({ parent_company_id: parent.id })
    const client = await server.signIn('company_operator', parent)
    for (const path of ['', '/details', '/dashboard', '/members']) {
      const foreign = await client.get(`/api/companies/${child.id}${path}`)
      const unknown = await client.get(`/api/companies/${randomUUID()}${path}`)
      expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
    }
    const seen = await details(child, await server.signIn('company_operator', child))
    expect(seen).toMatchObject({ parentCompanyId: parent.id, parentName: null })
    expect((await details(parent)).children).toMatchObject([{ id: child.id, name: child.name, type: 'portfolio' }])
  })

  test.each([
    [{}, 'Company name is required'],
    [{ name: '  ' }, 'Company name is required'],
    [{ name: 'x', isSbr: true }, "Unknown key 'isSbr'"],
    [{ name: 'x', version: 4 }, "Unknown key 'version'"],
    [{ name: 'x', type: 'holding' }, ''],
    [{ name: 'x', status: 'closed' }, ''],
    [{ name: 'x', website: 'javascript:alert(1)' }, 'Must be a web address starting with https://'],
    [{ name: 'x', foundedOn: '2024-02-31' }, 'Must be a date'],
    [{ name: 'x', foundedOn: '0000-01-01' }, 'Must be a date'],
    [{ name: 'x', employeeCount: 1.5 }, 'Must be a whole number'],
    [{ name: 'x', annualRevenue: -1 }, 'Must not be negative'],
    [{ name: 'x', annualRevenue: 0.001 }, 'Must have at most 2 decimals'],
    [{ name: 'x', timeZone: '+02:00' }, 'Must be a time zone like America/New_York'],
    [{ name: 'x', timeZone: 'IST' }, 'Must be a time zone like America/New_York'],
    [{ name: 'x', timeZone: 'US/Pacific-New' }, 'Must be a time zone like America/New_York'],
    [{ name: 'x', timeZone: 'Mars/Olympus' }, 'Must be a time zone like America/New_York'],
    [{ name: 'x', contactInfo: { person: null, email: 'nobody', phone: null } }, 'Must be an e-mail address'],
    [{ name: 'x', address: { planet: 'Mars' } }, ''],
    [{ name: 'x', metadata: { a: 1 } }, ''],
    [
      { name: 'x', metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])) },
      'Must have at most 50 fields',
    ],
  ])('refuse %j', async (body, sentence) => {
    const answer = await operator.post('/api/companies', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain(sentence)
  })

  test('a founded date and a time zone that are kept are the same to the database', async () => {
    const { id } = (await operator.post('/api/companies', { name: 'Zoned', timeZone: 'Asia/Kathmandu' })).json()
    const [row] = await server.given.sql(`select now() at time zone time_zone as local from companies where id = $1`, [
      id,
    ])
    expect(row?.local).toBeTruthy()
  })
})

test('a new company has the time zone of DEFAULT_TIME_ZONE, unless it says another', async () => {
  const zoneOf = async (fields: object) =>
    (await operator.post('/api/companies', { name: 'Somewhere', ...fields })).json().timeZone
  await migrate(server.adminUrl, { name: 'SBR' }, 'America/Chicago')
  expect(await zoneOf({})).toBe('America/Chicago')
  expect(await zoneOf({ timeZone: 'Asia/Tokyo' })).toBe('Asia/Tokyo')
  await migrate(server.adminUrl, { name: 'SBR' })
  expect(await zoneOf({})).toBe('UTC')
})

describe('changing a company', () => {
  test('counts versions and refuses a stale one with both values (T94)', async () => {
    const company = await server.given.company()
    const first = await change(company, { name: 'First', description: 'A' }, { 'if-match': '1' })
    expect(first.json()).toMatchObject({ name: 'First', version: 2 })
    const second = await change(company, { name: 'Second' }, { 'if-match': '"1"' })
    expect(second.statusCode).toBe(409)
    expect(second.json().data).toMatchObject({ reason: 'stale', current: { name: 'First', version: 2 } })
    expect(await details(company)).toMatchObject({ name: 'First', description: 'A' })
  })

  test('leaves a trace', async () => {
    const company = await server.given.company()
    await change(company, { industry: 'Farming' })
    const [event] = await server.given.sql(
      `select user_id, detail from security_events where kind = 'company_updated' and detail ->> 'company' = $1`,
      [company.id],
    )
    expect(event).toMatchObject({ user_id: operator.person.id, detail: { fields: ['industry'] } })
  })

  test.each([{ type: 'portfolio' }, { status: 'inactive' }, { status: 'sold' }])(
    'never locks out the SBR firm: %j',
    async (body) => {
      const answer = await change(firm, body)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'CONFLICT', data: { reason: 'firm_locked' } })
    },
  )

  test('the SBR firm gets no parent, but a new description', async () => {
    const parent = await server.given.company({ company_type: 'parent' })
    expect((await change(firm, { parentCompanyId: parent.id })).statusCode).toBe(409)
    expect((await change(firm, { description: 'The holding', type: 'parent', status: 'active' })).statusCode).toBe(200)
  })

  test('a company is never its own parent', async () => {
    const company = await server.given.company()
    const answer = await change(company, { parentCompanyId: company.id })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'A company cannot be its own parent'])
  })

  test('only a company of type parent is a parent, and one level deep', async () => {
    const [parent, portfolio] = [await server.given.company({ company_type: 'parent' }), await server.given.company()]
    const other = await server.given.company()
    expect((await change(portfolio, { parentCompanyId: other.id })).json().data.reason).toBe('parent_type')
    expect((await change(parent, { parentCompanyId: firm.id })).json().data.reason).toBe('parent_of_parent')
    expect((await change(portfolio, { parentCompanyId: randomUUID() })).statusCode).toBe(422)
    expect((await change(portfolio, { parentCompanyId: parent.id })).json()).toMatchObject({ parentName: parent.name })
    expect((await change(portfolio, { type: 'parent' })).json().data.reason).toBe('parent_of_parent')
    expect((await change(portfolio, { type: 'parent', parentCompanyId: null })).statusCode).toBe(200)
    const { items } = (await operator.get('/api/companies/parents')).json()
    expect(items.map(({ id }: GivenCompany) => id)).toEqual(expect.arrayContaining([firm.id, parent.id, portfolio.id]))
    expect(items.map(({ id }: GivenCompany) => id)).not.toContain(other.id)
  })

  test('a company with children cannot become a portfolio company', async () => {
    const parent = await server.given.company({ company_type: 'parent' })
    const child = await server.given.company({ parent_company_id: parent.id })
    expect((await change(parent, { type: 'portfolio' })).json().data.reason).toBe('has_children')
    expect((await change(child, { parentCompanyId: firm.id })).statusCode).toBe(200)
    expect((await change(parent, { type: 'portfolio' })).statusCode).toBe(200)
  })

  test('two changes at once make no loop: one company as parent of the other while that becomes a portfolio company', async () => {
    for (let round = 0; round < 10; round++) {
      const [parent, child] = [await server.given.company({ company_type: 'parent' }), await server.given.company()]
      const answers = await Promise.all([
        change(child, { parentCompanyId: parent.id }),
        change(parent, { type: 'portfolio', parentCompanyId: firm.id }),
      ])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    }
  })
})

describe('a sold company', () => {
  test('is closed to its people at once, read by the firm, and can come back', async () => {
    const company = await server.given.company()
    const owner = await server.signIn('company_operator', company)
    const url = `/api/companies/${company.id}`
    expect((await owner.get(url)).statusCode).toBe(200)
    expect((await change(company, { status: 'sold' })).statusCode).toBe(200)
    expect((await owner.get(url)).statusCode).toBe(404)
    expect((await owner.get(`${url}/details`)).statusCode).toBe(404)
    expect((await owner.get('/api/session')).json().companies).toEqual([])
    expect(await details(company)).toMatchObject({ status: 'sold' })
    expect((await operator.post(`${url}/vendors`, { name: 'Late' })).json()).toMatchObject({ code: 'COMPANY_SOLD' })
    expect((await change(company, { description: 'Sold to Acme' })).statusCode).toBe(200)
    expect((await change(company, { status: 'active' })).statusCode).toBe(200)
    expect((await owner.get(url)).statusCode).toBe(200)
  })

  test('is not changed by its former operator', async () => {
    const company = await server.given.company({ status: 'sold' })
    const owner = await server.signIn('company_operator', company)
    expect((await owner.patch(`/api/companies/${company.id}`, { status: 'active' })).statusCode).toBe(404)
  })
})

test('nobody deletes a company', async () => {
  const company = await server.given.company()
  expect((await operator.delete(`/api/companies/${company.id}`)).statusCode).toBe(404)
})
