import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { makeSignIn } from '../../testing/sign-in.ts'

const { server } = useOwnServer({ DEMO: '1' })
let firm: GivenCompany
let operator: Client
beforeAll(async () => {
  firm = await server.given.firm()
  operator = await server.signIn('sbr_operator', firm)
})

const remove = (by: Client, id: string) => by.delete(`/api/people/${id}`)
const countOperators = async () =>
  (
    await server.given.sql(
      `select from user_roles r join profiles p using (user_id) where role = 'sbr_operator' and deleted_at is null`,
    )
  ).length

describe('deleting a person', () => {
  test('ends everything by which they come in, and keeps what they did', async () => {
    const { open, preAuthorise, signIn } = makeSignIn(server)
    const { id, company } = await preAuthorise('leaver@north.example', 'company_operator')
    const { visitor } = await signIn('leaver@north.example', 'Lea Ver')
    const vendor = await visitor.post(`/api/companies/${company.id}/vendors`, { name: 'Kept' })
    expect(vendor.statusCode).toBe(201)
    expect((await remove(operator, id)).statusCode).toBe(204)
    expect((await visitor.get('/api/session')).statusCode).toBe(401)
    for (const table of ['sessions', 'identity_links', 'user_roles']) {
      expect(await server.given.sql(`select from ${table} where user_id = $1`, [id])).toHaveLength(0)
    }
    const kept = await server.given.sql(
      'select first_name, is_pre_authorized from profiles where user_id = $1 and deleted_at is not null',
      [id],
    )
    expect(kept).toEqual([{ first_name: 'Lea', is_pre_authorized: false }])
    const reader = await server.signIn('employee', company)
    const { items } = (await reader.get(`/api/companies/${company.id}/activity`)).json()
    expect(items).toMatchObject([{ userId: id, userName: 'Lea Ver', entityName: 'Kept' }])
    expect((await operator.get('/api/people?q=leaver@north')).json().total).toBe(0)
    expect((await remove(operator, id)).statusCode).toBe(404)
    expect((await operator.patch(`/api/people/${id}`, { role: 'sbr_operator' })).statusCode).toBe(404)
    const { end } = await signIn('leaver@north.example', 'Lea Ver', '', open())
    expect(end.url).toBe('/auth?error=access')
  })

  test('ends with their return: by the same address they are the same person, with the hours of before (R18)', async () => {
    const company = await server.given.company()
    const before = await server.given.person('employee', company, 'again@north.example')
    const entry = { started_at: '2026-01-05T08:00:00Z', ended_at: '2026-01-05T16:00:00Z' }
    await server.given.timeEntry(company, before, entry)
    await remove(operator, before.id)
    const created = await operator.post('/api/people', {
      email: 'again@north.example',
      role: 'employee',
      companyId: company.id,
    })
    expect(created.statusCode).toBe(201)
    expect(created.json()).toMatchObject({ id: before.id, status: 'pre_authorized' })
    const { visitor } = await makeSignIn(server).signIn('again@north.example')
    expect((await visitor.get('/api/session')).json().user.id).toBe(before.id)
    const { items } = (
      await visitor.get(`/api/companies/${company.id}/time-entries?from=2026-01-01&to=2026-01-31`)
    ).json()
    expect(items).toMatchObject([{ userId: before.id, startedAt: '2026-01-05T08:00:00Z' }])
    const twice = await operator.post('/api/people', {
      email: 'again@north.example',
      role: 'employee',
      companyId: company.id,
    })
    expect(twice.statusCode).toBe(409)
  })

  test('of oneself is refused, and so is demoting oneself (T26)', async () => {
    const company = await server.given.company()
    const { id } = operator.person
    const answers = [
      await remove(operator, id),
      await operator.patch(`/api/people/${id}`, { role: 'manager', companyId: company.id }),
      await operator.patch(`/api/people/${id}`, { role: null }),
    ]
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().message]).toEqual([409, 'You cannot remove your own access'])
    }
    expect((await operator.patch(`/api/people/${id}`, { role: 'sbr_operator' })).statusCode).toBe(200)
  })

  test('that does not exist is 404', async () => {
    expect((await remove(operator, randomUUID())).statusCode).toBe(404)
    expect((await remove(operator, 'nonsense')).statusCode).toBe(404)
  })
})

describe('the last SBR Operator', () => {
  const pair = async () => {
    const two = [await server.signIn('sbr_operator', firm), await server.signIn('sbr_operator', firm)] as [
      Client,
      Client,
    ]
    await server.given.sql(`delete from user_roles where role = 'sbr_operator' and user_id <> all ($1)`, [
      two.map((each) => each.person.id),
    ])
    return two
  }

  test('remains, when two delete each other at once, fifty times over (T26)', async () => {
    for (let round = 0; round < 50; round++) {
      const [one, other] = await pair()
      const answers = await Promise.all([remove(one, other.person.id), remove(other, one.person.id)])
      expect(await countOperators()).toBe(1)
      const [first, second] = answers.map(({ statusCode }) => statusCode).sort()
      expect(first).toBe(204)
      expect([401, 403, 409]).toContain(second)
    }
  }, 60_000)

  test('remains, when two demote each other at once', async () => {
    const company = await server.given.company()
    for (let round = 0; round < 10; round++) {
      const [one, other] = await pair()
      const demote = (by: Client, whom: Client) =>
        by.patch(`/api/people/${whom.person.id}`, { role: 'employee', companyId: company.id })
      const answers = await Promise.all([demote(one, other), demote(other, one)])
      expect(await countOperators()).toBe(1)
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    }
  })

  test('is kept by the database itself', async () => {
    const [one] = await pair()
    const gone = server.given.sql(`delete from user_roles where role = 'sbr_operator'`)
    await expect(gone).rejects.toMatchObject({ code: 'SB001', message: 'last_operator' })
    expect((await one.get('/api/companies')).statusCode).toBe(200)
    operator = one
  })
})

describe('sessions and the Google account', () => {
  test('all sessions of a person end at once', async () => {
    const client = await server.signIn('manager', await server.given.company())
    const answer = await operator.post(`/api/people/${client.person.id}/end-sessions`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { ended: 1 }])
    expect((await client.get('/api/session')).statusCode).toBe(401)
    expect((await operator.post(`/api/people/${randomUUID()}/end-sessions`)).statusCode).toBe(404)
  })

  test('a new account with the same address comes in only after the reset (T46)', async () => {
    const { preAuthorise, signIn } = makeSignIn(server)
    const { id } = await preAuthorise('rebought@north.example')
    const { visitor } = await signIn('rebought@north.example')
    await server.given.sql(`update identity_links set subject = 'the account before' where user_id = $1`, [id])
    expect((await signIn('rebought@north.example')).end.url).not.toBe('/')
    const reset = await operator.post(`/api/people/${id}/reset-link`)
    expect([reset.statusCode, reset.json().status]).toEqual([200, 'pre_authorized'])
    expect((await visitor.get('/api/session')).statusCode).toBe(401)
    const { visitor: after, end } = await signIn('rebought@north.example')
    expect(end.url).toBe('/')
    expect((await after.get('/api/session')).json().user.id).toBe(id)
  })
})
