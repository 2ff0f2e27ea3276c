import { randomUUID } from 'node:crypto'
import { companyColors } from 'contract/companies/company-colors.ts'
import { describe, expect, test } from 'vitest'
import { migrate } from '../platform/database/schema/migrations.ts'
import { type Client, useOwnCompany } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

const { server, firm, sbr: operator } = useOwnCompany()

const details = async (company: { id: string }, client: Client = operator) =>
  (await client.get(`/api/companies/${company.id}/details`)).json()

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

  test('of a new company need only a name', async () => {
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

  test('are for the operator of the company, without other companies, and not for managers and employees', async () => {
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
        color: expect.any(String),
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
    const answer = await details(child, await server.signIn('company_operator', child))
    expect(answer).toMatchObject({ parentCompanyId: parent.id, parentName: null })
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
    [{ name: 'x', foundedOn: '2024-02-31' }, 'Must be a date like 2026-11-21'],
    [{ name: 'x', foundedOn: '0000-01-01' }, 'Must be a date like 2026-11-21'],
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

  test('an unchanged founded date and time zone stay unchanged in the database', async () => {
    const { id } = (await operator.post('/api/companies', { name: 'Zoned', timeZone: 'Asia/Kathmandu' })).json()
    const [row] = await server.given.sql(`select now() at time zone time_zone as local from companies where id = $1`, [
      id,
    ])
    expect(row?.local).toBeTruthy()
  })
})

test('a new company has the time zone of DEFAULT_TIME_ZONE, unless the request gives another', async () => {
  const zoneOf = async (fields: object) =>
    (await operator.post('/api/companies', { name: 'Somewhere', ...fields })).json().timeZone
  await migrate(server.adminUrl, { name: 'SBR' }, 'America/Chicago')
  expect(await zoneOf({})).toBe('America/Chicago')
  expect(await zoneOf({ timeZone: 'Asia/Tokyo' })).toBe('Asia/Tokyo')
  await migrate(server.adminUrl, { name: 'SBR' })
  expect(await zoneOf({})).toBe('UTC')
})

describe('the colour of a company', () => {
  const add = async (name: string, color?: string) =>
    (await operator.post('/api/companies', { name, ...(color && { color }) })).json()

  test('is one that the fewest companies have, and everybody sees the same', async () => {
    const { items } = (await operator.get('/api/companies')).json() as { items: { color: string }[] }
    const uses = (color: string) => items.filter((company) => company.color === color).length
    const created = await add('Colourful Works')
    expect(uses(created.color)).toBe(Math.min(...companyColors.map(uses)))
    const member = await server.signIn('employee', created)
    expect((await member.get('/api/session')).json().companies).toMatchObject([{ color: created.color }])
    const ofOperator = (await operator.get('/api/session')).json().companies as { id: string; color: string }[]
    expect(ofOperator.find(({ id }) => id === created.id)?.color).toBe(created.color)
  })

  test('can be chosen, among those that the screens can show', async () => {
    const created = await add('Purple Works', 'purple')
    expect(created.color).toBe('purple')
    const path = `/api/companies/${created.id}`
    expect((await operator.patch(path, { color: 'teal' })).json().color).toBe('teal')
    expect((await operator.patch(path, { color: '#ff0000' })).statusCode).toBe(400)
  })
})
