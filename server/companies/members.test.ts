import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useOwnCompany } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given/given.ts'

const { server, firm, sbr: operator } = useOwnCompany()

const membersOf = (company: GivenCompany) => `/api/companies/${company.id}/members`
const add = (company: GivenCompany, userId: string, role: string) => operator.post(membersOf(company), { userId, role })
type Listed = { userId: string; email?: string }

test('people see their colleagues as far as their role allows (security.md 2.2, rows 3-5)', async () => {
  const company = await server.given.company()
  const [manager, employee] = [await server.signIn('manager', company), await server.signIn('employee', company)]
  await server.signIn('employee', await server.given.company())
  const seenBy = async (client: typeof manager) => (await client.get(membersOf(company))).json()
  const { id: userId, email } = manager.person
  const plain = { userId, firstName: 'Test', lastName: expect.any(String) }
  const find = ({ items }: { items: Listed[] }) => items.find((each) => each.userId === userId)
  expect(find(await seenBy(employee))).toEqual(plain)
  expect(find(await seenBy(manager))).toEqual({ ...plain, email, role: 'manager' })
  expect(find(await seenBy(operator))).toEqual({ ...plain, email, role: 'manager', status: 'active' })
  expect((await seenBy(manager)).total).toBe(2)
})

test('an employee cannot find out addresses by searching or sorting', async () => {
  const company = await server.given.company()
  const manager = await server.signIn('manager', company)
  const employee = await server.signIn('employee', company)
  const search = (client: typeof manager, q: string) => client.get(`${membersOf(company)}?q=${encodeURIComponent(q)}`)
  expect((await search(manager, manager.person.email)).json().total).toBe(1)
  expect((await search(employee, manager.person.email)).json().total).toBe(0)
  expect((await search(employee, 'test')).json().total).toBe(2)
  const [byEmail, byName] = await Promise.all(
    ['email', 'name'].map((sort) => employee.get(`${membersOf(company)}?sort=${sort}`)),
  )
  expect(byEmail?.body).toBe(byName?.body)
})

test('the order of colleagues without a name reveals nothing of their addresses to an employee', async () => {
  const company = await server.given.company()
  const reader = await server.signIn('employee', company)
  const late = await server.given.person('employee', company, 'zoe@members.example')
  const early = await server.given.person('employee', company, 'amy@members.example')
  const nameless = [late.id, early.id]
  await server.given.sql('update profiles set first_name = null, last_name = null where user_id = any ($1)', [nameless])
  const { items } = (await reader.get(`${membersOf(company)}?sort=name`)).json()
  const ids = items.map(({ userId }: Listed) => userId).filter((id: string) => nameless.includes(id))
  expect(ids).toEqual(nameless.sort())
  expect(ids).toEqual([late.id, early.id])
})

test('a person without a company is added, sees it, and is no longer a candidate', async () => {
  const company = await server.given.company()
  const person = await server.signIn(null, company)
  const candidates = async () =>
    (await operator.get(`${membersOf(company)}/candidates?q=${person.person.email}`)).json().items
  expect(await candidates()).toMatchObject([{ userId: person.person.id, role: null, companyName: null }])
  expect((await person.get(`/api/companies/${company.id}`)).statusCode).toBe(403)
  const added = await add(company, person.person.id, 'manager')
  expect([added.statusCode, added.json()]).toMatchObject([201, { userId: person.person.id, role: 'manager' }])
  expect((await person.get(`/api/companies/${company.id}`)).statusCode).toBe(200)
  expect(await candidates()).toEqual([])
  const again = await add(company, person.person.id, 'employee')
  expect([again.statusCode, again.json().data.reason]).toEqual([409, 'already_member'])
})

test('adding a person of another company moves them at once', async () => {
  const [before, after] = [await server.given.company(), await server.given.company()]
  const person = await server.signIn('employee', before)
  const [candidate] = (await operator.get(`${membersOf(after)}/candidates?q=${person.person.email}`)).json().items
  expect(candidate).toMatchObject({ role: 'employee', companyName: before.name })
  expect((await add(after, person.person.id, 'company_operator')).statusCode).toBe(201)
  expect((await person.get(`/api/companies/${before.id}`)).statusCode).toBe(404)
  expect((await person.get(`/api/companies/${after.id}/details`)).statusCode).toBe(200)
  expect((await person.get('/api/session')).json()).toMatchObject({
    companyId: after.id,
    role: 'company_operator',
    companies: [{ id: after.id }],
  })
})

test('a removed person loses access at once, in every session', async () => {
  const company = await server.given.company()
  const person = await server.signIn('employee', company)
  expect((await operator.delete(`${membersOf(company)}/${person.person.id}`)).statusCode).toBe(204)
  expect((await person.get('/api/session')).statusCode).toBe(401)
  expect(await server.given.sql('select from sessions where user_id = $1', [person.person.id])).toHaveLength(0)
  expect(await server.given.sql('select from profiles where user_id = $1', [person.person.id])).toHaveLength(1)
  expect((await operator.delete(`${membersOf(company)}/${person.person.id}`)).statusCode).toBe(404)
})

test('people of another company cannot be removed through this one', async () => {
  const [here, there] = [await server.given.company(), await server.given.company()]
  const person = await server.signIn('employee', there)
  expect((await operator.delete(`${membersOf(here)}/${person.person.id}`)).statusCode).toBe(404)
  expect((await person.get('/api/session')).statusCode).toBe(200)
})

test('nobody removes their own access', async () => {
  const answer = await operator.delete(`${membersOf(firm)}/${operator.person.id}`)
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'You cannot remove your own access'])
  const company = await server.given.company()
  expect((await add(company, operator.person.id, 'manager')).json().message).toBe('You cannot remove your own access')
  expect((await operator.get('/api/companies')).statusCode).toBe(200)
})

test('the role and the company must fit', async () => {
  const company = await server.given.company()
  const { person } = await server.signIn('employee', company)
  expect((await add(company, person.id, 'sbr_operator')).statusCode).toBe(400)
  expect((await add(firm, person.id, 'employee')).statusCode).toBe(400)
  expect((await add(company, randomUUID(), 'employee')).statusCode).toBe(404)
  expect((await add({ id: randomUUID(), name: '' }, person.id, 'employee')).statusCode).toBe(404)
})

test('nobody is added to a company that was sold or is inactive', async () => {
  const { person } = await server.signIn('employee', await server.given.company())
  const sold = await add(await server.given.company({ status: 'sold' }), person.id, 'employee')
  expect([sold.statusCode, sold.json().code]).toEqual([409, 'COMPANY_SOLD'])
  const inactive = await add(await server.given.company({ status: 'inactive' }), person.id, 'employee')
  expect([inactive.statusCode, inactive.json().data.reason]).toEqual([409, 'company_inactive'])
})

test('members are managed by operators of the firm only (T25)', async () => {
  const company = await server.given.company()
  const { person } = await server.signIn('employee', company)
  for (const role of ['company_operator', 'manager', 'employee'] as const) {
    const client = await server.signIn(role, company)
    expect((await client.get(`${membersOf(company)}/candidates`)).statusCode).toBe(403)
    expect((await client.post(membersOf(company), { userId: person.id, role: 'manager' })).statusCode).toBe(403)
    expect((await client.delete(`${membersOf(company)}/${person.id}`)).statusCode).toBe(403)
  }
})
