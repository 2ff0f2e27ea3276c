import { randomUUID } from 'node:crypto'
import type { Role } from 'contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { useOwnCompany } from '../../testing/fixture.ts'
import { makeSignIn } from '../../testing/sign-in.ts'

const { server, company, firm, sbr: operator } = useOwnCompany({ DEMO: '1' })

let serial = 0
const create = (fields: object = {}) =>
  operator.post('/api/people', {
    email: `new-${++serial}@north.example`,
    role: 'employee',
    companyId: company.id,
    ...fields,
  })
const change = (id: string, body: object) => operator.patch(`/api/people/${id}`, body)
const find = async (query: string) => (await operator.get(`/api/people?${query}`)).json()
const eventsOf = (kind: string, person: string) =>
  server.given.sql(`select user_id, detail from security_events where kind = $1 and detail ->> 'person' = $2`, [
    kind,
    person,
  ])

describe('creating a person', () => {
  test('pre-authorises the address, and the first sign-in through the provider leads to the right place', async () => {
    const created = await create({
      email: ' First.Time@North.example ',
      firstName: 'Fay',
      lastName: 'Time',
      role: 'manager',
    })
    expect([created.statusCode, created.json()]).toMatchObject([
      201,
      {
        email: 'first.time@north.example',
        firstName: 'Fay',
        lastName: 'Time',
        role: 'manager',
        companyId: company.id,
        companyName: company.name,
        status: 'pre_authorized',
        allowsUnmanagedAccount: false,
      },
    ])
    const { visitor, end } = await makeSignIn(server).signIn('first.time@north.example')
    expect(end.url).toBe('/')
    expect((await visitor.get('/api/session')).json()).toMatchObject({
      user: { id: created.json().id, firstName: 'Fay' },
      role: 'manager',
      companyId: company.id,
    })
    expect((await find('q=first.time')).items).toMatchObject([{ status: 'active' }])
    expect(await eventsOf('person_created', created.json().id)).toMatchObject([{ user_id: operator.person.id }])
  })

  test('puts an SBR Operator into the SBR firm', async () => {
    for (const companyId of [undefined, null]) {
      expect((await create({ role: 'sbr_operator', companyId })).json()).toMatchObject({
        companyId: firm.id,
        companyName: firm.name,
      })
    }
  })

  test.each([
    ['no address', { email: undefined }, 'Email is required'],
    ['an empty address', { email: '  ' }, 'Email is required'],
    ['no at sign', { email: 'nobody' }, 'Must be an e-mail address'],
    ['full-width letters', { email: 'ａdmin@x.example' }, 'Must be an e-mail address'],
    ['a dotless i', { email: 'admın@x.example' }, 'Must be an e-mail address'],
    ['the Kelvin sign', { email: '\u212Aate@x.example' }, 'Must be an e-mail address'],
    ['a ligature', { email: 'o\uFB01ce@x.example' }, 'Must be an e-mail address'],
    ['a name with letters outside ASCII', { email: 'admin@münchen.example' }, 'Must be an e-mail address'],
    ['no company', { companyId: undefined }, 'Please select a company for non-SBR operator roles'],
    ['company null', { companyId: null }, 'Please select a company for non-SBR operator roles'],
    ['no role', { role: undefined }, ''],
    ['an unknown role', { role: 'owner' }, ''],
    ['a key of the database', { isPreAuthorized: false }, "Unknown key 'isPreAuthorized'"],
    ['somebody else as author', { userId: randomUUID() }, "Unknown key 'userId'"],
  ])('is refused with %s', async (_name, fields, sentence) => {
    const answer = await create(fields)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain(sentence)
  })

  test('is refused when role and company do not fit', async () => {
    const withCompany = await create({ role: 'sbr_operator' })
    expect([withCompany.statusCode, withCompany.json().message]).toEqual([
      400,
      'An SBR Operator belongs to the SBR firm: leave the company empty',
    ])
    expect((await create({ companyId: firm.id })).statusCode).toBe(400)
    expect((await create({ companyId: randomUUID() })).statusCode).toBe(422)
  })

  test.each(['sold', 'inactive'])('is refused in a company that is %s', async (status) => {
    const { id } = await server.given.company({ status })
    const answer = await create({ companyId: id })
    expect([answer.statusCode, answer.json().data.reason]).toEqual([409, `company_${status}`])
  })

  test('is refused for an address that is there already, also in capitals and twice at once', async () => {
    const { email } = (await create()).json()
    const again = await create({ email: email.toUpperCase() })
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'Someone with this e-mail address is in the list already',
    ])
    const both = await Promise.all([create({ email: 'twice@x.example' }), create({ email: 'Twice@x.example' })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })

  test('is refused when the company is sold at the same moment, or the person is there before', async () => {
    for (let round = 0; round < 10; round++) {
      const target = await server.given.company()
      const [created, sold] = await Promise.all([
        create({ companyId: target.id }),
        operator.patch(`/api/companies/${target.id}`, { status: 'sold' }),
      ])
      expect(sold.statusCode).toBe(200)
      expect([201, 409]).toContain(created.statusCode)
      const members = await server.given.sql('select from user_roles where company_id = $1', [target.id])
      expect(members).toHaveLength(created.statusCode === 201 ? 1 : 0)
    }
  })
})

