import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { makeSignIn } from '../../testing/sign-in.ts'

const { server } = useOwnServer({ DEMO: '1' })
let company: GivenCompany
let operator: Client
let signIn: ReturnType<typeof makeSignIn>['signIn']
beforeAll(async () => {
  ;({ signIn } = makeSignIn(server))
  company = await server.given.company()
  operator = await server.signIn('sbr_operator', await server.given.firm())
})

const requestOf = async (email: string) => (await operator.get(`/api/access-requests?q=${email}`)).json().items[0]
const approve = (id: string, body: object) => operator.post(`/api/access-requests/${id}/approve`, body)

test('a stranger asks for access, is approved, and comes in', async () => {
  expect((await signIn('stranger@else.example', 'Sam Lee Stranger')).end.url).toBe('/auth?error=access')
  const request = await requestOf('stranger@else.example')
  expect(request).toMatchObject({ name: 'Sam Lee Stranger', status: 'open', isManaged: true })
  const approved = await approve(request.id, { role: 'employee', companyId: company.id })
  expect([approved.statusCode, approved.json()]).toMatchObject([
    201,
    {
      email: 'stranger@else.example',
      firstName: 'Sam',
      lastName: 'Lee Stranger',
      role: 'employee',
      status: 'pre_authorized',
    },
  ])
  const { visitor, end } = await signIn('stranger@else.example')
  expect(end.url).toBe('/')
  expect((await visitor.get('/api/session')).json()).toMatchObject({ companyId: company.id, role: 'employee' })
  expect(await requestOf('stranger@else.example')).toMatchObject({ status: 'approved' })
  const again = await approve(request.id, { role: 'employee', companyId: company.id })
  expect([again.statusCode, again.json().data.reason]).toEqual([409, 'request_closed'])
  const events = await server.given.sql(
    `select from security_events where kind = 'access_approved' and detail ->> 'request' = $1`,
    [request.id],
  )
  expect(events).toHaveLength(1)
})

test('a person whose access was taken away comes back as the same person', async () => {
  const { preAuthorise } = makeSignIn(server)
  const { id } = await preAuthorise('back@north.example')
  await signIn('back@north.example', 'Bea Back')
  await operator.patch(`/api/people/${id}`, { role: null })
  expect((await signIn('back@north.example', 'Bea Back')).end.url).toBe('/auth?error=access')
  const request = await requestOf('back@north.example')
  expect((await approve(request.id, { role: 'manager', companyId: company.id })).json()).toMatchObject({
    id,
    role: 'manager',
    status: 'active',
  })
  const { visitor } = await signIn('back@north.example')
  expect((await visitor.get('/api/session')).json().user.id).toBe(id)
})

test('an approval needs a role and a company that fit; otherwise the request stays open', async () => {
  await signIn('choosy@else.example')
  const { id } = await requestOf('choosy@else.example')
  const sold = await server.given.company({ status: 'sold' })
  expect((await approve(id, { role: 'employee' })).json().message).toBe(
    'Please select a company for non-SBR operator roles',
  )
  expect((await approve(id, { role: 'sbr_operator', companyId: company.id })).statusCode).toBe(400)
  expect((await approve(id, { companyId: company.id })).statusCode).toBe(400)
  expect((await approve(id, { role: 'employee', companyId: sold.id })).statusCode).toBe(409)
  expect((await approve(randomUUID(), { role: 'employee', companyId: company.id })).statusCode).toBe(404)
  expect(await requestOf('choosy@else.example')).toMatchObject({ status: 'open' })
})

