import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useOwnCompany } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

const { server, firm, sbr: operator } = useOwnCompany()

const change = (company: { id: string }, body: object, headers: Record<string, string> = {}) =>
  operator.patch(`/api/companies/${company.id}`, body, headers)
const details = async (company: { id: string }) => (await operator.get(`/api/companies/${company.id}/details`)).json()

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

  test('the SBR firm cannot get a parent, but can get a new description', async () => {
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

  test('two changes at once make no loop: one company becomes the child of another while that becomes a portfolio company', async () => {
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

  test('cannot be changed by its former operator', async () => {
    const company = await server.given.company({ status: 'sold' })
    const owner = await server.signIn('company_operator', company)
    expect((await owner.patch(`/api/companies/${company.id}`, { status: 'active' })).statusCode).toBe(404)
  })
})