test.each(['company_operator', 'manager', 'employee'] as Role[])(
  '%s: the list and its actions are refused (T16, T25)',
  async (role) => {
    const client = await server.signIn(role, company)
    const { person } = await server.signIn('employee', company)
    const requests = [
      client.get('/api/people'),
      client.get('/api/access-requests'),
      client.post('/api/people', { email: 'x@x.example', role: 'employee', companyId: company.id }),
      client.post('/api/people', { userId: operator.person.id, email: 'x@x.example', role: 'sbr_operator' }),
      client.patch(`/api/people/${client.person.id}`, { role: 'sbr_operator' }),
      client.delete(`/api/people/${person.id}`),
      client.post(`/api/people/${person.id}/end-sessions`),
      client.post(`/api/people/${person.id}/reset-link`),
    ]
    for (const answer of await Promise.all(requests)) expect(answer.statusCode).toBe(403)
    expect((await client.get('/api/user_roles')).statusCode).toBe(404)
  },
)

describe('the list', () => {
  test('says who is pre-authorised, active and inactive, filters, searches and sorts', async () => {
    const there = await server.given.company({ name: 'Listed' })
    const active = await server.given.person('manager', there, 'zoe@listed.example')
    const inactive = await server.given.person(null, there, 'gone@listed.example')
    const { id: waiting } = (await create({ email: 'wait@listed.example', companyId: there.id })).json()
    const idsOf = async (query: string) => (await find(query)).items.map(({ id }: { id: string }) => id)
    expect(await idsOf('q=LISTED.example&sort=email')).toEqual([inactive.id, waiting, active.id])
    expect(await idsOf('q=listed.example&sort=email&order=desc')).toEqual([active.id, waiting, inactive.id])
    expect(await idsOf(`companyId=${there.id}&sort=email`)).toEqual([waiting, active.id])
    expect(await idsOf(`companyId=${there.id}&role=manager`)).toEqual([active.id])
    expect(await idsOf('q=listed.example&status=inactive')).toEqual([inactive.id])
    expect(await idsOf('q=listed.example&status=active')).toEqual([active.id])
    expect(await find('q=listed.example&status=pre_authorized')).toMatchObject({ total: 1, items: [{ id: waiting }] })
    expect(await find('q=%25')).toMatchObject({ total: 0 })
    expect((await operator.get('/api/people?sort=deletedAt')).statusCode).toBe(400)
  })

  test('of 10,000 people comes in pages', async () => {
    await server.given.sql(
      `with made as (insert into profiles (email, first_name, last_name, is_pre_authorized)
         select 'p' || n || '@many.example', 'Person', n::text, n % 2 = 0 from generate_series(1, 10000) n returning user_id)
       insert into user_roles (user_id, company_id, role) select user_id, $1, 'employee' from made`,
      [company.id],
    )
    const page = await find('q=many.example&sort=name&page=3&pageSize=100')
    expect(page).toMatchObject({ total: 10_000, isCapped: false })
    expect(page.items[0]).toMatchObject({ firstName: 'Person', lastName: '201' })
    expect(await find('q=many.example&status=active&pageSize=1')).toMatchObject({ total: 5_000 })
  })
})