test('only one of two approvals at once counts', async () => {
  await signIn('both@else.example')
  const { id } = await requestOf('both@else.example')
  const answers = await Promise.all(['employee', 'manager'].map((role) => approve(id, { role, companyId: company.id })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await server.given.sql(`select from profiles where email = 'both@else.example'`)).toHaveLength(1)
})

test('a person who was created meanwhile is not created again', async () => {
  await signIn('meanwhile@else.example')
  const { id } = await requestOf('meanwhile@else.example')
  await operator.post('/api/people', { email: 'meanwhile@else.example', role: 'employee', companyId: company.id })
  expect((await approve(id, { role: 'employee', companyId: company.id })).json().data.reason).toBe('has_access')
})

test('a dismissed request stays dismissed, but can still be approved', async () => {
  await signIn('nope@else.example')
  const { id } = await requestOf('nope@else.example')
  expect((await operator.post(`/api/access-requests/${id}/dismiss`)).statusCode).toBe(204)
  await signIn('nope@else.example')
  expect(await requestOf('nope@else.example')).toMatchObject({ status: 'dismissed' })
  expect((await operator.get('/api/access-requests?status=dismissed')).json()).toMatchObject({ total: 1 })
  expect((await approve(id, { role: 'employee', companyId: company.id })).statusCode).toBe(201)
  expect((await operator.post(`/api/access-requests/${id}/dismiss`)).statusCode).toBe(409)
  expect((await operator.post(`/api/access-requests/${randomUUID()}/dismiss`)).statusCode).toBe(404)
})

test.each(['company_operator', 'manager', 'employee'] as const)(
  '%s: access requests are none of their business',
  async (role) => {
    const client = await server.signIn(role, company)
    const { id } = await requestOf('choosy@else.example')
    expect((await client.get('/api/access-requests')).statusCode).toBe(403)
    expect((await client.post(`/api/access-requests/${id}/approve`, { role, companyId: company.id })).statusCode).toBe(
      403,
    )
    expect((await client.post(`/api/access-requests/${id}/dismiss`)).statusCode).toBe(403)
  },
)

test('a request from an unmanaged account says so, and needs the exception (T45)', async () => {
  const come = () =>
    server.given.sql<{ outcome: string }>(
      `select app.sign_in('https://accounts.google.com', 'sub-9', 'own@domain.example', null, null, 'Una Managed', false, $1, null, null, null) as outcome`,
      [createHash('sha256').update(randomUUID()).digest('hex')],
    )
  expect(await come()).toEqual([{ outcome: 'stranger' }])
  const request = await requestOf('own@domain.example')
  expect(request).toMatchObject({ isManaged: false })
  const { id } = (await approve(request.id, { role: 'employee', companyId: company.id })).json()
  expect(await come()).toEqual([{ outcome: 'unmanaged_account' }])
  await operator.patch(`/api/people/${id}`, { allowsUnmanagedAccount: true })
  expect(await come()).toEqual([{ outcome: 'signed_in' }])
})

test('an operator of a company asks for a person; the request names company and role, and an approval makes the person', async () => {
  const asker = await server.signIn('company_operator', company)
  const ask = (body: object, of = company.id) => asker.post(`/api/companies/${of}/access-requests`, body)
  const ada = { email: 'ADA@north.example', name: 'Ada  Lane Miller', role: 'manager' }
  expect((await ask(ada)).statusCode).toBe(204)
  const request = await requestOf('ada@north.example')
  expect(request).toMatchObject({
    ...{ email: 'ada@north.example', status: 'open', role: 'manager', companyId: company.id },
    companyName: (await asker.get(`/api/companies/${company.id}`)).json().name,
    askedByName: expect.any(String),
  })
  const approved = await approve(request.id, { role: request.role, companyId: request.companyId })
  expect([approved.statusCode, approved.json()]).toMatchObject([
    201,
    { email: 'ada@north.example', firstName: 'Ada', role: 'manager', companyId: company.id, status: 'pre_authorized' },
  ])
  expect([(await ask(ada)).statusCode, (await ask(ada)).json().data.reason]).toEqual([409, 'already_member'])
})

test('asking again opens the request again; bad input, other companies and other roles are refused, and nothing tells who is known elsewhere', async () => {
  const asker = await server.signIn('company_operator', company)
  const other = await server.given.company()
  const stranger = await server.given.person('employee', other)
  const ask = (body: object, of = company.id, who = asker) => who.post(`/api/companies/${of}/access-requests`, body)
  const ben = { email: 'ben@north.example', name: 'Ben', role: 'employee' }
  await ask(ben)
  const { id } = await requestOf(ben.email)
  await operator.post(`/api/access-requests/${id}/dismiss`)
  await ask({ ...ben, role: 'manager' })
  expect(await requestOf(ben.email)).toMatchObject({ id, status: 'open', role: 'manager' })
  for (const bad of [{ email: 'x' }, { name: ' ' }, { role: 'sbr_operator' }, { role: 'boss' }, { more: 1 }])
    expect((await ask({ ...ben, ...bad })).statusCode).toBe(400)
  expect((await ask(ben, other.id)).statusCode).toBe(404)
  const [{ email = '' } = {}] = await server.given.sql<{ email: string }>(
    'select email from profiles where user_id = $1',
    [stranger.id],
  )
  expect((await ask({ ...ben, email })).statusCode).toBe(204)
  for (const who of [operator, await server.signIn('manager', company), await server.signIn('employee', company)])
    expect((await ask(ben, company.id, who)).statusCode).toBe(403)
})