describe('changing role or company', () => {
  test('acts on the next request (T27)', async () => {
    const client = await server.signIn('company_operator', company)
    const vendor = { name: `By ${client.person.id}` }
    expect((await client.post(`/api/companies/${company.id}/vendors`, vendor)).statusCode).toBe(201)
    expect((await change(client.person.id, { role: 'manager' })).json()).toMatchObject({
      role: 'manager',
      companyId: company.id,
    })
    expect((await client.post(`/api/companies/${company.id}/vendors`, vendor)).statusCode).toBe(403)
    expect((await client.get('/api/session')).json().role).toBe('manager')
    expect(await eventsOf('role_changed', client.person.id)).toMatchObject([
      { detail: { from: { role: 'company_operator' }, to: { role: 'manager', company: company.id } } },
    ])
  })

  test('to another company shows only the new one, at once', async () => {
    const next = await server.given.company()
    const client = await server.signIn('manager', company)
    expect((await change(client.person.id, { companyId: next.id })).json()).toMatchObject({
      role: 'manager',
      companyId: next.id,
    })
    expect((await client.get(`/api/companies/${company.id}/vendors`)).statusCode).toBe(404)
    expect((await client.get(`/api/companies/${next.id}/vendors`)).statusCode).toBe(200)
    expect((await client.get('/api/session')).json().companies).toMatchObject([{ id: next.id }])
  })

  test('to SBR Operator opens all companies, back again needs a company', async () => {
    const client = await server.signIn('employee', company)
    expect((await change(client.person.id, { role: 'sbr_operator', companyId: company.id })).statusCode).toBe(400)
    expect((await change(client.person.id, { role: 'sbr_operator' })).json()).toMatchObject({ companyId: firm.id })
    expect((await client.get('/api/companies')).statusCode).toBe(200)
    const back = await change(client.person.id, { role: 'employee' })
    expect([back.statusCode, back.json().message]).toEqual([400, 'Please select a company for non-SBR operator roles'])
    expect((await change(client.person.id, { companyId: company.id })).statusCode).toBe(400)
    expect((await change(client.person.id, { role: 'employee', companyId: firm.id })).statusCode).toBe(400)
    expect((await change(client.person.id, { role: 'employee', companyId: company.id })).statusCode).toBe(200)
    expect((await client.get('/api/companies')).statusCode).toBe(403)
  })

  test('shortens open sessions of somebody who may write now (security.md 5.1)', async () => {
    const { person } = await server.signIn('employee', company)
    await server.given.sql(
      `update sessions set kind = 'browser', idle_seconds = 86400, idle_expires_at = now() + interval '1 day',
       expires_at = now() + interval '7 days' where user_id = $1`,
      [person.id],
    )
    await change(person.id, { role: 'company_operator' })
    const [row] = await server.given.sql(
      `select idle_seconds as idle, expires_at <= now() + interval '24 hours' as ends, idle_expires_at <= now() + interval '2 hours' as rests
       from sessions where user_id = $1`,
      [person.id],
    )
    expect(row).toEqual({ idle: 7_200, ends: true, rests: true })
  })

  test('works in an inactive company for people who are already there, in a sold one for nobody', async () => {
    const inactive = await server.given.company({ status: 'inactive' })
    const there = await server.given.person('employee', inactive)
    expect((await change(there.id, { role: 'manager' })).statusCode).toBe(200)
    await operator.patch(`/api/companies/${inactive.id}`, { status: 'sold' })
    const answer = await change(there.id, { role: 'company_operator' })
    expect([answer.statusCode, answer.json().data.reason]).toEqual([409, 'company_sold'])
    expect((await change(there.id, { role: null })).json()).toMatchObject({
      role: null,
      companyId: null,
      status: 'inactive',
    })
    expect((await change(there.id, { companyId: company.id })).json().message).toBe('Please select a role')
  })

  test('accepts only fields that may be changed', async () => {
    const { id } = await server.given.person('employee', company)
    expect((await change(id, { email: 'other@x.example' })).statusCode).toBe(400)
    expect((await change(id, { role: 'employee', companyId: null })).statusCode).toBe(400)
    expect((await change(randomUUID(), { role: 'manager' })).statusCode).toBe(404)
    expect((await change(id, { allowsUnmanagedAccount: true })).json()).toMatchObject({ allowsUnmanagedAccount: true })
  })
})
